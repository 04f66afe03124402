// A game in which two players choose once, at the same time, as a matrix: read from the two levels of its tree.
import type { Branch, Node, Overview } from "../../answers";
import type { Source } from "../../data/source";
import type { Look } from "../../parts/glyphs";
import { ask } from "../../questions";

/** Larger matrices are not shown. */
const LARGEST = 12;

/** A move of one of the two, with its probability in each equilibrium. */
export interface Line {
  move: string;
  label: string;
  look: Look;
  probabilities: readonly Branch["probability"][];
}

/** What the two get, and for whom it is the best they can get there. */
export interface Outcome {
  payoffs: Branch["payoffs"];
  best: readonly [boolean, boolean];
}

export interface Bimatrix {
  /** who chooses the row, and who the column */
  players: readonly [number, number];
  rows: readonly Line[];
  columns: readonly Line[];
  /** the numbers of the equilibria that are shown */
  equilibria: readonly number[];
  /** by rows */
  outcomes: readonly (readonly Outcome[])[];
}

/** Whether each of two players moves once, knowing nothing. */
export const isOneShot = ({ players, size, dealt }: Overview): boolean =>
  players.length === 2 && !dealt && size.information_sets?.length === 2 && size.information_sets.every((n) => n === 1);

/** Whether all moves of such a game have a place in a matrix. */
export const fitsMatrix = ({ size }: Overview): boolean => (size.sequences ?? []).every((n) => n - 1 <= LARGEST);

/** More equilibria than this are left to the arrows beside the game's name. */
const SEVERAL = 6;

/** The matrix; null where the tree is none, or is not there. `here` is the equilibrium that is shown elsewhere. */
export async function matrixOf(
  sourceOf: (equilibrium: number) => Source,
  { players, equilibria_total: total, equilibrium: here }: Overview,
): Promise<Bimatrix | null> {
  try {
    const [root, below] = await levels(sourceOf(here));
    const [first, second] = [players.indexOf(root.mover), players.indexOf(below[0]?.mover ?? "")];
    if (first < 0 || second < 0 || first === second || ![root, ...below].every(whole)) return null;
    const paid = below.map(({ branches }) => branches.map(({ payoffs }) => payoffs));
    if (paid.some((row) => row.length !== paid[0]!.length || row.some((payoffs) => payoffs.length !== 2))) return null;
    const value = (row: number, column: number, player: number) => paid[row]![column]![player]!.value ?? NaN;
    const highest = (values: readonly number[]) => Math.max(...values) - 1e-9;
    const equilibria = total > 1 && total <= SEVERAL ? Array.from({ length: total }, (_, n) => n + 1) : [here];
    const each = await Promise.all(equilibria.map((number) => levels(sourceOf(number))));
    const line = ({ move, label, look }: Branch, probabilities: Line["probabilities"]) => ({ move, label, look, probabilities });
    return {
      players: [first, second],
      rows: root.branches.map((branch, n) => line(branch, each.map(([start]) => start.branches[n]!.probability))),
      columns: below[0]!.branches.map((branch, n) => line(branch, each.map(([, [next]]) => next!.branches[n]!.probability))),
      equilibria,
      outcomes: paid.map((row, r) =>
        row.map((payoffs, c) => ({
          payoffs,
          best: [
            value(r, c, first) >= highest(paid.map((_, other) => value(other, c, first))),
            value(r, c, second) >= highest(row.map((_, other) => value(r, other, second))),
          ],
        })),
      ),
    };
  } catch {
    return null; // a report without the tree
  }
}

/** The start of the tree, and the nodes behind each of its moves. */
async function levels(source: Source): Promise<[Node, Node[]]> {
  const root = await source.answer(ask.readNode("0"));
  return [root, whole(root) ? await Promise.all(root.branches.map(({ node }) => source.answer(ask.readNode(node)))) : []];
}

const whole = (node: Node): boolean => node.total > 0 && node.total <= LARGEST && node.branches.length === node.total;
