// What is drawn: parts have the same text as the words, boards say what stands on them, moves have places.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Board, Branch, Choice, Node, Overview } from "../src/answers";
import { Refused } from "../src/data/problems";
import { saidOf } from "../src/parts/board";
import { isRed, unchosen } from "../src/parts/glyphs";
import { labelsOf } from "../src/parts/labels";
import { isOneShot, matrixOf } from "../src/views/grid/one-shot";
import { apart } from "../src/views/set/on-board";

const exactly = (value: number) => ({ value, text: String(value) });

test("own moves are told without `chose`, which their colour says", () => {
  const look = [
    { type: "words" as const, text: "chose 1 × " },
    { type: "die" as const, face: "3" },
  ];
  assert.deepEqual(unchosen("chose 1 × ⚂", look), {
    words: "1 × ⚂",
    look: [{ type: "words", text: "1 × " }, look[1]],
  });
  assert.equal(unchosen("chose bet", null).words, "bet");
});

test("red cards are red where a chart has no room for cards", () => {
  assert.ok(isRed([{ type: "card", rank: "K", suit: "hearts" }]));
  assert.ok(!isRed([{ type: "card", rank: "K", suit: "spades" }]));
  assert.ok(!isRed(null));
});

test("a move with several names is called by all of them", () => {
  const label = labelsOf(
    { moves: ["pass"], labels: ["check"], looks: [null] },
    { moves: ["pass"], labels: ["fold"], looks: [null] },
    { moves: ["pass"], labels: ["check"], looks: [null] },
  );
  assert.equal(label("pass"), "check / fold");
  assert.equal(label.look("pass"), null);
});

test("a board is told in words", () => {
  const board: Board = {
    name: "",
    shape: "grid",
    columns: ["a", "b"],
    rows: ["1"],
    squares: [{ name: "b1", column: 1, row: 0, piece: { type: "piece", name: "cross" }, marks: ["hit"] }],
  };
  assert.equal(saidOf(board), "cross, hit on b1");
  assert.equal(saidOf({ ...board, squares: [] }), "empty");
});

test("moves that end on one square are told together", () => {
  const choice = (move: string, column: number, share: number): Choice =>
    ({
      move,
      label: move,
      places: [{ board: "", column, row: 0 }],
      probability: exactly(share),
      value: exactly(1),
      best: share > 0,
    }) as unknown as Choice;
  const told = apart([choice("x a1", 0, 0.25), choice("o a1", 0, 0.5), choice("x b1", 1, 0), choice("o b1", 1, 0)]);
  assert.deepEqual(
    told.map(({ tint, label }) => [tint, label]),
    [
      [0.75, "75 %"],
      [0, "1"],
    ],
  );
});

const branch = (node: string, move: string, share: number, payoffs: number[]): Branch =>
  ({ node, move, label: move, look: null, probability: exactly(share), payoffs: payoffs.map(exactly) }) as Branch;
const node = (mover: string, branches: Branch[]): Node => ({ mover, branches, total: branches.length }) as Node;
const PENNIES: Record<string, Node> = {
  "nodes/0": node("even", [branch("0.0", "heads", 0.5, []), branch("0.1", "tails", 0.5, [])]),
  "nodes/0.0": node("odd", [branch("0.0.0", "heads", 0.5, [1, -1]), branch("0.0.1", "tails", 0.5, [-1, 1])]),
  "nodes/0.1": node("odd", [branch("0.1.0", "heads", 0.5, [-1, 1]), branch("0.1.1", "tails", 0.5, [1, -1])]),
};

test("a game of one simultaneous choice is a matrix with best responses", async () => {
  const overview = {
    players: ["even", "odd"],
    dealt: false,
    equilibria_total: 1,
    equilibrium: 1,
    size: { information_sets: [1, 1] },
  } as unknown as Overview;
  assert.ok(isOneShot(overview));
  assert.ok(!isOneShot({ ...overview, dealt: true }));
  const source = { answer: async (question: { path: string }) => PENNIES[question.path]! } as never;
  const matrix = await matrixOf(() => source, overview);
  assert.deepEqual(matrix?.players, [0, 1]);
  assert.deepEqual(matrix?.columns.map(({ probabilities }) => probabilities.map(({ value }) => value)), [[0.5], [0.5]]);
  assert.deepEqual(
    matrix?.outcomes.map((row) => row.map(({ best }) => best)),
    [
      [
        [true, false],
        [false, true],
      ],
      [
        [false, true],
        [true, false],
      ],
    ],
  );
  const none = { answer: async () => Promise.reject(new Refused([])) } as never;
  assert.equal(await matrixOf(() => none, overview), null, "a report without the tree");
  // Each equilibrium that was found has its mixtures at the margins.
  const pure = (number: number) =>
    number === 1
      ? source
      : ({ answer: async ({ path }: { path: string }) => ({ ...PENNIES[path]!, branches: PENNIES[path]!.branches.map((one, n) => ({ ...one, probability: exactly(n) })) }) } as never);
  const both = await matrixOf(pure, { ...overview, equilibria_total: 2 });
  assert.deepEqual(both?.equilibria, [1, 2]);
  assert.deepEqual(both?.rows.map(({ probabilities }) => probabilities.map(({ value }) => value)), [[0.5, 0], [0.5, 1]]);
});
