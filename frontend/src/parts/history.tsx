// What happened: who moved what, in order.
import type { Step } from "../answers";
import { useStudy } from "../shell/context";
import { playerColour } from "./colours";
import { Words } from "./words";

export function History({ steps }: { steps: readonly Step[] }) {
  const { players } = useStudy().overview;
  if (steps.length === 0) return <span class="gk-quiet">the start</span>;
  return (
    <span class="gk-history">
      {steps.map((step, index) => {
        const player = players.indexOf(step.who);
        return (
          <span key={index} class="gk-history-step">
            <span class="gk-history-who" style={{ color: player < 0 ? "var(--gk-ink-2)" : playerColour(player) }}>
              {step.who}
            </span>{" "}
            <Words words={step.label} look={step.look} facts={step.move} />
          </span>
        );
      })}
    </span>
  );
}
