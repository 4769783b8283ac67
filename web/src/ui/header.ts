// The verdict, the counts, and what the reader must know before trusting them.
import type { Clashes, Geometry, Pictures } from "../data/contract";
import type { Report } from "../data/report";
import { count, counted } from "../data/units";
import { el } from "./dom";

export function makeHeader(
  report: Report,
  geometry: Geometry | null,
  pictures: Pictures,
  actions: HTMLElement,
): HTMLElement {
  const { clashes } = report;
  const title = el(
    "div",
    { class: "title" },
    el("h1", { class: verdictClass(clashes), text: verdict(clashes) }),
    el("p", { class: "sub", text: subtitle(report) }),
    // Who reads only one line should read that a size is wrong.
    clashes.remarks?.[0] ? el("p", { class: "sub remark", text: `${clashes.remarks[0]}.` }) : null,
  );
  const notes = makeNotes(notesOf(report, geometry, pictures));
  return el(
    "header",
    { role: "banner" },
    title,
    el("div", { class: "facts" }, baselineFact(clashes, geometry?.left_out.resolved ?? 0), notes),
    actions,
  );
}

/** What stands above everything else when the run did not end; null otherwise. */
export function makeBanner({ complete, pairs, findings }: Clashes): HTMLElement | null {
  if (complete) return null;
  const missing = pairs.not_compared ?? 0;
  const undecided = pairs.undecided ?? 0;
  const cutShort = findings.filter((f) => f.kind !== "undecided" && f.out_of_budget?.length).length;
  const why = [
    missing > 0 ? `${counted(missing, "pair")} of parts ${missing === 1 ? "was" : "were"} not compared` : "",
    undecided > 0 ? `${counted(undecided, "pair")} ${undecided === 1 ? "is" : "are"} undecided` : "",
    cutShort > 0
      ? `the budget was used up before all figures of ${counted(cutShort, "finding")} were known`
      : "",
  ].filter(Boolean);
  const text = `This run is incomplete: ${why.join("; ") || "it was stopped before the end"}.${
    missing + undecided > 0 || why.length === 0 ? " More may be found." : ""
  }`;
  return el("p", { class: "banner", role: "alert", text });
}

/** In the words of the program's own headline. */
function verdict({ pairs, complete, baseline, findings }: Clashes): string {
  const inside = pairs.inside ?? 0;
  const clashes = (pairs.clash ?? 0) + inside;
  const facts = [clashes === 0 ? "No clash" : counted(clashes, "clash", "clashes")];
  if (inside > 0) facts.push(`${count(inside)} of them inside another part`);
  const known = findings.filter(({ kind, allowed }) => (kind === "clash" || kind === "inside") && !allowed);
  if (baseline && known.length === clashes)
    facts.push(`${count(known.filter(({ status }) => status === "new").length)} new`);
  if (clashes === 0 && pairs.clearance) facts.push(`${count(pairs.clearance)} too close`);
  if (!complete) facts.push("as far as was compared");
  return facts.join(", ");
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
  if (settings.between)
    facts.push(`only between ${sideText(settings.between.a)} and ${sideText(settings.between.b)}`);
  const files = clashes.files.length > 0 ? ` of ${filesText(clashes)}` : "";
  return `${facts.join(" · ")} · in ${counted(parts.length, "part")}${files}`;
}

// All of a file is asked for by what its paths begin with.
function sideText(patterns: readonly string[]): string {
  const first = (patterns[0] ?? "").replace(/\/\*\*$/, "");
  return patterns.length > 2 ? `${first} and others` : first;
}

export function filesText({ files }: Clashes): string {
  const names = files.map(({ file }) => file);
  return names.length <= 2 ? names.join(" and ") : `${names[0]} and ${names.length - 1} more files`;
}

function baselineFact({ baseline }: Clashes, resolvedLeftOut: number): HTMLElement | null {
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
    fact(baseline.resolved.length + resolvedLeftOut, "resolved"),
  );
}

function makeNotes(notes: readonly string[]): HTMLElement | null {
  if (notes.length === 0) return null;
  const list = el("ul");
  for (const note of notes) list.append(el("li", { text: note }));
  return el("details", { class: "notes" }, el("summary", { text: counted(notes.length, "note") }), list);
}

/** Everything that was left out, skipped or is not as it seems. */
function notesOf(report: Report, geometry: Geometry | null, pictures: Pictures): string[] {
  const { clashes, units } = report;
  const { touch, as_tessellated } = clashes.settings;
  const faceting =
    as_tessellated === false
      ? " Overlaps that the tessellation of curved faces, or rounding, explains count as touching."
      : "";
  return [
    ...(clashes.remarks ?? []).map((remark) => `${remark}.`),
    (touch
      ? `Overlaps of at most ${units.length(touch)} count as touching.`
      : faceting
        ? "Other overlaps are clashes, however small."
        : "Every overlap is a clash, however small.") +
      faceting +
      ` Lengths are in ${units.name}` +
      `${clashes.metres_per_unit === null ? " of the files, which do not say what they are" : ""}.`,
    ...openPartsNote(clashes),
    ...leftOutNotes(geometry),
    ...picturesNote(clashes, pictures, geometry?.left_out.pictures ?? 0),
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
  const stitched = parts.reduce((n, part) => n + Number(part.closed && part.stitched !== undefined), 0);
  const note =
    stitched > 0
      ? [`${counted(stitched, "part")} had hairline gaps that were stitched; each says how far it was moved.`]
      : [];
  if (open === 0) return note;
  return [
    ...note,
    open === 1
      ? "1 part is not closed and checked as a surface: it has no inside, so no volume and no depth."
      : `${count(open)} parts are not closed and checked as surfaces: they have no inside, so no volume and no depth.`,
  ];
}

function leftOutNotes(geometry: Geometry | null): string[] {
  if (!geometry) return ["This report was written without geometry: there is no 3D view."];
  const { left_out: left } = geometry;
  const note = (n: number | undefined, text: (n: number) => string) => (n ? [text(n)] : []);
  const ofView = [
    ...note(left.parts, (n) => counted(n, "part")),
    ...note(left.triangles, (n) => counted(n, "triangle")),
  ].join(" and ");
  return [
    ...(ofView
      ? [
          `Left out of the 3D view to keep this file small: ${ofView}. The findings were computed with all of them.`,
        ]
      : []),
    ...note(left.details, (n) => `${counted(n, "finding is", "findings are")} shown with simplified parts.`),
    ...note(left.findings, (n) => absent(`the ${counted(n, "least finding", "least findings")}`)),
    ...note(left.resolved, (n) => absent(counted(n, "resolved finding"))),
    ...note(left.regions, (n) => absent(`${counted(n, "overlap")} of findings that have several`)),
    ...note(
      left.curves,
      (n) => `${counted(n, "finding is", "findings are")} shown without curves; clashes.json has them.`,
    ),
    ...note(
      left.names,
      (n) =>
        `${counted(n, "part has a long name, of which", "parts have long names, of which")} only the end is shown.`,
    ),
    ...(left.rounded
      ? [
          "Coordinates are rounded to nine digits, and curves simplified to what can be seen; clashes.json has all.",
        ]
      : []),
  ];
}

function absent(what: string): string {
  return `Left out of this page, but not of clashes.json: ${what}.`;
}

function picturesNote({ findings }: Clashes, pictures: Pictures, leftOut: number): string[] {
  const shown = Object.keys(pictures).length;
  const note: string[] = [];
  if (shown > 0 && shown < findings.length)
    note.push(
      `The worst ${shown === 1 ? "finding has a picture" : `${count(shown)} findings have pictures`}.`,
    );
  if (leftOut > 0) note.push(`${counted(leftOut, "picture does", "pictures do")} not fit into this file.`);
  return note.length > 0 ? [note.join(" ")] : [];
}

function runNote({ run, pairs }: Clashes): string[] {
  const version = typeof run?.graze === "string" ? ` by graze ${run.graze}` : "";
  const seconds =
    typeof run?.seconds === "number"
      ? ` in ${run.seconds < 10 ? run.seconds.toFixed(2) : Math.round(run.seconds)} s`
      : "";
  return [`${counted(pairs.total ?? 0, "pair")} of parts looked at${version}${seconds}.`];
}
