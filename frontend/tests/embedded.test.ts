// Answers that a report or a notebook carries, and searching among them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import type { Found, InformationSet } from "../src/answers";
import { embedded } from "../src/component/embedded";
import { found } from "../src/component/search";
import { Refused } from "../src/data/problems";

const packed = (answers: object): string => btoa(String.fromCharCode(...gzipSync(JSON.stringify(answers))));

const why = async (promise: Promise<unknown>): Promise<string> => {
  const thrown = await promise.then(
    () => undefined,
    (refused: unknown) => refused,
  );
  assert.ok(thrown instanceof Refused);
  assert.equal(thrown.problems[0]?.hint, "`galakit serve` answers every question");
  return thrown.message;
};

test("an answer is found however its question is written", async () => {
  const ask = embedded(` ${packed({ "sets/a b": 1, "players/0/grid?offset=24&aggregate=true": 2 })}\n`);
  assert.equal(await ask("sets/a%20b"), 1);
  assert.equal(await ask("players/0/grid?aggregate=true&offset=24"), 2);
});

test("a page is found by any place on it", async () => {
  const ask = embedded(
    packed({ "players/0/grid": 0, "players/0/grid?offset=24": 24, "players/0/grid?offset=24&row_offset=9": 33 }),
  );
  const table: Record<string, number> = {
    "offset=51": 24,
    "offset=24": 24,
    "offset=23": 0,
    "row_offset=9&offset=24": 33,
    "row_offset=10&offset=24": 33,
    "row_offset=8&offset=24": 24,
  };
  for (const [query, page] of Object.entries(table)) assert.equal(await ask(`players/0/grid?${query}`), page, query);
  assert.equal(await why(ask("players/1/grid?offset=3")), "the report does not carry this answer");
});

test("what was left out says why", async () => {
  const ask = embedded(packed({ overview: {}, "left out": { nodes: "the tree is too large" } }));
  assert.equal(await why(ask("nodes/0")), "the tree is too large");
  assert.equal(await why(ask("players/0/grid")), "the report does not carry this answer");
  assert.equal(await why(ask("left out")), "the report does not carry this answer");
});

function set(id: string, player: number, facts: string[], told: string[], reach: number | null): InformationSet {
  return {
    id,
    player,
    facts,
    fact_words: told,
    words: told.join("; "),
    words_look: null,
    reach: { value: reach, text: String(reach) },
    moves: [{ move: "bet", label: "Bet", probability: { value: 1, text: "1" } }],
  } as InformationSet;
}

const SETS = [
  set("0", 0, ["myhand([2])", "chose(bet(1))"], ["my hand 2", "gambler bet 1"], 0.1),
  set("1", 0, ["myhand([12])"], ["my hand 12"], 0.5),
  set("2", 1, ["myhand([2])"], ["my hand 2"], 0.3),
  set("3", 1, ["chose(bet(1))", "chose(bet(1))"], ["gambler bet 1", "gambler bet 1"], null),
  set("4", 1, ["name('a, b (c')", "value(-3)"], ["name a, b (c", "value −3"], 0.01),
];

const ids = (facts: string, more = ""): string[] =>
  found(SETS, new URLSearchParams(`facts=${encodeURIComponent(facts)}${more}`)).items.map(({ id }) => id);

test("all are found, the likeliest first, or those of one player", () => {
  assert.deepEqual(ids(""), ["1", "2", "0", "4", "3"]);
  assert.deepEqual(ids("", "&player=0"), ["1", "0"]);
  assert.deepEqual(ids("", "&player=1&offset=2"), ["3"]);
});

test("a whole fact means itself, a text that is none may be part of one", () => {
  assert.deepEqual(ids("myhand([2])"), ["2", "0"]);
  assert.deepEqual(ids("myhand( [2] )"), ["2", "0"]);
  assert.deepEqual(ids("My Hand  2"), ["2", "0"]);
  assert.deepEqual(ids("hand"), ["1", "2", "0"]);
  assert.deepEqual(ids("HAND([1"), ["1"]);
  assert.deepEqual(ids("HAND([1, bet"), [], "an open bracket keeps the rest together");
  assert.deepEqual(ids("dragon"), []);
});

test("several facts are wanted together, as often as they are named", () => {
  assert.deepEqual(ids("my hand 2, gambler bet 1"), ["0"]);
  assert.deepEqual(ids("my hand 2; gambler bet 1"), ["0"]);
  assert.deepEqual(ids("bet, bet"), ["3"]);
});

test("commas and brackets in quotes separate nothing, and a minus is a minus", () => {
  assert.deepEqual(ids("name('a, b (c'), value(-3)"), ["4"]);
  assert.deepEqual(ids("value -3"), ["4"]);
});

test("a page has fifty lines and says how many there are", async () => {
  const many = Object.fromEntries(
    Array.from({ length: 120 }, (_, n) => [`sets/${n}`, set(String(n), 0, ["f"], ["f"], 1 / (n + 1))]),
  );
  const page = (await embedded(packed(many))("sets?facts=f&offset=100")) as Found;
  assert.deepEqual([page.items.length, page.offset, page.total], [20, 100, 120]);
  assert.deepEqual(page.items[0], {
    id: "100",
    player: 0,
    words: "f",
    words_look: null,
    facts: "f",
    reach: 1 / 101,
    moves: ["bet"],
    labels: ["Bet"],
    probabilities: [1],
  });
});
