// The locks, one line each.
import type { Colours } from "../../parts/colours";
import { coloursOf } from "../../parts/colours";
import { MoveBar } from "../../parts/move-bar";
import { percent } from "../../parts/numbers";
import { Words } from "../../parts/words";
import type { NamedLock } from "./basket";

export function Locks({
  locks,
  colours,
  remove,
}: {
  locks: readonly NamedLock[];
  colours?: Colours;
  remove?(lock: NamedLock): void;
}) {
  return (
    <ul class="desk-locks">
      {locks.map((lock) => {
        const moves = Object.keys(lock.probabilities);
        const shares = Object.values(lock.probabilities);
        const facts = lock.facts.join(", ");
        const words = facts ? (lock.words ?? facts) : "at the start";
        return (
          <li key={`${lock.player} ${facts}`}>
            <span>
              {lock.player}: <Words words={words} facts={facts} />
              {lock.alike && <span class="gk-quiet"> and those alike</span>}
            </span>
            <MoveBar moves={moves} probabilities={shares} colours={colours ?? coloursOf(moves)} />
            <span class="gk-quiet">
              {moves
                .flatMap((move, n) =>
                  shares[n]! > 0 ? [`${lock.labels?.[move] ?? move}: ${percent(shares[n]!)}`] : [],
                )
                .join(", ")}
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
