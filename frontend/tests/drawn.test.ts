// The way to a situation, legends, and textbook trees.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { PublicSituation } from "../src/answers";
import { coloursOf } from "../src/parts/colours";
import { entriesOf } from "../src/parts/legend";
import { letters } from "../src/parts/player-mark";
import { stepsOf } from "../src/views/grid/steps";
import type { TreeItem } from "../src/views/tree/model";
import { cornersOf } from "../src/views/tree/joined-sets";
import { labelAt, ledInPicture, textbook, tikz } from "../src/views/tree/textbook";

const situation = (id: string, facts: string[], reach: number) =>
  ({ id, facts, fact_words: facts, fact_looks: facts.map(() => null), reach }) as unknown as PublicSituation;

test("each step to a situation offers what else can happen, with how often it does", () => {
  const all = [
    situation("0", [], 1),
    situation("1", ["check", "bet"], 0.3),
    situation("2", ["bet"], 0.1),
    situation("3", ["check", "bet", "J"], 0),
  ];
  const [first, second, next] = stepsOf(all, ["check", "bet"]);
  assert.equal(first?.taken?.words, "check");
  assert.deepEqual(
    first?.options.map(({ words, share }) => [words, share]),
    [
      ["check", 0.3 / 0.4],
      ["bet", 0.1 / 0.4],
    ],
  );
  assert.equal(second?.taken?.situation, "1");
  assert.deepEqual([next?.taken, next?.options[0]?.situation], [undefined, "3"]);
  assert.equal(stepsOf(all, []).length, 1);
});

test("where what chance shows is left open, the strip leads to a board through it", () => {
  const all = [
    situation("a0", [], 1),
    situation("a1", ["check", "flop(…)"], 1),
    situation("a2", ["check", "flop(…)", "bet"], 0.5),
  ];
  const [first, second, third] = stepsOf(all, ["check", "flop((1,2))", "bet"]);
  assert.deepEqual([first?.taken?.words, second?.taken?.words, third?.taken?.situation], ["check", "flop(…)", "a2"]);
  // Deeper than what was loaded: as far as that leads.
  assert.equal(stepsOf(all, ["check", "flop((1,2))", "raise"]).at(-1)?.taken, undefined);
});

test("a legend has at most eight colours: a scale is one", () => {
  const bids = Array.from({ length: 12 }, (_, n) => `bid(${n + 1})`);
  const moves = [...bids, "liar"];
  assert.equal(entriesOf(moves, coloursOf(moves)).length, 2);
  const few = ["bid(1)", "bid(2)", "liar"];
  assert.equal(entriesOf(few, coloursOf(few)).length, 3);
});

test("players are told apart by letters, or by numbers where these are the same", () => {
  assert.deepEqual(letters(["first", "second"]), ["F", "S"]);
  assert.deepEqual(letters(["ann", "\u202eann"]), ["1", "2"]);
  assert.deepEqual(letters(["player1", "player2"]), ["1", "2"]);
});

const item = (id: string, mover: string, set: string | null, children: TreeItem[] = []): TreeItem => ({
  id,
  parent: null,
  branch: { label: `to {${id}}`, probability: { value: 1, text: "1" }, payoffs: [{ text: "-1" }] } as never,
  depth: 0,
  mover,
  set,
  total: children.length,
  open: false,
  children,
  loaded: children.length,
  shown: children.length,
  pinned: new Set(),
});

test("neighbours of one information set stand in an oval, others are joined by dashed lines", () => {
  const end = (id: string) => item(id, "end", null);
  const left = item("l", "ann", "7", [end("a"), end("b")]);
  const middle = item("m", "ann", "8", [end("c")]);
  const right = item("r", "ann", "7", [end("d")]);
  const near = textbook(item("0", "chance", null, [left, right]));
  assert.equal(near.joined.length, 1);
  assert.equal(near.joined[0]!.beside, true);
  const far = textbook(item("0", "chance", null, [left, middle, right]));
  assert.equal(far.joined[0]!.beside, false);
  assert.equal(ledInPicture("ArrowRight", far, left), middle);
  assert.equal(ledInPicture("ArrowLeft", far, left), null);
  assert.equal(ledInPicture("ArrowDown", far, right)?.id, "d");
  // The line runs above the level, which makes room for it.
  assert.deepEqual([near.joined[0]!.lane, far.joined[0]!.lane], [0, 1]);
  const [first] = far.joined[0]!.nodes;
  assert.ok(
    first!.room > 0 &&
      first!.y === near.joined[0]!.nodes[0]!.y + first!.room &&
      far.height === near.height + first!.room,
  );
  assert.ok(Math.min(...cornersOf(far.joined[0]!).map(({ y }) => y)) > first!.y - first!.room);
  const code = tikz(far, ["ann"]);
  assert.match(code, /^\\begin\{tikzpicture\}/);
  assert.match(code, /\\draw\[dashed\]/);
  assert.match(code, /to \\\{l\\\}/);
});

test("names of moves do not run into each other, nor over the branches beside them", () => {
  const end = (id: string) => item(id, "end", null);
  const choice = (id: string) => item(id, "ann", id, [end(`${id} switch to 1`), end(`${id} stay`)]);
  const tree = item("0", "chance", null, [choice("l"), choice("m"), choice("r")]);
  const deep = (node: TreeItem, depth: number): void => {
    node.depth = depth;
    for (const child of node.children) deep(child, depth + 1);
  };
  deep(tree, 0);
  const { vertices, width } = textbook(tree);
  const spans = vertices
    .filter(({ item: { depth } }) => depth === 2)
    .map((vertex) => {
      const { x, anchor } = labelAt(vertex);
      const long = 6 * vertex.item.branch!.label.length;
      return anchor === "end" ? [x - long, x] : anchor === "start" ? [x, x + long] : [x - long / 2, x + long / 2];
    })
    .sort((one, other) => one[0]! - other[0]!);
  assert.equal(spans.length, 6);
  for (const [index, [from, to]] of spans.entries()) {
    assert.ok(from! >= 0 && to! <= width, "nothing is cut off");
    if (index > 0) assert.ok(spans[index - 1]![1]! <= from!, `${spans[index - 1]} and ${from}`);
  }
});

test("lines of information sets that overlap have lanes of their own, others share one", () => {
  const sets = ["a", "b", "a", "b", "c", "d", "c", "d"];
  const level = sets.map((set, index) => item(String(index), "ann", set, [item(`${index} end`, "end", null)]));
  const { joined } = textbook(item("0", "chance", null, level));
  const lanes = Object.fromEntries(joined.map(({ id, lane }) => [id, lane]));
  assert.deepEqual([lanes["a"]!, lanes["b"]!].sort(), [1, 2]);
  assert.deepEqual([lanes["c"]!, lanes["d"]!].sort(), [1, 2]);
});
