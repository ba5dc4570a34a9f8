// Makes report.html: the built page in one file, with a place for a recording.
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";

const folder = new URL("../../src/gumption/inspect/static/", import.meta.url);
const read = (name) => readFileSync(new URL(name, folder), "utf8");

function replace(text, pattern, by) {
  if (!pattern.test(text)) throw new Error(`index.html has no ${pattern}`);
  return text.replace(pattern, () => by);
}

// Neither of them may end its own element.
const script = read("assets/inspector.js").replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");
const style = read("assets/inspector.css");
let page = read("index.html");
page = replace(page, /<link rel="stylesheet"[^>]*>/, `<style>${style}</style>`);
page = replace(page, /\s*<script type="module"[^>]*><\/script>/, "");
const recording = '<script type="application/json" id="recording"><!--RECORDING--></script>';
page = replace(page, /<\/body>/, `${recording}\n    <script type="module">${script}</script>\n  </body>`);
if (page.split("<!--RECORDING-->").length !== 2) throw new Error("report.html needs exactly one place for a recording");
writeFileSync(new URL("report.html", folder), page);

// What is inside the built files wants its licences told.
const modules = new URL("../node_modules/", import.meta.url);
const inside = ["@dagrejs/dagre", "@dagrejs/graphlib", "@preact/signals", "@preact/signals-core", "d3-flextree", "d3-hierarchy", "preact"];
const told = inside.map((name) => {
  const folder = new URL(`${name}/`, modules);
  if (!existsSync(folder)) return "";
  const { version } = JSON.parse(readFileSync(new URL("package.json", folder), "utf8"));
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
  if (!file) throw new Error(`${name} has no licence`);
  return `${name} ${version}\n\n${readFileSync(new URL(file, folder), "utf8").trim()}\n`;
});
writeFileSync(new URL("licences.txt", folder), told.filter(Boolean).join(`\n${"-".repeat(80)}\n\n`));
