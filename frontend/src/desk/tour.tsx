// A tour of two minutes for newcomers: Kuhn poker, from what it is worth to a bluff, and to what a habit costs.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Problem } from "../answers";
import { problemsOf } from "../data/problems";
import { Problems } from "../parts/problems";
import { useRouter, useStudy } from "../shell/context";
import { order } from "./operations";
import { solvedBefore } from "./solved-before";

/** Where the tour stops, below the study of Kuhn poker, and what is said there. */
const STOPS: readonly { view: readonly string[]; words: string }[] = [
  {
    view: ["overview"],
    words: "Kuhn poker, solved. The sentence on top says what it is worth, and that this is proved; below is what the strategies do, in words.",
  },
  {
    view: ["grid", "1"],
    words: "The whole strategy of the second player: a row for each card, a column for what the other did. With the J after a check they bet one time in three: a bluff.",
  },
  {
    view: ["tree"],
    words: "The whole game. An oval or a dashed line joins what a player cannot tell apart: an information set.",
  },
  { view: ["play"], words: "Play against it: take a seat, and each of your moves is graded by what it gives away." },
  {
    view: ["lock"],
    words: "What if a player never bluffs? Fix what they do at an information set, solve again around it, and compare.",
  },
];

const KEY = "galakit-tour";

interface Progress {
  job: string;
  stop: number;
}

function progress(): Progress | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

function keep(now: Progress | undefined): void {
  try {
    if (now) sessionStorage.setItem(KEY, JSON.stringify(now));
    else sessionStorage.removeItem(KEY);
  } catch {
    // Then there is no tour.
  }
}

/** Begins the tour. */
export function TourButton() {
  const router = useRouter();
  const [problems, setProblems] = useState<Problem[]>();
  async function begin() {
    try {
      const job = (await solvedBefore("kuhn", {})) ?? (await order({ game: "kuhn" })).id;
      keep({ job, stop: 0 });
      router.go(`/jobs/${encodeURIComponent(job)}`);
    } catch (thrown) {
      setProblems(problemsOf(thrown));
    }
  }
  return (
    <>
      <button type="button" class="gk-button" onClick={() => void begin()}>
        Two-minute tour
      </button>
      {problems && <Problems problems={problems} />}
    </>
  );
}

/** What is said at this stop, and the way to the next one. */
export function Tour() {
  const study = useStudy();
  const router = useRouter();
  const next = useRef<HTMLButtonElement>(null);
  const [at, setAt] = useState(progress);
  const here = at?.job === study.job ? at : undefined;
  useEffect(() => next.current?.focus({ preventScroll: true }), []);
  const stop = here && STOPS[here.stop];
  if (!stop) return null;

  function go(to: number) {
    const now = STOPS[to] ? { job: study.job!, stop: to } : undefined;
    keep(now);
    setAt(now);
    if (now) router.go(study.to(...STOPS[to]!.view));
  }
  const last = here.stop + 1 === STOPS.length;
  return (
    <aside class="desk-tour" aria-label="Tour" onKeyDown={(event) => event.key === "Escape" && go(STOPS.length)}>
      <p role="status">
        <span class="gk-quiet">
          {here.stop + 1} of {STOPS.length}
        </span>{" "}
        {stop.words}
      </p>
      <span class="gk-line">
        <button ref={next} type="button" class="gk-button gk-primary" onClick={() => go(here.stop + 1)}>
          {last ? "Done" : "Next"}
        </button>
        {here.stop > 0 && (
          <button type="button" class="gk-button" onClick={() => go(here.stop - 1)}>
            Back
          </button>
        )}
        {!last && (
          <button type="button" class="gk-button" onClick={() => go(STOPS.length)}>
            Skip the tour
          </button>
        )}
      </span>
    </aside>
  );
}
