// Where nodes stand: from left to right, one column for each move of a play, as wide as its longest label.
import { hierarchy, tree } from "d3-hierarchy";
import { hidden, visible, type Spot } from "./model";

export const ROW = 26;
const CURVE = 44;
const BESIDE = 14;
const LEFT = 28;
const LONGEST = 30;

/** A node, or what stands for the branches of a node that are not shown. */
export interface Laid {
  spot: Spot;
  /** for how many hidden branches of `spot` this stands; 0: it is the node itself */
  more: number;
  parent: Laid | null;
  x: number;
  y: number;
  move: string;
  probability: string;
  /** where the label above the branch begins */
  label: number;
}

export interface Picture {
  laid: Laid[];
  of: Map<string, Laid>;
  width: number;
  height: number;
  top: number;
}

interface Item {
  spot: Spot;
  more: number;
}

/** `letter`: how wide one letter of a label is. */
export function layOut(root: Spot, letter: number): Picture {
  const items = hierarchy<Item>({ spot: root, more: 0 }, ({ spot, more }) => {
    if (more) return null;
    const children: Item[] = visible(spot).map((child) => ({ spot: child, more: 0 }));
    const rest = hidden(spot);
    if (rest > 0) children.push({ spot, more: rest });
    return children.length ? children : null;
  });
  const placed = tree<Item>()
    .nodeSize([ROW, 1])
    .separation((one, other) => (one.parent === other.parent ? 1 : 1.3))(items);

  const widths: number[] = [];
  placed.each((node) => {
    const { spot, more } = node.data;
    const letters = more ? 0 : label(spot).length;
    widths[node.depth] = Math.max(widths[node.depth] ?? 0, letters * letter);
  });
  const columns: number[] = [LEFT];
  for (let depth = 1; depth < widths.length; depth++) {
    columns[depth] = columns[depth - 1]! + BESIDE + CURVE + widths[depth]! + BESIDE;
  }

  const laid: Laid[] = [];
  const of = new Map<string, Laid>();
  const made = new Map<object, Laid>();
  let top = Infinity;
  let bottom = -Infinity;
  placed.each((node) => {
    const { spot, more } = node.data;
    const x = columns[node.depth]!;
    const here: Laid = {
      spot,
      more,
      parent: node.parent ? made.get(node.parent)! : null,
      x,
      y: node.x,
      move: more ? "" : cut(spot.branch?.label ?? ""),
      probability: more ? "" : (spot.branch?.probability.text ?? ""),
      label: x - BESIDE - widths[node.depth]!,
    };
    made.set(node, here);
    laid.push(here);
    if (!more) of.set(spot.id, here);
    top = Math.min(top, here.y);
    bottom = Math.max(bottom, here.y);
  });
  return { laid, of, width: (columns.at(-1) ?? 0) + 150, height: bottom - top + 2 * ROW, top: top - ROW };
}

const label = (spot: Spot): string => (spot.branch ? `${cut(spot.branch.label)}  ${spot.branch.probability.text}` : "");

const cut = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text);
