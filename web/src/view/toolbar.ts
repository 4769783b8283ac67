// Buttons over the view, and the section's own row of them.
import { button, el, select, setPressed } from "../ui/dom";
import type { Signal } from "../ui/signal";
import type { Row } from "../data/report";
import { number, type Units } from "../data/units";
import type { ViewOptions } from "./options";
import type { Axis } from "./section";
import type { Viewer } from "./viewer";

type Toggle = "ghosts" | "seeThrough" | "showA" | "showB" | "marks";

const toggles: readonly (readonly [Toggle, string, string])[] = [
  ["ghosts", "Others", "Show or hide all other parts (g)"],
  ["seeThrough", "See through", "Make the two parts transparent (x)"],
  ["showA", "A", "Show or hide the first part (a)"],
  ["showB", "B", "Show or hide the second part (b)"],
  ["marks", "Marks", "Show or hide curves, boxes and points (m)"],
];

export function makeToolbar(
  viewer: Viewer,
  options: Signal<ViewOptions>,
  selected: Signal<Row | null>,
): HTMLElement {
  const pair = button("Pair", "The two parts in sight (p)", () => viewer.fitPair());
  const zoom = button("Zoom", "To the finding; again: to its deepest point (Enter)", () =>
    viewer.zoomToClash(),
  );
  selected.watch((row) => (pair.disabled = zoom.disabled = row === null));
  const bar = el(
    "div",
    { class: "toolbar", role: "toolbar", "aria-label": "3D view" },
    button("Fit", "Everything in sight (f)", () => viewer.fit()),
    pair,
    zoom,
  );
  for (const [name, label, title] of toggles) {
    const toggle = button(label, title, () => flip(options, name), `toggle ${name}`);
    options.watch((value) => setPressed(toggle, value[name]));
    bar.append(toggle);
  }
  const section = button("Section", "Cut everything open (s)", () => viewer.toggleSection(), "toggle");
  options.watch((value) => setPressed(section, value.section.on));
  bar.append(section);
  return bar;
}

export function flip(options: Signal<ViewOptions>, name: Toggle): void {
  options.patch({ [name]: !options.value[name] });
}

const axes: readonly (readonly [Axis, string])[] = [
  ["x", "X"],
  ["y", "Y"],
  ["z", "Z"],
  ["view", "Facing me"],
];
const steps = 1000;

export class SectionBar {
  readonly element: HTMLElement;
  private readonly slider = el("input", {
    type: "range",
    min: "0",
    max: String(steps),
    step: "1",
    "aria-label": "Place of the section",
  });
  private readonly place = el("output");

  constructor(
    private readonly viewer: Viewer,
    private readonly options: Signal<ViewOptions>,
    private readonly units: Units,
  ) {
    const axis = select("Section across", axes);
    axis.addEventListener("change", () => viewer.cutThrough(axis.value as Axis));
    this.slider.addEventListener("input", () => this.moveTo(Number(this.slider.value) / steps));
    this.element = el(
      "div",
      { class: "sectionbar", role: "group", "aria-label": "Section" },
      axis,
      this.slider,
      this.place,
      button("Through it", "Put the plane through the finding", () => viewer.cutThrough(axis.value as Axis)),
      button("Flip", "Show the other side (r)", () => this.flip()),
    );
    options.watch((value) => {
      this.element.hidden = !value.section.on;
      axis.value = value.section.axis;
    });
    options.watch(() => this.refresh());
  }

  flip(): void {
    const { section } = this.options.value;
    this.options.patch({ section: { ...section, flip: !section.flip } });
  }

  /** By so many hundredths of the way. */
  nudge(by: number): void {
    const [least, most] = this.viewer.sectionRange();
    this.moveTo((this.options.value.section.at - least) / (most - least) + by / 100);
  }

  /** The slider follows when the plane's range or place has changed. */
  refresh(): void {
    const { section } = this.options.value;
    if (!section.on) return;
    const [least, most] = this.viewer.sectionRange();
    this.slider.value = String(Math.round(((section.at - least) / (most - least)) * steps));
    this.place.textContent = `${number(this.units.shown(this.viewer.sectionPlace(section.at)), 5)} ${this.units.name}`;
    this.slider.setAttribute("aria-valuetext", this.place.textContent);
  }

  private moveTo(share: number): void {
    const [least, most] = this.viewer.sectionRange();
    const at = least + Math.min(Math.max(share, 0), 1) * (most - least);
    this.options.patch({ section: { ...this.options.value.section, at } });
  }
}
