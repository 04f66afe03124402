// The layout of nodes: from left to right, one column for each move of a play, as wide as its longest label.
import { hierarchy, tree } from "d3-hierarchy";
import { hidden, visible, type TreeItem } from "./model";

export const ROW = 26;
const CURVE = 44;
const BESIDE = 14;
const LEFT = 28;
/** half a mark, and some room */
const MARKED = 14;
const LONGEST = 30;

/** A node, or a placeholder for the hidden branches of a node. */
export interface Laid {
  item: TreeItem;
  /** the number of hidden branches of `item` that this represents; 0: the node itself */
  more: number;
  parent: Laid | null;
  x: number;
  y: number;
  move: string;
  probability: string;
  /** where the label above the branch begins */
  label: number;
  /** where what is written behind the node ends */
  end: number;
}

export interface Picture {
  laid: Laid[];
  of: Map<string, Laid>;
  width: number;
  height: number;
  top: number;
}

interface Item {
  item: TreeItem;
  more: number;
}

/** `letter`: how wide one letter of a label is. */
export function layOut(root: TreeItem, letter: number): Picture {
  const items = hierarchy<Item>({ item: root, more: 0 }, ({ item, more }) => {
    if (more) return null;
    const children: Item[] = visible(item).map((child) => ({ item: child, more: 0 }));
    const rest = hidden(item);
    if (rest > 0) children.push({ item, more: rest });
    return children.length ? children : null;
  });
  const placed = tree<Item>()
    .nodeSize([ROW, 1])
    .separation((one, other) => (one.parent === other.parent ? 1 : 1.3))(items);

  const widths: number[] = [];
  placed.each((node) => {
    const { item, more } = node.data;
    const letters = more ? 0 : label(item).length;
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
    const { item, more } = node.data;
    const x = columns[node.depth]!;
    const here: Laid = {
      item,
      more,
      parent: node.parent ? made.get(node.parent)! : null,
      x,
      y: node.x,
      move: more ? "" : cut(item.branch?.label ?? ""),
      probability: more ? "" : (item.branch?.probability.text ?? ""),
      label: x - BESIDE - widths[node.depth]!,
      end: x,
    };
    here.end += beyond(here, letter);
    made.set(node, here);
    laid.push(here);
    if (!more) of.set(item.id, here);
    top = Math.min(top, here.y);
    bottom = Math.max(bottom, here.y);
  });
  const width = laid.reduce((most, { end }) => Math.max(most, end), 0);
  return { laid, of, width: width + BESIDE, height: bottom - top + 2 * ROW, top: top - ROW };
}

/** How far a node reaches to the right: payoffs behind an end, the number of branches where they are not shown. */
function beyond({ item, more, label, x }: Laid, letter: number): number {
  if (more) return Math.max(0, label + 16 * letter - x);
  if (item.open) return MARKED;
  if (item.total > 0) return MARKED + (2 + String(item.total).length) * letter;
  return (item.branch?.payoffs ?? []).reduce((sum, { text }) => sum + (text.length + 2) * letter, MARKED);
}

const label = (item: TreeItem): string => (item.branch ? `${cut(item.branch.label)}  ${item.branch.probability.text}` : "");

const cut = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text);
