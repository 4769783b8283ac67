// The table's columns: what stands in their head and in their cells.
import { extentOf, gapOf, groupNames, type Report, type Row } from "../data/report";
import { reviewNames, type Review } from "../review/review";
import { el } from "../ui/dom";
import type { Column } from "./filter";

export interface ColumnView {
  readonly column: Column;
  readonly head: string;
  readonly title: string;
  readonly numeric: boolean;
  fill(cell: HTMLElement, row: Row): void;
}

/** Whether any two parts are too close: nobody may have asked for a clearance. */
export function hasGaps(report: Report): boolean {
  return report.rows.some(({ finding }) => gapOf(finding) !== null);
}

export function columnViews(report: Report, review: Review): ColumnView[] {
  const { units } = report;
  const views: ColumnView[] = [
    {
      column: "rank",
      head: "#",
      title: "Worst first",
      numeric: true,
      fill: (cell, row) => cell.append(String(row.rank)),
    },
    { column: "kind", head: "Kind", title: "What the two parts do", numeric: false, fill: fillKind },
    {
      column: "parts",
      head: "Parts",
      title: "The two parts, by name",
      numeric: false,
      fill: fillParts,
    },
    {
      column: "depth",
      head: "Depth",
      title: `How deep one is in the other, or how thick what they share is, in ${units.name}`,
      numeric: true,
      fill: (cell, row) => {
        const extent = extentOf(row.finding);
        if (extent) cell.append(units.plainLength(extent.value));
        if (extent?.thick) cell.append(" ", el("span", { class: "thick", text: "thick" }));
      },
    },
  ];
  if (hasGaps(report)) {
    views.push(
      figure("gap", "Gap", `How far they are apart, in ${units.name}`, (row) => {
        const gap = gapOf(row.finding);
        return gap === null ? null : units.plainLength(gap);
      }),
    );
  }
  views.push(
    figure(
      "volume",
      "Volume",
      `What they share, in ${units.volumeName}`,
      (row) => row.finding.volume && units.plainVolume(row.finding.volume.value),
    ),
  );
  if (report.clashes.baseline) {
    views.push({
      column: "status",
      head: "Status",
      title: "Against the baseline",
      numeric: false,
      fill: (cell, row) =>
        cell.append(el("span", { class: `status ${row.status ?? ""}`, text: row.status ?? "" })),
    });
  }
  views.push({
    column: "review",
    head: "Review",
    title: "What was decided",
    numeric: false,
    fill: (cell, row) => fillReview(cell, row, review),
  });
  return views;
}

function figure(column: Column, head: string, title: string, text: (row: Row) => string | null): ColumnView {
  return { column, head, title, numeric: true, fill: (cell, row) => cell.append(text(row) ?? "") };
}

function fillKind(cell: HTMLElement, row: Row): void {
  cell.append(el("span", { class: `tag ${row.group}`, text: groupNames[row.group] }));
}

// What stands on both sides of a tab would change places where the cell is cut off at its front.
function plain(name: string): string {
  return name.replace(/[\t\n\v\f\r\u001c-\u001f\u0085\u2028\u2029]/g, " ");
}

// Where there is no room, the first name of a path and the end of it stay: what tells equal assemblies apart, and the part.
// A single name loses its middle, for numbers stand at its end.
function fillParts(cell: HTMLElement, row: Row): void {
  const { finding, shown } = row;
  shown.forEach((whole, i) => {
    const name = whole.replace(/^…\//, ""); // the detail has what can be copied into rules
    const slash = name.indexOf("/") + 1;
    const cut = slash > 0 ? slash : startOfEnd(name);
    const first = cut > 0 ? el("bdi", { class: "first", text: plain(name.slice(0, cut)) }) : null;
    const end = el("bdi", { text: plain(name.slice(cut)) });
    cell.append(
      el(
        "span",
        { class: "path", title: i === 0 ? finding.a : finding.b },
        first,
        el("span", { class: slash > 0 ? "rest" : "end" }, end),
      ),
    );
  });
}

// Never within a character.
function startOfEnd(name: string): number {
  const cut = Math.max(0, name.length - 10);
  return /[\udc00-\udfff]/.test(name.charAt(cut)) ? cut - 1 : cut;
}

function fillReview(cell: HTMLElement, row: Row, review: Review): void {
  const entry = review.of(row.finding.id);
  cell.append(el("span", { class: `review ${entry.state}`, text: reviewNames[entry.state] }));
  if (entry.comment !== "") cell.append(el("span", { class: "note", title: entry.comment, text: "✎" }));
}
