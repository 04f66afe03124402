// The trainer: chosen spots to decide, each graded by the value it loses, and a history that outlives the server.
import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Decided, Drill, Mistake, Problem, Training } from "../answers";
import { problemsOf } from "../data/problems";
import { path } from "../data/question";
import { decide, forgetTraining, training as history } from "../desk/operations";
import { Grade } from "../desk/play/grade";
import { keysOf } from "../desk/play/keys";
import { LevelBadge, Tally, type Level } from "../desk/play/levels";
import { Figure } from "../desk/play/sitting";
import { Boards } from "../parts/board";
import type { Colours } from "../parts/colours";
import { Drawn } from "../parts/glyphs";
import { decimal, many, percent } from "../parts/numbers";
import { Panel } from "../parts/panel";
import { PlayerTabs } from "../parts/player-tabs";
import { Problems } from "../parts/problems";
import { useColours } from "../parts/use-colours";
import { Waiting } from "../parts/waiting";
import { ask } from "../questions";
import { useRouter, useStudy } from "../shell/context";
import { Link } from "../shell/link";
import type { Seen } from "../shell/views";

/** Of so many drills one is asked again, where something was missed. */
const EVERY = 3;
const FILTERS = [
  { name: "situation", label: "Situations with", example: "raise" },
  { name: "facts", label: "Hands with", example: "K" },
  { name: "makes", label: "that make", example: "pair" },
] as const;

export function TrainView({ query }: Seen) {
  const study = useStudy();
  const job = study.job!;
  const player = Number(query.get("player")) || 0;
  const [situation, facts, makes] = FILTERS.map(({ name }) => query.get(name) ?? "") as [string, string, string];
  const [drill, setDrill] = useState<Drill | null>(null);
  const [decided, setDecided] = useState<Decided | null>(null);
  const [told, setTold] = useState<Training | null>(null);
  const [problems, setProblems] = useState<Problem[] | undefined>(undefined);
  const [busy, setBusy] = useState(false);
  const number = useRef(0);
  const seed = useRef(Math.floor(Math.random() * 2 ** 31));
  const colours = useColours(player, drill?.moves);

  const attempt = (work: () => Promise<void>) => {
    setBusy(true);
    setProblems(undefined);
    work()
      .catch((thrown: unknown) => setProblems(problemsOf(thrown)))
      .finally(() => setBusy(false));
  };
  const next = (known: Training | null = told) =>
    attempt(async () => {
      number.current += 1;
      const name = study.overview.players[player];
      const again = (known?.missed ?? []).find((one) => one.player === name && one.set !== drill?.set);
      const set = number.current % EVERY === 0 ? again?.set : undefined;
      const drawn = { situation, facts, makes, seed: seed.current + number.current };
      const answer = await study.source.answer(ask.readDrill(player, set === undefined ? drawn : { set }));
      setDrill(answer);
      setDecided(null);
    });
  const choose = (move: string) => {
    if (busy || decided || !drill) return;
    attempt(async () => {
      const found = await decide(job, { set: drill.set, move });
      setDecided(found);
      setTold(found.training);
    });
  };
  useEffect(() => {
    setDrill(null);
    setDecided(null);
    attempt(async () => {
      const known = await history(job);
      setTold(known);
      next(known);
    });
  }, [job, player, situation, facts, makes]);

  return (
    <div class="desk-view desk-play">
      <header class="gk-line gk-grid-head">
        <h1>Train</h1>
        <PlayerTabs player={player} to={(other) => path(study.to("train"), { ...asked(query), player: other })} />
      </header>
      <Filters query={query} />
      {problems && <Problems problems={problems} />}
      <div class="desk-play-columns">
        <div class="gk-stack">
          {drill ? (
            <Ask drill={drill} colours={colours} done={decided !== null} busy={busy} choose={choose} next={() => next()} />
          ) : (
            !problems && <Waiting />
          )}
          <div aria-live="polite">{decided && <Grade grade={decided.grade} colours={colours} />}</div>
        </div>
        {told && (
          <Told
            told={told}
            forget={() => attempt(async () => setTold(await forgetTraining(job)))}
          />
        )}
      </div>
    </div>
  );
}

const asked = (query: URLSearchParams): Record<string, string> => Object.fromEntries(query);

function Filters({ query }: { query: URLSearchParams }) {
  const study = useStudy();
  const router = useRouter();
  const id = useId();
  return (
    <div class="gk-line">
      {FILTERS.filter(({ name }) => name !== "makes" || study.overview.cards).map(({ name, label, example }) => (
        <span key={name} class="gk-line">
          <label for={`${id} ${name}`}>{label}</label>
          <input
            id={`${id} ${name}`}
            class="gk-input"
            type="text"
            placeholder={study.overview.cards ? example : "any"}
            value={query.get(name) ?? ""}
            onChange={(event) => router.go(path(study.to("train"), { ...asked(query), [name]: event.currentTarget.value }))}
          />
        </span>
      ))}
    </div>
  );
}

function Ask({
  drill,
  colours,
  done,
  busy,
  choose,
  next,
}: {
  drill: Drill;
  colours: Colours;
  done: boolean;
  busy: boolean;
  choose: (move: string) => void;
  next: () => void;
}) {
  const { players } = useStudy().overview;
  const first = useRef<HTMLButtonElement>(null);
  const keys = keysOf(drill.moves);
  useLayoutEffect(() => first.current?.focus({ preventScroll: true }), [drill, done]);
  useLayoutEffect(() => {
    const keyed = (event: KeyboardEvent) => {
      const typing = (event.target as HTMLElement).closest("input:not([type=checkbox]), textarea, select");
      if (event.ctrlKey || event.metaKey || event.altKey || typing) return;
      const move = drill.moves[keys.indexOf(event.key)];
      if (!done && move !== undefined) choose(move);
      else if (done && !busy && event.key.toLowerCase() === "n") next();
    };
    document.addEventListener("keydown", keyed);
    return () => document.removeEventListener("keydown", keyed);
  });
  return (
    <Panel title="What do you do?" aside={<span class="gk-quiet">you are {players[drill.player]}</span>} class="desk-hand">
      <ol class="desk-seen" aria-label="What you have seen and done">
        {drill.facts.map((fact, index) =>
          drill.fact_words[index] ? (
            <li key={index} class="gk-large" title={fact}>
              <Drawn words={drill.fact_words[index]!.replace(/^chose /, "you ")} look={drill.fact_looks[index]} />
            </li>
          ) : null,
        )}
      </ol>
      <Boards boards={drill.boards} name="The board as you see it" spots={[]} />
      <div class="desk-choices" role="group" aria-label="Your move">
        {drill.moves.map((move, index) => (
          <button
            key={move}
            ref={index === 0 && !done ? first : undefined}
            type="button"
            class="desk-choice"
            style={{ "--desk-move": colours(move) }}
            aria-disabled={busy || done}
            aria-keyshortcuts={keys[index]}
            onClick={() => choose(move)}
          >
            <Drawn words={drill.labels[index]!} look={drill.looks[index]} />
            {keys[index] && <kbd aria-hidden="true">{keys[index]}</kbd>}
          </button>
        ))}
      </div>
      {done && (
        <button ref={first} type="button" class="gk-button gk-primary desk-next" aria-disabled={busy} onClick={() => !busy && next()}>
          Next <kbd aria-hidden="true">N</kbd>
        </button>
      )}
    </Panel>
  );
}

function Told({ told, forget }: { told: Training; forget: () => void }) {
  if (told.decisions === 0) {
    return (
      <Panel title="Your history">
        <p class="gk-quiet">Each decision is graded and kept, also when the server ends.</p>
      </Panel>
    );
  }
  const latest = told.recent.slice(-10);
  return (
    <div class="gk-stack">
      <Panel
        title="Your history"
        aside={
          <button type="button" class="gk-button" onClick={forget}>
            Forget
          </button>
        }
      >
        <dl class="desk-figures">
          <Figure name="decisions" text={String(told.decisions)} />
          <Figure name="lost" text={decimal(told.lost)} />
          <Figure
            name="a decision"
            text={decimal(told.lost / told.decisions, 3)}
            note={`the latest ${latest.length}: ${decimal(latest.reduce((sum, loss) => sum + loss, 0) / latest.length, 3)}`}
          />
          <Figure name="asked again" text={String(told.missed.length)} />
        </dl>
        <Tally levels={told.levels} />
      </Panel>
      <Panel title="Where it is lost">
        <div class="gk-grid-scroll" role="group" aria-label="Losses by situation" tabIndex={0}>
          <table class="gk-table">
            <thead>
              <tr>
                <th scope="col">situation</th>
                <th scope="col" class="gk-number">
                  best
                </th>
                <th scope="col" class="gk-number">
                  lost
                </th>
              </tr>
            </thead>
            <tbody>
              {told.spots.slice(0, 8).map((spot) => (
                <tr key={`${spot.player} ${spot.situation}`}>
                  <th scope="row">
                    {spot.situation} <span class="gk-quiet">· {many(spot.decisions, "decision")}</span>
                  </th>
                  <td class="gk-number">{percent(spot.best)}</td>
                  <td class="gk-number">{decimal(spot.lost)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Panel>
      {told.worst.length > 0 && (
        <Panel title="The worst mistakes">
          <ol class="desk-worst" tabIndex={0} aria-label="The worst mistakes">
            {told.worst.map((one, index) => (
              <Worst key={index} one={one} />
            ))}
          </ol>
        </Panel>
      )}
    </div>
  );
}

function Worst({ one }: { one: Mistake }) {
  const study = useStudy();
  return (
    <li>
      <span class="gk-line">
        <LevelBadge level={one.level as Level} />
        <span class="gk-number">−{decimal(one.loss)}</span>
        {one.again && <span class="gk-quiet">asked again</span>}
      </span>
      <span>
        <Link to={study.to("set", one.set)}>{one.words}</Link> → <strong>{one.label}</strong>{" "}
        <span class="gk-quiet">{one.best} was best</span>
      </span>
    </li>
  );
}
