// A mesh made ready to be looked at closely: smooth where it is smooth, with its sharp edges, and whether it encloses
// something (a section of it can then be filled).

export interface Surface {
  readonly positions: Float32Array; // three corners of three numbers per triangle
  readonly normals: Float32Array;
  readonly edges: Float32Array; // two ends of three numbers per edge
  readonly closed: boolean;
}

const creaseCosine = Math.cos((30 * Math.PI) / 180);

export function makeSurface(positions: Float32Array, indices: ArrayLike<number>): Surface {
  const corners = weldedCorners(positions, indices);
  const faces = faceNormals(positions, corners);
  const around = trianglesAround(positions.length / 3, corners);
  const { edges, closed } = findEdges(positions, corners, faces, around);
  return { ...smoothed(positions, corners, faces, around), edges, closed };
}

// Corners by vertex, equal positions being one vertex; triangles that have lost an edge are left out.
function weldedCorners(positions: Float32Array, indices: ArrayLike<number>): Uint32Array {
  const first = firstOfEqual(positions);
  const corners = new Uint32Array(indices.length);
  let n = 0;
  for (let i = 0; i + 2 < indices.length; i += 3) {
    const a = first[indices[i]],
      b = first[indices[i + 1]],
      c = first[indices[i + 2]];
    if (a === b || b === c || c === a) continue;
    corners[n++] = a;
    corners[n++] = b;
    corners[n++] = c;
  }
  return corners.subarray(0, n);
}

function firstOfEqual(positions: Float32Array): Uint32Array {
  const bits = new Uint32Array(positions.buffer, positions.byteOffset, positions.length);
  const vertices = positions.length / 3;
  let size = 16;
  while (size < 2 * vertices) size *= 2;
  const table = new Int32Array(size).fill(-1);
  const first = new Uint32Array(vertices);
  for (let v = 0; v < vertices; ++v) {
    const x = bits[3 * v],
      y = bits[3 * v + 1],
      z = bits[3 * v + 2];
    let slot = (Math.imul(x, 73856093) ^ Math.imul(y, 19349663) ^ Math.imul(z, 83492791)) >>> 0;
    slot = (slot ^ (slot >>> 15)) & (size - 1);
    for (;;) {
      const other = table[slot];
      if (other < 0) table[slot] = v;
      else if (bits[3 * other] !== x || bits[3 * other + 1] !== y || bits[3 * other + 2] !== z) {
        slot = (slot + 1) & (size - 1);
        continue;
      }
      first[v] = other < 0 ? v : other;
      break;
    }
  }
  return first;
}

/** Four numbers per triangle: the unit normal and twice the area. */
function faceNormals(p: Float32Array, corners: Uint32Array): Float32Array {
  const faces = new Float32Array((corners.length / 3) * 4);
  for (let t = 0; t < corners.length / 3; ++t) {
    const a = 3 * corners[3 * t],
      b = 3 * corners[3 * t + 1],
      c = 3 * corners[3 * t + 2];
    const ux = p[b] - p[a],
      uy = p[b + 1] - p[a + 1],
      uz = p[b + 2] - p[a + 2];
    const vx = p[c] - p[a],
      vy = p[c + 1] - p[a + 1],
      vz = p[c + 2] - p[a + 2];
    const x = uy * vz - uz * vy,
      y = uz * vx - ux * vz,
      z = ux * vy - uy * vx;
    const length = Math.hypot(x, y, z);
    if (length > 0) faces.set([x / length, y / length, z / length, length], 4 * t);
  }
  return faces;
}

interface Around {
  readonly start: Uint32Array; // of each vertex, where its corners begin
  readonly corner: Uint32Array; // places in the list of corners
}

function trianglesAround(vertices: number, corners: Uint32Array): Around {
  const start = new Uint32Array(vertices + 1);
  for (const v of corners) ++start[v + 1];
  for (let v = 0; v < vertices; ++v) start[v + 1] += start[v];
  const next = start.slice();
  const corner = new Uint32Array(corners.length);
  for (let i = 0; i < corners.length; ++i) corner[next[corners[i]]++] = i;
  return { start, corner };
}

const after = (i: number) => (i % 3 === 2 ? i - 2 : i + 1);

function findEdges(p: Float32Array, corners: Uint32Array, faces: Float32Array, around: Around) {
  const edges: number[] = [];
  let closed = corners.length > 0;
  for (let i = 0; i < corners.length; ++i) {
    const from = corners[i],
      to = corners[after(i)];
    const face = Math.floor(i / 3);
    let opposite = -1;
    let balance = 0; // of triangles that use the edge this way and the other way
    for (let k = around.start[from]; k < around.start[from + 1]; ++k) {
      const other = around.corner[k];
      if (corners[after(other)] === to) ++balance;
      const before = other % 3 === 0 ? other + 2 : other - 1;
      if (corners[before] === to) {
        --balance;
        opposite = Math.floor(other / 3);
      }
    }
    if (balance !== 0) closed = false;
    // Each edge is met from both of its triangles; the one with the smaller number draws it.
    if (opposite >= 0 && opposite < face) continue;
    if (opposite < 0 || dot(faces, face, opposite) < creaseCosine) {
      edges.push(p[3 * from], p[3 * from + 1], p[3 * from + 2], p[3 * to], p[3 * to + 1], p[3 * to + 2]);
    }
  }
  return { edges: new Float32Array(edges), closed };
}

function dot(faces: Float32Array, s: number, t: number): number {
  return (
    faces[4 * s] * faces[4 * t] + faces[4 * s + 1] * faces[4 * t + 1] + faces[4 * s + 2] * faces[4 * t + 2]
  );
}

// A corner's normal is the mean over the triangles around it that are not turned away from its own by more than a crease.
function smoothed(p: Float32Array, corners: Uint32Array, faces: Float32Array, around: Around) {
  const positions = new Float32Array(corners.length * 3);
  const normals = new Float32Array(corners.length * 3);
  for (let i = 0; i < corners.length; ++i) {
    const v = corners[i];
    const own = Math.floor(i / 3);
    let x = 0,
      y = 0,
      z = 0;
    for (let k = around.start[v]; k < around.start[v + 1]; ++k) {
      const t = Math.floor(around.corner[k] / 3);
      if (t !== own && dot(faces, own, t) < creaseCosine) continue;
      const area = faces[4 * t + 3];
      x += faces[4 * t] * area;
      y += faces[4 * t + 1] * area;
      z += faces[4 * t + 2] * area;
    }
    const length = Math.hypot(x, y, z) || 1;
    for (let c = 0; c < 3; ++c) positions[3 * i + c] = p[3 * v + c];
    normals[3 * i] = x / length;
    normals[3 * i + 1] = y / length;
    normals[3 * i + 2] = z / length;
  }
  return { positions, normals };
}
