// The texts of a cell: for the card beside it, and one sentence for screen readers.
import type { Cell, Grid } from "../../answers";
import { acting, MIXED } from "../../parts/acting";
import { drawn } from "../../parts/colours";
import { labelsOf } from "../../parts/labels";
import { decimal, fraction, percent } from "../../parts/numbers";

export interface CellPosition {
  row: number;
  column: number;
}

export function cellAt(grid: Grid, { row, column }: CellPosition): Cell | null {
  return grid.columns[column]?.cells[row] ?? null;
}

/** Less than this is what rounding leaves of nothing. */
const ROUNDING = 1e-12;

/** What a cell is worth. */
export const worth = ({ value }: Cell): string => decimal(value !== null && Math.abs(value) < ROUNDING ? 0 : value);

/** How likely play comes to it. */
export const reached = ({ reach }: Cell): string => (reach === null ? "–" : reach === 0 ? "never" : percent(reach));

/** A probability: exact where the solution is. */
export function share(value: number, exact: boolean): string {
  const text = exact ? fraction(value) : null;
  return text?.includes("/") ? `${text} (${percent(value)})` : percent(value);
}

/** One sentence about a cell. */
export function spoken(grid: Grid, position: CellPosition, exact: boolean): string {
  const row = grid.rows[position.row]!;
  const { situation } = grid.columns[position.column]!;
  const cell = cellAt(grid, position);
  const label = labelsOf(situation);
  const where = `${row.words}, ${situation.words}`;
  if (!cell) return `${where}: cannot be`;
  const played = drawn(situation.moves, cell.probabilities)
    .filter(({ value }) => value > 0)
    .map(({ move, value }) => `${label(move)} ${share(value, exact)}`);
  // Includes the visible text, which users of voice control say.
  const mixed = played.length > 0 && acting(situation.moves, cell.probabilities, label) === MIXED ? `${MIXED}, ` : "";
  const value = cell.value === null ? "" : `; value ${worth(cell)}`;
  const averaged = cell.sets > 1 ? `; average of ${cell.sets} information sets` : "";
  return `${where}: ${mixed}${played.join(", ") || "undefined"}${value}${cell.reach === 0 ? "; never reached" : ""}${averaged}`;
}
