// Writes what the page takes from Python: src/answers.ts, the types of everything the interface says; src/questions.ts, the functions that ask;
// src/front-ends.ts, the endings of game files.
import { compile } from "json-schema-to-typescript";
import { execFileSync } from "node:child_process";
import { writeFile } from "node:fs/promises";

const python = process.env.PYTHON ?? "../.venv/bin/python";
const { schema, files } = JSON.parse(execFileSync(python, ["schema.py"], { encoding: "utf-8" }));
const text = await compile(schema, "Everything", {
  additionalProperties: false,
  bannerComment: "// Made by `npm run types` from the operations of galakit.web: do not edit.",
  unreachableDefinitions: true,
  printWidth: 120,
});
await writeFile("src/answers.ts", text);
for (const [name, made] of Object.entries(files)) await writeFile(`src/${name}`, made);
