// A play, step by step.
import type { Step } from "../../answers";
import { Words } from "../../parts/words";

/** `you`: the player whose steps are the reader's own. */
export function Steps({ steps, you }: { steps: readonly Step[]; you?: string }) {
  return (
    <ol class="desk-history">
      {steps.map(({ who, move, label, look }, index) => (
        <li key={index} class={who === you ? "desk-you" : who === "chance" ? "desk-chance" : ""}>
          <bdi class="desk-who">{who === you ? "you" : who}</bdi> <Words words={label} look={look} facts={move} />
        </li>
      ))}
    </ol>
  );
}
