// Hands in the cells of a chart, sums of them, and what a filter leaves.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Hand, HandRange } from "../src/answers";
import { cellsOf, csv, inShort, nameOf, passing, together, typed } from "../src/views/hands/model";

const hand = (words: string, row: string, column: string, change: Partial<Hand> = {}): Hand => ({
  words,
  look: null,
  facts: `hole(${words})`,
  row,
  columns: [column],
  combos: 1,
  share: 0.25,
  played: 1,
  probabilities: [0.5, 0.5],
  value: 1,
  equity: null,
  makes: ["high card"],
  ...change,
});

const RANKS = ["A", "K"];
const HANDS = [
  hand("A♠ K♠", "A", "K", { combos: 3, share: 0.3, probabilities: [1, 0], value: 2 }),
  hand("A♠ K♥", "K", "A", { share: 0, makes: ["pair", "top pair"] }),
];

test("suited hands lie above the diagonal, and cells are called as players call them", () => {
  const cells = cellsOf({ hands: HANDS } as HandRange, RANKS, RANKS);
  assert.deepEqual(
    cells.map((line) => line.map((cell) => `${nameOf(cell, RANKS, RANKS)} ${cell.hands.length}`)),
    [
      ["AA 0", "AKs 1"],
      ["AKo 1", "KK 0"],
    ],
  );
  const single = cellsOf({ hands: [hand("A♠", "A", "spades")] } as HandRange, RANKS, ["spades", "stars"]);
  assert.equal(nameOf(single[0]![0]!, RANKS, ["spades", "stars"]), "A♠");
  assert.equal(nameOf(single[0]![1]!, RANKS, ["spades", "stars"]), "A stars");
});

test("hands count by their shares, and by their number where play never comes with them", () => {
  const both = together(HANDS);
  assert.deepEqual([both.share, both.combos, both.value, both.equity], [0.3, 4, 2, null]);
  assert.deepEqual(both.probabilities, [1, 0]);
  assert.deepEqual(together([HANDS[1]!]).probabilities, [0.5, 0.5]);
  assert.deepEqual(together([]), { share: 0, combos: 0, played: 0, probabilities: [], value: null, equity: null });
});

test("a filter knows cards in the signs of keyboards, and what hands make", () => {
  assert.equal(typed("A♠ K♥"), "as kh");
  assert.deepEqual(passing(HANDS, "", "AsKh"), [HANDS[1]]);
  assert.deepEqual(passing(HANDS, "top pair", ""), [HANDS[1]]);
  assert.deepEqual(passing(HANDS, "top pair", "Ks"), []);
});

test("texts with commas are quoted in a CSV file", () => {
  assert.equal(csv([["a,b", 'c"d', 1, null]]), '"a,b","c""d",1,\r\n');
});

test("where columns have no room a hand says in one line how it is played and what it makes", () => {
  const label = (move: number) => ["check", "raise"][move]!;
  assert.equal(inShort(hand("A♠", "A", "spades"), [1, 0], label), "raise 50 %, check 50 % · high card");
  assert.equal(inShort(hand("A♠", "A", "spades", { probabilities: [1, 0], makes: [] }), [1, 0], label), "check 100 %");
  assert.equal(inShort(hand("A♠", "A", "spades", { probabilities: [] }), [], label), "high card");
});
