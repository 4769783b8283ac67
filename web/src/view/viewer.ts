// The 3D view: what is selected, and what the reader asks to see of it.
import { Box3, Vector3, type Intersection, type Plane } from "three";
import type { Geometry, Vec3 } from "../data/contract";
import type { Report, Row } from "../data/report";
import type { Signal } from "../ui/signal";
import { Caps } from "./caps";
import * as colours from "./colours";
import { closeUp, partBoxes, surroundings } from "./focus";
import { Ghosts } from "./ghosts";
import { Marks, type Dimension } from "./marks";
import { Meshes, sceneFromMesh } from "./meshes";
import type { ViewOptions } from "./options";
import { Overlay } from "./overlay";
import { PairMember, type PairPart } from "./pair";
import { axisFacing, planeOf, rangeOf, sectionThrough, type Axis } from "./section";
import type { Stage } from "./stage";
import { firstView, upAxis } from "./upright";
import { worstOfParts } from "./worst";

export class Viewer {
  readonly overlay: Overlay;
  onPick: (part: number | null) => void = () => {};
  private readonly centre: Vec3;
  private readonly sceneBox: Box3;
  private readonly boxes: Box3[];
  private readonly ghosts: Ghosts;
  private readonly pair = [new PairMember(colours.partA), new PairMember(colours.partB)];
  private readonly caps = new Caps();
  private readonly marks = new Marks();
  private theme = colours.lightTheme;
  private row: Row | null = null;
  private isClose = false; // zoomed to the overlap, not yet to its deepest point

  constructor(
    private readonly stage: Stage,
    report: Report,
    private readonly geometry: Geometry,
    private readonly meshes: Meshes,
    private readonly options: Signal<ViewOptions>,
  ) {
    const { centre, boxes, all } = partBoxes(report.clashes.parts);
    this.centre = centre;
    this.boxes = boxes;
    this.sceneBox = all;
    const worst = worstOfParts(report);
    this.ghosts = new Ghosts(geometry.parts, meshes, centre, (part) => {
      const group = worst.get(part);
      return group ? colours.overview[group] : colours.untouched;
    });
    this.overlay = new Overlay(stage, report.units);
    stage.scene.add(
      this.ghosts.object,
      this.caps.object,
      ...this.pair.map(({ object }) => object),
      this.marks.object,
    );
    stage.setBounds(all);
    stage.beforeDraw = () => this.caps.follow(stage.controls.target, stage.towardsEye().length());
    stage.onDraw = () => this.overlay.place(this.options.value.marks);
    this.listen();
    this.fit(firstView(upAxis(geometry, report.clashes)));
  }

  select(row: Row | null): void {
    this.row = row;
    this.isClose = false;
    const parts = row ? row.parts.filter((part) => part >= 0) : [];
    this.ghosts.hide(parts);
    this.pair.forEach((member, side) => member.show(row && this.pairPart(row, row.parts[side])));
    this.marks.show(row?.finding ?? null, this.centre);
    this.overlay.show(this.marks.dimension, row?.finding.point ? this.scenePoint(row.finding.point) : null);
    if (row) this.zoomToSurroundings();
    const { section } = this.options.value;
    if (section.on) this.cutThrough(section.axis);
    this.apply();
  }

  /** Parts of the finding that are not in this file's geometry. */
  missingParts(row: Row): number[] {
    return row.parts.filter((part) => part >= 0 && this.pairPart(row, part) === null);
  }

  fit(from?: Vector3): void {
    this.lookAtBox(this.sceneBox, from);
  }

  fitPair(): void {
    if (this.row) this.lookAtBox(this.pairBox());
  }

  /** To the overlap, and again to its deepest point: a press fit is a thousand times thinner than it is long. */
  zoomToClash(): void {
    if (!this.row) return;
    const dimension = this.marks.dimension;
    this.isClose = !(this.isClose && dimension && dimension.length > 0);
    if (this.isClose || !dimension) this.lookAt(closeUp(this.row, this.boxes, this.centre));
    else this.zoomToDimension(this.row, dimension);
  }

  private zoomToDimension(row: Row, { from, to }: Dimension): void {
    const middle = from.clone().lerp(to, 0.5);
    const length = from.distanceTo(to);
    this.lookAt({ centre: middle, radius: 4 * length });
    const { section } = this.options.value;
    if (!section.on) return;
    // A hair towards the middle of the overlap: the deepest point is often on an end face, where nothing is cut.
    const normal = new Vector3(...section.normal);
    const inwards = normal.dot(closeUp(row, this.boxes, this.centre).centre.sub(middle));
    const hair = Math.sign(inwards) * Math.min(Math.abs(inwards), length / 10);
    this.options.patch({ section: { ...section, at: normal.dot(middle) + hair } });
  }

  private zoomToSurroundings(): void {
    if (this.row) this.lookAt(surroundings(this.row, this.boxes, this.centre));
  }

  toggleSection(): void {
    const { section } = this.options.value;
    if (section.on) this.options.patch({ section: { ...section, on: false } });
    else this.cutThrough(axisFacing(this.stage.towardsEye()));
  }

  /** Puts the section plane through the finding, or the middle of everything. */
  cutThrough(axis: Axis): void {
    const point = this.sectionPoint(axis);
    this.options.patch({ section: sectionThrough(point, axis, this.stage.towardsEye()) });
  }

  // The middle of the deepest overlap shows it whole, a ring on both sides. It hangs together, so a plane across an
  // axis through the middle of its box meets it; a slanted one may not, and goes through the deepest point.
  private sectionPoint(axis: Axis): Vector3 {
    if (!this.row) return this.stage.controls.target.clone();
    const { point, regions } = this.row.finding;
    if (point && (axis === "view" || regions.length === 0)) return this.scenePoint(point);
    return closeUp(this.row, this.boxes, this.centre).centre;
  }

  /** The plane's range: over the pair where there is one, so that a step is small enough for it. */
  sectionRange(): [number, number] {
    return rangeOf(this.row ? this.pairBox() : this.sceneBox, this.options.value.section.normal);
  }

  /** A place along the section's normal as the file counts. */
  sectionPlace(at: number): number {
    const { normal } = this.options.value.section;
    return at + normal[0] * this.centre[0] + normal[1] * this.centre[1] + normal[2] * this.centre[2];
  }

  private listen(): void {
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const setTheme = () => {
      this.theme = dark.matches ? colours.darkTheme : colours.lightTheme;
      for (const member of this.pair) member.setTheme(this.theme);
      this.marks.setTheme(this.theme);
      this.apply();
    };
    dark.addEventListener("change", setTheme);
    setTheme();
    this.options.watch(() => this.apply());
    listenForClicks(this.stage.canvas, (event) => this.onPick(this.pick(event)));
  }

  private apply(): void {
    const { ghosts, seeThrough, showA, showB, marks, section } = this.options.value;
    const plane = section.on ? planeOf(section) : null;
    this.ghosts.object.visible = ghosts || !this.row;
    this.ghosts.setSolid(!this.row, this.theme);
    this.marks.object.visible = marks;
    const shown = [showA, showB];
    this.pair.forEach((member, side) => {
      member.object.visible = shown[side];
      member.setOpacity(side === this.outerSide() ? 0.2 : seeThrough ? 0.35 : 1);
    });
    this.setClipping(plane);
    this.caps.show(
      plane,
      this.pair.map((member, side) => (shown[side] ? member.closedMesh : null)),
      this.sceneBox.getSize(new Vector3()).length(),
    );
    this.stage.ask();
  }

  private setClipping(plane: Plane | null): void {
    const planes = plane ? [plane] : [];
    this.ghosts.setClipping(planes);
    for (const member of this.pair) member.setClipping(planes);
  }

  private pairPart(row: Row, part: number): PairPart | null {
    const placed =
      this.geometry.details.find((detail) => detail.finding === row.finding.id && detail.part === part) ??
      this.geometry.parts.find((shown) => shown.part === part);
    if (!placed) return null;
    const data = this.meshes.get(placed.mesh);
    return { data, matrix: sceneFromMesh(placed.pose, data.origin, this.centre) };
  }

  // What lies inside another part would not be seen: the outer one is the larger of the two.
  private outerSide(): number {
    if (this.row?.finding.kind !== "inside") return -1;
    const [a, b] = this.row.parts.map((part) =>
      part >= 0 ? this.boxes[part].getSize(new Vector3()).length() : 0,
    );
    return a > b ? 0 : 1;
  }

  private pairBox(): Box3 {
    const box = new Box3();
    for (const part of this.row?.parts ?? []) if (part >= 0) box.union(this.boxes[part]);
    return box.isEmpty() ? this.sceneBox : box;
  }

  private scenePoint(p: Vec3): Vector3 {
    return new Vector3(p[0] - this.centre[0], p[1] - this.centre[1], p[2] - this.centre[2]);
  }

  private lookAt({ centre, radius }: { centre: Vector3; radius: number }): void {
    this.stage.lookAt(centre, radius);
  }

  private lookAtBox(box: Box3, from?: Vector3): void {
    if (box.isEmpty()) return;
    this.stage.lookAt(box.getCenter(new Vector3()), box.getSize(new Vector3()).length() / 2, from);
  }

  private pick(event: MouseEvent): number | null {
    const ray = this.stage.rayAt(event);
    const { section } = this.options.value;
    const plane = section.on ? planeOf(section) : null;
    const inSight = (hit: Intersection) => !plane || plane.distanceToPoint(hit.point) >= 0;
    const solid = this.pair.flatMap(({ pickable }) => pickable ?? []);
    const hit = ray.intersectObjects(solid).find(inSight); // the nearest first
    const side = this.pair.findIndex(({ pickable }) => pickable !== null && pickable === hit?.object);
    if (this.row && side >= 0) return this.row.parts[side];
    const ghost = this.ghosts.object.visible
      ? ray.intersectObject(this.ghosts.object).find(inSight)
      : undefined;
    return ghost?.batchId === undefined ? null : this.ghosts.partAt(ghost.batchId);
  }
}

// A click is a press that did not become a drag.
function listenForClicks(canvas: HTMLCanvasElement, onClick: (event: MouseEvent) => void): void {
  let down = { x: 0, y: 0 };
  canvas.addEventListener("pointerdown", (event) => (down = { x: event.clientX, y: event.clientY }));
  canvas.addEventListener("click", (event) => {
    if (Math.hypot(event.clientX - down.x, event.clientY - down.y) < 4) onClick(event);
  });
}
