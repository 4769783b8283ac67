// Where to look, and how closely.
import { Box3, Vector3 } from "three";
import type { Box, Part, Vec3 } from "../data/contract";
import type { Row } from "../data/report";

export interface Ball {
  readonly centre: Vector3;
  readonly radius: number;
}

/** The parts' boxes in the scene, whose zero is the middle of them all: large coordinates stay out of the graphics card. */
export function partBoxes(parts: readonly Part[]): { centre: Vec3; boxes: Box3[]; all: Box3 } {
  const whole: number[] = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  for (const { box } of parts) {
    if (!box) continue;
    for (let c = 0; c < 3; ++c) {
      whole[c] = Math.min(whole[c], box[c]);
      whole[c + 3] = Math.max(whole[c + 3], box[c + 3]);
    }
  }
  const middle = [0, 1, 2].map((c) => (whole[c] + whole[c + 3]) / 2);
  const centre: Vec3 = middle.every(Number.isFinite) ? [middle[0], middle[1], middle[2]] : [0, 0, 0];
  const boxes = parts.map(({ box }) => (box ? sceneBox(box, centre) : new Box3()));
  const all = boxes.reduce((union, box) => union.union(box), new Box3());
  return { centre, boxes, all };
}

function sceneBox(box: Box, centre: Vec3): Box3 {
  return new Box3(
    new Vector3(box[0] - centre[0], box[1] - centre[1], box[2] - centre[2]),
    new Vector3(box[3] - centre[0], box[4] - centre[1], box[5] - centre[2]),
  );
}

/** The finding with enough of the smaller part around it to know where one is. */
export function surroundings(row: Row, boxes: readonly Box3[], centre: Vec3): Ball {
  const { middle, size, smaller } = measure(row, boxes, centre);
  const share = row.finding.kind === "inside" ? 2.5 : 1.3; // of a part in another, the other wants to be seen too
  return { centre: middle, radius: Math.max(2.5 * size, share * smaller) };
}

/** The finding itself. */
export function closeUp(row: Row, boxes: readonly Box3[], centre: Vec3): Ball {
  const { middle, size, smaller } = measure(row, boxes, centre);
  return { centre: middle, radius: Math.max(1.1 * size, 0.05 * smaller) };
}

// The middle and radius of the deepest overlap or of the gap, and the radius of the smaller part.
function measure({ finding, parts }: Row, boxes: readonly Box3[], centre: Vec3) {
  const radii = parts
    .filter((part) => part >= 0)
    .map((part) => boxes[part].getSize(new Vector3()).length() / 2);
  const smaller = Math.min(...radii.filter((radius) => radius > 0)); // infinite if there is none
  const focus = new Box3();
  const region = finding.regions[0];
  if (region) focus.copy(sceneBox(region.box, centre));
  else
    for (const p of focusPoints(finding))
      focus.expandByPoint(new Vector3(p[0] - centre[0], p[1] - centre[1], p[2] - centre[2]));
  const size = focus.getSize(new Vector3()).length() / 2;
  return {
    middle: focus.getCenter(new Vector3()),
    size,
    smaller: Number.isFinite(smaller) ? smaller : Math.max(size, 1),
  };
}

function focusPoints({ point, distance }: Row["finding"]): Vec3[] {
  if (distance) return [distance.point_a, distance.point_b];
  return point ? [point] : [];
}
