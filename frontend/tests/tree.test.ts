// The tree: what is opened, where it stands, which nodes are joined, and where keys lead.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Branch, Node } from "../src/answers";
import { sourceOf } from "../src/data/source";
import { joins } from "../src/views/tree/joins";
import { led } from "../src/views/tree/keys";
import { layOut, ROW, type Laid, type Picture } from "../src/views/tree/layout";
import { hidden, Opened, visible, type TreeItem } from "../src/views/tree/model";
import { fitted, showing, uncut, zoomed } from "../src/views/tree/viewport";

const PAGE = 20;

/** A tree in which node `0.1.2` has as many branches as `widths[2]`; branch k has k + 1 shares of the probability. */
async function grown(...widths: number[]): Promise<{ opened: Opened; asked: string[] }> {
  const depth = (id: string): number => id.split(".").length - 1;
  const total = (id: string): number => widths[depth(id)] ?? 0;
  const set = (id: string): string | null => (total(id) ? `set ${depth(id)}` : null);
  const branch = (id: string, k: number): Branch => {
    const node = `${id}.${k}`;
    const value = (2 * (k + 1)) / (total(id) * (total(id) + 1));
    const mover = total(node) ? "first" : "";
    const probability = { value, text: value.toFixed(2) };
    return {
      node,
      move: `m${k}`,
      look: null,
      label: `move ${k}`,
      probability,
      mover,
      set: set(node),
      branches: total(node),
      payoffs: [],
    };
  };
  const asked: string[] = [];
  const source = sourceOf(async (path) => {
    asked.push(path);
    const [, id, offset] = /^nodes\/([\d.]+)(?:\?offset=(\d+))?$/.exec(path)!;
    if (id!.split(".").some((k, at) => at > 0 && Number(k) >= widths[at - 1]!))
      throw new Error(`there is no node ${id}`);
    const from = Number(offset ?? 0);
    const count = Math.min(PAGE, total(id!) - from);
    const parent = id!.includes(".") ? id!.slice(0, id!.lastIndexOf(".")) : null;
    return {
      id: id!,
      mover: "first",
      set: set(id!),
      history: [{ move: "m", label: `far ${id}` }],
      payoffs: [],
      branches: Array.from({ length: Math.max(count, 0) }, (_, k) => branch(id!, from + k)),
      offset: from,
      total: total(id!),
      parent,
    } as unknown as Node;
  });
  return { opened: await Opened.from(source), asked };
}

const ids = (items: readonly TreeItem[]): string[] => items.map(({ id }) => id);
const at = (picture: Picture, id: string): Laid => picture.of.get(id)!;

test("a node is asked for when it is opened, and once", async () => {
  const { opened, asked } = await grown(2, 2);
  assert.deepEqual(visible(opened.root), []);
  await opened.open(opened.root);
  assert.deepEqual(ids(visible(opened.root)), ["0.0", "0.1"]);
  const child = opened.find("0.1")!;
  await opened.open(child);
  opened.close(child);
  assert.deepEqual(visible(child), []);
  await opened.open(child);
  assert.deepEqual(ids(visible(child)), ["0.1.0", "0.1.1"]);
  await opened.open(opened.find("0.1.0")!); // an end: there is nothing to ask
  assert.deepEqual(asked, ["nodes/0", "nodes/0.1"]);
});

test("many branches are shown a dozen at a time, a few more at once", async () => {
  const { opened, asked } = await grown(100);
  await opened.open(opened.root);
  assert.equal(visible(opened.root).length, 12);
  assert.equal(hidden(opened.root), 88);
  await opened.more(opened.root);
  assert.equal(visible(opened.root).length, 60);
  await opened.more(opened.root);
  assert.deepEqual([visible(opened.root).length, hidden(opened.root)], [100, 0]);
  assert.deepEqual(asked, [
    "nodes/0",
    "nodes/0?offset=20",
    "nodes/0?offset=40",
    "nodes/0?offset=60",
    "nodes/0?offset=80",
  ]);
  const small = (await grown(16)).opened;
  await small.open(small.root);
  assert.equal(hidden(small.root), 0);
});

test("a link opens the way to its node, which is shown even among many", async () => {
  const { opened } = await grown(100, 2, 2);
  const item = await opened.openTo("0.45.1");
  assert.equal(item.id, "0.45.1");
  assert.deepEqual(ids(visible(opened.root)).slice(-2), ["0.11", "0.45"]);
  assert.equal(hidden(opened.root), 87);
  assert.equal(await opened.openTo("0"), opened.root);
  await assert.rejects(opened.openTo("0.100"), /there is no node 0\.100/);
});

test("a node beyond all pages that are looked through stands there without its probability", async () => {
  const { opened, asked } = await grown(1000);
  const item = await opened.openTo("0.999");
  assert.deepEqual([item.branch?.label, item.branch?.probability.text], ["far 0.999", "…"]);
  assert.equal(asked.length, 22); // the root, the node, and twenty pages
});

test("the likeliest play is opened to its end", async () => {
  const { opened } = await grown(3, 100, 2);
  assert.equal((await opened.likeliest(opened.root)).id, "0.2.19.1", "of the branches that are known");
  assert.ok(ids(visible(opened.find("0.2")!)).includes("0.2.19"));
});

test("a first picture shows a small tree whole and of a large one a play", async () => {
  const small = (await grown(2, 2, 2)).opened;
  await small.begin();
  assert.equal(layOut(small.root, 7).laid.length, 15);
  const large = (await grown(30, 30, 30)).opened;
  await large.begin();
  assert.equal(layOut(large.root, 7).of.has("0.19.19.19"), true);
  assert.equal(ids(visible(large.root)).filter((id) => large.find(id)!.open).length, 1);
});

test("one level more opens all that is closed below a node", async () => {
  const { opened } = await grown(2, 2, 2);
  for (const nodes of [3, 7, 15, 15]) {
    await opened.deeper(opened.root, 50);
    assert.equal(layOut(opened.root, 7).laid.length, nodes);
  }
});

test("columns stand from left to right, rows do not overlap, and parents stand amid their children", async () => {
  const { opened } = await grown(2, 3);
  await opened.deeper(opened.root, 9);
  await opened.deeper(opened.root, 9);
  const picture = layOut(opened.root, 7);
  assert.ok(at(picture, "0").x < at(picture, "0.0").x && at(picture, "0.0").x < at(picture, "0.0.0").x);
  assert.equal(at(picture, "0.0").x, at(picture, "0.1").x);
  const rows = picture.laid.filter(({ item }) => item.depth === 2).map(({ y }) => y);
  for (const [n, y] of rows.entries()) if (n) assert.ok(y - rows[n - 1]! > ROW - 1e-9, `${y} after ${rows[n - 1]}`);
  assert.equal(at(picture, "0.0").y, at(picture, "0.0.1").y);
  assert.ok(picture.laid.every(({ y }) => y >= picture.top && y <= picture.top + picture.height));
  assert.equal(at(picture, "0.0").parent, at(picture, "0"));
});

test("longer labels make wider columns, and the longest are cut", async () => {
  const { opened } = await grown(2);
  await opened.open(opened.root);
  const before = layOut(opened.root, 7).width;
  opened.find("0.0")!.branch!.label = "x".repeat(50);
  const picture = layOut(opened.root, 7);
  assert.ok(picture.width > before);
  assert.equal(at(picture, "0.0").move, `${"x".repeat(29)}…`);
});

test("nodes of an information set are joined, and sets side by side have lanes of their own", async () => {
  const { opened } = await grown(4, 1);
  await opened.open(opened.root);
  const items = opened.root.children;
  for (const [n, name] of ["a", "b", "a", "b"].entries()) items[n]!.set = name;
  const found = joins(layOut(opened.root, 7));
  assert.deepEqual(
    found.map(({ set, nodes, lane }) => [set, nodes.map(({ item }) => item.id), lane]),
    [
      ["a", ["0.0", "0.2"], 0],
      ["b", ["0.1", "0.3"], 1],
    ],
  );
  items[2]!.set = items[3]!.set = "c";
  items[1]!.set = "a";
  const apart = joins(layOut(opened.root, 7));
  assert.deepEqual(
    apart.map(({ set, lane }) => [set, lane]),
    [
      ["a", 0],
      ["c", 0],
    ],
  );
});

test("keys lead where they point", async () => {
  const { opened } = await grown(2, 2);
  const key = (name: string, from: string) => led(name, layOut(opened.root, 7), at(layOut(opened.root, 7), from));
  assert.deepEqual(key("ArrowRight", "0"), { open: opened.root });
  await opened.open(opened.root);
  await opened.open(opened.find("0.0")!);
  const picture = layOut(opened.root, 7);
  const to = (name: string, from: string): string | null => {
    const where = led(name, picture, at(picture, from));
    return where && "to" in where ? where.to.item.id : null;
  };
  assert.equal(to("ArrowRight", "0"), "0.0");
  assert.equal(to("ArrowDown", "0.0"), "0.1");
  assert.equal(to("ArrowUp", "0.1"), "0.0");
  assert.equal(to("ArrowUp", "0.0"), null);
  assert.equal(to("ArrowLeft", "0.0.1"), "0.0");
  assert.equal(to("ArrowLeft", "0"), null);
  assert.equal(to("Home", "0.0.1"), "0");
  assert.equal(led("ArrowRight", picture, at(picture, "0.0.1")), null, "an end");
  assert.deepEqual(led("Enter", picture, at(picture, "0.0")), { toggle: opened.find("0.0") });
  assert.equal(led("x", picture, at(picture, "0.0")), null);
});

test("what stands for hidden branches can be reached and opened by keys", async () => {
  const { opened } = await grown(30);
  await opened.open(opened.root);
  const picture = layOut(opened.root, 7);
  const rest = picture.laid.at(-1)!;
  assert.equal(rest.more, 18);
  assert.deepEqual(led("ArrowDown", picture, at(picture, "0.11")), { to: rest });
  for (const key of ["Enter", " ", "ArrowRight"]) assert.deepEqual(led(key, picture, rest), { more: opened.root });
});

test("zooming keeps the place under the pointer and stays within its limits", () => {
  const view = zoomed({ x: 10, y: 20, k: 1 }, 2, 100, 60);
  assert.deepEqual(view, { k: 2, x: -80, y: -20 });
  assert.equal((100 - view.x) / view.k, 100 - 10);
  assert.equal(zoomed(view, 1000, 0, 0).k, 3);
  assert.equal(zoomed(view, 0.0001, 0, 0).k, 0.04);
});

test("a picture fits its window, and small ones are not blown up", () => {
  const view = fitted({ width: 2000, height: 500, top: -250 }, 1000, 526);
  assert.equal(view.k, 0.5);
  assert.ok(-250 * view.k + view.y >= 0 && 250 * view.k + view.y <= 526);
  assert.equal(fitted({ width: 10, height: 10, top: 0 }, 1000, 500).k, 1.35);
});

test("where not all of a picture fits, its beginning is shown without a label that is cut", () => {
  const columns = [
    { label: 0, end: 300 },
    { label: 320, end: 620 },
    { label: 640, end: 940 },
  ];
  assert.equal(uncut(columns, 630, 0.7), 1);
  const k = uncut(columns, 500, 0.7);
  assert.ok(k > 0.78 && 620 * k <= 500 && 500 < 640 * k);
  assert.equal(uncut(columns, 450, 0.8), 1);
});

test("a view moves as little as shows a place", () => {
  const view = { x: 0, y: 0, k: 1 };
  assert.equal(showing(view, { x: 400, y: 300 }, 800, 600), view);
  assert.deepEqual(showing(view, { x: 790, y: 300 }, 800, 600), { x: -170, y: 0, k: 1 });
  assert.deepEqual(showing(view, { x: -100, y: 599 }, 800, 600), { x: 140, y: -69, k: 1 });
});
