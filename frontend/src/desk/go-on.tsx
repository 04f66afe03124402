// A job that was stopped, or came to its time limit, goes on from where it was, as a new job. Where its method keeps
// nothing to go on from, the page says so, and the game can be solved again with more time.
import { useId, useState } from "preact/hooks";
import type { Job, Problem } from "../answers";
import { problemsOf } from "../data/problems";
import { Press } from "../parts/press";
import { Problems } from "../parts/problems";
import { useRouter, useStudy } from "../shell/context";
import { Link } from "../shell/link";
import { NumberField, SECONDS } from "./number-field";
import { goOn, jobOf, order } from "./operations";
import { useFetched } from "./use-fetched";

/** By how much more time is suggested than there was. */
const LONGER = 4;

export function GoOn({ job }: { job: string }) {
  const known = useFetched(() => jobOf(job), job).value;
  if (known?.resumable) return <Resumed id={job} />;
  return known?.early ? <Again job={known} /> : null;
}

function Resumed({ id }: { id: string }) {
  const { busy, problems, send } = useOrdering();
  return (
    <>
      <p class="gk-line">
        <Press unable={busy} press={() => void send(() => goOn(id))}>
          Go on
        </Press>
        <span class="gk-quiet">It was stopped early: solving goes on from there, and this solution stays.</span>
      </p>
      {problems && <Problems problems={problems} />}
    </>
  );
}

function Again({ job }: { job: Job }) {
  const id = useId();
  const { method } = useStudy().overview;
  const { busy, problems, send } = useOrdering();
  const had = job.order.seconds ?? null;
  const suggested = had === null ? null : Math.min(LONGER * had, SECONDS.most);
  const [seconds, setSeconds] = useState(suggested);
  return (
    <section class="desk-again" aria-label="Solve again">
      <p>
        Solving was stopped early{had !== null && `, at its limit of ${had} s`}. The method <code>{method}</code> keeps
        nothing of its run, so it cannot go on from there; it can begin again, and this solution stays.
      </p>
      <p class="gk-line">
        <label for={id}>Seconds at most</label>
        <NumberField
          id={id}
          range={SECONDS}
          hint="no limit"
          initial={suggested === null ? "" : String(suggested)}
          set={setSeconds}
        />
        <Press unable={busy || Number.isNaN(seconds)} press={() => void send(() => order({ ...job.order, seconds }))}>
          Solve again
        </Press>
        <Link class="gk-button" to={`/edit?job=${encodeURIComponent(job.id)}`}>
          Choose another method
        </Link>
      </p>
      {problems && <Problems problems={problems} />}
    </section>
  );
}

/** Orders a job and opens it. */
function useOrdering() {
  const router = useRouter();
  const [problems, setProblems] = useState<Problem[]>();
  const [busy, setBusy] = useState(false);
  async function send(ordered: () => Promise<Job>) {
    setBusy(true);
    try {
      router.go(`/jobs/${encodeURIComponent((await ordered()).id)}`);
    } catch (thrown) {
      setProblems(problemsOf(thrown));
      setBusy(false);
    }
  }
  return { busy, problems, send };
}
