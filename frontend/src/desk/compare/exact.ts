// Exact differences of exact numbers.
import type { Quantity } from "../../answers";
import { decimal } from "../../parts/numbers";

const FRACTION = /^([+-]?\d+)(?:\/(\d+))?$/;

type Ratio = readonly [bigint, bigint];

function ratioOf(text: string): Ratio | undefined {
  const found = FRACTION.exec(text);
  return found ? [BigInt(found[1]!), BigInt(found[2] ?? 1)] : undefined;
}

const divisor = (a: bigint, b: bigint): bigint => (b === 0n ? a : divisor(b, a % b));

/** How much one is from another, without its sign: `5/168`, or decimals where one of them is not exact. */
export function distance(one: Quantity, other: Quantity): string {
  const [a, b] = [ratioOf(one.text), ratioOf(other.text)];
  if (!a || !b) return decimal(Math.abs((one.value ?? NaN) - (other.value ?? NaN)));
  const above = a[0] * b[1] - b[0] * a[1];
  const [whole, below] = [above < 0n ? -above : above, a[1] * b[1]];
  const common = divisor(whole, below);
  return below === common ? String(whole / common) : `${whole / common}/${below / common}`;
}
