// How the average payoff of many plays comes to what the profile promises: one player's line with its band.
import type { Simulated } from "../../answers";
import { count, decimal } from "../../parts/numbers";
import { textOf } from "../../parts/quantity";
import { Frame } from "./frame";
import { pathOf } from "./path";
import { linear, logarithmic } from "./scale";

interface ConvergenceProps {
  simulated: Simulated;
  player: number;
}

export function Convergence({ simulated, player }: ConvergenceProps) {
  const points = simulated.averages.map(({ plays, means, errors }) => ({
    plays,
    mean: means[player]!,
    error: errors[player] ?? null,
  }));
  const promised = simulated.values[player]?.value ?? null;
  const last = points.at(-1)!;
  const domain = rangeOf(points, promised);
  const name = simulated.players[player]!;
  return (
    <figure>
      <Frame
        label={`The average payoff of ${name} after ${count(last.plays)} plays is ${decimal(last.mean)}, ${last.error === null ? "" : `give or take ${decimal(last.error)}; `}promised: ${textOf(simulated.values[player]!)}.`}
        height={240}
        xTitle="plays"
        yTitle="average payoff"
        mark={[last.plays, last.mean]}
        scales={(box) => ({
          x: logarithmic([points[0]!.plays, Math.max(last.plays, points[0]!.plays * 10)], [box.left, box.right]),
          y: linear(domain, [box.bottom, box.top]),
        })}
      >
        {(x, y, box) => {
          const known = points.flatMap(({ plays, mean, error }) => (error === null ? [] : [{ plays, mean, error }]));
          const above = known.map(({ plays, mean, error }) => [x.at(plays), y.at(mean + 2 * error)] as const);
          const below = known.map(({ plays, mean, error }) => [x.at(plays), y.at(mean - 2 * error)] as const);
          return (
            <>
              {known.length > 1 && <path class="desk-band" d={`${pathOf([...above, ...below.reverse()])}Z`} />}
              {promised !== null && (
                <g class="desk-goal">
                  <line x1={box.left} x2={box.right} y1={y.at(promised)} y2={y.at(promised)} />
                </g>
              )}
              <path class="desk-curve" d={pathOf(points.map(({ plays, mean }) => [x.at(plays), y.at(mean)]))} />
            </>
          );
        }}
      </Frame>
      <figcaption class="desk-key">
        <span class="desk-key-curve">average</span>
        <span class="desk-key-band">two standard errors</span>
        {promised !== null && <span class="desk-key-goal">promised: {textOf(simulated.values[player]!)}</span>}
      </figcaption>
    </figure>
  );
}

/** What to show: the later half of the plays decides, so that the first few do not flatten the rest. */
function rangeOf(points: { mean: number; error: number | null }[], promised: number | null): [number, number] {
  const late = points.slice(Math.floor(points.length / 3));
  const values = late.flatMap(({ mean, error }) => [mean - 2 * (error ?? 0), mean + 2 * (error ?? 0)]);
  if (promised !== null) values.push(promised);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const room = (high - low || 1) * 0.15;
  return [low - room, high + room];
}
