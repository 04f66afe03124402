// What a cell says: to the eye in a card beside it, to the ear in one sentence.
import type { Cell, Grid } from "../../answers";
import { acting, MIXED } from "../../parts/acting";
import { drawn } from "../../parts/colours";
import { labelsOf } from "../../parts/labels";
import { decimal, fraction, percent } from "../../parts/numbers";

export interface Spot {
  row: number;
  column: number;
}

export function cellAt(grid: Grid, { row, column }: Spot): Cell | null {
  return grid.columns[column]?.cells[row] ?? null;
}

/** A probability: exact where the solution is. */
export function share(value: number, exact: boolean): string {
  const told = exact ? fraction(value) : null;
  return told?.includes("/") ? `${told} (${percent(value)})` : percent(value);
}

/** One sentence about a cell. */
export function spoken(grid: Grid, spot: Spot, exact: boolean): string {
  const row = grid.rows[spot.row]!;
  const { situation } = grid.columns[spot.column]!;
  const cell = cellAt(grid, spot);
  const label = labelsOf(situation);
  const where = `${row.words}, ${situation.words}`;
  if (!cell) return `${where}: cannot be`;
  const played = drawn(situation.moves, cell.probabilities)
    .filter(({ value }) => value > 0)
    .map(({ move, value }) => `${label(move)} ${share(value, exact)}`);
  // What is read in the cell is said, too: whoever speaks to a page names what they read.
  const mixed = played.length > 0 && acting(situation.moves, cell.probabilities, label) === MIXED ? `${MIXED}, ` : "";
  const value = cell.value === null ? "" : `; worth ${decimal(cell.value)}`;
  const averaged = cell.sets > 1 ? `; average of ${cell.sets} information sets` : "";
  return `${where}: ${mixed}${played.join(", ") || "undefined"}${value}${cell.reach === 0 ? "; never reached" : ""}${averaged}`;
}
