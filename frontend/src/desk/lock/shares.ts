// Probabilities that are set one by one and always sum to 1.

/** One share set to a value, the others scaled to the rest; evenly where they were all 0. */
export function withShare(shares: readonly number[], index: number, value: number): number[] {
  const wanted = Math.min(1, Math.max(0, value));
  const others = shares.reduce((sum, share, n) => (n === index ? sum : sum + share), 0);
  const left = 1 - wanted;
  return shares.map((share, n) => {
    if (n === index) return shares.length === 1 ? 1 : wanted;
    return others > 0 ? (share / others) * left : left / (shares.length - 1);
  });
}

export const evenly = (moves: number): number[] => Array.from({ length: moves }, () => 1 / moves);

export const purely = (moves: number, index: number): number[] =>
  Array.from({ length: moves }, (_, n) => (n === index ? 1 : 0));

/** As they are sent: short numbers that sum to 1, the largest one taking up what rounding leaves. */
export function rounded(shares: readonly number[]): number[] {
  const cut = shares.map((share) => Math.round(share * 1e6) / 1e6);
  const largest = cut.indexOf(Math.max(...cut));
  const others = cut.reduce((sum, share, n) => (n === largest ? sum : sum + share), 0);
  return cut.map((share, n) => (n === largest ? Math.round((1 - others) * 1e6) / 1e6 : share));
}

export const isSame = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((share, n) => Math.abs(share - other[n]!) < 1e-6);
