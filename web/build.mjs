// Bundles src/ into one file, report.html: script and style inside, no request to anywhere.
//
//   node build.mjs [FILE]    default: dist/report.html
//
// graze puts a report's data where the placeholder stands (docs/web.md).
import { build } from "esbuild";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const target = process.argv[2] ?? join(here, "dist", "report.html");
const placeholder = "<!--graze-data-->";

async function bundle(entry) {
  const result = await build({
    entryPoints: [join(here, "src", entry)],
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    target: ["es2022"],
    legalComments: "none",
    logLevel: "warning",
  });
  return result.outputFiles[0].text.trim();
}

// What would end the element early, or be taken for the placeholder, may not be in it.
function fitForElement(text, name) {
  for (const poison of ["</script", "</style", "<!--"]) {
    if (text.toLowerCase().includes(poison)) throw new Error(`${name} contains ${poison}`);
  }
  return text;
}

// The policy names script and style by their hashes, so that nothing else on the page can run, and allows no network.
function hashed(text) {
  return `'sha256-${createHash("sha256").update(text, "utf8").digest("base64")}'`;
}

const script = fitForElement(await bundle("main.ts"), "the script");
const style = fitForElement(await bundle("style.css"), "the style sheet");
const policy = [
  "default-src 'none'",
  `script-src ${hashed(script)}`,
  `style-src ${hashed(style)}`,
  "img-src data: blob:",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");
const three = JSON.parse(readFileSync(join(here, "node_modules", "three", "package.json"), "utf8"));

const page = readFileSync(join(here, "src", "report.html"), "utf8")
  .replace("{{policy}}", () => policy)
  .replace("{{three}}", () => three.version)
  .replace("{{style}}", () => style)
  .replace("{{script}}", () => script);
if (page.split(placeholder).length !== 2) throw new Error(`the page must contain ${placeholder} once`);

mkdirSync(dirname(target), { recursive: true });
writeFileSync(target, page);
console.log(`${target}: ${Math.round(page.length / 1024)} KiB`);
