// The place of the 3D view on the page. Whatever goes wrong in it, the rest of the page works, and it says why.
import type { Geometry } from "../data/contract";
import { DataError, readBlob } from "../data/elements";
import type { Report, Row } from "../data/report";
import { button, el } from "../ui/dom";
import type { Signal } from "../ui/signal";
import { Meshes } from "./meshes";
import type { ViewOptions } from "./options";
import { Stage } from "./stage";
import { SectionBar, makeToolbar } from "./toolbar";
import { upAxis, upVector } from "./upright";
import { Viewer } from "./viewer";

export class ViewPanel {
  readonly element = el("section", { class: "view", "aria-label": "3D view" });
  viewer: Viewer | null = null;
  sectionBar: SectionBar | null = null;
  private readonly canvas = el("canvas", {
    tabindex: "0",
    "aria-label": "3D view of the parts; arrow keys turn it",
  });
  private readonly message = el("p", { class: "message", role: "status", text: "Unpacking the parts…" });
  private readonly picked = el("div", { class: "picked", hidden: "" });

  constructor(
    private readonly report: Report,
    private readonly selected: Signal<Row | null>,
    private readonly options: Signal<ViewOptions>,
    private readonly onFilterByPart: (path: string) => void,
  ) {
    this.element.append(this.canvas, this.message, this.picked);
  }

  async start(geometry: Geometry | null): Promise<void> {
    try {
      if (!geometry || geometry.parts.length === 0)
        throw new DataError("this report was written without geometry");
      const context = this.canvas.getContext("webgl2", { alpha: true, antialias: true, stencil: true });
      if (!context) throw new DataError("this browser has no WebGL 2, or it is switched off");
      const blob = await readBlob();
      this.open(geometry, new Meshes(geometry, blob), context);
    } catch (error) {
      this.fail(error);
    }
  }

  private fail(error: unknown): void {
    this.giveUp(error instanceof DataError ? error.message : `of an error (${String(error)})`);
  }

  private open(geometry: Geometry, meshes: Meshes, context: WebGL2RenderingContext): void {
    const stage = new Stage(
      this.element,
      this.canvas,
      context,
      upVector(upAxis(geometry, this.report.clashes)),
    );
    const viewer = new Viewer(stage, this.report, geometry, meshes, this.options);
    this.sectionBar = new SectionBar(viewer, this.options, this.report.units);
    const toolbar = makeToolbar(viewer, this.options, this.selected);
    this.element.append(
      viewer.overlay.element,
      el("div", { class: "tools" }, toolbar, this.sectionBar.element),
    );
    this.viewer = viewer;
    viewer.onPick = (part) => this.showPicked(part);
    this.canvas.addEventListener("keydown", (event) => turnByKey(stage, event));
    this.canvas.addEventListener("webglcontextlost", () =>
      this.giveUp("the graphics driver stopped; reload the page to try again"),
    );
    this.selected.watch((row) => {
      try {
        this.select(row, viewer);
      } catch (error) {
        this.fail(error);
      }
    });
    this.element.dataset.ready = "true";
  }

  private select(row: Row | null, viewer: Viewer): void {
    viewer.select(row);
    this.sectionBar?.refresh();
    this.showPicked(null);
    const missing = row ? viewer.missingParts(row).map((part) => this.nameOf(part)) : [];
    this.message.textContent =
      missing.length > 0 ? `Left out of this file to keep it small: ${missing.join(" and ")}` : "";
    this.message.hidden = missing.length === 0;
  }

  private nameOf(part: number): string {
    return this.report.nameOf(part, this.report.clashes.parts[part]?.path ?? "");
  }

  private showPicked(part: number | null): void {
    const path = part === null ? undefined : this.report.clashes.parts[part]?.path;
    this.picked.hidden = path === undefined;
    if (path === undefined) return;
    this.picked.replaceChildren(
      el("span", { text: this.nameOf(part ?? -1), title: path }),
      button("Its findings", "Filter the table by this part", () => this.onFilterByPart(path)),
    );
  }

  private giveUp(why: string): void {
    this.element.classList.add("without");
    this.message.hidden = false;
    this.message.textContent = `There is no 3D view: ${why}. Table, pictures and figures are complete without it.`;
  }
}

const angle = Math.PI / 24;

function turnByKey(stage: Stage, event: KeyboardEvent): void {
  const turns: Readonly<Record<string, readonly [number, number]>> = {
    ArrowLeft: [-angle, 0],
    ArrowRight: [angle, 0],
    ArrowUp: [0, angle],
    ArrowDown: [0, -angle],
  };
  const turn = turns[event.key];
  if (!turn) return;
  event.preventDefault();
  stage.turn(...turn);
}
