// Moves as people see them: their words, colours, order, keys, and what a mixture of them is called.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Cell, Grid, Overview, Problem } from "../src/answers";
import { problem } from "../src/data/problems";
import { keysOf } from "../src/desk/play/keys";
import { acting, mostPlayed } from "../src/parts/acting";
import { coloursOf, drawn, idle, playerColour } from "../src/parts/colours";
import { labelsOf } from "../src/parts/labels";
import { gradient } from "../src/parts/move-bar";
import { minus, othersDo, playOf } from "../src/parts/prose";
import { passes, remedyOf } from "../src/parts/remedies";
import { cellAt, share, spoken } from "../src/views/grid/cell";
import { largest, shade } from "../src/views/grid/shades";

const plain = (move: string): string => move;
const order = (moves: string[]): string[] => drawn(moves, moves).map(({ move }) => move);

test("moves that do nothing are light, unless there are many of them", () => {
  assert.deepEqual([...idle(["bet(0)", "bet(1)", "fold", "raise"])], ["bet(0)", "fold"]);
  assert.deepEqual([...idle(["bet(10)", "north", "know"])], []);
  assert.equal(idle(["pass", "fold", "check", "wait"]).size, 0);
  const colours = coloursOf(["check", "bet"]);
  assert.equal(colours("check"), "var(--gk-light-1)");
  assert.equal(colours("bet"), "var(--gk-move-1)");
});

test("amounts of one thing go from light to dark by size, not by place", () => {
  const colours = coloursOf(["bet(10)", "bet(0)", "bet(1/2)", "bet(3)"]);
  assert.deepEqual(["bet(1/2)", "bet(3)", "bet(10)"].map(colours), [
    "var(--gk-scale-0)",
    "var(--gk-scale-8)",
    "var(--gk-scale-15)",
  ]);
  const two = coloursOf(["bid(1)", "bid(2)"]);
  assert.deepEqual([two("bid(1)"), two("bid(2)")], ["var(--gk-move-1)", "var(--gk-move-2)"], "two are no scale");
});

test("answers are cool, and moves have different colours as long as there are any", () => {
  const colours = coloursOf(["raise", "call", "fold"]);
  assert.equal(colours("call"), "var(--gk-move-2)");
  const many = Array.from({ length: 8 }, (_, n) => "abcdefgh"[n]!);
  assert.equal(new Set(many.map(coloursOf(many))).size, 8);
  const unknown = coloursOf([])("other");
  assert.match(unknown, /^var\(--gk-move-[1-8]\)$/);
  assert.equal(unknown, coloursOf(["a"])("other"), "the same wherever it is seen");
  assert.equal(playerColour(7), playerColour(1));
});

test("what was begun stands first, then answers, then what does nothing; large before small", () => {
  assert.deepEqual(order(["fold", "call", "raise"]), ["raise", "call", "fold"]);
  assert.deepEqual(order(["bet(0)", "bet(1)", "bet(2)"]), ["bet(2)", "bet(1)", "bet(0)"]);
  assert.deepEqual(order(["left", "right"]), ["left", "right"]);
  assert.deepEqual(order(["1", "2", "3"]), ["1", "2", "3"], "where nothing does nothing, as the rules have them");
});

test("a mixture is told by how often something is done, or by the move made most often", () => {
  assert.equal(acting(["bet(0)", "bet(1)", "bet(2)"], [0.25, 0.5, 0.25], plain), "75 %");
  assert.equal(
    acting(["left", "right"], [0.25, 0.75], (move) => move.toUpperCase()),
    "RIGHT 75 %",
  );
  assert.equal(acting(["left", "right"], [0.5, 0.5], plain), "mixed");
  assert.equal(mostPlayed(["check", "bet"], [0.9, 0.1], plain), "check 90 %", "in a list each line names its move");
});

test("a bar has a part for each move that can be seen", () => {
  assert.equal(
    gradient(["fold", "raise"], [0.25, 0.75], (move) => move),
    "linear-gradient(to right, raise 0.000% 75.000%, fold 75.000% 100.000%)",
  );
  assert.equal(gradient(["a", "b"], [0.001, 0.999], plain).includes("a 0.000%"), false);
  assert.equal(gradient(["a"], [0], plain), "none");
});

test("keys are places, or the moves themselves where these are digits", () => {
  assert.deepEqual(keysOf(["pass", "bet"]), ["1", "2"]);
  assert.deepEqual(keysOf(["0", "1", "12"]), ["0", "1", undefined]);
  assert.deepEqual(keysOf(Array.from("abcdefghij")).at(-1), undefined);
});

test("moves have the words of their answers, and their own where there are none", () => {
  const queen = [{ type: "card" as const, rank: "Q" }];
  const label = labelsOf(
    { moves: ["b"], labels: ["bet 1"], looks: [null] },
    { moves: ["p", "q"], labels: ["pass", "Q"], looks: [null, queen] },
  );
  assert.deepEqual(["b", "p", "x"].map(label), ["bet 1", "pass", "x"]);
  assert.deepEqual(["p", "q", "x"].map(label.look), [null, queen, null]);
});

test("sentences fit the game", () => {
  assert.equal(playOf({ dealt: true } as Overview), "hand");
  assert.equal(playOf({ dealt: false } as Overview), "game");
  assert.equal(othersDo(["dealer", "gambler"], "dealer", "play"), "gambler plays");
  assert.equal(othersDo(["a", "b", "c"], "a", "play"), "the others play");
  assert.equal(othersDo(["alone"], "alone", "play"), "");
  assert.equal(minus("pays -1/18 (-3), not a-3 or x - 3"), "pays −1/18 (−3), not a-3 or x - 3");
});

test("a remedy is told in the words of the page, else the hint is", () => {
  const with_ = (change: Partial<Problem>): Problem => ({ ...problem("m", "a hint"), ...change });
  assert.equal(remedyOf(with_({ remedy: "less" })), "Choose smaller parameters.");
  assert.equal(remedyOf(with_({})), "a hint");
  assert.equal(remedyOf(problem("m")), null);
});

const cell = (probabilities: number[], change: Partial<Cell> = {}): Cell =>
  ({ set: "1", probabilities, reach: 0.5, value: null, sets: 1, ...change }) as Cell;

function grid(moves: string[], ...cells: (Cell | null)[]): Grid {
  return {
    rows: cells.map((_, index) => ({ words: `card ${index}` })),
    columns: [{ situation: { moves, labels: moves.map((move) => `${move}!`), looks: [], words: "opening" }, cells }],
  } as unknown as Grid;
}

test("a cell is told in one sentence with exact numbers where the solution is exact", () => {
  const { rows: _, ...poker } = grid(["fold", "raise"]);
  const sentence = (shown: Cell | null, exact = true) =>
    spoken(
      { ...grid(["fold", "raise"], shown), ...poker, columns: grid(["fold", "raise"], shown).columns },
      { row: 0, column: 0 },
      exact,
    );
  assert.equal(sentence(cell([0.25, 0.75])), "card 0, opening: raise! 3/4 (75 %), fold! 1/4 (25 %)");
  assert.equal(sentence(cell([0.25, 0.75]), false), "card 0, opening: raise! 75 %, fold! 25 %");
  assert.equal(sentence(cell([1, 0], { reach: 0 })), "card 0, opening: fold! 100 %; never reached");
  assert.equal(
    sentence(cell([1, 0], { value: -0.5, sets: 3 })),
    "card 0, opening: fold! 100 %; value −0.5; average of 3 information sets",
  );
  assert.equal(sentence(null), "card 0, opening: cannot be");
  assert.equal(share(0.5, true), "1/2 (50 %)");
  assert.equal(share(1, true), "100 %");
});

test("what is read in a cell is part of what is said of it", () => {
  const mixed = grid(["left", "right"], cell([0.5, 0.5]));
  assert.match(spoken(mixed, { row: 0, column: 0 }, false), /: mixed, left! 50 %, right! 50 %$/);
  assert.equal(cellAt(mixed, { row: 7, column: 0 }), null);
  assert.equal(cellAt(mixed, { row: 0, column: 7 }), null);
});

test("values are shades, by the root of their size", () => {
  const values = grid(["a"], cell([1], { value: -4 }), cell([1], { value: 1 }), null, cell([1]));
  assert.equal(largest(values), 4);
  assert.match(shade(-4, 4), /--gk-loss\) 100%/);
  assert.match(shade(1, 4), /--gk-gain\) 50%/);
  assert.match(shade(0, 0), / 0%/);
});

test("what a game is too large for is not asked again", () => {
  const told = (id: string) => ({ id }) as never;
  assert.deepEqual(["GK614", "GK818", ""].map((id) => passes(told(id))), [false, true, true]);
});
