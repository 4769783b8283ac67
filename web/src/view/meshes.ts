// Unpacks meshes from the blob when they are asked for. Positions are relative to the mesh's origin, so that single
// precision loses nothing that the file has; the origin goes into the matrix.
import { Box3, Matrix4, Vector3 } from "three";
import type { Geometry, PackedMesh, Pose, Vec3 } from "../data/contract";
import { DataError } from "../data/elements";

export interface MeshData {
  readonly positions: Float32Array;
  readonly indices: Uint32Array | Uint16Array;
  readonly origin: Vec3;
  readonly box: Box3; // of the positions
}

export class Meshes {
  private readonly unpacked = new Map<number, MeshData>();

  constructor(
    private readonly geometry: Geometry,
    private readonly blob: ArrayBuffer,
  ) {}

  get(index: number): MeshData {
    const known = this.unpacked.get(index);
    if (known) return known;
    const packed = this.geometry.meshes[index];
    if (!packed) throw new DataError("its data are damaged");
    const data = this.unpack(packed);
    this.unpacked.set(index, data);
    return data;
  }

  private unpack(mesh: PackedMesh): MeshData {
    const positions =
      mesh.format === "u16"
        ? this.quantised(mesh)
        : new Float32Array(this.bytes(mesh.vertices_at, mesh.vertices * 12));
    const bytes = this.bytes(mesh.indices_at, mesh.triangles * 3 * mesh.index_bytes);
    const indices = mesh.index_bytes === 2 ? new Uint16Array(bytes) : new Uint32Array(bytes);
    for (const index of indices) if (index >= mesh.vertices) throw new DataError("its data are damaged");
    const box = new Box3();
    const p = new Vector3();
    for (let i = 0; i < positions.length; i += 3) box.expandByPoint(p.fromArray(positions, i));
    return { positions, indices, origin: mesh.origin, box };
  }

  private quantised(mesh: PackedMesh): Float32Array {
    const steps = new Uint16Array(this.bytes(mesh.vertices_at, mesh.vertices * 6));
    const positions = new Float32Array(steps.length);
    for (let i = 0; i < steps.length; ++i) positions[i] = steps[i] * mesh.step;
    return positions;
  }

  // A copy, as views of two or four bytes want an even place to begin.
  private bytes(at: number, length: number): ArrayBuffer {
    if (!(at >= 0 && length >= 0 && at + length <= this.blob.byteLength))
      throw new DataError("its data are damaged");
    return this.blob.slice(at, at + length);
  }
}

/** From a mesh's positions to the scene, whose zero is the given centre of the world; in double precision. */
export function sceneFromMesh(pose: Pose, origin: Vec3, centre: Vec3): Matrix4 {
  const t = [0, 1, 2].map(
    (r) =>
      pose[4 * r] * origin[0] +
      pose[4 * r + 1] * origin[1] +
      pose[4 * r + 2] * origin[2] +
      pose[4 * r + 3] -
      centre[r],
  );
  return new Matrix4().set(
    pose[0],
    pose[1],
    pose[2],
    t[0],
    pose[4],
    pose[5],
    pose[6],
    t[1],
    pose[8],
    pose[9],
    pose[10],
    t[2],
    0,
    0,
    0,
    1,
  );
}
