// What is locked, one line each.
import type { Lock } from "../../answers";
import type { Colours } from "../../parts/colours";
import { coloursOf } from "../../parts/colours";
import { MoveBar } from "../../parts/move-bar";
import { percent } from "../../parts/numbers";

export function Locks({
  locks,
  colours,
  remove,
}: {
  locks: readonly Lock[];
  colours?: Colours;
  remove?(lock: Lock): void;
}) {
  return (
    <ul class="desk-locks">
      {locks.map((lock) => {
        const moves = Object.keys(lock.probabilities);
        const shares = Object.values(lock.probabilities);
        const words = lock.facts.join(", ") || "at the start";
        return (
          <li key={`${lock.player} ${words}`}>
            <span>
              {lock.player}: <span class="gk-facts">{words}</span>
              {lock.alike && <span class="gk-quiet"> and what is alike</span>}
            </span>
            <MoveBar moves={moves} probabilities={shares} colours={colours ?? coloursOf(moves)} />
            <span class="gk-quiet">
              {moves.flatMap((move, n) => (shares[n]! > 0 ? [`${move}: ${percent(shares[n]!)}`] : [])).join(", ")}
            </span>
            {remove && (
              <button
                type="button"
                class="gk-button"
                aria-label={`Unlock ${lock.player}: ${words}`}
                onClick={() => remove(lock)}
              >
                Unlock
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
