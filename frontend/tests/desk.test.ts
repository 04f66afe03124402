// The desk: drafts that the browser keeps, jobs in words, what is ordered, and a job that is followed.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { GameText, InformationSet, Job, Lock, Overview } from "../src/answers";
import { forget, keep, keptFiles, latest, recall, type Draft } from "../src/desk/drafts";
import { follow } from "../src/desk/follow";
import { aboutOf, ago, isOver, isSameGame } from "../src/desk/job-words";
import { isAsOrdered, locksOf, sent, type Basket, type NamedLock } from "../src/desk/lock/basket";
import { extentOf, namedBy } from "../src/desk/lock/extent";
import { isChanged, orderOf, type Opened } from "../src/desk/use-opened";
import { commandFor } from "../src/parts/command";

/** What a browser keeps, its keys as properties; it is full after so many characters. */
class Kept {
  constructor(private room = Infinity) {
    Object.defineProperty(this, "room", { enumerable: false });
  }
  getItem(key: string): string | null {
    return (this as unknown as Record<string, string>)[key] ?? null;
  }
  setItem(key: string, text: string): void {
    const others = Object.entries(this).filter(([other]) => other !== key);
    if (others.reduce((sum, [, value]) => sum + value.length, text.length) > this.room) throw new Error("no room");
    Object.assign(this, { [key]: text });
  }
  removeItem(key: string): void {
    delete (this as unknown as Record<string, string>)[key];
  }
}

/** A new browser, in which other tabs have kept drafts: `{ "tab1:new": [text, when] }`. */
function browser(drafts: Record<string, [string, number]> = {}, room?: number): Kept {
  const store = new Kept(room);
  for (const [place, [text, when]] of Object.entries(drafts)) {
    const key = place.slice(place.indexOf(":") + 1);
    Object.assign(store, { [`galakit-draft:${place}`]: JSON.stringify({ key, draft: draft(text), when }) });
  }
  Object.assign(globalThis, { localStorage: store, sessionStorage: new Kept(), addEventListener: () => undefined });
  return store;
}

const draft = (text: string): Draft => ({ text, file: "my_game.gala", params: {} });

test("a draft is found again, and another tab's latest is offered beside it", () => {
  browser({ "tab1:new": ["older", 1], "tab2:new": ["newer", 2], "tab3:game:kuhn": ["other", 3] });
  assert.equal(recall("new"), undefined);
  assert.equal(latest("new")?.draft.text, "newer");
  keep("new", draft("mine"));
  assert.equal(recall("new")?.draft.text, "mine");
  assert.equal(latest("new")?.draft.text, "newer", "one's own is not offered");
  forget("new");
  assert.equal(recall("new"), undefined);
});

test("only thirty drafts are kept, the latest, and what is no draft does no harm", () => {
  const store = browser(Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`tab${n}:new`, [`% ${n}`, n]])));
  store.setItem("galakit-draft:odd:new", "no draft at all");
  store.setItem("something-else", "x");
  keep("new", draft("mine"));
  const kept = Object.keys(store).filter((key) => /^galakit-draft:(?!odd)/.test(key));
  assert.equal(kept.length, 30);
  assert.ok(kept.includes("galakit-draft:tab39:new") && !kept.includes("galakit-draft:tab0:new"));
  assert.equal(recall("new")?.draft.text, "mine");
  assert.ok("something-else" in store);
});

test("where there is no room, the oldest drafts give way one by one", () => {
  const text = "x".repeat(100);
  const store = browser({ "tab1:new": [text, 1], "tab2:new": [text, 2], "tab3:new": [text, 3] }, 700);
  keep("new", draft(text));
  assert.deepEqual(
    ["tab1", "tab2", "tab3"].map((tab) => `galakit-draft:${tab}:new` in store),
    [false, true, true],
  );
  assert.ok(recall("new"));
  keep("game:kuhn", draft("z".repeat(10_000)));
  assert.equal(recall("game:kuhn"), undefined, "too large for all the room there is");
});

test("a browser that keeps nothing is no mistake", () => {
  browser();
  Object.defineProperty(globalThis, "localStorage", {
    configurable: true,
    get: () => {
      throw new Error("not allowed");
    },
  });
  keep("new", draft("mine"));
  forget("new");
  assert.equal(recall("new"), undefined);
  assert.equal(latest("new"), undefined);
  assert.deepEqual(keptFiles(), []);
  Object.defineProperty(globalThis, "localStorage", { configurable: true, writable: true, value: undefined });
});

test("files that were opened are listed once, the latest first", () => {
  browser({ "a:file:one.gala": ["", 1], "b:file:two.gala": ["", 2], "c:file:one.gala": ["", 3], "d:new": ["", 4] });
  assert.deepEqual(keptFiles(), ["one.gala", "two.gala"]);
});

const GAME: GameText = { name: "kuhn", file: "kuhn.gala", text: "% rules" } as GameText;

function opened(text: string, params: Record<string, string>, game?: GameText): Opened {
  const original = { text: "% rules", file: "kuhn.gala", params: {} };
  return { key: "game:kuhn", original, draft: { ...original, text, params }, game };
}

test("a shipped game is ordered by its name as long as its rules are as they came", () => {
  const params = { cards: "4", gone: "1", empty: "" };
  assert.deepEqual(orderOf(opened("% rules", params, GAME), ["cards", "empty"]), {
    game: "kuhn",
    params: { cards: "4" },
  });
  const changed = opened("% mine", { cards: "4" }, GAME);
  assert.ok(isChanged(changed));
  assert.deepEqual(orderOf(changed, []), { source: "% mine", file: "kuhn.gala", params: {} });
  assert.deepEqual(orderOf(opened("% rules", {}), []), { source: "% rules", file: "kuhn.gala", params: {} });
});

const job = (order: object, change: Partial<Job> = {}): Job => ({ id: "7", state: "solving", order, ...change }) as Job;
const LOCK: Lock = { player: "first", facts: ["king"], probabilities: { bet: 1 } };

test("a job is told by what was said about it", () => {
  assert.equal(aboutOf(job({ game: "kuhn", method: "auto" })), "");
  const all = { method: "cfr+", options: { seed: "1" }, locks: [LOCK], against: "3", as_player: "ann" };
  assert.equal(aboutOf(job(all)), "by cfr+ · with seed · 1 locked · exploiting as ann");
  assert.deepEqual(
    (["queued", "reading", "solving", "solved", "failed", "cancelled"] as const).filter((state) =>
      isOver(job({}, { state })),
    ),
    ["solved", "failed", "cancelled"],
  );
});

test("jobs are of one game where rules and parameters are the same, in whatever order", () => {
  const one = job({ game: "kuhn", params: { a: "1", b: "2" }, method: "lp" });
  assert.ok(isSameGame(one, job({ game: "kuhn", source: null, params: { b: "2", a: "1" }, method: "cfr" })));
  assert.ok(!isSameGame(one, job({ game: "kuhn", params: { a: "1", b: "3" } })));
  assert.ok(!isSameGame(one, job({ source: "x", params: { a: "1", b: "2" } })));
  assert.ok(isSameGame(job({ game: "kuhn" }), job({ game: "kuhn", params: {} })));
});

test("how long ago something was", () => {
  const now = Date.parse("2026-03-01T12:00:00Z");
  const before = (minutes: number) => ago(new Date(now - minutes * 60_000).toISOString(), now);
  assert.deepEqual([0.5, -3, 5.9, 125, 3000].map(before), [
    "just now",
    "just now",
    "5 min ago",
    "2 h ago",
    "27/02/2026",
  ]);
  assert.equal(ago("nonsense", now), "just now");
});

test("what is sent of a lock are the facts and moves of the rules", () => {
  const held: NamedLock = { ...LOCK, words: "holding a king", labels: { bet: "Bet" } };
  assert.deepEqual(sent(held), LOCK);
  assert.deepEqual(sent({ ...held, alike: true }), { ...LOCK, alike: true });
});

test("the locks of an order are told in the words of what they locked", () => {
  const locked = [{ player: 0, facts: "king", words: "holding a king", moves: ["bet"], labels: ["Bet"] }];
  const overview = { players: ["first", "second"], locked } as unknown as Overview;
  const other = { ...LOCK, player: "second" };
  assert.deepEqual(locksOf([LOCK, other], overview), [
    { ...LOCK, labels: { bet: "Bet" }, words: "holding a king" },
    { ...other, labels: { bet: "Bet" } },
  ]);
});

test("a lock goes as far as the one that is there, else as far as the solution makes no difference", () => {
  const set = {
    facts: ["king"],
    words: "a king",
    pattern: ["_"],
    pattern_words: "anything",
    alike: 3,
  } as InformationSet;
  const basket = (...locks: NamedLock[]): Basket =>
    ({
      at: (_: string, facts: readonly string[]) => locks.find((lock) => lock.facts.join() === facts.join()),
    }) as Basket;
  assert.equal(extentOf(set, "first", basket()), "alike");
  assert.equal(extentOf({ ...set, alike: 0 }, "first", basket()), "set");
  assert.equal(extentOf(set, "first", basket(LOCK)), "set");
  assert.equal(extentOf(set, "first", basket({ ...LOCK, alike: true })), "alike");
  assert.equal(extentOf(set, "first", basket({ ...LOCK, facts: ["_"] })), "situation");
  assert.deepEqual(namedBy(set, "situation"), { facts: ["_"], words: "anything" });
  assert.deepEqual(namedBy(set, "set"), { facts: ["king"], words: "a king", alike: false });
});

test("the bar of locks stays while they differ from those that the job was ordered with, however many there are", () => {
  const many = Array.from({ length: 60 }, (_, n) => ({ ...LOCK, facts: [`card(${n})`] }));
  assert.ok(isAsOrdered(many, [...many].reverse()));
  assert.ok(isAsOrdered([], []));
  assert.ok(isAsOrdered([{ ...LOCK, probabilities: { pass: 1 / 3, bet: 2 / 3 } }], [{ ...LOCK, probabilities: { pass: 0.333333, bet: 0.666667 } }]));
  assert.ok(!isAsOrdered([], [LOCK]));
  assert.ok(!isAsOrdered([{ ...LOCK, alike: true }], [LOCK]));
  assert.ok(!isAsOrdered([{ ...LOCK, probabilities: { pass: 1 } }], [{ ...LOCK, probabilities: { bet: 1 } }]));
});

/** The browser's stream of events, which Node does not have. */
class Stream {
  static last: Stream;
  onmessage?: (event: { data: string }) => void;
  onerror?: () => void;
  closed = false;
  constructor(readonly url: string) {
    Stream.last = this;
  }
  close(): void {
    this.closed = true;
  }
}

function followed(answers: () => Promise<Response>) {
  Object.assign(globalThis, { EventSource: Stream, fetch: answers });
  const told: string[] = [];
  const stop = follow("7", { changed: ({ state }) => told.push(state), failed: () => told.push("error") });
  return {
    told,
    stop,
    stream: Stream.last,
    tell: (state: Job["state"]) => Stream.last.onmessage!({ data: JSON.stringify(job({}, { state })) }),
  };
}

const settled = async (): Promise<void> => {
  for (let n = 0; n < 20; n++) await Promise.resolve();
};
const answer = (state: Job["state"]) => () =>
  Promise.resolve(new Response(JSON.stringify(job({}, { state }))));

test("a job is followed by its events to its end", () => {
  const { told, stream, tell } = followed(answer("solved"));
  assert.equal(stream.url, "/api/jobs/7/events");
  tell("solving");
  assert.ok(!stream.closed);
  tell("solved");
  tell("solving");
  assert.deepEqual(told, ["solving", "solved"]);
  assert.ok(stream.closed);
});

test("where the stream is cut a job is asked for, until the stream is back or the job is over", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  let state: Job["state"] = "solving";
  const { told, stream, tell } = followed(() => answer(state)());
  stream.onerror!();
  stream.onerror!();
  context.mock.timers.tick(1500);
  await settled();
  assert.deepEqual(told, ["solving"], "asked once");
  tell("solving"); // the stream is back
  context.mock.timers.tick(10_000);
  await settled();
  assert.deepEqual(told, ["solving", "solving"]);
  stream.onerror!();
  state = "failed";
  context.mock.timers.tick(1500);
  await settled();
  assert.deepEqual(told.slice(2), ["failed"]);
  assert.ok(stream.closed);
});

test("a job that is gone is told once, and nothing is told after the end", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const gone = followed(() => Promise.resolve(new Response("", { status: 404 })));
  gone.stream.onerror!();
  context.mock.timers.tick(1500);
  await settled();
  assert.deepEqual(gone.told, ["error"]);
  assert.ok(gone.stream.closed);
  const left = followed(answer("solved"));
  left.stream.onerror!();
  left.stop();
  context.mock.timers.tick(1500);
  await settled();
  assert.deepEqual(left.told, []);
});

test("a command is one that a shell takes as it is meant", () => {
  assert.equal(commandFor("commit", { game: "kuhn", params: { cards: "4" } }), "galakit commit kuhn -p cards=4");
  assert.equal(commandFor("qre", { game: "it's", params: { ships: "[2, 3]" } }), "galakit qre 'it'\\''s' -p 'ships=[2, 3]'");
});
