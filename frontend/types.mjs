// Writes src/answers.ts: the types of everything the interface says, from its one description in Python.
import { compile } from "json-schema-to-typescript";
import { execFileSync } from "node:child_process";
import { writeFile } from "node:fs/promises";

const python = process.env.PYTHON ?? "../.venv/bin/python";
const schema = JSON.parse(execFileSync(python, ["schema.py"], { encoding: "utf-8" }));
const text = await compile(schema, "Everything", {
  additionalProperties: false,
  bannerComment: "// Made by `npm run types` from galakit.study.answers and galakit.jobs.messages: do not edit.",
  unreachableDefinitions: true,
  printWidth: 120,
});
await writeFile("src/answers.ts", text);
