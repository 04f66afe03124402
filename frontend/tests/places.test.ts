// Addresses: where a place leads, and where people meant to go.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Overview } from "../src/answers";
import { sourceOf } from "../src/data/source";
import { studyOf } from "../src/shell/context";
import { meantInStudy, meantOnPage } from "../src/shell/guesses";
import { hashRouter, historyRouter, memoryRouter, placeOf } from "../src/shell/router";
import { find, match } from "../src/shell/views";
import { jobViews, pageViews } from "../src/views/desk";
import { studyViews } from "../src/views/study";

test("guesses on the page lead where they mean", () => {
  const table: Record<string, string | undefined> = {
    "/jobs": "/",
    "/jobs/": "/",
    "/index.html": "/",
    "/new": "/edit",
    "/game/kuhn": "/games/kuhn",
    "/solve/poker": "/edit?game=poker",
    "/job/7/tree": "/jobs/7/tree",
    "/api/jobs/7": "/jobs/7",
    "/study/7/grid/1": "/jobs/7/grid/1",
    "/nothing/of/this": undefined,
  };
  for (const [guess, place] of Object.entries(table)) assert.equal(meantOnPage(guess), place, guess);
});

test("guesses below a study lead where they mean", () => {
  const table: Record<string, string | undefined> = {
    "sets/0": "set/0",
    "information-sets/3": "set/3",
    set: "sets",
    "study/nodes/0": "nodes/0",
    "nodes/0": "tree/0",
    node: "tree",
    "players/1/grid": "grid/1",
    "player/1": "grid/1",
    strategy: "grid",
    "strategies/gambler": "grid/gambler",
    certificate: "overview",
    comparison: "compare",
    simulations: "simulate",
    "hands/3": "play",
    "lock/3": "lock?set=3",
    exploit: "lock",
    source: "rules",
    "grid/1": undefined,
    dragons: undefined,
  };
  for (const [guess, place] of Object.entries(table)) assert.equal(meantInStudy(guess), place, guess);
});

test("every guess leads to a view that there is, and guesses end there", () => {
  const views = [...studyViews, ...jobViews];
  for (const guess of [
    "sets/0",
    "nodes/0",
    "player/1",
    "strategy",
    "summary",
    "comparison",
    "table",
    "lock/3",
    "file",
  ]) {
    const { path } = placeOf(meantInStudy(guess)!);
    assert.ok(find(views, path), `${guess} leads to ${path}`);
  }
  for (const guess of ["/jobs", "/rules", "/game/kuhn", "/solve/kuhn", "/job/7"])
    assert.ok(find(pageViews, placeOf(meantOnPage(guess)!).path), guess);
});

test("a pattern names the parts of a path", () => {
  assert.deepEqual(match("grid/:player?", "grid/1"), { player: "1" });
  assert.deepEqual(match("grid/:player?", "/grid/"), {});
  assert.deepEqual(match("set/:set", "set/a%2Fb"), { set: "a/b" });
  assert.deepEqual(match("set/:set", "set/100%"), { set: "100%" }, "not encoded: taken as it stands");
  assert.equal(match("set/:set", "set"), undefined);
  assert.equal(match("sets", "sets/3"), undefined);
  assert.equal(match("tree/:node?", "grid/1"), undefined);
});

test("views have paths of their own, and those within others are within one that there is", () => {
  const views = [...studyViews, ...jobViews];
  assert.equal(new Set(views.map(({ path }) => path.split("/")[0])).size, views.length);
  for (const { within } of views)
    if (within)
      assert.ok(
        views.some(({ path }) => path === within),
        within,
      );
});

test("places of a study are below it, whatever their names contain", () => {
  const source = sourceOf(() => Promise.reject(new Error("nothing is asked")));
  const study = studyOf(source, () => source, {} as Overview, "/jobs/7", undefined, () => {});
  assert.equal(study.to("set", "a/b?c"), "/jobs/7/set/a%2Fb%3Fc");
  assert.equal(study.to("grid", 0), "/jobs/7/grid/0");
});

test("a place has a path and a query", () => {
  const { path, query } = placeOf("/jobs/7/grid?situation=a%26b&offset=3");
  assert.equal(path, "/jobs/7/grid");
  assert.deepEqual(
    [...query],
    [
      ["situation", "a&b"],
      ["offset", "3"],
    ],
  );
  assert.equal(placeOf("/edit").path, "/edit");
});

test("a router in memory tells those who watch until they stop", () => {
  const router = memoryRouter("/grid");
  const seen: string[] = [];
  const stop = router.watch(() => seen.push(router.at()));
  router.go("/tree");
  stop();
  router.go("/overview");
  assert.deepEqual(seen, ["/tree"]);
  assert.equal(router.at(), "/overview");
  assert.equal(router.href("/tree"), undefined);
});

/** The browser's address and history, as far as routers use them. */
function addressed(start: string) {
  const address = new URL(start, "http://here");
  const entries: string[] = [];
  let heard: (() => void) | undefined;
  const become = (how: string) => (_: null, __: string, to: string) => {
    entries.push(`${how} ${to}`);
    const { pathname, search, hash } = new URL(to, address);
    Object.assign(address, { pathname, search, hash });
  };
  Object.assign(globalThis, {
    location: address,
    history: { pushState: become("push"), replaceState: become("replace") },
    addEventListener: (_: string, call: () => void) => void (heard = call),
    removeEventListener: () => void (heard = undefined),
  });
  return { address, entries, back: () => heard?.(), listens: () => heard !== undefined };
}

test("the page of a server has places as addresses, and the way back is heard", () => {
  const { address, entries, back, listens } = addressed("/jobs/7/grid?offset=3");
  const router = historyRouter();
  assert.equal(router.at(), "/jobs/7/grid?offset=3");
  let changes = 0;
  const stop = router.watch(() => changes++);
  router.go("/jobs/7/tree");
  router.go("/jobs/7/tree");
  router.go("/jobs/7/tree/0.1", "replace");
  assert.deepEqual(entries, ["push /jobs/7/tree", "replace /jobs/7/tree/0.1"]);
  assert.equal(address.pathname, "/jobs/7/tree/0.1");
  back();
  assert.equal(changes, 3);
  stop();
  assert.equal(listens(), false);
});

test("a file has its places behind a hash, and other hashes are none", () => {
  const { entries } = addressed("/report.html#section");
  const router = hashRouter();
  assert.equal(router.at(), "/");
  router.go("/set/12?a=b");
  assert.deepEqual(entries, ["push #/set/12?a=b"]);
  assert.equal(router.at(), "/set/12?a=b");
  assert.equal(router.href("/tree"), "#/tree");
});
