// How the gap falls while a job is solved: logarithmic, with the gap that is wanted as a line.
import type { Moment } from "../../answers";
import { seconds as time } from "../../parts/numbers";
import { Frame } from "./frame";
import { pathOf, thinned } from "./path";
import { linear, logarithmic, powersAround, small } from "./scale";

/** So wide (in pixels) is what came before the first gap that it needs a word. */
const EARLY = 96;

interface GapCurveProps {
  trail: readonly Moment[];
  /** the gap that is wanted, where one was named */
  wanted?: number | null | undefined;
  height?: number;
}

export function GapCurve({ trail, wanted, height = 260 }: GapCurveProps) {
  const drawn = trail.filter(({ gap }) => gap > 0);
  const [first, last] = [drawn[0], drawn.at(-1)];
  if (!first || !last) return null;
  const goal = wanted !== null && wanted !== undefined && wanted > 0 ? wanted : null;
  const domain = powersAround([...drawn.map(({ gap }) => gap), ...(goal === null ? [] : [goal])]);
  const longest = Math.max(last.seconds, 0.1);
  return (
    <figure class="desk-gap-curve">
      <Frame
        label={`The gap fell from ${small(first.gap)} to ${small(last.gap)} in ${time(last.seconds)}.`}
        height={height}
        xTitle="seconds since solving began"
        yTitle="gap"
        mark={[last.seconds, last.gap]}
        scales={(box) => ({
          x: linear([0, longest], [box.left, box.right], 6),
          y: logarithmic(domain, [box.bottom, box.top]),
        })}
      >
        {(x, y, box) => (
          <>
            {x.at(first.seconds) - box.left > EARLY && (
              <g class="desk-early">
                <rect x={box.left} y={box.top} width={x.at(first.seconds) - box.left} height={box.bottom - box.top} />
                <text x={box.left + 8} y={box.top + 18}>
                  getting ready
                </text>
              </g>
            )}
            {goal !== null && (
              <g class="desk-goal">
                <line x1={box.left} x2={box.right} y1={y.at(goal)} y2={y.at(goal)} />
                <text x={box.left + 8} y={y.at(goal) - 6}>
                  wanted: {small(goal)}
                </text>
              </g>
            )}
            <path class="desk-curve" d={pathOf(drawn.map(({ seconds, gap }) => [x.at(seconds), y.at(gap)]))} />
          </>
        )}
      </Frame>
      <figcaption class="gk-quiet">
        The first gap was known after {time(first.seconds)}; that includes getting ready, such as compiling the method.
      </figcaption>
      <details>
        <summary>The gap as a table</summary>
        <table class="desk-gap-table">
          <thead>
            <tr>
              <th scope="col">after</th>
              <th scope="col">gap</th>
            </tr>
          </thead>
          <tbody>
            {thinned(trail, 20).map(({ seconds, gap }) => (
              <tr key={seconds}>
                <td>{time(seconds)}</td>
                <td>{small(gap)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
