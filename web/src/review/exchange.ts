// The review as files: JSON to read again, CSV for a spreadsheet, or a copy of the whole report with the review in it.
import type { Report, Row } from "../data/report";
import { elementIds } from "../data/elements";
import { reviewJson, reviewNames, type Review } from "./review";

export function reviewAsJson(report: Report, review: Review): string {
  const { schema, entries } = reviewJson(review);
  const named = entries.map((entry) => {
    const row = report.find((entry as { id: string }).id);
    return row ? { ...entry, kind: row.finding.kind, a: row.finding.a, b: row.finding.b } : entry;
  });
  return `${JSON.stringify({ schema, report: report.identity, entries: named }, null, 1)}\n`;
}

const columns = (
  report: Report,
  review: Review,
): readonly (readonly [string, (row: Row) => string | number])[] => {
  const unit = report.units.name;
  const length = (value: number | undefined) => (value === undefined ? "" : report.units.shown(value));
  return [
    ["id", ({ finding }) => finding.id],
    ["kind", ({ finding }) => finding.kind],
    ["allowed", ({ finding }) => (finding.allowed ? `rule in line ${finding.allowed.line}` : "")],
    ["part a", ({ finding }) => finding.a],
    ["part b", ({ finding }) => finding.b],
    [`depth (${unit})`, ({ finding }) => length(finding.depth?.value)],
    [`thickness (${unit})`, ({ finding }) => length(finding.thickness ?? undefined)],
    [`distance (${unit})`, ({ finding }) => length(finding.distance?.value)],
    [
      `volume (${unit}³)`,
      ({ finding }) => (finding.volume ? finding.volume.value * report.units.shown(1) ** 3 : ""),
    ],
    ["status", (row) => row.status ?? ""],
    ["review", ({ finding }) => reviewNames[review.of(finding.id).state]],
    ["comment", ({ finding }) => review.of(finding.id).comment],
    ["author", ({ finding }) => review.of(finding.id).author],
    ["reviewed", ({ finding }) => review.of(finding.id).when],
  ];
};

/** All rows given, in their order, as RFC 4180 has it; the mark at the front tells spreadsheets that it is UTF-8. */
export function rowsAsCsv(report: Report, review: Review, rows: readonly Row[]): string {
  const all = columns(report, review);
  const lines = [all.map(([name]) => csvField(name))];
  for (const row of rows) lines.push(all.map(([, value]) => csvField(value(row))));
  return `\ufeff${lines.map((line) => line.join(",")).join("\r\n")}\r\n`;
}

// A name such as =1+1 would be a formula to a spreadsheet; an apostrophe makes it text.
function csvField(value: string | number): string {
  if (typeof value === "number") return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * The page as it was opened, with the review in an element of its own. Scripts hold raw text, so what was read is written
 * again letter by letter; only the review is new, and has no "<" in it that could end its element.
 */
export function pageWithReview(review: Review): string[] {
  const json = JSON.stringify(reviewJson(review)).replaceAll("<", "\\u003c");
  const scripts = [...document.querySelectorAll("body > script")].filter(
    ({ id }) => id !== elementIds.review,
  );
  const own = scripts.pop();
  return [
    '<!doctype html>\n<html lang="en">\n',
    document.head.outerHTML,
    '\n<body>\n<div id="app"></div>\n',
    ...scripts.flatMap(scriptSource),
    `<script type="application/json" id="${elementIds.review}">${json}</script>\n`,
    ...(own ? scriptSource(own) : []),
    "</body>\n</html>\n",
  ];
}

function scriptSource(element: Element): string[] {
  const attributes = ["type", "id", "data-packed"]
    .filter((name) => element.hasAttribute(name))
    .map((name) => ` ${name}="${element.getAttribute(name)}"`)
    .join("");
  return [`<script${attributes}>`, element.textContent ?? "", "</script>\n"];
}
