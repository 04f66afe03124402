// Information sets with several nodes in a textbook tree: an oval around neighbours; where others stand between them, a
// dashed line in a lane of its own above the level, so that each line can be followed however many there are.
import type { Vertex } from "./textbook";

export interface JoinedSet {
  id: string;
  /** from left to right */
  nodes: Vertex[];
  /** whether nothing else stands between them */
  beside: boolean;
  /** the number of its lane, from 1 on; 0 where the nodes are neighbours, or on several levels */
  lane: number;
}

/** How far the first lane is above the middle of the nodes, and the others from each other. */
const [NEAREST, LANE] = [19, 7];
/** How far lines in one lane are apart. */
const APART = 8;
/** Between the last lane and what stands above it. */
const ABOVE = 5;

/** The room that so many lanes need above a level. */
export const roomFor = (lanes: number): number => (lanes === 0 ? 0 : NEAREST + (lanes - 1) * LANE + ABOVE);

export function joinedSets(vertices: readonly Vertex[]): JoinedSet[] {
  const sets = new Map<string, Vertex[]>();
  for (const vertex of vertices) {
    const { set } = vertex.item;
    if (set !== null) sets.set(set, [...(sets.get(set) ?? []), vertex]);
  }
  const joined = [...sets]
    .filter(([, nodes]) => nodes.length > 1)
    .map(([set, nodes]) => {
      nodes.sort((one, other) => one.x - other.x);
      const strangers = vertices.some(
        ({ item, x, y }) => y === nodes[0]!.y && item.set !== set && x > nodes[0]!.x && x < nodes.at(-1)!.x,
      );
      return { id: set, nodes, beside: isFlat(nodes) && !strangers, lane: 0 };
    });
  for (const level of new Set(joined.map(({ nodes }) => nodes[0]!.y))) {
    laned(joined.filter(({ nodes, beside }) => !beside && isFlat(nodes) && nodes[0]!.y === level));
  }
  return joined;
}

const isFlat = (nodes: readonly Vertex[]): boolean => nodes.every(({ y }) => y === nodes[0]!.y);
const spanOf = ({ nodes }: JoinedSet): [number, number] => [nodes[0]!.x, nodes.at(-1)!.x];

/** The nearest lane that is free, short lines first. */
function laned(joined: JoinedSet[]): void {
  const taken: [number, number][][] = [];
  const long = (set: JoinedSet) => spanOf(set)[1] - spanOf(set)[0];
  for (const set of joined.sort((one, other) => long(one) - long(other))) {
    const [left, right] = spanOf(set);
    const free = taken.findIndex((spans) => spans.every(([from, to]) => right + APART < from || left > to + APART));
    const lane = free < 0 ? taken.length : free;
    (taken[lane] ??= []).push([left, right]);
    set.lane = lane + 1;
  }
}

/** Corners of the line of a set, from node to node. */
export function cornersOf({ nodes, lane }: JoinedSet): { x: number; y: number }[] {
  if (lane === 0) return nodes;
  const above = NEAREST + (lane - 1) * LANE;
  return nodes.flatMap(({ x, y }, index) => [
    ...(index > 0 ? [{ x, y: y - above }] : []),
    { x, y },
    ...(index < nodes.length - 1 ? [{ x, y: y - above }] : []),
  ]);
}

/** The line of an information set, behind its nodes. */
export function linePath(set: JoinedSet): string {
  const [first, ...others] = cornersOf(set);
  return `M${first!.x} ${first!.y}${others.map(({ x, y }) => `L${x} ${y}`).join("")}`;
}
