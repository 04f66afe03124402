// Values as shades: gains are blue, losses red, stronger for larger values.
import type { Grid } from "../../answers";

/** What the cells show. */
export type Show = "moves" | "value";

/** The largest value in a grid, won or lost. */
export function largest(grid: Grid): number {
  let most = 0;
  for (const { cells } of grid.columns) {
    for (const cell of cells) if (cell && cell.value !== null) most = Math.max(most, Math.abs(cell.value));
  }
  return most;
}

export function shade(value: number, most: number): string {
  // A square root, so that one extreme value does not make all others pale.
  const strength = most > 0 ? Math.round(100 * Math.sqrt(Math.abs(value) / most)) : 0;
  return `color-mix(in oklab, var(${value < 0 ? "--gk-loss" : "--gk-gain"}) ${strength}%, var(--gk-light-1))`;
}
