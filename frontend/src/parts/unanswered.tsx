// Why a question has no answer about this game: that is no error, only something to know.
import type { Problem } from "../answers";
import { sentence } from "./prose";
import { remedyOf } from "./remedies";

/** A time limit was reached: the page gives an answer some seconds, a terminal as long as it needs. */
const LATE = "GK632";

export function Unanswered({ problems, command }: { problems: readonly Problem[]; command: string }) {
  return (
    <div class="gk-problems" role="status">
      {problems.map((problem, index) => (
        <div key={index} class="gk-problem gk-problem-note">
          <p class="gk-problem-message">
            {sentence(problem.message)}
            {problem.id && <span class="gk-problem-id"> {problem.id}</span>}
          </p>
          {problem.notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
          {problem.id === LATE ? (
            <p class="gk-problem-hint">
              In a terminal it may take as long as it needs: <code>{command}</code>
            </p>
          ) : (
            remedyOf(problem) && <p class="gk-problem-hint">{sentence(remedyOf(problem)!)}</p>
          )}
        </div>
      ))}
    </div>
  );
}
