// Unit tests: bundles tests/*.test.ts, as the page is bundled, and runs them with Node's own runner. `node test.mjs numbers` runs one file.
import { build } from "esbuild";
import { spawnSync } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const wanted = process.argv.slice(2);
const names = (await readdir(join(here, "tests"))).filter((name) => name.endsWith(".test.ts"));
const chosen = names.filter((name) => !wanted.length || wanted.includes(name.replace(".test.ts", "")));
if (!chosen.length) {
  console.error(
    `there is no test file ${wanted.join(", ")}; there are ${names.map((name) => name.replace(".test.ts", "")).join(", ")}`,
  );
  process.exit(2);
}
const out = await mkdtemp(join(here, "node_modules", ".tests-"));
let status = 1;
try {
  await build({
    absWorkingDir: here,
    bundle: true,
    platform: "node",
    target: "node20",
    format: "esm",
    outExtension: { ".js": ".mjs" },
    sourcemap: "inline",
    jsx: "automatic",
    jsxImportSource: "preact",
    loader: { ".css": "empty" },
    logLevel: "warning",
    outdir: out,
    entryPoints: chosen.map((name) => join("tests", name)),
  });
  const files = chosen.map((name) => join(out, name.replace(/\.ts$/, ".mjs")));
  const words = ["--enable-source-maps", "--test", "--test-reporter=dot", ...files];
  ({ status } = spawnSync(process.execPath, words, { stdio: "inherit" }));
} finally {
  await rm(out, { recursive: true });
}
process.exit(status ?? 1);
