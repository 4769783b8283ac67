// The shapes of products: what web-ifc makes of the items of one product becomes one mesh. Equal products share it.

export class PlacedMeshes {
  failed = 0;  // products whose shape could not be made
  #api;
  #model;
  #writer;
  #geometries = new Map();  // by their number in the file
  #sent = new Map();

  constructor(api, model, writer) {
    this.#api = api;
    this.#model = model;
    this.#writer = writer;
  }

  // {mesh, matrix}: the number of its mesh and where that is; nothing for a product without triangles. web-ifc keeps
  // the shape of a product that is cut under the number of the uncut one: it is right only now, and shared with none.
  of(id, isCut) {
    const items = this.#itemsOf(id);
    if (items.length === 0) return undefined;
    // In the frame of the first item, with the places of the others in it: the same for copies of a product.
    const back = inverse(items[0].matrix);
    const frame = back === undefined ? identity : items[0].matrix;
    if (back !== undefined) {
      for (const item of items) item.matrix = product(back, item.matrix);
      items[0].matrix = identity;
    }
    if (isCut) {
      const shapes = items.map(({geometry}) => this.#fetch(geometry));
      return this.#send(frame, items, shapes);
    }
    const key = items.map(({geometry, matrix}) => geometry + ':' + Array.from(matrix, rough).join()).join(';');
    if (!this.#sent.has(key)) this.#sent.set(key, this.#send(frame, items, items.map(({geometry}) => this.#geometry(geometry))));
    const mesh = this.#sent.get(key)?.mesh;
    return mesh === undefined ? undefined : {mesh, matrix: frame};
  }

  #send(frame, items, shapes) {
    const sum = (count) => shapes.reduce((n, shape) => n + count(shape), 0);
    const vertices = new Float64Array(sum((s) => s.vertices.length / 6) * 3);
    const corners = new Uint32Array(sum((s) => s.corners.length));
    let v = 0, c = 0;
    shapes.forEach((shape, i) => {
      const m = items[i].matrix;
      const first = v / 3;
      for (let k = 0; k < shape.corners.length; k += 3) {
        const triangle = shape.corners.subarray(k, k + 3);
        if (isNoTriangle(shape.vertices, triangle)) continue;
        for (const corner of triangle) corners[c++] = first + corner;
      }
      for (let k = 0; k < shape.vertices.length; k += 6) {  // a place and a normal
        const [x, y, z] = [shape.vertices[k], shape.vertices[k + 1], shape.vertices[k + 2]];
        for (let row = 0; row < 12; row += 4) vertices[v++] = m[row] * x + m[row + 1] * y + m[row + 2] * z + m[row + 3];
      }
    });
    if (c === 0) return undefined;
    return {mesh: this.#writer.mesh(vertices, corners.subarray(0, c)), matrix: frame};
  }

  #itemsOf(id) {
    const items = [];
    const geometries = this.#geometriesOf(id);
    for (let i = 0; i < (geometries?.size() ?? 0); ++i) {
      const placed = geometries.get(i);
      items.push({geometry: placed.geometryExpressID, matrix: upright(placed.flatTransformation)});
    }
    geometries?.delete();
    return items;
  }

  #geometriesOf(id) {
    try {
      return this.#api.GetFlatMesh(this.#model, id, false).geometries;  // in the file's unit
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError) throw error;  // web-ifc's memory may be in disorder
      ++this.failed;
      return undefined;
    }
  }

  #geometry(number) {
    if (!this.#geometries.has(number)) this.#geometries.set(number, this.#fetch(number));
    return this.#geometries.get(number);
  }

  #fetch(number) {
    const geometry = this.#api.GetGeometry(this.#model, number);
    const vertices = this.#api.GetVertexArray(geometry.GetVertexData(), geometry.GetVertexDataSize());
    const corners = this.#api.GetIndexArray(geometry.GetIndexData(), geometry.GetIndexDataSize());
    geometry.delete();
    return {vertices, corners};
  }
}

const identity = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0);

// A point that a profile repeats gives triangles with two corners at one place, which are left out.
function isNoTriangle(vertices, [a, b, c]) {
  const same = (i, j) => vertices[6 * i] === vertices[6 * j] && vertices[6 * i + 1] === vertices[6 * j + 1] &&
    vertices[6 * i + 2] === vertices[6 * j + 2];
  return same(a, b) || same(b, c) || same(c, a);
}

// web-ifc gives columns, and turns z upwards to y upwards: x, z, -y. Rows, and turned back.
function upright(m) {
  const row = (i, sign) => [sign * m[i], sign * m[4 + i], sign * m[8 + i], sign * m[12 + i]];
  return Float64Array.from([...row(0, 1), ...row(2, -1), ...row(1, 1)], (v) => v + 0);
}

function product(a, b) {
  const m = new Float64Array(12);
  for (let i = 0; i < 12; i += 4)
    for (let j = 0; j < 4; ++j)
      m[i + j] = a[i] * b[j] + a[i + 1] * b[4 + j] + a[i + 2] * b[8 + j] + (j === 3 ? a[i + 3] : 0);
  return m;
}

function inverse(m) {
  const minor = (a, b, c, d) => m[a] * m[d] - m[b] * m[c];
  const cofactors = [
    minor(5, 6, 9, 10), -minor(1, 2, 9, 10), minor(1, 2, 5, 6),
    -minor(4, 6, 8, 10), minor(0, 2, 8, 10), -minor(0, 2, 4, 6),
    minor(4, 5, 8, 9), -minor(0, 1, 8, 9), minor(0, 1, 4, 5),
  ];
  const determinant = m[0] * cofactors[0] + m[1] * cofactors[3] + m[2] * cofactors[6];
  if (!(Math.abs(determinant) > 1e-9)) return undefined;
  const r = new Float64Array(12);
  for (let i = 0; i < 3; ++i) {
    for (let j = 0; j < 3; ++j) r[4 * i + j] = cofactors[3 * i + j] / determinant;
    r[4 * i + 3] = -(r[4 * i] * m[3] + r[4 * i + 1] * m[7] + r[4 * i + 2] * m[11]);
  }
  return r;
}

// Places that differ by rounding only are equal.
function rough(value) {
  return Math.round(value * 1e6) / 1e6 + 0;
}
