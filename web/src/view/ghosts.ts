// All parts in one draw call: solid in the overview, ghosts around a selected pair. A ghost is clear where it faces the
// eye and shows where it turns away, so that many of them behind one another do not become a fog.
import {
  BatchedMesh,
  BufferAttribute,
  BufferGeometry,
  Color,
  DoubleSide,
  MeshLambertMaterial,
  type Plane,
} from "three";
import type { PlacedMesh, Vec3 } from "../data/contract";
import type { Theme } from "./colours";
import { sceneFromMesh, type Meshes } from "./meshes";

const ghostOpacity = 0.45; // where a surface is seen from its side
const facingShare = 0.13; // of that, where it faces the eye

export class Ghosts {
  readonly object: BatchedMesh;
  private readonly material: MeshLambertMaterial;
  private readonly instanceOf = new Map<number, number>();
  private readonly partOf: number[] = [];
  private readonly tints: Color[] = [];
  private hidden: number[] = [];
  private look: { solid: boolean; theme: Theme } | null = null;

  constructor(all: readonly PlacedMesh[], meshes: Meshes, centre: Vec3, tint: (part: number) => Color) {
    const placed = all.filter(({ mesh }) => meshes.get(mesh).indices.length > 0);
    const used = [...new Set(placed.map(({ mesh }) => mesh))];
    const size = used.map((mesh) => meshes.get(mesh));
    const vertices = size.reduce((n, { positions }) => n + positions.length / 3, 0);
    const corners = size.reduce((n, { indices }) => n + indices.length, 0);
    this.material = ghostMaterial();
    this.object = new BatchedMesh(
      Math.max(placed.length, 1),
      Math.max(vertices, 1),
      Math.max(corners, 1),
      this.material,
    );
    this.object.sortObjects = false;
    const geometryOf = new Map(
      used.map((mesh) => [mesh, this.object.addGeometry(bufferGeometry(meshes, mesh))]),
    );
    for (const { part, mesh, pose } of placed) {
      const instance = this.object.addInstance(geometryOf.get(mesh) as number);
      this.object.setMatrixAt(instance, sceneFromMesh(pose, meshes.get(mesh).origin, centre));
      this.instanceOf.set(part, instance);
      this.partOf[instance] = part;
      this.tints[instance] = tint(part);
    }
  }

  /** As a solid overview, or as ghosts. */
  setSolid(solid: boolean, theme: Theme): void {
    if (this.look?.solid === solid && this.look.theme === theme) return; // every part's colour would go to the card again
    this.look = { solid, theme };
    this.material.transparent = !solid;
    this.material.opacity = solid ? 1 : ghostOpacity;
    this.material.depthWrite = solid;
    this.material.needsUpdate = true;
    this.tints.forEach((tint, instance) => this.object.setColorAt(instance, solid ? tint : theme.ghost));
  }

  /** Leaves out parts that are drawn otherwise. */
  hide(parts: readonly number[]): void {
    for (const instance of this.hidden) this.object.setVisibleAt(instance, true);
    this.hidden = parts.flatMap((part) => this.instanceOf.get(part) ?? []);
    for (const instance of this.hidden) this.object.setVisibleAt(instance, false);
  }

  setClipping(planes: Plane[]): void {
    this.material.clippingPlanes = planes;
  }

  partAt(instance: number): number {
    return this.partOf[instance];
  }
}

function bufferGeometry(meshes: Meshes, mesh: number): BufferGeometry {
  const { positions, indices } = meshes.get(mesh);
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(positions, 3));
  geometry.setIndex(new BufferAttribute(indices, 1));
  return geometry;
}

function ghostMaterial(): MeshLambertMaterial {
  const material = new MeshLambertMaterial({ flatShading: true, side: DoubleSide, forceSinglePass: true });
  material.onBeforeCompile = (shader) => {
    shader.fragmentShader = shader.fragmentShader.replace(
      "#include <opaque_fragment>",
      `
      #ifndef OPAQUE
        float facing = abs(dot(normalize(normal), normalize(vViewPosition)));
        diffuseColor.a *= mix(1.0, ${facingShare.toFixed(2)}, smoothstep(0.0, 0.7, facing));
      #endif
      #include <opaque_fragment>`,
    );
  };
  return material;
}
