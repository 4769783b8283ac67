// What graze writes: clashes.json, schema "graze.clash/2", and the elements of the page that hold the geometry.
// Numbers are in the unit of the coordinates.

export type Vec3 = readonly [number, number, number];
export type Box = readonly [number, number, number, number, number, number]; // least x y z, greatest x y z
export type Pose = readonly number[]; // 12 numbers, the rows of a 3x4 matrix

export type Kind = "clash" | "inside" | "touch" | "clearance" | "undecided";
export type Status = "new" | "changed" | "same";

export interface Depth {
  value: number;
  at_most: number;
}

export interface Volume {
  value: number;
  error: number;
}

/** What is known beyond the triangles: facets of curved faces are not where the surface is. */
export interface Faceting {
  tolerance: number; // how deep an overlap the faces around it may feign
  explains: boolean; // the overlap is no deeper: the parts merely touch
  curved: boolean; // otherwise the tolerance is of rounding alone
  gap: number | null; // between the surfaces themselves, where known; negative: they overlap
}

export interface Distance {
  value: number;
  point_a: Vec3;
  point_b: Vec3;
}

export interface Curve {
  closed: boolean;
  points: readonly number[]; // x y z x y z ...
}

export interface Region {
  box: Box;
  depth: Depth | null;
  point: Vec3;
  nearest: Vec3;
  volume: Volume | null;
  thickness?: number | null;
  faceting?: Faceting | null;
  curves: readonly Curve[];
}

export interface Finding {
  id: string;
  kind: Kind;
  a: string;
  b: string;
  part_a: number | null; // of this run; null only where a resolved finding's part is gone
  part_b: number | null;
  relation: string;
  as_surfaces: boolean;
  point: Vec3 | null; // where to look
  depth: Depth | null;
  volume: Volume | null;
  faceting?: Faceting | null;
  thickness?: number | null; // of what is shared: large where a part is there twice, though the depth is none
  distance: Distance | null;
  wanted_clearance: number | null;
  allowed: { line: number; depth: number } | null;
  status: Status | null;
  regions: readonly Region[];
  out_of_budget?: readonly string[] | null; // figures that are missing, or wide, for the budget was used up
}

export interface Part {
  path: string;
  name?: string; // what tables call it: the end of the path that no other part shares
  file: number | null; // of the list of files
  triangles: number;
  closed: boolean;
  why_not_closed: string | null;
  hash: string;
  pose: Pose;
  box: Box | null;
  stitched?: Stitched | null; // not there: it was closed in the file, or stitching was off
}

/** Hairline gaps that were closed, or that were too wide for it. */
export interface Stitched {
  tolerance: number;
  closed: boolean;
  moved_by: number; // the surface is nowhere further from where the file has it
  joined_edges: number;
  open_rims: number;
  longest_rim: { length: number; middle: Vec3 } | null;
}

export interface SourceFile {
  file: string;
  format: string;
  precision: string;
  parts: number;
  skipped: readonly { what: string; count: number }[];
  metres_per_unit?: number | null; // as it was read
  stated_metres_per_unit?: number | null; // as the file says it
  turned?: boolean; // to the upward axis of the files before it
}

export interface Baseline {
  file: string;
  new: number;
  changed: number;
  same: number;
  resolved: readonly Finding[];
}

export interface Clashes {
  schema: string;
  complete: boolean;
  metres_per_unit: number | null;
  settings: {
    clearance: number | null;
    touch: number | null;
    open_parts: string;
    budget?: number | null;
    between?: { a: readonly string[]; b: readonly string[] } | null;
    as_tessellated?: boolean;
  };
  files: readonly SourceFile[];
  parts: readonly Part[];
  pairs: Readonly<Record<string, number>>;
  rules: { file: string; unused: readonly { line: number; text: string }[] } | null;
  baseline: Baseline | null;
  findings: readonly Finding[];
  remarks?: readonly string[]; // about the files, for people
  run?: Readonly<Record<string, unknown>>;
}

export interface PackedMesh {
  format: "u16" | "f32";
  origin: Vec3;
  step: number;
  vertices: number;
  triangles: number;
  vertices_at: number; // in bytes from the beginning of the blob
  indices_at: number;
  index_bytes: 2 | 4;
}

export interface PlacedMesh {
  part: number;
  mesh: number;
  pose: Pose;
}

export interface Geometry {
  meshes: readonly PackedMesh[];
  parts: readonly PlacedMesh[];
  details: readonly (PlacedMesh & { finding: string })[];
  /** Which axis points up, where the files say it. */
  up?: "x" | "y" | "z" | null;
  left_out: LeftOut;
}

/** What clashes.json and the files have, and this page has not. */
export interface LeftOut {
  parts: number;
  triangles: number;
  details: number; // findings whose surroundings are simplified
  findings?: number; // the least
  resolved?: number; // findings of the baseline
  regions?: number; // of findings that are here
  curves?: number; // findings that are here without their curves
  pictures?: number;
  names?: number; // parts whose names lost their beginning
  rounded?: boolean; // coordinates and curves
}

export type Pictures = Readonly<Record<string, string>>;
