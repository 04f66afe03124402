// Arrow keys in a grid: one cell at a time can be reached by the tab key, the arrows move which. Cells are marked by
// `data-position="row,column"`; attributes are changed in place, since redrawing thousands of cells would be slow.

const STEPS: Record<string, readonly [number, number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  PageUp: [-10, 0],
  PageDown: [10, 0],
};

export function positionOf(target: EventTarget | null): { row: number; column: number; element: HTMLElement } | null {
  const element = (target as Element | null)?.closest?.<HTMLElement>("[data-position]");
  const [row, column] = element?.dataset["position"]?.split(",").map(Number) ?? [];
  return element && row !== undefined && column !== undefined ? { row, column, element } : null;
}

/** Moves the focus; says whether the key was one of ours. */
export function rove(event: KeyboardEvent, rows: number, columns: number): boolean {
  const from = positionOf(event.target);
  if (!from || event.altKey || event.metaKey) return false;
  const step = STEPS[event.key];
  let row = from.row;
  let column = from.column;
  if (step) {
    row = clamp(row + step[0], rows);
    column = clamp(column + step[1], columns);
  } else if (event.key === "Home") {
    column = 0;
    if (event.ctrlKey) row = 0;
  } else if (event.key === "End") {
    column = columns - 1;
    if (event.ctrlKey) row = rows - 1;
  } else return false;
  event.preventDefault();
  focusSpot(from.element.closest("[role=grid]")!, row, column);
  return true;
}

export function focusSpot(grid: Element, row: number, column: number): void {
  grid.querySelector("[data-position][tabindex='0']")?.setAttribute("tabindex", "-1");
  const next = grid.querySelector<HTMLElement>(`[data-position="${row},${column}"]`);
  next?.setAttribute("tabindex", "0");
  next?.focus();
}

const clamp = (value: number, size: number): number => Math.min(Math.max(value, 0), size - 1);
