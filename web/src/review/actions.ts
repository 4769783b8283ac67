// The buttons that carry the review out of the page and into it again.
import type { Report, Row } from "../data/report";
import { counted } from "../data/units";
import { button, download, el } from "../ui/dom";
import { pageWithReview, reviewAsJson, rowsAsCsv } from "./exchange";
import { matchEntries, type Matched } from "./match";
import type { MergeCounts, Review } from "./review";

export function makeActions(
  report: Report,
  review: Review,
  shownRows: () => readonly Row[],
  tell: (text: string) => void,
): HTMLElement {
  const picker = el("input", {
    type: "file",
    accept: ".json,application/json",
    hidden: "",
    "aria-label": "Review to import",
  });
  picker.addEventListener("change", () => {
    const file = picker.files?.[0];
    picker.value = "";
    if (file) void importFile(file, report, review).then(tell);
  });
  const menu = el(
    "div",
    { class: "menu-items" },
    button("Review as JSON", "To import again, here or in the next report", () =>
      download("review.json", [reviewAsJson(report, review)], "application/json"),
    ),
    button("Table as CSV", "The rows that the filter shows, with the review", () =>
      download("findings.csv", [rowsAsCsv(report, review, shownRows())], "text/csv"),
    ),
    button("Copy of this report", "This file with the review inside", () =>
      download("report.html", pageWithReview(review), "text/html"),
    ),
    button("Import a review…", "Of two about one finding, the later stays", () => picker.click()),
  );
  const holder = el("details", { class: "menu" }, el("summary", { text: "Export" }), menu, picker);
  menu.addEventListener("click", () => (holder.open = false));
  closeWhenLeft(holder);
  return holder;
}

export function closeWhenLeft(holder: HTMLDetailsElement): void {
  document.addEventListener("pointerdown", (event) => {
    if (!holder.contains(event.target as Node)) holder.open = false;
  });
}

async function importFile(file: File, report: Report, review: Review): Promise<string> {
  let data: unknown;
  try {
    data = JSON.parse(await file.text());
  } catch {
    return `${file.name} is not JSON: nothing was imported.`;
  }
  const schema = (data as { schema?: unknown } | null)?.schema;
  if (schema !== "graze.review/1")
    return `${file.name} is not a review that graze exported: nothing was imported.`;
  const matched = matchEntries(data, report);
  return summary(review.import(matched.data), matched);
}

function summary({ taken, older, refused }: MergeCounts, { byName, unknown }: Matched): string {
  const facts = [`${counted(taken, "entry", "entries")} imported`];
  if (older > 0) facts.push(`${older} not newer than what is here`);
  if (refused > 0) facts.push(`${refused} damaged`);
  if (byName > 0) facts.push(`${byName} matched by the names of the parts`);
  if (unknown > 0) facts.push(`${unknown} about findings that this report does not have`);
  return `${facts.join(", ")}.`;
}
