// Which way is up.
import { Vector3 } from "three";
import type { Clashes, Geometry } from "../data/contract";

export type UpAxis = "x" | "y" | "z";

/** What the files say; else y for glTF, whose standard says so, and z as engineers draw. */
export function upAxis(geometry: Geometry, { files }: Clashes): UpAxis {
  const standard = files.length > 0 && files.every(({ format }) => /^gl(tf|b)/i.test(format));
  return geometry.up ?? (standard ? "y" : "z");
}

export function upVector(up: UpAxis): Vector3 {
  return new Vector3(Number(up === "x"), Number(up === "y"), Number(up === "z"));
}

/** From the right, the front and above. */
export function firstView(up: UpAxis): Vector3 {
  const [right, front, above] = [0.6, 0.75, 0.5];
  if (up === "y") return new Vector3(right, above, front);
  return up === "x" ? new Vector3(above, right, -front) : new Vector3(right, -front, above);
}
