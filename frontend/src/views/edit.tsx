// The editor: rules with diagnostics while typing, parameters as controls, and "Solve".
import { useEffect, useState } from "preact/hooks";
import type { Problem } from "../answers";
import { problemsOf } from "../data/problems";
import { Code, type Place } from "../desk/code/code";
import { saveText } from "../desk/files";
import { useMethods } from "../desk/use-methods";
import { Offer } from "../desk/offer";
import { trimmed } from "../desk/method-options";
import { HowToSolve, isWrong, type Options } from "../desk/options";
import { Parameters } from "../desk/parameters";
import { ProblemList, tally } from "../desk/problem-list";
import { order } from "../desk/operations";
import { useCheck } from "../desk/use-check";
import { isChanged, orderOf, useOpened } from "../desk/use-opened";
import { Marked } from "../parts/marked";
import { Problems } from "../parts/problems";
import { minus } from "../parts/prose";
import { titleOf } from "../parts/titles";
import { Waiting } from "../parts/waiting";
import { useRouter } from "../shell/context";
import { Link } from "../shell/link";
import type { Seen } from "../shell/views";

const NONE: readonly Problem[] = [];

export function EditView({ query }: Seen) {
  const router = useRouter();
  const { opened, problems: unopened, change, reset, answer } = useOpened(query);
  const { checked, waiting } = useCheck(opened?.draft.text, opened?.draft.file ?? "");
  const [options, setOptions] = useState<Options>({ method: "auto" });
  const [refused, setRefused] = useState<Problem[]>();
  const [ordering, setOrdering] = useState(false);
  const [version, setVersion] = useState(0);
  const [place, setPlace] = useState<Place>();
  const methods = useMethods();
  const line = Number(query.get("line"));

  useEffect(() => {
    if (opened && line > 0) setPlace({ line, column: Number(query.get("column")) || 1 });
  }, [opened?.key, line]);

  if (unopened) return <Unopened problems={unopened} />;
  if (!opened) return <Waiting words="Opening the rules" />;

  const { draft, game, job, offered } = opened;
  const params = checked?.params.length || !game ? (checked?.params ?? []) : game.params;
  const problems = checked?.problems ?? NONE;
  const hasErrors = !waiting && problems.some(({ severity }) => severity === "error");

  async function solve() {
    if (ordering || hasErrors || isWrong(options)) return;
    setOrdering(true);
    setRefused(undefined);
    try {
      const { id } = await order({
        ...orderOf(
          opened!,
          params.map(({ name }) => name),
        ),
        ...options,
        options: trimmed(options.options),
      });
      router.go(`/jobs/${encodeURIComponent(id)}`);
    } catch (thrown) {
      setRefused(problemsOf(thrown));
      setOrdering(false);
    }
  }

  return (
    <div class="desk-edit">
      <header class="desk-edit-head">
        <h1 class={game ? "desk-named" : ""}>{game ? titleOf(game.name) : draft.file}</h1>
        <p class="desk-lead">
          {game?.summary ??
            (job ? `The rules of this ${job.state === "solved" ? "solution" : "job"}.` : "Your own game.")}
          {!game && " What is written here stays in this browser."}
        </p>
        {job && (
          <p>
            <Link to={`/jobs/${encodeURIComponent(job.id)}`}>
              {job.state === "solved" ? "← Back to the solution" : "← Back to the job"}
            </Link>
          </p>
        )}
        {offered && (
          <Offer
            offered={offered}
            answer={(takes) => {
              answer(takes);
              setVersion(version + 1);
            }}
          />
        )}
      </header>

      <section class="desk-source" aria-label="Rules">
        <div class="desk-bar">
          <span class="desk-file">
            {draft.file}
            {isChanged(opened) && <span class="desk-changed"> · changed</span>}
          </span>
          <span class="desk-bar-end">
            {isChanged(opened) && (
              <button
                type="button"
                class="gk-button desk-small"
                onClick={() => {
                  reset();
                  setVersion(version + 1);
                }}
              >
                Back to the original
              </button>
            )}
            <button type="button" class="gk-button desk-small" onClick={() => saveText(draft.file, draft.text)}>
              Download
            </button>
          </span>
        </div>
        <Code
          text={draft.text}
          file={draft.file}
          version={`${opened.key} ${version}`}
          problems={problems}
          place={place}
          changed={(text) => change({ text })}
          solve={() => void solve()}
        />
        <div class="desk-verdict">
          <p role="status" class={`desk-verdict-words ${hasErrors ? "desk-bad" : problems.length ? "desk-doubt" : ""}`}>
            {waiting && !checked ? "Checking…" : tally(problems)}
          </p>
          {problems.length > 0 && <ProblemList problems={problems} goTo={setPlace} />}
        </div>
      </section>

      <form
        class="desk-side"
        onSubmit={(event) => {
          event.preventDefault();
          void solve();
        }}
      >
        <section aria-label="Parameters">
          <h2>Parameters</h2>
          <Parameters params={params} values={draft.params} change={(values) => change({ params: values })} />
        </section>
        <HowToSolve options={options} methods={methods} change={setOptions} />
        <button
          type="submit"
          class="gk-button gk-primary desk-solve"
          disabled={ordering || hasErrors || isWrong(options)}
        >
          {ordering ? "Ordering…" : "Solve"}
        </button>
        <p class="gk-quiet">
          {hasErrors ? (
            "The rules have errors: see below them."
          ) : isWrong(options) ? (
            "A number above is none that can be used."
          ) : (
            <span class="gk-keys-hint">
              or <kbd>Ctrl</kbd> + <kbd>Enter</kbd> in the rules
            </span>
          )}
        </p>
        {refused && <ProblemList problems={refused} goTo={setPlace} />}
        {game?.description && (
          <details class="desk-about" open>
            <summary>About this game</summary>
            <p>
              <Marked text={minus(game.description)} />
            </p>
          </details>
        )}
      </form>
    </div>
  );
}

/** Nothing to edit: why, and where to go. */
function Unopened({ problems }: { problems: readonly Problem[] }) {
  return (
    <div class="gk-stack">
      <h1>These rules are not here</h1>
      <Problems problems={problems} />
      <p class="desk-row">
        <Link class="gk-button" to="/">
          To the games and jobs
        </Link>
        <Link class="gk-button" to="/edit">
          Write a new game
        </Link>
      </p>
    </div>
  );
}
