// Which rows are shown, and in which order. No document here: rows in, rows out.
import { extentOf, gapOf, groups, type Group, type Row, type RowStatus } from "../data/report";
import { reviewStates, type Review, type ReviewState } from "../review/review";

export interface Filter {
  readonly text: string;
  readonly groups: ReadonlySet<Group>;
  readonly status: "any" | Exclude<RowStatus, null>;
  readonly review: "any" | ReviewState;
  readonly minDepth: number; // in the file's unit; 0 asks for nothing
}

export const everything: Filter = {
  text: "",
  groups: new Set(groups),
  status: "any",
  review: "any",
  minDepth: 0,
};

export type Column = "rank" | "kind" | "parts" | "depth" | "gap" | "volume" | "status" | "review";

export interface Order {
  readonly column: Column;
  readonly descending: boolean;
}

export function visibleRows(rows: readonly Row[], review: Review, filter: Filter, order: Order): Row[] {
  return sorted(
    rows.filter((row) => matches(row, review, filter)),
    review,
    order,
  );
}

export function matches(row: Row, review: Review, filter: Filter): boolean {
  // What is resolved is no longer there: it is shown to those who ask for it.
  if (filter.status === "any" ? row.status === "resolved" : row.status !== filter.status) return false;
  if (!filter.groups.has(row.group)) return false;
  if (filter.minDepth > 0 && !((extentOf(row.finding)?.value ?? 0) >= filter.minDepth)) return false;
  if (filter.review !== "any" && review.of(row.finding.id).state !== filter.review) return false;
  return matchesText(row, review, filter.text);
}

/** The filter's text that asks for one part and no other. */
export function exactly(name: string): string {
  return `"${name}"`;
}

// Every word must occur, in a name, the identifier or the comment. In quotation marks, it is a whole name or identifier.
function matchesText(row: Row, review: Review, text: string): boolean {
  const quoted = /^\s*"(.+)"\s*$/s.exec(text);
  if (quoted) return row.names.includes(`\n${quoted[1].toLowerCase()}\n`);
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return true;
  const comment = review.of(row.finding.id).comment.toLowerCase();
  return words.every((word) => row.names.includes(word) || comment.includes(word));
}

type Key = number | string | null;

const keys: Readonly<Record<Column, (row: Row, review: Review) => Key>> = {
  rank: (row) => row.rank,
  kind: (row) => groups.indexOf(row.group),
  parts: (row) => row.shown.join("\n"),
  depth: (row) => extentOf(row.finding)?.value ?? null,
  gap: (row) => gapOf(row.finding),
  volume: (row) => row.finding.volume?.value ?? null,
  status: (row) => (row.status === null ? null : ["new", "changed", "same", "resolved"].indexOf(row.status)),
  review: (row, review) => reviewStates.indexOf(review.of(row.finding.id).state),
};

const collator = new Intl.Collator("en", { numeric: true }); // "bolt 9" before "bolt 10"

function sorted(rows: Row[], review: Review, { column, descending }: Order): Row[] {
  const key = keys[column];
  const keyed = rows.map((row) => ({ row, key: key(row, review) }));
  keyed.sort((x, y) => {
    // Rows without a figure are last either way, and equal rows stay in the order of their rank.
    if (x.key === null || y.key === null)
      return Number(x.key === null) - Number(y.key === null) || x.row.rank - y.row.rank;
    const difference = compare(x.key, y.key);
    return (descending ? -difference : difference) || x.row.rank - y.row.rank;
  });
  return keyed.map(({ row }) => row);
}

function compare(x: number | string, y: number | string): number {
  return typeof x === "string" ? collator.compare(x, y as string) : x - (y as number);
}

/** What a first click on a column's head asks for: the largest figures first, names from A. */
export function firstOrder(column: Column): Order {
  return { column, descending: column === "depth" || column === "volume" };
}
