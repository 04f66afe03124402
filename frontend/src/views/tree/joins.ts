// Nodes of one information set are joined by a dashed line, as textbooks do.
import type { Scene } from "./draw";
import type { Laid, Picture } from "./layout";

export interface Join {
  set: string;
  /** from above to below */
  nodes: Laid[];
  /** adjacent sets have separate lanes, so that their lines are distinct */
  lane: number;
}

const NEAREST = 11;
const BESIDE = 7;
const LANES = 7;

const kept = new WeakMap<Picture, Join[]>();

/** The information sets with several visible nodes; computed once for a picture. */
export function joins(picture: Picture): Join[] {
  let found = kept.get(picture);
  if (!found) kept.set(picture, (found = laned(joined(picture))));
  return found;
}

function joined(picture: Picture): Join[] {
  const found = new Map<string, Laid[]>();
  for (const laid of picture.laid) {
    if (laid.more || laid.item.set === null) continue;
    const others = found.get(laid.item.set);
    if (others) others.push(laid);
    else found.set(laid.item.set, [laid]);
  }
  return [...found]
    .filter(([, nodes]) => nodes.length > 1)
    .map(([set, nodes]) => ({ set, nodes: nodes.sort((one, other) => one.y - other.y), lane: 0 }));
}

/** The nearest lane that is free all the way down, beside the column of the first node. */
function laned(found: Join[]): Join[] {
  const ends = new Map<number, number[]>();
  for (const join of found.sort((one, other) => one.nodes[0]!.y - other.nodes[0]!.y)) {
    const first = join.nodes[0]!;
    const lanes = ends.get(first.x) ?? [];
    ends.set(first.x, lanes);
    const free = lanes.findIndex((end) => end < first.y);
    join.lane = free < 0 ? lanes.length : free;
    lanes[join.lane] = join.nodes.at(-1)!.y;
  }
  return found;
}

export function drawJoins(context: CanvasRenderingContext2D, scene: Scene, top: number, bottom: number): void {
  const { picture, players, paint, marked } = scene;
  for (const { set, nodes, lane } of joins(picture)) {
    const strong = set === marked;
    const bend = ((NEAREST + BESIDE * (lane % LANES)) * 4) / 3;
    const player = players.indexOf(nodes[0]!.item.mover);
    context.strokeStyle = paint.players[Math.max(player, 0) % 6]!;
    context.lineWidth = strong ? 2.2 : 1.3;
    context.globalAlpha = strong ? 1 : marked === null ? 0.7 : 0.45;
    context.setLineDash(strong ? [5, 3] : [3, 4]);
    for (let index = 1; index < nodes.length; index++) {
      const one = nodes[index - 1]!;
      const other = nodes[index]!;
      if (other.y < top || one.y > bottom) continue;
      context.beginPath();
      context.moveTo(one.x, one.y);
      context.bezierCurveTo(one.x + bend, one.y, other.x + bend, other.y, other.x, other.y);
      context.stroke();
    }
  }
  context.globalAlpha = 1;
  context.setLineDash([]);
}
