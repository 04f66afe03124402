// Questions, the answers that are kept, and what the server refuses.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { test, type Context } from "node:test";
import { api, askJob } from "../src/data/api";
import { problem, problemsOf, Refused } from "../src/data/problems";
import { path, type Question } from "../src/data/question";
import { sourceOf } from "../src/data/source";
import { ask } from "../src/questions";

test("equal questions have equal paths: what is at its default is left out", () => {
  assert.equal(path("sets", {}), "sets");
  assert.equal(path("sets", { facts: "", offset: 0, aggregate: false, player: undefined }), "sets");
  assert.equal(path("sets", { facts: "a & b=c", offset: 50 }), "sets?facts=a%20%26%20b%3Dc&offset=50");
  assert.equal(ask.readGrid(1, { aggregate: true, offset: 12 }).path, "players/1/grid?aggregate=true&offset=12");
  assert.equal(ask.readSet("a/b").path, "sets/a%2Fb");
  assert.equal(ask.readNode("0.1", { offset: 200 }).path, "nodes/0.1?offset=200");
});

test("the first player can be searched for: 0 is a player there", () => {
  assert.equal(ask.findSets({ facts: "king", player: 0 }).path, "sets?facts=king&player=0");
  assert.equal(ask.findSets({ facts: "king", offset: 0 }).path, "sets?facts=king");
});

/** A source that counts what it is asked. */
function counting(answer: (path: string) => unknown) {
  const asked: string[] = [];
  const source = sourceOf(async (path) => {
    asked.push(path);
    return answer(path);
  });
  return { asked, source };
}

const question = (path: string): Question<string> => ({ path });

test("a question is asked once, however often and at once it is put", async () => {
  const { asked, source } = counting((path) => path.toUpperCase());
  assert.equal(source.known(question("one")), undefined);
  const replies = await Promise.all([source.reply(question("one")), source.reply(question("one"))]);
  assert.deepEqual(replies, [{ value: "ONE" }, { value: "ONE" }]);
  assert.deepEqual(source.known(question("one")), { value: "ONE" });
  assert.equal(await source.answer(question("one")), "ONE");
  assert.deepEqual(asked, ["one"]);
  source.forget(question("one"));
  await source.reply(question("one"));
  assert.deepEqual(asked, ["one", "one"]);
});

test("a refusal is a reply with problems, kept for ten seconds", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { asked, source } = counting(() => {
    throw new Refused([problem("not yet"), problem("nor soon")], 409);
  });
  const { problems } = await source.reply(question("one"));
  assert.deepEqual(
    problems?.map(({ message }) => message),
    ["not yet", "nor soon"],
  );
  await assert.rejects(source.answer(question("one")), /not yet; nor soon/);
  context.mock.timers.tick(9_999);
  assert.ok(source.known(question("one")));
  assert.equal(asked.length, 1);
  context.mock.timers.tick(1);
  assert.equal(source.known(question("one")), undefined);
});

test("a refusal that was asked again meanwhile does not take the answer with it", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  let refuses = true;
  const { source } = counting(() => {
    if (refuses) throw new Error("no");
    return "yes";
  });
  await source.reply(question("one"));
  refuses = false;
  source.forget(question("one"));
  await source.reply(question("one"));
  context.mock.timers.tick(20_000);
  assert.deepEqual(source.known(question("one")), { value: "yes" });
});

test("the oldest of more than two thousand answers gives way", async () => {
  const { source } = counting((path) => path);
  for (let n = 0; n <= 2000; n++) await source.reply(question(String(n)));
  assert.equal(source.known(question("0")), undefined);
  assert.ok(source.known(question("1")) && source.known(question("2000")));
});

test("anything thrown has problems to show", () => {
  assert.equal(problemsOf(new Error("a"))[0]?.message, "a");
  assert.equal(problemsOf("b")[0]?.message, "b");
  const refused = new Refused([problem("c", "d")]);
  assert.deepEqual(problemsOf(refused), refused.problems);
});

/** A server that answers with a status and a text, and tells what it was sent. */
async function serving(
  context: Context,
  status: number,
  text: string,
  headers: Record<string, string> = {},
): Promise<string[]> {
  const heard: string[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (part) => (body += part.toString()));
    request.on("end", () => {
      heard.push(`${request.method} ${request.url} ${body}`.trim());
      response.writeHead(status, headers).end(text);
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const real = globalThis.fetch;
  const base = `http://127.0.0.1:${server.address().port}`;
  globalThis.fetch = (place, options) => real(`${base}${String(place)}`, options);
  context.after(() => {
    globalThis.fetch = real;
    server.closeAllConnections();
    server.close();
  });
  return heard;
}

const refusal = async (promise: Promise<unknown>): Promise<Refused> => {
  const thrown = await promise.then(
    () => undefined,
    (found: unknown) => found,
  );
  assert.ok(thrown instanceof Refused);
  return thrown;
};

test("orders are sent as JSON, answers come back as data", async (context) => {
  const heard = await serving(context, 200, '{"id": "7"}');
  assert.deepEqual(await api.post("/api/jobs", { game: "kuhn" }), { id: "7" });
  assert.deepEqual(await askJob("a/b")("sets/12"), { id: "7" });
  assert.deepEqual(heard, ['POST /api/jobs {"game":"kuhn"}', "GET /api/jobs/a%2Fb/study/sets/12"]);
});

test("an empty answer is nothing", async (context) => {
  const heard = await serving(context, 200, "");
  assert.equal(await api.remove("/api/jobs/7"), undefined);
  assert.deepEqual(heard, ["DELETE /api/jobs/7"]);
});

test("a refusal that comes as an answer is one", async (context) => {
  const problems = [problem("the game is not symmetric")];
  await serving(context, 200, JSON.stringify({ problems }), { "Preference-Applied": "refusals=answered" });
  const refused = await refusal(askJob("7")("evolution"));
  assert.equal(refused.status, 422);
  assert.deepEqual(refused.problems, problems);
});

test("a refusal has the server's problems, without hints for programs", async (context) => {
  const problems = [problem("no such job", "GET /api/jobs lists them"), problem("wrong", "write 3")];
  await serving(context, 404, JSON.stringify({ problems }));
  const refused = await refusal(api.get("/api/jobs/7"));
  assert.equal(refused.status, 404);
  assert.deepEqual(
    refused.problems.map(({ message, hint }) => [message, hint]),
    [
      ["no such job", null],
      ["wrong", "write 3"],
    ],
  );
});

for (const [name, text] of [
  ["words", "Bad Gateway"],
  ["other data", "{}"],
  ["an empty list", '{"problems": []}'],
] as const) {
  test(`a refusal with ${name} is told by its status`, async (context) => {
    await serving(context, 502, text);
    assert.equal((await refusal(api.get("/api/jobs"))).problems[0]?.message, "the server says 502");
  });
}

test("a server that is gone is said to be, and a call that was given up is not", async () => {
  const real = globalThis.fetch;
  globalThis.fetch = (_, options) => real("http://127.0.0.1:1/", options);
  try {
    assert.equal((await refusal(api.get("/api/jobs"))).problems[0]?.hint, "is `galakit serve` still running?");
    const given = new AbortController();
    given.abort();
    await assert.rejects(api.get("/api/jobs", given.signal), (thrown: Error) => thrown.name === "AbortError");
  } finally {
    globalThis.fetch = real;
  }
});
