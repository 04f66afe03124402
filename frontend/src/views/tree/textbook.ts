// A whole small tree as textbooks draw it: from top to bottom, with information sets behind the nodes.
import { hierarchy, tree, type HierarchyNode } from "d3-hierarchy";
import { cornersOf, joinedSets, roomFor, type JoinedSet } from "./joined-sets";
import type { TreeItem } from "./model";

export const DOWN = 96;
/** How far siblings stand apart at least, how long the names of moves are taken to be, and what is left between them. */
const [NEAREST, LETTER, LONGEST, BETWEEN] = [40, 6, 120, 6];
/** Cousins stand a little further apart than siblings. */
const COUSINS = 46;
/** Room around the tree: above and below it, and at its sides. */
const [AROUND, ASIDE] = [46, 24];

export interface Vertex {
  item: TreeItem;
  parent: Vertex | null;
  x: number;
  y: number;
  /** above it, for the lines of information sets */
  room: number;
}

export interface Drawn {
  vertices: Vertex[];
  joined: JoinedSet[];
  width: number;
  height: number;
}

export function textbook(root: TreeItem): Drawn {
  const placed = tree<TreeItem>().nodeSize([1, DOWN]).separation((one, other) => apart(...inOrder(one, other)))(
    hierarchy(root, ({ children }) => children),
  );
  const made = new Map<object, Vertex>();
  let [left, right, down] = [0, 0, 0];
  placed.each((node) => {
    const [before, after] = node.parent ? [beside(node, "left"), beside(node, "right")] : [0, 0];
    left = Math.min(left, node.x - before);
    right = Math.max(right, node.x + after);
    down = Math.max(down, node.y);
  });
  placed.each((node) => {
    const parent = node.parent ? made.get(node.parent)! : null;
    made.set(node, { item: node.data, parent, x: node.x - left + ASIDE, y: node.y + AROUND, room: 0 });
  });
  const vertices = [...made.values()];
  const joined = joinedSets(vertices);
  down += roomed(vertices, joined);
  return { vertices, joined, width: right - left + 2 * ASIDE, height: down + 2 * AROUND };
}

/** Moves levels down where lines need room above them; returns how far the last one. */
function roomed(vertices: readonly Vertex[], joined: readonly JoinedSet[]): number {
  const lanes = new Map<number, number>();
  for (const { nodes, lane } of joined) lanes.set(nodes[0]!.y, Math.max(lanes.get(nodes[0]!.y) ?? 0, lane));
  const moved = new Map<Vertex, number>();
  let lower = 0;
  for (const level of [...new Set(vertices.map(({ y }) => y))].sort((one, other) => one - other)) {
    const room = roomFor(lanes.get(level) ?? 0);
    const here = vertices.filter(({ y }) => y === level);
    lower += room;
    for (const vertex of here) {
      vertex.room = room;
      moved.set(vertex, level + lower);
    }
  }
  for (const vertex of vertices) vertex.y = moved.get(vertex)!;
  return lower;
}

type Placed = HierarchyNode<TreeItem>;

/** From left to right: the layout asks in either order. */
function inOrder(one: Placed, other: Placed): [Placed, Placed] {
  const way = (node: Placed) => node.ancestors().reverse().map((above) => rank(above));
  const [left, right] = [way(one), way(other)];
  const fork = left.findIndex((place, level) => place !== right[level]);
  return left[fork]! < right[fork]! ? [one, other] : [other, one];
}

const rank = (node: Placed): number => node.parent?.children?.indexOf(node) ?? 0;

/** How far two neighbours of a level stand apart: as far as the names of the moves to them need. */
function apart(left: Placed, right: Placed): number {
  if (left.parent !== right.parent) return Math.max(COUSINS, beside(left, "right") + beside(right, "left") + BETWEEN);
  // Names of two moves stand on their outer sides; what chance deals stands above wide subtrees.
  if (left.parent!.children!.length === 2 || left.depth === 1) return NEAREST;
  return Math.max(NEAREST, (named(left) + named(right)) / 2 + BETWEEN);
}

const named = ({ data }: Placed): number => Math.min(LONGEST, (data.branch?.label.length ?? 0) * LETTER);

/** How far the name of the move to a node reaches beyond it. */
function beside(node: Placed, side: "left" | "right"): number {
  if (node.depth === 1) return 0;
  const { length } = node.parent!.children!;
  if (length === 1) return named(node) / 2;
  return rank(node) === (side === "left" ? 0 : length - 1) ? named(node) : NEAREST / 2;
}

/** Where an arrow key leads: up and down a branch, or to the neighbours on the same level. */
export function ledInPicture(key: string, { vertices }: Drawn, from: TreeItem): TreeItem | null {
  const here = vertices.find(({ item }) => item === from);
  if (!here) return null;
  const level = vertices.filter(({ y }) => y === here.y).sort((one, other) => one.x - other.x);
  switch (key) {
    case "ArrowUp":
      return from.parent;
    case "ArrowDown":
      return from.children[0] ?? null;
    case "ArrowLeft":
      return level[level.indexOf(here) - 1]?.item ?? null;
    case "ArrowRight":
      return level[level.indexOf(here) + 1]?.item ?? null;
    case "Home":
      return vertices[0]?.item ?? null;
    default:
      return null;
  }
}

type Point = Pick<Vertex, "x" | "y">;
/** A label has two lines, of which the second is so far below the place of the first; so much is left to the branch. */
const [LOWER, GAP] = [15, 4];
/** Branches that go so much further aside than down have their labels near their ends, where there is room between them. */
const FLAT = 1.2;
/** Branches that go no further aside have their labels on them, and so have those between two others. */
const UPRIGHT = 4;

/** Where the label of a branch stands: on its outer side, above the lines of information sets. */
export function labelAt({ item, parent, room, ...to }: Vertex): Point & { anchor: "start" | "middle" | "end" } {
  const [aside, down] = [to.x - parent!.x, to.y - parent!.y];
  const flat = Math.abs(aside) > FLAT * (down - room);
  const left = (room + (flat ? 0.12 : 0.5) * (down - room)) / down;
  const [x, y] = [to.x - left * aside, to.y - left * down];
  const { children } = parent!.item;
  const between = item !== children[0] && item !== children.at(-1);
  if (Math.abs(aside) < UPRIGHT || (between && !flat)) return { x, y, anchor: "middle" };
  // Outside a branch is above it: a flat one would be far away at the height of the second line.
  const beside = GAP + (flat ? 0 : (LOWER * Math.abs(aside)) / down);
  return { x: x + Math.sign(aside) * beside, y: flat ? y - LOWER : y, anchor: aside < 0 ? "end" : "start" };
}

/** The tree in TikZ, with the names of the players at their nodes. */
export function tikz({ vertices, joined, height }: Drawn, players: readonly string[]): string {
  const at = ({ x, y }: { x: number; y: number }) => `(${(x / 40).toFixed(2)},${((height - y) / 40).toFixed(2)})`;
  const lines = joined.map((set) => {
    const style = set.beside ? "line width=11pt,line cap=round,black!12" : "dashed";
    return `\\draw[${style}] ${cornersOf(set).map(at).join(" -- ")};`;
  });
  for (const vertex of vertices) {
    const { branch } = vertex.item;
    if (!vertex.parent || !branch) continue;
    const thick = branch.probability.value === 0 ? "dotted" : "thick";
    lines.push(
      `\\draw[${thick}] ${at(vertex.parent)} -- node[fill=white,font=\\scriptsize] {${escaped(branch.label)}} ${at(vertex)};`,
    );
  }
  for (const vertex of vertices) {
    const { item } = vertex;
    if (item.total === 0) {
      const paid = (item.branch?.payoffs ?? []).map(({ text }) => `$${text}$`).join(", ");
      lines.push(`\\node[below,font=\\scriptsize] at ${at(vertex)} {${paid}};`);
    } else {
      const chance = !players.includes(item.mover);
      lines.push(
        `\\node[draw,fill=white,${chance ? "rectangle" : "circle"},inner sep=1.5pt,label={[font=\\scriptsize]above:${escaped(item.mover)}}] at ${at(vertex)} {};`,
      );
    }
  }
  return `\\begin{tikzpicture}\n${lines.map((line) => `  ${line}`).join("\n")}\n\\end{tikzpicture}\n`;
}

const escaped = (text: string): string =>
  text.replace(/[\\{}$&#%_^~]/g, (sign) =>
    sign === "\\" ? "\\textbackslash{}" : /[\^~]/.test(sign) ? `\\${sign}{}` : `\\${sign}`,
  );
