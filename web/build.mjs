// Bundles src/ into one file, report.html: script and style inside, no request to anywhere.
//
//   node build.mjs [FILE [SOURCE]]    default: dist/report.html
//
// SOURCE becomes a C++ file that holds the page, for graze/report/detail/report_page.h.
// graze puts a report's data where the placeholder stands (docs/web.md).
import { build } from "esbuild";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const target = process.argv[2] ?? join(here, "dist", "report.html");
const cppTarget = process.argv[3] ?? null;
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

// Many short literals that the compiler joins; three octal digits cannot run into what follows them.
function cppSource(text) {
    const literals = [];
    const bytes = Buffer.from(text, "utf8");
    for (let at = 0; at < bytes.length; at += 120)
        literals.push(`    "${literal(bytes.subarray(at, at + 120))}"`);
    return `// Made by web/build.mjs.
#include "graze/report/detail/report_page.h"

#pragma GCC diagnostic ignored "-Woverlength-strings"

std::string_view graze::detail::report_page() {
    static constexpr char page[] =
${literals.join("\n")};
    return {page, sizeof page - 1};
}
`;
}

function literal(bytes) {
    return [...bytes]
        .map((byte) => {
            const plain = byte >= 32 && byte < 127 && !'"\\?'.includes(String.fromCharCode(byte));
            return plain ? String.fromCharCode(byte) : `\\${byte.toString(8).padStart(3, "0")}`;
        })
        .join("");
}

// Inside the script, so that copies of a page have it too.
function licences() {
    const three = readFileSync(join(here, "node_modules", "three", "LICENSE"), "utf8").trim();
    return `/*\ngraze: Apache License 2.0\nthree.js: ${three}\n*/\n`;
}

const script = fitForElement(licences() + (await bundle("main.ts")), "the script");
const style = fitForElement(await bundle("style.css"), "the style sheet");
const policy = [
    "default-src 'none'",
    `script-src ${hashed(script)}`,
    `style-src ${hashed(style)}`,
    "img-src data: blob:",
    "base-uri 'none'",
    "form-action 'none'",
].join("; ");
const page = readFileSync(join(here, "src", "report.html"), "utf8")
    .replace("{{policy}}", () => policy)
    .replace("{{style}}", () => style)
    .replace("{{script}}", () => script);
if (page.split(placeholder).length !== 2) throw new Error(`the page must contain ${placeholder} once`);

mkdirSync(dirname(target), { recursive: true });
writeFileSync(target, page);
if (cppTarget) writeFileSync(cppTarget, cppSource(page));
console.log(`${target}: ${Math.round(page.length / 1024)} KiB`);
