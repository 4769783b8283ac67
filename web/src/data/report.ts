// The findings as rows of a table, with what sorting and filtering ask of them prepared once.
import type { Clashes, Finding, Kind } from "./contract";
import { Units } from "./units";

/** What a finding is listed under: its kind, or that a rule allows it. */
export type Group = Kind | "allowed";
export const groups: readonly Group[] = ["clash", "inside", "touch", "clearance", "undecided", "allowed"];
export const groupNames: Readonly<Record<Group, string>> = {
  clash: "Clash",
  inside: "Inside",
  touch: "Touch",
  clearance: "Clearance",
  undecided: "Undecided",
  allowed: "Allowed",
};

export type RowStatus = "new" | "changed" | "same" | "resolved" | null;

export interface Row {
  readonly finding: Finding;
  readonly rank: number; // 1 is the worst; findings that are resolved come after all others
  readonly group: Group;
  readonly status: RowStatus;
  /** What the two parts are called; the finding has their paths. */
  readonly shown: readonly [string, string];
  readonly names: string; // in small letters, a line each, for the filter
  /** Indices of the two parts in this report; -1 where a resolved finding's part is gone. */
  readonly parts: readonly [number, number];
}

/** Depth or thickness of what two parts share, whichever is larger, as the list is ordered. */
export function extentOf(finding: Finding): { value: number; thick: boolean } | null {
  const depth = finding.depth?.value ?? null;
  const thickness = finding.thickness ?? null;
  if (thickness !== null && thickness > (depth ?? 0)) return { value: thickness, thick: true };
  return depth === null ? null : { value: depth, thick: false };
}

export class Report {
  readonly rows: readonly Row[];
  readonly units: Units;
  readonly identity: string;
  private readonly byId: ReadonlyMap<string, Row>;

  constructor(readonly clashes: Clashes) {
    this.units = new Units(clashes.metres_per_unit);
    const resolved = clashes.baseline?.resolved ?? [];
    const named = (finding: Finding, rank: number, status: RowStatus) =>
      makeRow(
        finding,
        [this.nameOf(finding.part_a, finding.a), this.nameOf(finding.part_b, finding.b)],
        rank,
        status,
      );
    this.rows = [
      ...clashes.findings.map((finding, i) => named(finding, i + 1, finding.status)),
      ...resolved.map((finding, i) => named(finding, clashes.findings.length + i + 1, "resolved")),
    ];
    this.byId = new Map(this.rows.map((row) => [row.finding.id, row]));
    this.identity = identityOf(clashes);
  }

  /** What a part is called; of one that is gone only the path is known. */
  nameOf(part: number | null, path: string): string {
    return this.clashes.parts[part ?? -1]?.name || path;
  }

  find(id: string): Row | undefined {
    return this.byId.get(id);
  }

  /** How many there are of a kind: among what was found, or among what is resolved. */
  count(group: Group, resolved: boolean): number {
    return this.rows.reduce(
      (n, row) => n + Number(row.group === group && (row.status === "resolved") === resolved),
      0,
    );
  }
}

/** How far apart two parts are; of one inside the other, surfaces have a distance, but parts have no gap. */
export function gapOf({ kind, distance }: Finding): number | null {
  return kind === "inside" ? null : (distance?.value ?? null);
}

function makeRow(finding: Finding, shown: readonly [string, string], rank: number, status: RowStatus): Row {
  const parts = [finding.part_a ?? -1, finding.part_b ?? -1] as const;
  const names = `\n${finding.a}\n${finding.b}\n${shown.join("\n")}\n${finding.id}\n`.toLowerCase();
  return { finding, shown, rank, group: finding.allowed ? "allowed" : finding.kind, status, names, parts };
}

/**
 * The same for the same parts, whenever and wherever the report was made, and however much of it fits into the
 * page. What is decided is kept by the findings' own identifiers, so reports may share it.
 */
function identityOf(clashes: Clashes): string {
  const hash = new Hash();
  for (const part of clashes.parts) hash.add(part.path);
  return hash.text();
}

// Two 32-bit FNV-1a sums with different starts: no secret depends on it.
class Hash {
  private low = 0x811c9dc5;
  private high = 0x9dc5811c;

  add(text: string): this {
    for (let i = 0; i <= text.length; ++i) {
      const code = i < text.length ? text.charCodeAt(i) : 0x1ffff; // the end counts: "a","b" is not "ab"
      this.low = Math.imul(this.low ^ code, 0x01000193);
      this.high = Math.imul(this.high ^ (code + 1), 0x01000193);
    }
    return this;
  }

  text(): string {
    return [this.high, this.low].map((n) => (n >>> 0).toString(16).padStart(8, "0")).join("");
  }
}
