// What was computed about the finding, drawn over the parts: curves, boxes of overlaps, points and the line between
// them. All is relative to the finding's own point, for the sake of single precision.
import { Group, Vector3 } from "three";
import { LineMaterial } from "three/examples/jsm/lines/LineMaterial.js";
import { LineSegments2 } from "three/examples/jsm/lines/LineSegments2.js";
import { LineSegmentsGeometry } from "three/examples/jsm/lines/LineSegmentsGeometry.js";
import type { Box, Curve, Finding, Vec3 } from "../data/contract";
import * as colours from "./colours";

export interface Dimension {
  readonly from: Vector3; // in the scene
  readonly to: Vector3;
  readonly length: number; // in the file's unit
  readonly what: "depth" | "distance";
}

export class Marks {
  readonly object = new Group();
  dimension: Dimension | null = null;
  private readonly curves = line(2.5, colours.curve);
  private readonly boxes = line(1, colours.lightTheme.regionBox, 0.7);
  private readonly dimensionLine = line(2, colours.dimension);

  constructor() {
    for (const mark of [this.boxes, this.curves, this.dimensionLine]) this.object.add(mark);
  }

  setTheme(theme: colours.Theme): void {
    this.boxes.material.color = theme.regionBox;
    this.dimensionLine.material.color = theme.dimension;
  }

  show(finding: Finding | null, centre: Vec3): void {
    const zero = finding?.point ?? finding?.distance?.point_a ?? centre;
    this.object.position.set(zero[0] - centre[0], zero[1] - centre[1], zero[2] - centre[2]);
    const regions = finding?.regions ?? [];
    setSegments(
      this.curves,
      regions.flatMap((region) => region.curves.flatMap((curve) => curveSegments(curve, zero))),
    );
    setSegments(
      this.boxes,
      regions.flatMap(({ box }) => boxSegments(box, zero)),
    );
    this.dimension = finding && dimensionOf(finding, centre);
    const ends = this.dimension
      ? [this.dimension.from, this.dimension.to].map((p) => p.clone().sub(this.object.position))
      : [];
    setSegments(
      this.dimensionLine,
      ends.flatMap((p) => p.toArray()),
    );
  }
}

/** Depth of the deepest overlap, or else the distance. */
function dimensionOf(finding: Finding, centre: Vec3): Dimension | null {
  const scene = (p: Vec3) => new Vector3(p[0] - centre[0], p[1] - centre[1], p[2] - centre[2]);
  const deepest = finding.regions[0];
  if (deepest?.depth && deepest.depth.value > 0) {
    return {
      from: scene(deepest.point),
      to: scene(deepest.nearest),
      length: deepest.depth.value,
      what: "depth",
    };
  }
  if (!finding.distance) return null;
  const { point_a, point_b, value } = finding.distance;
  return { from: scene(point_a), to: scene(point_b), length: value, what: "distance" };
}

function line(width: number, color: colours.Theme["ghost"], opacity = 1): LineSegments2 {
  const material = new LineMaterial({
    color: color.getHex(),
    linewidth: width,
    depthTest: false,
    transparent: true,
    opacity,
  });
  const lines = new LineSegments2(new LineSegmentsGeometry(), material);
  lines.renderOrder = 10;
  lines.frustumCulled = false;
  lines.visible = false;
  return lines;
}

function setSegments(lines: LineSegments2, segments: number[]): void {
  lines.visible = segments.length > 0;
  lines.geometry.dispose();
  lines.geometry = new LineSegmentsGeometry();
  if (lines.visible) lines.geometry.setPositions(segments);
}

function curveSegments({ points, closed }: Curve, zero: Vec3): number[] {
  const n = points.length / 3;
  const segments: number[] = [];
  const at = (i: number, c: number) => points[3 * (i % n) + c] - zero[c];
  for (let i = 0; i < (closed ? n : n - 1); ++i) {
    segments.push(at(i, 0), at(i, 1), at(i, 2), at(i + 1, 0), at(i + 1, 1), at(i + 1, 2));
  }
  return segments;
}

function boxSegments(box: Box, zero: Vec3): number[] {
  const corner = (bits: number) => [0, 1, 2].map((c) => box[c + 3 * ((bits >> c) & 1)] - zero[c]);
  const segments: number[] = [];
  for (let bits = 0; bits < 8; ++bits) {
    for (let c = 0; c < 3; ++c)
      if (!((bits >> c) & 1)) segments.push(...corner(bits), ...corner(bits | (1 << c)));
  }
  return segments;
}
