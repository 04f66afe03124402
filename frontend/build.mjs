// Builds what the package ships: `node build.mjs` writes, `node build.mjs --check` says whether what is there is what it would write.
import { build } from "esbuild";
import { readFile, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const out = join(here, "..", "src", "galakit", "component", "assets");
const checking = process.argv.includes("--check");

const common = {
  absWorkingDir: here,
  bundle: true,
  minify: true,
  write: false,
  target: "es2022",
  format: "esm",
  legalComments: "linked",
  jsx: "automatic",
  jsxImportSource: "preact",
  loader: { ".css": "css" },
  outdir: out,
};

const results = await Promise.all([
  // The page: the editor is a chunk of its own, fetched when it is opened.
  build({ ...common, entryPoints: { app: "src/app/main.tsx" }, splitting: true, chunkNames: "chunk-[name]" }),
  // The component alone, in one file: reports and notebooks.
  build({ ...common, entryPoints: { component: "src/component/main.tsx" } }),
]);
const files = results.flatMap((result) => result.outputFiles);
files.push({ path: join(out, "index.html"), contents: await readFile(join(here, "index.html")) });

if (checking) {
  const stale = [];
  for (const file of files) {
    const there = await readFile(file.path).catch(() => null);
    if (there === null || !there.equals(Buffer.from(file.contents))) stale.push(relative(here, file.path));
  }
  if (stale.length) {
    console.error(`not what the sources would give: ${stale.join(", ")}; run npm run build`);
    process.exit(1);
  }
} else {
  await mkdir(out, { recursive: true });
  for (const name of await readdir(out)) if (/\.(js|css|txt|html)$/.test(name)) await rm(join(out, name));
  for (const file of files) await writeFile(file.path, file.contents);
  for (const file of files) console.log(`${String(file.contents.length).padStart(8)} ${relative(out, file.path)}`);
}
