// Dots and figures over the canvas, always sharp and never hidden.
import { Vector3 } from "three";
import type { Units } from "../data/units";
import { el } from "../ui/dom";
import type { Dimension } from "./marks";
import type { Stage } from "./stage";

export class Overlay {
  readonly element = el("div", { class: "overlay", "aria-hidden": "true" });
  private readonly dots = [el("span", { class: "dot" }), el("span", { class: "dot end" })];
  private readonly label = el("span", { class: "dimension" });
  private readonly triad = ["x", "y", "z"].map((axis) => el("span", { class: `axis ${axis}`, text: axis }));
  private points: readonly Vector3[] = [];
  private text = "";

  constructor(
    private readonly stage: Stage,
    private readonly units: Units,
  ) {
    this.element.append(...this.dots, this.label, ...this.triad);
  }

  show(dimension: Dimension | null, point: Vector3 | null): void {
    this.points = dimension ? [dimension.from, dimension.to] : point ? [point] : [];
    this.text = dimension
      ? `${dimension.what === "depth" ? "depth " : ""}${this.units.length(dimension.length)}`
      : "";
    this.label.textContent = this.text;
  }

  /** Follows the camera. */
  place(visible: boolean): void {
    const at = visible ? this.points.map((point) => this.stage.project(point)) : [];
    this.dots.forEach((dot, i) => moveTo(dot, at[i] ?? null));
    const [from, to] = at;
    // Beside the line's middle, clear of both dots.
    moveTo(
      this.label,
      from && to && this.text ? { x: (from.x + to.x) / 2 + 12, y: (from.y + to.y) / 2 - 12 } : null,
    );
    this.placeTriad();
  }

  private placeTriad(): void {
    const size = 26;
    this.triad.forEach((letter, i) => {
      const axis = new Vector3().setComponent(i, 1).transformDirection(this.stage.camera.matrixWorldInverse);
      letter.style.transform = `translate(${38 + axis.x * size}px, ${-38 - axis.y * size}px)`;
      letter.style.zIndex = axis.z > 0 ? "1" : "0";
      letter.style.opacity = String(0.7 + 0.3 * axis.z);
    });
  }
}

function moveTo(element: HTMLElement, at: { x: number; y: number } | null): void {
  element.hidden = at === null;
  if (at) element.style.transform = `translate(${at.x}px, ${at.y}px)`;
}
