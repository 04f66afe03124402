// Numbers as people read them.

/** A share as a percentage, short: `75 %`, `< 0.1 %`, `1.3 %`. */
export function percent(share: number): string {
  if (share <= 0) return "0 %";
  if (share >= 1) return "100 %";
  const hundredths = share * 100;
  if (hundredths < 0.1) return "< 0.1 %";
  if (hundredths > 99.9) return "> 99.9 %";
  return `${Number(hundredths.toFixed(hundredths < 10 || hundredths > 90 ? 1 : 0))} %`;
}

/** A number with at most so many digits that say something; `–` where it is undefined. */
export function decimal(value: number | null | undefined, digits = 4): string {
  if (value === null || value === undefined || Number.isNaN(value)) return "–";
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 1e6 || size < 1e-4) return value.toExponential(2).replace("-", "−").replace("e−", "e-");
  return String(Number(value.toPrecision(digits))).replace("-", "−");
}

/** Numbers of grids come with six digits that say something: only small fractions are sure to be meant. */
const LARGEST = 100;
const NEAR = 6e-7;

/** The fraction a number stands for, where it is a simple one: `3/4`; else its decimals. */
export function fraction(value: number): string {
  let [before, now]: [number, number] = [0, 1];
  let [below, under]: [number, number] = [1, 0];
  let rest = Math.abs(value);
  for (let step = 0; step < 20; step++) {
    const whole = Math.floor(rest);
    [before, now] = [now, whole * now + before];
    [below, under] = [under, whole * under + below];
    if (under > LARGEST) break;
    if (Math.abs(now / under - Math.abs(value)) < NEAR * Math.max(1, 10 ** Math.ceil(Math.log10(Math.abs(value) || 1)))) {
      const sign = value < 0 ? "−" : "";
      return under === 1 ? `${sign}${now}` : `${sign}${now}/${under}`;
    }
    rest = 1 / (rest - whole);
  }
  return decimal(value, 6);
}

export const count = (value: number): string => value.toLocaleString("en");

export function seconds(value: number): string {
  if (value < 1) return `${Math.max(1, Math.round(value * 1000))} ms`;
  if (value < 100) return `${Number(value.toPrecision(2))} s`;
  return `${Math.floor(value / 60)} min ${Math.round(value % 60)} s`;
}

/** `1 node`, `2 nodes`. */
export function many(number: number, what: string): string {
  return `${count(number)} ${what}${number === 1 ? "" : "s"}`;
}
