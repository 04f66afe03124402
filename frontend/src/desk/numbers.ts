// Numbers in fields: their values, and what is wrong with them, in words.

export interface Range {
  /** the smallest one; `above` where that itself is too small */
  least?: number;
  above?: number;
  most?: number;
  whole?: boolean;
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** `1.5`, `1e-3`, `0,5` as it is written in many countries; NaN where it is none. */
export function numberIn(text: string): number {
  const plain = text
    .trim()
    .replace("−", "-")
    .replace(/^([+-]?\d*),(\d+)$/, "$1.$2");
  return NUMBER.test(plain) ? Number(plain) : Number.NaN;
}

/** Why a text is no such number; undefined where it is one. */
export function wrongNumber(text: string, range: Range): string | undefined {
  const value = numberIn(text);
  const isWrong =
    Number.isNaN(value) ||
    (range.whole && !Number.isInteger(value)) ||
    value < (range.least ?? -Infinity) ||
    value <= (range.above ?? -Infinity) ||
    value > (range.most ?? Infinity);
  return isWrong ? `Give ${wanted(range)}.` : undefined;
}

function wanted({ least, above, most, whole }: Range): string {
  const what = whole ? "a whole number" : "a number";
  if (above !== undefined)
    return `${what} above ${written(above)}${most === undefined ? "" : `, at most ${written(most)}`}`;
  if (least !== undefined && most !== undefined) return `${what} from ${written(least)} to ${written(most)}`;
  if (least !== undefined) return `${what}, ${written(least)} or more`;
  return most === undefined ? what : `${what}, ${written(most)} or less`;
}

const written = (value: number): string => value.toLocaleString("en");
