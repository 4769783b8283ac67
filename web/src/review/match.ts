// Which finding of this report an entry of another report's review is about: the one with its identifier, or else, as
// parts change and identifiers with them, the only one of its kind about two parts of those names.
import type { Report, Row } from "../data/report";

export interface Matched {
  readonly data: { entries: unknown[] };
  readonly byName: number;
  readonly unknown: number; // about no finding of this report
}

interface Named {
  id?: unknown;
  kind?: unknown;
  a?: unknown;
  b?: unknown;
}

/** The entries with the identifiers that they have here. */
export function matchEntries(data: unknown, report: Report): Matched {
  const given = (data as { entries?: unknown } | null)?.entries;
  const entries: unknown[] = Array.isArray(given) ? given : [];
  const rows = rowsByNames(report);
  const ids = entries.map((entry) => (report.find(idOf(entry)) ? idOf(entry) : null));
  const candidates = entries.map((entry, i) => (ids[i] === null ? onlyRow(entry, rows) : null));
  // Two entries about one finding: nobody knows which of them is meant.
  const claims = new Map<string, number>();
  for (const id of [...ids, ...candidates]) if (id !== null) claims.set(id, (claims.get(id) ?? 0) + 1);
  const named = candidates.map((id) => (id !== null && claims.get(id) === 1 ? id : null));
  return {
    data: {
      entries: entries.map((entry, i) =>
        named[i] === null ? entry : { ...(entry as object), id: named[i] },
      ),
    },
    byName: named.filter((id) => id !== null).length,
    unknown: entries.filter((_, i) => ids[i] === null && named[i] === null).length,
  };
}

function idOf(entry: unknown): string {
  return String((entry as Named | null)?.id);
}

// Which of the two parts comes first depends on their order in the files.
function key(a: string, b: string): string {
  return JSON.stringify(a < b ? [a, b] : [b, a]);
}

function rowsByNames(report: Report): Map<string, Row[]> {
  const rows = new Map<string, Row[]>();
  for (const row of report.rows) {
    if (row.status === "resolved") continue;
    const names = key(row.finding.a, row.finding.b);
    const same = rows.get(names);
    if (same) same.push(row);
    else rows.set(names, [row]);
  }
  return rows;
}

/** The identifier of the one row that it can be; reviews of older pages do not say the kind. */
function onlyRow(entry: unknown, rows: ReadonlyMap<string, readonly Row[]>): string | null {
  const { a, b, kind } = (entry ?? {}) as Named;
  if (typeof a !== "string" || typeof b !== "string") return null;
  const found = (rows.get(key(a, b)) ?? []).filter(
    ({ finding }) => kind === undefined || kind === finding.kind,
  );
  return found.length === 1 ? found[0].finding.id : null;
}
