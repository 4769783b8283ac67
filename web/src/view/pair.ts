// The two parts of the selected finding, in two colours, with their sharp edges and, where they are cut, their insides.
import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  Group,
  LineBasicMaterial,
  LineSegments,
  type Matrix4,
  Mesh,
  MeshLambertMaterial,
  type Color,
  type Plane,
} from "three";
import type { Theme } from "./colours";
import type { MeshData } from "./meshes";
import { makeSurface, type Surface } from "./surface";

export interface PairPart {
  readonly data: MeshData;
  readonly matrix: Matrix4;
}

export class PairMember {
  readonly object = new Group();
  readonly solid: MeshLambertMaterial;
  private readonly lines = new LineBasicMaterial({ transparent: true, opacity: 0.55 });
  private geometry: BufferGeometry | null = null;
  private surface: Surface | null = null;
  private edges: BufferGeometry | null = null;
  private mesh: Mesh | null = null;

  constructor(color: Color) {
    // Pushed back a little, so that edges and curves on the surface are not eaten by it.
    this.solid = new MeshLambertMaterial({
      color,
      side: DoubleSide,
      polygonOffset: true,
      polygonOffsetFactor: 1,
      polygonOffsetUnits: 1,
    });
  }

  show(part: PairPart | null): void {
    this.object.clear();
    this.geometry?.dispose();
    this.edges?.dispose();
    this.geometry = this.edges = this.surface = this.mesh = null;
    if (!part) return;
    this.surface = makeSurface(part.data.positions, part.data.indices);
    this.geometry = new BufferGeometry();
    this.geometry.setAttribute("position", new BufferAttribute(this.surface.positions, 3));
    this.geometry.setAttribute("normal", new BufferAttribute(this.surface.normals, 3));
    this.edges = new BufferGeometry();
    this.edges.setAttribute("position", new BufferAttribute(this.surface.edges, 3));
    this.mesh = new Mesh(this.geometry, this.solid);
    this.place(this.mesh, part.matrix);
    this.place(new LineSegments(this.edges, this.lines), part.matrix);
  }

  /** A mesh that can be filled where it is cut, or null: only what is closed has an inside. */
  get closedMesh(): Mesh | null {
    return this.surface?.closed ? this.mesh : null;
  }

  get pickable(): Mesh | null {
    return this.object.visible ? this.mesh : null;
  }

  /** 1 is solid. */
  setOpacity(opacity: number): void {
    if (this.solid.opacity === opacity) return;
    this.solid.opacity = opacity;
    this.solid.transparent = opacity < 1;
    this.solid.depthWrite = opacity === 1;
    this.solid.needsUpdate = true;
  }

  setTheme(theme: Theme): void {
    this.lines.color = theme.edge;
  }

  setClipping(planes: Plane[]): void {
    this.solid.clippingPlanes = planes;
    this.lines.clippingPlanes = planes;
  }

  private place(object: Mesh | LineSegments, matrix: Matrix4): void {
    object.matrixAutoUpdate = false;
    object.matrix.copy(matrix);
    this.object.add(object);
  }
}
