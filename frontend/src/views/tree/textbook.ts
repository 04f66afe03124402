// A whole small tree as textbooks draw it: from top to bottom, with information sets behind the nodes.
import { hierarchy, tree } from "d3-hierarchy";
import { cornersOf, joinedSets, roomFor, type JoinedSet } from "./joined-sets";
import type { TreeItem } from "./model";

export const DOWN = 96;
/** How far neighbours stand apart: as far as the longest name of a move needs, within limits. */
const [NEAREST, FARTHEST, LETTER, BESIDE] = [40, 96, 6, 10];
/** Cousins stand a little further apart than siblings. */
const COUSINS = 1.15;
/** Room around the tree. */
const AROUND = 46;

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
  const placed = tree<TreeItem>()
    .nodeSize([across(root), DOWN])
    .separation((one, other) => (one.parent === other.parent ? 1 : COUSINS))(
    hierarchy(root, ({ children }) => children),
  );
  const made = new Map<object, Vertex>();
  let [left, right, down] = [0, 0, 0];
  placed.each(({ x, y }) => {
    left = Math.min(left, x);
    right = Math.max(right, x);
    down = Math.max(down, y);
  });
  placed.each((node) => {
    const parent = node.parent ? made.get(node.parent)! : null;
    made.set(node, { item: node.data, parent, x: node.x - left + AROUND, y: node.y + AROUND, room: 0 });
  });
  const vertices = [...made.values()];
  const joined = joinedSets(vertices);
  down += roomed(vertices, joined);
  return { vertices, joined, width: right - left + 2 * AROUND, height: down + 2 * AROUND };
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

/** What chance deals stands above wide subtrees, and needs no room of its own. */
function across(item: TreeItem): number {
  const own = item.depth === 0 ? [] : item.children.map(({ branch }) => (branch?.label.length ?? 0) * LETTER + BESIDE);
  return Math.min(FARTHEST, Math.max(NEAREST, ...own, ...item.children.map(across)));
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
/** Branches that go further aside have their labels near their ends, where there is room between them. */
const STEEP = 60;
const APART = 4;

/** Where the label of a branch stands: on the outer side of steep branches, above the lines of information sets. */
export function labelAt(from: Point, to: Point, room = 0): Point & { anchor: "start" | "middle" | "end" } {
  const [aside, down] = [to.x - from.x, to.y - from.y];
  const wide = Math.abs(aside) > STEEP;
  const left = (room + (wide ? 0.25 : 0.5) * (down - room)) / down;
  const [x, y] = [to.x - left * aside, to.y - left * down];
  if (wide || Math.abs(aside) < APART) return { x, y, anchor: "middle" };
  return { x: x + Math.sign(aside) * APART, y, anchor: aside < 0 ? "end" : "start" };
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
