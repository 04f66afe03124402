// The portrait as a picture: arrows, lines of indifference, rest points, and paths that grow from their starts.
import { useEffect, useState } from "preact/hooks";
import type { Portrait } from "../../answers";
import { pathOf } from "../../desk/chart/path";
import { playerColour } from "../../parts/colours";
import { BAND, CORNERS, heightOf, placed, reached, SIZE, startAt } from "./place";
import type { Point, Shape } from "./place";

const SECONDS = 3;
const LONGEST = 16; // of an arrow
const LINES = ["#cb4b16", "#1f6fb2", "#12906b", "#b07d00", "#8f4f9f", "#34808f"];

interface Props {
  portrait: Portrait;
  shape: Shape;
  onStart: (start: string) => void;
}

/** From 0 to 1 within a few seconds; 1 at once for readers who prefer less motion. */
function usePassing(): readonly [number, () => void] {
  const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
  const [run, setRun] = useState(0);
  const [part, setPart] = useState(still() ? 1 : 0);
  useEffect(() => {
    if (still()) return setPart(1);
    const began = performance.now();
    let frame = requestAnimationFrame(function step(now) {
      const passed = Math.min(1, (now - began) / (1000 * SECONDS));
      setPart(passed);
      if (passed < 1) frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [run]);
  return [part, () => setRun(run + 1)];
}

export function Drawing({ portrait, shape, onStart }: Props) {
  const [part, again] = usePassing();
  const { top, height } = heightOf(shape);
  const panels = shape === "triangles" ? portrait.populations.map((_, k) => k) : [0];
  const ends = portrait.paths.map((path) =>
    path.states
      .at(-1)!
      .map((share) => share.toFixed(2))
      .join(" "),
  );
  return (
    <div class="gk-stack">
      {panels.map((population) => (
        <svg
          key={population}
          class="gk-portrait"
          viewBox={`0 ${top} ${SIZE} ${height}`}
          role="img"
          aria-label={`Portrait of ${portrait.populations[population]!.name}: play ends at ${ends.join("; ")}`}
          onClick={(event) => {
            const box = event.currentTarget.getBoundingClientRect();
            const scale = SIZE / box.width;
            const start = startAt(shape, [(event.clientX - box.left) * scale, top + (event.clientY - box.top) * scale]);
            if (start !== undefined) onStart(start);
          }}
        >
          <Frame portrait={portrait} shape={shape} population={population} />
          {portrait.field.map((arrow, k) => (
            <Arrow key={k} shape={shape} state={arrow.state} velocity={arrow.velocity} fastest={fastest(portrait)} />
          ))}
          {portrait.nullclines.map((line, k) => (
            <path
              key={k}
              class="gk-portrait-null"
              style={{ stroke: playerColour(k) }}
              d={line.length ? pathOf(line.map((state) => placed(shape, state))) : ""}
            />
          ))}
          {portrait.paths.map((path, k) => {
            const points = path.states.map((state) => placed(shape, state, population));
            const shown = points.slice(0, reached(points, part) + 1);
            const [x, y] = shown.at(-1)!;
            return (
              <g key={k}>
                <path class="gk-curve gk-portrait-path" style={{ stroke: LINES[k % LINES.length] }} d={pathOf(shown)} />
                <circle cx={x} cy={y} r={4} style={{ fill: LINES[k % LINES.length] }} />
              </g>
            );
          })}
          {portrait.rests.map((rest, k) => {
            const [x, y] = placed(
              shape,
              rest.state.map(({ value }) => value ?? 0),
              population,
            );
            const kind = rest.kind === null ? "gk-portrait-unsure" : rest.kind === "sink" ? "gk-portrait-sink" : "";
            return <circle key={k} class={`gk-portrait-rest ${kind}`} cx={x} cy={y} r={5} />;
          })}
        </svg>
      ))}
      <p>
        <button class="gk-button" onClick={again}>
          Play again
        </button>{" "}
        <span class="gk-quiet">
          {shape !== "triangles" && "Click into the picture to start there. "}
          {told(portrait)}
        </span>
      </p>
    </div>
  );
}

/** What the circles mean that are drawn. */
function told({ rests }: Portrait): string {
  const coloured = "A coloured dot is where a path ends.";
  if (rests.length === 0) return coloured;
  const unsure = rests.some(({ kind }) => kind === null);
  return unsure
    ? `A grey circle is a point at which play rests. ${coloured}`
    : `Play rests at the circles: it comes back to a filled one, but not to an open one. ${coloured}`;
}

function fastest(portrait: Portrait): number {
  return Math.max(1e-12, ...portrait.field.map(({ velocity }) => Math.hypot(...velocity)));
}

function Arrow(props: { shape: Shape; state: number[]; velocity: number[]; fastest: number }) {
  const { shape, state, velocity } = props;
  const [x, y] = placed(shape, state);
  const [u, v] = placed(
    shape,
    state.map((share, k) => share + velocity[k]!),
  );
  const length = Math.hypot(u - x, v - y);
  if (length < 1e-9) return null;
  const drawn = LONGEST * Math.pow(Math.hypot(...velocity) / props.fastest, 0.4);
  const [dx, dy] = [((u - x) / length) * drawn, ((v - y) / length) * drawn];
  const tip: Point = [x + dx / 2, y + dy / 2];
  const wing = (side: number): Point => [tip[0] - 0.35 * dx - side * 0.2 * dy, tip[1] - 0.35 * dy + side * 0.2 * dx];
  return <path class="gk-portrait-arrow" d={pathOf([[x - dx / 2, y - dy / 2], tip, wing(1), tip, wing(-1)])} />;
}

function Frame({ portrait, shape, population }: { portrait: Portrait; shape: Shape; population: number }) {
  const one = portrait.populations[population]!;
  if (shape === "triangle" || shape === "triangles") {
    const [a, b, c] = CORNERS;
    return (
      <g>
        <path class="gk-portrait-area" d={`${pathOf([a, b, c])}Z`} />
        <text class="gk-tick" x={a[0]} y={a[1] + 18} text-anchor="middle">
          {one.strategies[0]}
        </text>
        <text class="gk-tick" x={b[0]} y={b[1] + 18} text-anchor="middle">
          {one.strategies[1]}
        </text>
        <text class="gk-tick" x={c[0]} y={c[1] - 8} text-anchor="middle">
          {one.strategies[2]}
        </text>
      </g>
    );
  }
  const low = placed(shape, [0, 1, 0, 1]);
  const high = placed(shape, [1, 0, 1, 0]);
  const other = portrait.populations[1];
  return (
    <g>
      <rect
        class="gk-portrait-area"
        x={low[0]}
        y={Math.min(low[1], high[1]) - (shape === "line" ? BAND : 0)}
        width={high[0] - low[0]}
        height={Math.abs(low[1] - high[1]) + (shape === "line" ? 2 * BAND : 0)}
      />
      <text class="gk-tick" x={SIZE / 2} y={low[1] + 32} text-anchor="middle">
        {one.name}: share of {one.strategies[0]}
      </text>
      {shape === "square" && other !== undefined && (
        <text class="gk-tick" transform={`translate(16 ${SIZE / 2}) rotate(-90)`} text-anchor="middle">
          {other.name}: share of {other.strategies[0]}
        </text>
      )}
    </g>
  );
}
