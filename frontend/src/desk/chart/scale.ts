// From numbers to places on a chart, with the numbers worth writing at its edge.
import { decimal } from "../../parts/numbers";

export interface Tick {
  value: number;
  label: string;
}

export interface Scale {
  at(value: number): number;
  ticks: Tick[];
}

type Pair = readonly [number, number];

/** Steps of 1, 2 or 5 times a power of ten, about so many of them. */
function step(span: number, wanted: number): number {
  const rough = span / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = rough / power;
  return power * (factor < 1.5 ? 1 : factor < 3.5 ? 2 : factor < 7.5 ? 5 : 10);
}

export function linear([low, high]: Pair, [from, to]: Pair, wanted = 5): Scale {
  const span = high - low || 1;
  const by = step(span, wanted);
  const ticks: Tick[] = [];
  for (let n = Math.ceil(low / by - 1e-9); n * by <= high + by * 1e-9; n++)
    ticks.push({ value: n * by, label: decimal(Number((n * by).toPrecision(12))) });
  return { at: (value) => from + ((value - low) / span) * (to - from), ticks };
}

export function logarithmic([low, high]: Pair, [from, to]: Pair, wanted = 6): Scale {
  const [first, last] = [Math.log10(low), Math.log10(high)];
  const span = last - first || 1;
  const every = Math.max(1, Math.ceil(span / wanted));
  const ticks: Tick[] = [];
  for (let power = Math.ceil(first - 1e-9); power <= last + 1e-9; power++)
    if (power % every === 0) ticks.push({ value: 10 ** power, label: powerOfTen(power) });
  return { at: (value) => from + ((Math.log10(value) - first) / span) * (to - from), ticks };
}

function powerOfTen(power: number): string {
  return power >= -2 && power <= 3 ? decimal(10 ** power) : raised(power);
}

/** A gap as people read it: `0.025`, `1.7 × 10⁻⁵`. */
export function small(value: number): string {
  if (value === 0 || value >= 1e-3) return decimal(value, 3);
  const cut = Number(value.toPrecision(2)); // before its power is looked at: 9.99e-6 is 10⁻⁵
  const power = Math.floor(Math.log10(cut) + 1e-9);
  const front = Number((cut / 10 ** power).toPrecision(2));
  return front === 1 ? raised(power) : `${front} × ${raised(power)}`;
}

function raised(power: number): string {
  const digits = "⁰¹²³⁴⁵⁶⁷⁸⁹";
  return `10${power < 0 ? "⁻" : ""}${[...String(Math.abs(power))].map((digit) => digits[Number(digit)]).join("")}`;
}

/** The powers of ten around some positive numbers, so that a curve does not touch the edges. */
export function powersAround(values: readonly number[]): Pair {
  const low = Math.floor(Math.log10(Math.min(...values)));
  const high = Math.ceil(Math.log10(Math.max(...values)));
  return [10 ** low, 10 ** (high > low ? high : low + 1)];
}
