// What is wrong: message, why, and what to do about it.
import type { Problem } from "../answers";
import { remedyOf } from "./remedies";

export function Problems({ problems, again }: { problems: readonly Problem[]; again?: (() => void) | undefined }) {
  return (
    <div class="gk-problems" role="alert">
      {problems.map((problem, index) => (
        <div key={index} class={`gk-problem gk-problem-${problem.severity}`}>
          <p class="gk-problem-message">
            {problem.line !== null && <span class="gk-problem-line">line {problem.line}: </span>}
            {problem.message}
            {problem.id && <span class="gk-problem-id"> {problem.id}</span>}
          </p>
          {problem.notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
          {remedyOf(problem) && <p class="gk-problem-hint">{remedyOf(problem)}</p>}
        </div>
      ))}
      {again && (
        <button type="button" class="gk-button" onClick={again}>
          Try again
        </button>
      )}
    </div>
  );
}
