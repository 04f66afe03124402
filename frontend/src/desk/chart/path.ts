// Lines of a chart.

/** The path through some points. */
export function pathOf(points: readonly (readonly [number, number])[]): string {
  return points.map(([x, y], n) => `${n ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
}

/** At most so many of the items, evenly taken, the last one among them. */
export function thinned<T>(items: readonly T[], most: number): T[] {
  const every = Math.ceil(items.length / most);
  return items.filter((_, n) => (items.length - 1 - n) % every === 0);
}
