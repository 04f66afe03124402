// Problems of rules: message, position, cause and remedy; the position is a link into the text.
import type { Problem } from "../answers";
import { Marked } from "../parts/marked";
import { remedyOf } from "../parts/remedies";
import type { Place } from "./code/code";

interface Props {
  problems: readonly Problem[];
  goTo?: ((place: Place) => void) | undefined;
}

const SIGN = { error: "✕", warning: "!", note: "i" } as const;

export function ProblemList({ problems, goTo }: Props) {
  return (
    <ul class="desk-problems">
      {problems.map((problem, index) => (
        <li key={index} class={`desk-problem desk-${problem.severity}`}>
          <span class="desk-sign" role="img" aria-label={problem.severity}>
            {SIGN[problem.severity]}
          </span>
          <div>
            <p class="desk-problem-head">
              <Where problem={problem} goTo={goTo} />
              <strong>
                <Marked text={problem.message} />
              </strong>
              {problem.id && <span class="desk-problem-id">{problem.id}</span>}
            </p>
            {problem.notes.map((note) => (
              <p key={note}>
                <Marked text={note} />
              </p>
            ))}
            <Remedy words={remedyOf(problem)} />
          </div>
        </li>
      ))}
    </ul>
  );
}

function Remedy({ words }: { words: string | null }) {
  if (!words) return null;
  return (
    <p class="desk-hint">
      <Marked text={words} />
    </p>
  );
}

function Where({ problem: { line, column }, goTo }: { problem: Problem; goTo: Props["goTo"] }) {
  if (line === null) return null;
  const words = `line ${line}${column === null ? "" : `:${column}`}`;
  if (!goTo) return <span>{words}</span>;
  return (
    <button type="button" class="desk-place" onClick={() => goTo({ line, column: column ?? 1 })}>
      {words}
    </button>
  );
}

/** `2 errors, 1 warning`, or that there is nothing to say. */
export function tally(problems: readonly Problem[]): string {
  const kinds = (["error", "warning", "note"] as const).flatMap((kind) => {
    const number = problems.filter(({ severity }) => severity === kind).length;
    return number ? [`${number} ${kind}${number > 1 ? "s" : ""}`] : [];
  });
  return kinds.length ? kinds.join(", ") : "No problems";
}
