// Where a state of a portrait is drawn, and which state a point of the drawing is.
import type { Portrait } from "../../answers";

export type Point = readonly [number, number];
export type Shape = Exclude<Portrait["shape"], null>;

export const SIZE = 400;
const EDGE = 40;
const SIDE = SIZE - 2 * EDGE;
/** Half the height of a line. */
export const BAND = 12;
const HIGH = Math.sqrt(3) / 2;
const TOP = EDGE + (SIDE - HIGH * SIDE) / 2;
/** The corners of the triangle: all play the first strategy, the second, the third. */
export const CORNERS: readonly [Point, Point, Point] = [
  [EDGE, TOP + HIGH * SIDE],
  [EDGE + SIDE, TOP + HIGH * SIDE],
  [EDGE + SIDE / 2, TOP],
];

/** The part of the drawing, from top to bottom, in which there is something. */
export function heightOf(shape: Shape): { top: number; height: number } {
  const written = EDGE; // names and shares at the edges
  if (shape === "square") return { top: 0, height: SIZE };
  const [top, bottom] = shape === "line" ? [SIZE / 2 - BAND, SIZE / 2 + BAND] : [TOP, TOP + HIGH * SIDE];
  return { top: top - written / 2, height: bottom - top + 1.5 * written };
}

/** The point of a state; of several triangles the one of a population. */
export function placed(shape: Shape, state: readonly number[], population = 0): Point {
  if (shape === "line") return [EDGE + SIDE * state[0]!, SIZE / 2];
  if (shape === "square") return [EDGE + SIDE * state[0]!, EDGE + SIDE * (1 - state[2]!)];
  const own = state.slice(3 * population, 3 * population + 3);
  return [0, 1].map((k) => own.reduce((sum, share, i) => sum + share * CORNERS[i]![k]!, 0)) as unknown as Point;
}

/** The state at a point, as the text of a start; undefined outside, and where a point is not a whole state. */
export function startAt(shape: Shape, [x, y]: Point): string | undefined {
  const across = (x - EDGE) / SIDE;
  const up = 1 - (y - EDGE) / SIDE;
  const inside = (share: number) => share >= 0 && share <= 1;
  if (shape === "line") return inside(across) ? shares(across, 1 - across) : undefined;
  if (shape === "square")
    return inside(across) && inside(up) ? `${shares(across, 1 - across)}; ${shares(up, 1 - up)}` : undefined;
  if (shape === "triangles") return undefined;
  const third = (CORNERS[0][1] - y) / (HIGH * SIDE);
  const second = across - third / 2;
  const first = 1 - second - third;
  return [first, second, third].every(inside) ? shares(first, second, third) : undefined;
}

/** Shares with three digits that sum to 1. */
function shares(...given: number[]): string {
  const rounded = given.slice(0, -1).map((share) => Math.round(share * 1000) / 1000);
  const last = Math.max(0, 1 - rounded.reduce((sum, share) => sum + share, 0));
  return [...rounded, Math.round(last * 1000) / 1000].join(", ");
}

/** The index of the last point of a path that is passed after a part of its length. */
export function reached(points: readonly Point[], part: number): number {
  const lengths = points.map((point, k) => (k ? Math.hypot(point[0] - points[k - 1]![0], point[1] - points[k - 1]![1]) : 0));
  const wanted = part * lengths.reduce((sum, length) => sum + length, 0);
  let gone = 0;
  for (const [k, length] of lengths.entries()) {
    gone += length;
    if (gone > wanted) return Math.max(0, k - 1);
  }
  return points.length - 1;
}
