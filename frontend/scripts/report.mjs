// Makes report.html: the built page in one file, with a place for a recording.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

function replace(text, pattern, by) {
  if (!pattern.test(text)) throw new Error(`index.html has no ${pattern}`);
  return text.replace(pattern, () => by);
}

/** @param {string} folder where the page was built */
export function report(folder) {
  const read = (name) => readFileSync(join(folder, name), "utf8");
  // Neither of them may end its own element.
  const script = read("assets/inspector.js").replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");
  const style = read("assets/inspector.css");
  let page = read("index.html");
  page = replace(page, /<link rel="stylesheet"[^>]*>/, `<style>${style}</style>`);
  page = replace(page, /\s*<script type="module"[^>]*><\/script>/, "");
  const recording = '<script type="application/json" id="recording"><!--RECORDING--></script>';
  page = replace(page, /<\/body>/, `${recording}\n    <script type="module">${script}</script>\n  </body>`);
  if (page.split("<!--RECORDING-->").length !== 2) throw new Error("report.html needs exactly one place for a recording");
  writeFileSync(join(folder, "report.html"), page);
}
