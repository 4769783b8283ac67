// Everything known about the selected finding.
import type { Depth, Distance, Faceting, Part, Pictures, Region, Volume } from "../data/contract";
import { extentOf, groupNames, type Report, type Row } from "../data/report";
import { count, counted } from "../data/units";
import type { Review } from "../review/review";
import { ReviewPanel } from "../review/panel";
import { el } from "./dom";
import type { Signal } from "./signal";

const regionsListed = 50;
const relationNames: Readonly<Record<string, string>> = {
  a_in_b: "A inside B",
  b_in_a: "B inside A",
  not_closed: "surfaces only",
};

export class DetailPanel {
  readonly element = el("section", { class: "detail", "aria-label": "Selected finding", tabindex: "0" });
  private readonly reviewPanel: ReviewPanel;

  constructor(
    private readonly report: Report,
    private readonly pictures: Pictures,
    review: Review,
    selected: Signal<Row | null>,
  ) {
    this.reviewPanel = new ReviewPanel(review, selected);
    selected.watch((row) => this.show(row));
  }

  private show(row: Row | null): void {
    if (!row) {
      const hint =
        this.report.rows.length === 0
          ? "There is nothing to look at."
          : "Select a finding in the table: click it, or press j and k.";
      this.element.replaceChildren(el("p", { class: "hint", text: hint }));
      return;
    }
    this.element.replaceChildren(
      el("div", { class: "facts-column" }, this.heading(row), this.figures(row), this.regions(row)),
      el("div", { class: "side-column" }, this.reviewPanel.element, this.picture(row)),
    );
    this.element.scrollTop = 0;
  }

  private heading(row: Row): HTMLElement {
    const { finding } = row;
    return el(
      "div",
      { class: "heading" },
      el(
        "h2",
        {},
        el("span", { class: `tag ${row.group}`, text: groupNames[row.group] }),
        row.status ? el("span", { class: `status ${row.status}`, text: row.status }) : null,
        el("code", { text: finding.id, title: "The same from run to run" }),
      ),
      this.partLine("a", finding.a, this.report.clashes.parts[row.parts[0]]),
      this.partLine("b", finding.b, this.report.clashes.parts[row.parts[1]]),
    );
  }

  private partLine(side: "a" | "b", path: string, part: Part | undefined): HTMLElement {
    const file = this.report.clashes.files[part?.file ?? -1]?.file;
    const name = part?.name || path;
    const facts = part
      ? [
          name === path ? "" : path,
          counted(part.triangles, "triangle"),
          this.closedness(part),
          this.report.clashes.files.length > 1 ? (file ?? "") : "",
        ]
      : ["not in this run"];
    return el(
      "div",
      { class: "part" },
      el("span", { class: `swatch ${side}`, "aria-hidden": "true" }),
      el("span", { class: "name", text: name }),
      el("span", { class: "part-facts", text: facts.filter(Boolean).join(" · ") }),
    );
  }

  private closedness({ closed, why_not_closed: why, stitched }: Part): string {
    const { units } = this.report;
    if (closed)
      return stitched
        ? `closed by stitching ${counted(stitched.joined_edges, "edge")}, moved by at most ${units.length(stitched.moved_by)}`
        : "closed";
    const rim = stitched?.longest_rim;
    if (!rim) return `open${why ? `: ${why}` : ""}`;
    return `open: ${counted(stitched.open_rims, "rim")}, wider than ${units.length(stitched.tolerance)}; the longest, ${units.length(rim.length)}, around ${units.point(rim.middle)}`;
  }

  private figures({ finding }: Row): HTMLElement {
    const { units } = this.report;
    const list = el("dl");
    const add = (name: string, value: string | null) => {
      if (value !== null) list.append(el("div", {}, el("dt", { text: name }), el("dd", { text: value })));
    };
    add("Relation", relationNames[finding.relation] ?? (finding.relation || null));
    add("Depth", this.depth(finding.depth, finding.thickness));
    const extent = extentOf(finding);
    add("Thickness", extent?.thick ? units.length(extent.value) : null);
    add("Volume", this.volume(finding.volume));
    this.faceting(finding.faceting, add);
    add(
      finding.kind === "inside" ? "Between surfaces" : "Distance",
      finding.distance && units.length(finding.distance.value),
    );
    add("Asked for", finding.wanted_clearance === null ? null : units.length(finding.wanted_clearance));
    add(
      "Allowed",
      finding.allowed &&
        `up to ${units.length(finding.allowed.depth)} by the rule in line ${count(finding.allowed.line)}`,
    );
    add("At", finding.point && units.point(finding.point));
    this.nearest(finding.distance, add);
    add("Checked", finding.as_surfaces ? "as surfaces, since a part is open" : null);
    add(
      "Out of budget",
      finding.out_of_budget?.length ? `${finding.out_of_budget.join(", ")} not known` : null,
    );
    return list;
  }

  private faceting(faceting: Faceting | null | undefined, add: (name: string, value: string) => void): void {
    if (!faceting) return;
    const { units } = this.report;
    if (faceting.explains) {
      add(
        "Explained",
        faceting.curved
          ? `within the tessellation, which may be off by ${units.length(faceting.tolerance)}`
          : "within the rounding of coordinates",
      );
    }
    if (faceting.gap === null) return;
    add(
      "Surfaces",
      faceting.gap < 0 && !faceting.explains
        ? `overlap by ${units.length(-faceting.gap)}`
        : `${units.length(Math.max(faceting.gap, 0))} apart`,
    );
  }

  private nearest(distance: Distance | null, add: (name: string, value: string) => void): void {
    if (!distance) return;
    add("Nearest of A", this.report.units.point(distance.point_a));
    add("Nearest of B", this.report.units.point(distance.point_b));
  }

  private depth(depth: Depth | null, thickness: number | null | undefined): string | null {
    if (!depth) return null;
    const { units } = this.report;
    const bound = units.plainLength(depth.at_most);
    const same =
      bound === units.plainLength(depth.value) ||
      isNothing(depth.at_most - depth.value, Math.max(depth.at_most, thickness ?? 0));
    return units.length(depth.value) + (same ? "" : ` (at most ${bound})`);
  }

  private volume(volume: Volume | null): string | null {
    if (!volume) return null;
    const { units } = this.report;
    const error = isNothing(volume.error, volume.value) ? "" : ` ± ${units.plainVolume(volume.error, 2)}`;
    return `${units.volume(volume.value)}${error}`;
  }

  private regions({ finding: { regions } }: Row): HTMLElement | null {
    if (regions.length === 0) return null;
    const { units } = this.report;
    const table = el(
      "table",
      {},
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          ...[
            "",
            `Depth, ${units.name}`,
            `Thickness, ${units.name}`,
            `Volume, ${units.volumeName}`,
            "Size",
            "Deepest at",
          ].map((text) => el("th", { text, scope: "col" })),
        ),
      ),
    );
    const body = el("tbody");
    regions.slice(0, regionsListed).forEach((region, i) => body.append(this.regionRow(region, i + 1)));
    table.append(body);
    const more = regions.length - regionsListed;
    return el(
      "div",
      { class: "regions" },
      table,
      more > 0 ? el("p", { text: `and ${count(more)} more` }) : null,
    );
  }

  private regionRow(region: Region, index: number): HTMLElement {
    const { units } = this.report;
    const size = [0, 1, 2]
      .map((axis) => units.plainLength(region.box[axis + 3] - region.box[axis]))
      .join(" × ");
    // The bounds would make the row too wide; they are there for those who point at a figure.
    const cells: [string, string?][] = [
      [String(index)],
      [
        region.depth ? units.plainLength(region.depth.value) : "",
        this.depth(region.depth, region.thickness) ?? "",
      ],
      [typeof region.thickness === "number" ? units.plainLength(region.thickness) : ""],
      [region.volume ? units.plainVolume(region.volume.value) : "", this.volume(region.volume) ?? ""],
      [size],
      [units.point(region.point), `nearest ${units.point(region.nearest)}`],
    ];
    return el("tr", {}, ...cells.map(([text, title]) => el("td", title ? { text, title } : { text })));
  }

  private picture({ finding }: Row): HTMLElement | null {
    const source = this.pictures[finding.id];
    if (typeof source !== "string" || !source.startsWith("data:image/")) return null;
    return el("img", { class: "picture", src: source, alt: `Picture of ${finding.a} and ${finding.b}` });
  }
}

// What rounding leaves, compared with figures of four digits.
function isNothing(error: number, figure: number): boolean {
  return error <= 1e-6 * figure;
}
