import assert from "node:assert/strict";
import { test } from "node:test";
import { placed, reached, startAt } from "../src/views/dynamics/place";

test("a click on the place of a state starts there", () => {
  assert.equal(startAt("square", placed("square", [0.25, 0.75, 0.5, 0.5])), "0.25, 0.75; 0.5, 0.5");
  assert.equal(startAt("triangle", placed("triangle", [0.2, 0.3, 0.5])), "0.2, 0.3, 0.5");
  assert.equal(startAt("line", placed("line", [0.9, 0.1])), "0.9, 0.1");
});

test("outside of a portrait nothing starts", () => {
  assert.equal(startAt("square", [1, 1]), undefined);
  assert.equal(startAt("triangle", [41, 41]), undefined);
  assert.equal(startAt("triangles", [200, 200]), undefined);
});

test("a path is passed by its length", () => {
  const points = [
    [0, 0],
    [1, 0],
    [10, 0],
  ] as const;
  assert.deepEqual([0, 0.05, 0.5, 1].map((part) => reached(points, part)), [0, 0, 1, 2]);
});
