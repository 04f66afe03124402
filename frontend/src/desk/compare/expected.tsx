// The players' expected payoffs in two solutions, and the changes.
import type { Comparison, Quantity } from "../../answers";
import { textOf } from "../../parts/quantity";
import { PlayerMark } from "../../parts/player-mark";
import { Link } from "../../shell/link";
import { distance } from "./exact";

export function Expected({ comparison, other }: { comparison: Comparison; other: string }) {
  return (
    <>
      <Summary comparison={comparison} />
      <div class="desk-table-scroll" role="region" aria-label="Expected payoffs" tabIndex={0}>
        <table class="desk-table">
          <caption class="gk-hidden">Expected payoffs</caption>
          <thead>
            <tr>
              <th scope="col">expects</th>
              <th scope="col">here</th>
              <th scope="col">
                <Link to={`/jobs/${encodeURIComponent(other)}/grid`}>there</Link>
              </th>
              <th scope="col">difference</th>
              <th scope="col">our strategy against theirs gains</th>
            </tr>
          </thead>
          <tbody>
            {comparison.players.map((player, index) => (
              <tr key={player}>
                <th scope="row">
                  <PlayerMark player={index} /> {player}
                </th>
                <td>{textOf(comparison.ours[index]!)}</td>
                <td>{textOf(comparison.theirs[index]!)}</td>
                <td>
                  <Change from={comparison.theirs[index]!} to={comparison.ours[index]!} />
                </td>
                <td>{textOf(comparison.gains_against[index]!)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {comparison.note && <p class="gk-quiet">{comparison.note}.</p>}
    </>
  );
}

const NOTHING = 1e-9;

function Change({ from, to }: { from: Quantity; to: Quantity }) {
  if (from.value === null || to.value === null) return <>–</>;
  const by = to.value - from.value;
  if (Math.abs(by) < NOTHING) return <>none</>;
  return by > 0 ? (
    <strong class="desk-gain">+{distance(from, to)}</strong>
  ) : (
    <strong class="desk-cost">−{distance(from, to)}</strong>
  );
}

/** Who gets more and who less, in a sentence. */
function Summary({ comparison: { players, ours, theirs } }: { comparison: Comparison }) {
  const changes = players.flatMap((player, index) => {
    const [now, then] = [ours[index]!, theirs[index]!];
    if (now.value === null || then.value === null || Math.abs(now.value - then.value) < NOTHING) return [];
    return [`${player} expects ${distance(now, then)} ${now.value > then.value ? "more" : "less"}`];
  });
  return (
    <p class="desk-summary">
      {changes.length ? `Here ${changes.join(", ")} than there.` : "Expected payoffs are the same in both."}
    </p>
  );
}
