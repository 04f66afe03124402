// Several equilibria: which one is shown, what it is worth, and ways to the others.
import { Press } from "../parts/press";
import { textOf } from "../parts/quantity";
import { useStudy } from "./context";

/** One after the other: beside the name of the game. */
export function Flip() {
  const { overview, flip } = useStudy();
  const { equilibrium: here, equilibria_total: total } = overview;
  if (total < 2) return null;
  const worth = overview.players.map((name, player) => `${name} ${textOf(overview.values[player]!)}`).join(", ");
  return (
    <div class="gk-flip" role="group" aria-label="Equilibria">
      <Press unable={here <= 1} press={() => flip(here - 1)}>
        <span aria-hidden="true">‹</span>
        <span class="gk-hidden">Previous equilibrium</span>
      </Press>
      <span role="status">
        equilibrium {here} of {total} <span class="gk-quiet">worth {worth}</span>
      </span>
      <Press unable={here >= total} press={() => flip(here + 1)}>
        <span aria-hidden="true">›</span>
        <span class="gk-hidden">Next equilibrium</span>
      </Press>
    </div>
  );
}
