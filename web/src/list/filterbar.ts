// What the reader can ask of the table.
import type { LeftOut } from "../data/contract";
import { groupNames, groups, type Group, type Report } from "../data/report";
import { count, counted } from "../data/units";
import { reviewNames, reviewStates } from "../review/review";
import { button, el, select, setPressed } from "../ui/dom";
import type { Signal } from "../ui/signal";
import { everything, type Filter } from "./filter";

export class FilterBar {
  readonly element: HTMLElement;
  private readonly text: HTMLInputElement;
  private readonly depth: HTMLInputElement;
  private readonly summary = el("span", { class: "summary", role: "status" });

  constructor(
    private readonly report: Report,
    private readonly leftOut: Pick<LeftOut, "findings" | "resolved">,
    private readonly filter: Signal<Filter>,
  ) {
    this.text = el("input", {
      type: "search",
      placeholder: "Filter by name (/)",
      "aria-label": "Filter by name",
      spellcheck: "false",
    });
    this.text.addEventListener("input", () => filter.patch({ text: this.text.value }));
    this.depth = this.depthField();
    const reset = button("Clear", "Show everything again", () => filter.set(everything));
    this.element = el(
      "div",
      { class: "filterbar", role: "search" },
      this.groupToggles(),
      el(
        "div",
        { class: "fields" },
        this.text,
        this.statusField(),
        this.reviewField(),
        el("label", { class: "depth" }, "Depth ≥ ", this.depth, ` ${report.units.name}`),
      ),
      el("div", { class: "fields" }, this.summary, reset),
    );
    filter.watch((value) => {
      if (this.text.value !== value.text) this.text.value = value.text;
      if (value.minDepth === 0 && document.activeElement !== this.depth) this.depth.value = "";
      reset.hidden = value === everything;
    });
  }

  /** Of what was found, or where the filter asks for it, of what is resolved. */
  showCount(shown: number): void {
    const { baseline, findings } = this.report.clashes;
    const resolved = this.filter.value.status === "resolved";
    const all = resolved ? (baseline?.resolved.length ?? 0) : findings.length;
    const absent = (resolved ? this.leftOut.resolved : this.leftOut.findings) ?? 0;
    const what = counted(all, resolved ? "resolved finding" : "finding");
    this.summary.textContent =
      (shown === all ? what : `${count(shown)} of ${what}`) +
      (absent > 0 ? `; ${count(absent)} more are not in this page` : "");
  }

  focusText(): void {
    this.text.focus();
    this.text.select();
  }

  private groupToggles(): HTMLElement {
    const bar = el("div", { class: "groups", role: "group", "aria-label": "Kinds" });
    for (const group of groups) {
      const found = { now: this.report.count(group, false), resolved: this.report.count(group, true) };
      if (found.now + found.resolved === 0 && (group === "undecided" || group === "allowed")) continue;
      const number = el("b");
      const toggle = button(
        "",
        `Show or hide ${groupNames[group].toLowerCase()}`,
        () => this.toggle(group),
        `toggle ${group}`,
      );
      toggle.append(el("span", { class: `tag ${group}`, text: groupNames[group] }), number);
      this.filter.watch((value) => {
        setPressed(toggle, value.groups.has(group));
        number.textContent = count(value.status === "resolved" ? found.resolved : found.now);
      });
      bar.append(toggle);
    }
    return bar;
  }

  private toggle(group: Group): void {
    const shown = new Set(this.filter.value.groups);
    if (!shown.delete(group)) shown.add(group);
    this.filter.patch({ groups: shown });
  }

  private statusField(): HTMLElement | null {
    if (!this.report.clashes.baseline) return null;
    const field = select("Status against the baseline", [
      ["any", "Any status"],
      ["new", "New"],
      ["changed", "Changed"],
      ["same", "Same"],
      ["resolved", "Resolved"],
    ]);
    field.addEventListener("change", () => this.filter.patch({ status: field.value as Filter["status"] }));
    this.filter.watch((value) => (field.value = value.status));
    return field;
  }

  private reviewField(): HTMLElement {
    const field = select("Review", [
      ["any", "Any review"],
      ...reviewStates.map((state) => [state, reviewNames[state]] as const),
    ]);
    field.addEventListener("change", () => this.filter.patch({ review: field.value as Filter["review"] }));
    this.filter.watch((value) => (field.value = value.review));
    return field;
  }

  private depthField(): HTMLInputElement {
    const field = el("input", {
      type: "number",
      min: "0",
      step: "any",
      "aria-label": `Least depth in ${this.report.units.name}`,
    });
    field.addEventListener("input", () => {
      const wanted = Number(field.value);
      this.filter.patch({ minDepth: wanted > 0 ? this.report.units.stored(wanted) : 0 });
    });
    return field;
  }
}
