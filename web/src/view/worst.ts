import type { Group, Report } from "../data/report";

const order: readonly Group[] = ["clash", "inside", "clearance", "undecided", "touch", "allowed"];

/** The worst that was found about each part. */
export function worstOfParts(report: Report): Map<number, Group> {
  const worst = new Map<number, Group>();
  for (const { group, parts, status } of report.rows) {
    if (status === "resolved") continue;
    for (const part of parts) {
      const known = worst.get(part);
      if (!known || order.indexOf(group) < order.indexOf(known)) worst.set(part, group);
    }
  }
  return worst;
}
