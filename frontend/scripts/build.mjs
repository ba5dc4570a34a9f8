// Builds the page: `node scripts/build.mjs [folder]`, by default into the folder from which gumption serves it.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

import { build } from "vite";

import { report } from "./report.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = resolve(process.argv[2] ?? join(root, "../src/gumption/inspect/static"));

await build({ root, logLevel: "warn", build: { outDir: folder, emptyOutDir: true } });
report(folder);
writeFileSync(join(folder, "licences.txt"), licences());
writeFileSync(join(folder, "built-from.txt"), `${digest()}\n`);

/** What is inside the built files wants its licences told. */
function licences() {
  const inside = ["@dagrejs/dagre", "@dagrejs/graphlib", "@preact/signals", "@preact/signals-core", "d3-flextree", "d3-hierarchy", "preact"];
  const told = inside.map((name) => {
    const home = join(root, "node_modules", name);
    if (!existsSync(home)) return "";
    const { version } = JSON.parse(readFileSync(join(home, "package.json"), "utf8"));
    const file = readdirSync(home).find((each) => /^licen[cs]e/i.test(each));
    if (!file) throw new Error(`${name} has no licence`);
    return `${name} ${version}\n\n${readFileSync(join(home, file), "utf8").trim()}\n`;
  });
  return told.filter(Boolean).join(`\n${"-".repeat(80)}\n\n`);
}

/** Of all that the page is made from: tests/inspect/test_built_page.py works it out as well, without Node. */
function digest() {
  const sum = createHash("sha256");
  for (const name of [...sources("src"), ...sources("scripts"), ...readdirSync(root)].sort()) {
    if (!statSync(join(root, name)).isFile() || name.startsWith(".") || name.endsWith(".md")) continue;
    const text = readFileSync(join(root, name), "utf8").replaceAll("\r\n", "\n");
    sum.update(`${name}\n${text}\0`);
  }
  return sum.digest("hex");
}

function sources(name) {
  return readdirSync(join(root, name), { recursive: true }).map((each) => `${name}/${each.replaceAll("\\", "/")}`);
}
