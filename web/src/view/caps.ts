// Fills what a section plane has cut open: A and B in their colours, and where both are, in red. Each closed part flips
// its own bit of the stencil with every surface behind the plane; an odd number of them means that the plane is inside.
import {
  AlwaysStencilFunc,
  type Color,
  DoubleSide,
  EqualStencilFunc,
  Group,
  InvertStencilOp,
  KeepStencilOp,
  Mesh,
  MeshBasicMaterial,
  type Plane,
  PlaneGeometry,
  Vector3,
} from "three";
import * as colours from "./colours";

const bitA = 1;
const bitB = 2;

export class Caps {
  readonly object = new Group();
  private plane: Plane | null = null;
  private sceneSize = 0;
  private readonly counters = [counterMaterial(bitA), counterMaterial(bitB)];
  private readonly fills = [
    fill(bitA, colours.partA),
    fill(bitB, colours.partB),
    fill(bitA | bitB, colours.overlap),
  ];

  /** Nothing is filled without a plane, nor of a part that is not closed (null). */
  show(plane: Plane | null, parts: readonly (Mesh | null)[], sceneSize: number): void {
    this.object.clear();
    this.plane = plane;
    this.sceneSize = sceneSize;
    if (!plane) return;
    parts.forEach((part, i) => {
      if (part) this.object.add(counter(part, this.counters[i], plane));
    });
    if (this.object.children.length > 0) this.object.add(...this.fills);
  }

  /** Keeps the fill around what the eye looks at: a sheet of metres is too rough to show micrometres. */
  follow(target: Vector3, distance: number): void {
    if (!this.plane) return;
    for (const cap of this.fills) {
      this.plane.projectPoint(target, cap.position);
      cap.lookAt(new Vector3().copy(cap.position).sub(this.plane.normal));
      cap.scale.setScalar(Math.min(4 * this.sceneSize, 200 * distance));
    }
  }
}

function counterMaterial(bit: number): MeshBasicMaterial {
  return new MeshBasicMaterial({
    side: DoubleSide,
    colorWrite: false,
    depthWrite: false,
    depthTest: false,
    stencilWrite: true,
    stencilFunc: AlwaysStencilFunc,
    stencilWriteMask: bit,
    stencilFail: KeepStencilOp,
    stencilZFail: InvertStencilOp,
    stencilZPass: InvertStencilOp,
  });
}

function counter(part: Mesh, material: MeshBasicMaterial, plane: Plane): Mesh {
  material.clippingPlanes = [plane];
  const mesh = new Mesh(part.geometry, material);
  mesh.matrixAutoUpdate = false;
  mesh.matrix.copy(part.matrix);
  mesh.renderOrder = -2;
  return mesh;
}

function fill(bits: number, color: Color): Mesh {
  const material = new MeshBasicMaterial({
    color,
    side: DoubleSide,
    stencilWrite: true,
    stencilRef: bits,
    stencilFunc: EqualStencilFunc,
    stencilFuncMask: bitA | bitB,
    stencilWriteMask: 0,
    stencilFail: KeepStencilOp,
    stencilZFail: KeepStencilOp,
    stencilZPass: KeepStencilOp,
  });
  const mesh = new Mesh(new PlaneGeometry(1, 1), material);
  mesh.renderOrder = -1;
  return mesh;
}
