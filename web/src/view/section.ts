// Where the section plane stands.
import { Box3, Plane, Vector3 } from "three";

export type Axis = "x" | "y" | "z" | "view";

export interface Section {
  readonly on: boolean;
  readonly axis: Axis;
  readonly normal: readonly [number, number, number];
  readonly at: number; // along the normal, in the scene
  readonly flip: boolean;
}

export const noSection: Section = { on: false, axis: "z", normal: [0, 0, 1], at: 0, flip: false };

/** A section through a point. What lies on the side of the eye is taken away. */
export function sectionThrough(point: Vector3, axis: Axis, towardsEye: Vector3): Section {
  const normal = axis === "view" ? towardsEye.clone().normalize() : axisVector(axis);
  return {
    on: true,
    axis,
    normal: [normal.x, normal.y, normal.z],
    at: normal.dot(point),
    flip: normal.dot(towardsEye) < 0,
  };
}

/** The axis along which the eye looks most. */
export function axisFacing(towardsEye: Vector3): Axis {
  const [x, y, z] = towardsEye.toArray().map(Math.abs);
  return x >= y && x >= z ? "x" : y >= z ? "y" : "z";
}

function axisVector(axis: "x" | "y" | "z"): Vector3 {
  return new Vector3(Number(axis === "x"), Number(axis === "y"), Number(axis === "z"));
}

/** Keeps what is behind the plane; flipped, what is in front of it. */
export function planeOf({ normal, at, flip }: Section): Plane {
  const n = new Vector3(...normal);
  return flip ? new Plane(n, -at) : new Plane(n.negate(), at);
}

/** From where to where the plane can be moved to cut something of the box. */
export function rangeOf(box: Box3, normal: readonly [number, number, number]): [number, number] {
  if (box.isEmpty()) return [-1, 1];
  const centre = box.getCenter(new Vector3());
  const half = box.getSize(new Vector3()).multiplyScalar(0.5);
  const middle = centre.dot(new Vector3(...normal));
  const reach = Math.abs(half.x * normal[0]) + Math.abs(half.y * normal[1]) + Math.abs(half.z * normal[2]);
  return [middle - reach, middle + reach];
}
