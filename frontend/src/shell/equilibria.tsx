// Several equilibria: which one is shown, what it is worth, and ways to the others.
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
      <button type="button" class="gk-button" disabled={here <= 1} onClick={() => flip(here - 1)}>
        <span aria-hidden="true">‹</span>
        <span class="gk-hidden">Previous equilibrium</span>
      </button>
      <span role="status">
        equilibrium {here} of {total} <span class="gk-quiet">worth {worth}</span>
      </span>
      <button type="button" class="gk-button" disabled={here >= total} onClick={() => flip(here + 1)}>
        <span aria-hidden="true">›</span>
        <span class="gk-hidden">Next equilibrium</span>
      </button>
    </div>
  );
}
