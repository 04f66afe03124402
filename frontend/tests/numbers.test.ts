// Numbers as the page writes and reads them.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Quantity } from "../src/answers";
import { linear, logarithmic, powersAround, small } from "../src/desk/chart/scale";
import { distance } from "../src/desk/compare/exact";
import { evenly, isSame, purely, rounded, withShare } from "../src/desk/lock/shares";
import { numberIn, wrongNumber, type Range } from "../src/desk/numbers";
import { count, decimal, fraction, many, percent, seconds } from "../src/parts/numbers";

const quantity = (text: string, value: number | null): Quantity => ({ text, value });

/** Each input gives the text beside it. */
function table<T>(written: (value: T) => string, rows: readonly (readonly [T, string])[]): void {
  for (const [value, text] of rows) assert.equal(written(value), text, `of ${String(value)}`);
}

test("a share is a short percentage that is 0 or 100 only where it is", () => {
  table(percent, [
    [0, "0 %"],
    [-1e-12, "0 %"],
    [0.00001, "< 0.1 %"],
    [0.0126, "1.3 %"],
    [0.1, "10 %"],
    [0.123, "12 %"],
    [0.75, "75 %"],
    [0.987, "98.7 %"],
    [0.99999, "> 99.9 %"],
    [1, "100 %"],
  ]);
});

test("a decimal has four digits, a real minus and powers of ten at the extremes", () => {
  table(decimal, [
    [0, "0"],
    [-0.055555, "−0.05556"],
    [1 / 3, "0.3333"],
    [123456, "123500"],
    [0.00001234, "1.23e-5"],
    [-12_345_678, "−1.23e+7"],
    [null, "–"],
    [undefined, "–"],
    [Number.NaN, "–"],
  ]);
  assert.equal(decimal(2 / 3, 2), "0.67");
});

test("numbers close to a simple fraction are written as it, others in decimals", () => {
  table(fraction, [
    [0, "0"],
    [3, "3"],
    [0.75, "3/4"],
    [-0.055556, "−1/18"],
    [0.333333, "1/3"],
    [0.123457, "10/81"],
    [0.314159, "0.314159"],
    [Math.SQRT2, "1.41421"],
  ]);
});

test("counts, times and plurals", () => {
  assert.equal(count(1234567), "1,234,567");
  assert.equal(many(1, "node"), "1 node");
  assert.equal(many(1200, "node"), "1,200 nodes");
  table(seconds, [
    [0.00001, "1 ms"],
    [0.25, "250 ms"],
    [1.26, "1.3 s"],
    [99, "99 s"],
    [125, "2 min 5 s"],
  ]);
});

test("typed numbers are read as people write them", () => {
  const read = (text: string) => numberIn(text);
  assert.deepEqual([" 1.5 ", "1e-3", "0,5", ",5", "−3", "+7", "5."].map(read), [1.5, 0.001, 0.5, 0.5, -3, 7, 5]);
  for (const text of ["", "seven", "1/2", "1.5.2", "1,000,000", "Infinity", "0x10", "e5"])
    assert.ok(Number.isNaN(numberIn(text)), text);
});

test("a wrong number is told with what is wanted", () => {
  const seed: Range = { least: 0, most: 4_294_967_295, whole: true };
  for (const text of ["1.5", "-3", "99999999999999999999", "seven"])
    assert.equal(wrongNumber(text, seed), "Give a whole number from 0 to 4,294,967,295.");
  assert.equal(wrongNumber("7", seed), undefined);
  assert.equal(wrongNumber("0", { above: 0 }), "Give a number above 0.");
  assert.equal(wrongNumber("2", { above: 0, most: 1 }), "Give a number above 0, at most 1.");
  assert.equal(wrongNumber("0.5", { above: 0, most: 1 }), undefined);
  assert.equal(wrongNumber("0", { least: 1, whole: true }), "Give a whole number, 1 or more.");
  assert.equal(wrongNumber("3", { most: 2 }), "Give a number, 2 or less.");
  assert.equal(wrongNumber("", {}), "Give a number.");
});

test("a linear scale has round ticks inside its range", () => {
  const scale = linear([-0.3, 1.05], [0, 270]);
  assert.deepEqual(
    scale.ticks.map(({ label }) => label),
    ["−0.2", "0", "0.2", "0.4", "0.6", "0.8", "1"],
  );
  assert.equal(scale.at(-0.3), 0);
  assert.equal(scale.at(1.05), 270);
  assert.ok(Number.isFinite(linear([2, 2], [0, 10]).at(2)));
});

test("a logarithmic scale has powers of ten, fewer where there are many", () => {
  const labels = (low: number, high: number) => logarithmic([low, high], [0, 1]).ticks.map(({ label }) => label);
  assert.deepEqual(labels(0.01, 1000), ["0.01", "0.1", "1", "10", "100", "1000"]);
  assert.deepEqual(labels(1e-12, 1), ["10⁻¹²", "10⁻¹⁰", "10⁻⁸", "10⁻⁶", "10⁻⁴", "0.01", "1"]);
  assert.ok(Math.abs(logarithmic([0.01, 1], [0, 100]).at(0.1) - 50) < 1e-9);
});

test("small numbers are written with a power of ten, rounded before it is chosen", () => {
  table(small, [
    [0, "0"],
    [0.025, "0.025"],
    [1.7e-5, "1.7 × 10⁻⁵"],
    [9.99e-6, "10⁻⁵"],
    [1e-9, "10⁻⁹"],
  ]);
  assert.deepEqual(powersAround([0.02, 0.5]), [0.01, 1]);
  assert.deepEqual(powersAround([1]), [1, 10]);
});

test("the distance of exact numbers is exact", () => {
  assert.equal(distance(quantity("-1/18", -1 / 18), quantity("1/12", 1 / 12)), "5/36");
  assert.equal(distance(quantity("7/2", 3.5), quantity("1/2", 0.5)), "3");
  assert.equal(distance(quantity("1/3", 1 / 3), quantity("1/3", 1 / 3)), "0");
  assert.equal(distance(quantity("0.25", 0.25), quantity("1/2", 0.5)), "0.25");
  assert.equal(distance(quantity("?", null), quantity("1", 1)), "–");
  assert.equal(
    distance(quantity("100000000000000000001", 1e20), quantity("100000000000000000000", 1e20)),
    "1",
    "beyond what a float can tell apart",
  );
});

test("shares always sum to one", () => {
  assert.deepEqual(withShare([0.5, 0.25, 0.25], 0, 0.2), [0.2, 0.4, 0.4]);
  assert.deepEqual(withShare([1, 0, 0], 0, 0.4), [0.4, 0.3, 0.3]);
  assert.deepEqual(withShare([0.5, 0.5], 1, 7), [0, 1]);
  assert.deepEqual(withShare([0.5, 0.5], 1, -7), [1, 0]);
  assert.deepEqual(withShare([1], 0, 0.3), [1]);
  assert.deepEqual(evenly(4), [0.25, 0.25, 0.25, 0.25]);
  assert.deepEqual(purely(3, 1), [0, 1, 0]);
});

test("what is sent is short and still sums to one", () => {
  assert.deepEqual(rounded(evenly(3)), [0.333334, 0.333333, 0.333333]);
  for (const moves of [3, 6, 7, 11, 13]) {
    const sum = rounded(evenly(moves)).reduce((total, share) => total + share, 0);
    assert.ok(Math.abs(sum - 1) < 1e-12, `${moves} moves: ${sum}`);
  }
  assert.ok(isSame([1 / 3, 2 / 3], [0.3333333, 0.6666667]));
  assert.ok(!isSame([1, 0], [1]) && !isSame([1, 0], [0.9, 0.1]));
});
