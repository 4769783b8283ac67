// The verdict, the counts, and what the reader must know before trusting them.
import type { Clashes, Geometry } from "../data/contract";
import type { Report } from "../data/report";
import { count, counted } from "../data/units";
import { el } from "./dom";

export function makeHeader(report: Report, geometry: Geometry | null, actions: HTMLElement): HTMLElement {
  const { clashes } = report;
  const title = el(
    "div",
    { class: "title" },
    el("h1", { class: verdictClass(clashes), text: verdict(clashes) }),
    el("p", { class: "sub", text: subtitle(report) }),
  );
  const notes = makeNotes(notesOf(report, geometry));
  return el(
    "header",
    { role: "banner" },
    title,
    el("div", { class: "facts" }, baselineFact(clashes), notes),
    actions,
  );
}

/** What stands above everything else when the run did not end; null otherwise. */
export function makeBanner({ complete, pairs }: Clashes): HTMLElement | null {
  if (complete) return null;
  const missing = pairs.not_compared ?? 0;
  const text = `This run is incomplete: ${
    missing > 0
      ? `${counted(missing, "pair")} of parts ` + `${missing === 1 ? "was" : "were"} not compared.`
      : "it was stopped before the end."
  } More may be found.`;
  return el("p", { class: "banner", role: "alert", text });
}

function verdict({ pairs, complete }: Clashes): string {
  const clash = pairs.clash ?? 0;
  const inside = pairs.inside ?? 0;
  if (clash + inside === 0) {
    const close = pairs.clearance ? `, ${count(pairs.clearance)} too close` : "";
    return (complete ? "No clashes" : "No clashes so far") + close;
  }
  const parts = [
    clash > 0 ? counted(clash, "clash", "clashes") : "",
    inside > 0 ? `${count(inside)} inside` : "",
  ];
  return parts.filter(Boolean).join(", ");
}

function verdictClass({ pairs, complete }: Clashes): string {
  if ((pairs.clash ?? 0) + (pairs.inside ?? 0) > 0) return "bad";
  if ((pairs.clearance ?? 0) > 0) return "unsure";
  return complete && (pairs.undecided ?? 0) === 0 ? "good" : "unsure";
}

function subtitle(report: Report): string {
  const { clashes, units } = report;
  const { pairs, settings, parts } = clashes;
  const facts = [counted(pairs.touch ?? 0, "touch", "touches")];
  if (settings.clearance !== null && settings.clearance > 0) {
    facts.push(`${count(pairs.clearance ?? 0)} closer than asked (${units.length(settings.clearance)})`);
  }
  if (pairs.undecided) facts.push(`${count(pairs.undecided)} undecided`);
  if (pairs.allowed) facts.push(`${count(pairs.allowed)} allowed by rules`);
  if (pairs.ignored) facts.push(counted(pairs.ignored, "pair ignored by rules", "pairs ignored by rules"));
  const files = clashes.files.length > 0 ? ` of ${filesText(clashes)}` : "";
  return `${facts.join(" · ")} · in ${counted(parts.length, "part")}${files}`;
}

export function filesText({ files }: Clashes): string {
  const names = files.map(({ file }) => file);
  return names.length <= 2 ? names.join(" and ") : `${names[0]} and ${names.length - 1} more files`;
}

function baselineFact({ baseline }: Clashes): HTMLElement | null {
  if (!baseline) return null;
  const fact = (n: number, name: string) =>
    el("span", { class: `fact ${name}` }, el("b", { text: count(n) }), ` ${name}`);
  return el(
    "div",
    {
      class: "baseline",
      title: `Against ${baseline.file}`,
      role: "group",
      "aria-label": "Against the baseline",
    },
    fact(baseline.new, "new"),
    fact(baseline.changed, "changed"),
    fact(baseline.same, "same"),
    fact(baseline.resolved.length, "resolved"),
  );
}

function makeNotes(notes: readonly string[]): HTMLElement | null {
  if (notes.length === 0) return null;
  const list = el("ul");
  for (const note of notes) list.append(el("li", { text: note }));
  return el("details", { class: "notes" }, el("summary", { text: counted(notes.length, "note") }), list);
}

/** Everything that was left out, skipped or is not as it seems. */
function notesOf(report: Report, geometry: Geometry | null): string[] {
  const { clashes, units } = report;
  return [
    `Overlaps of at most ${units.length(clashes.settings.touch ?? 0)} count as touching. Lengths are in ${units.name}` +
      `${clashes.metres_per_unit === null ? " of the files, which do not say what they are" : ""}.`,
    ...openPartsNote(clashes),
    ...geometryNotes(geometry),
    ...clashes.files.flatMap(({ file, skipped }) =>
      skipped.map(({ what, count: n }) => `Skipped while reading ${file}: ${count(n)} × ${what}.`),
    ),
    ...clashes.files
      .filter(({ precision }) => precision === "single")
      .map(({ file }) => `${file} was read in single precision.`),
    ...(clashes.rules?.unused ?? []).map(
      ({ line, text }) => `Rule in line ${line} of ${clashes.rules?.file} matched nothing: ${text}`,
    ),
    ...runNote(clashes),
  ];
}

function openPartsNote({ parts }: Clashes): string[] {
  const open = parts.reduce((n, part) => n + Number(!part.closed), 0);
  if (open === 0) return [];
  return [
    open === 1
      ? "1 part is not closed and checked as a surface: it has no inside, so no volume and no depth."
      : `${count(open)} parts are not closed and checked as surfaces: they have no inside, so no volume and no depth.`,
  ];
}

function geometryNotes(geometry: Geometry | null): string[] {
  if (!geometry) return ["This report was written without geometry: there is no 3D view."];
  const { parts, triangles, details, findings = 0, curves = 0 } = geometry.left_out;
  const left = [
    parts > 0 ? counted(parts, "part") : "",
    triangles > 0 ? counted(triangles, "triangle") : "",
  ].filter(Boolean);
  const notes =
    left.length === 0
      ? []
      : [
          `Left out of the 3D view to keep this file small: ${left.join(" and ")}. The findings were computed with all of them.`,
        ];
  if (findings > 0)
    notes.push(
      `Left out of this page, but not of clashes.json: the ${counted(findings, "least finding", "least findings")}.`,
    );
  if (curves > 0)
    notes.push(
      `${counted(curves, "finding is", "findings are")} shown without curves; clashes.json has them.`,
    );
  if (details > 0)
    notes.push(`${counted(details, "finding is", "findings are")} shown with simplified parts.`);
  return notes;
}

function runNote({ run, pairs }: Clashes): string[] {
  const version = typeof run?.graze === "string" ? ` by graze ${run.graze}` : "";
  const seconds =
    typeof run?.seconds === "number"
      ? ` in ${run.seconds < 10 ? run.seconds.toFixed(2) : Math.round(run.seconds)} s`
      : "";
  return [`${counted(pairs.total ?? 0, "pair")} of parts looked at${version}${seconds}.`];
}
