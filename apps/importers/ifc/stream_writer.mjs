// Sends what was read to the library (graze/io/import/detail/import_protocol.h), as stream_writer.cpp does.
import fs from 'node:fs';

const version = 4;
const blockSize = 1 << 16;
const longestString = 1 << 20;
export const noNode = 0xffffffff;

export class StreamWriter {
  #descriptor;
  #block = Buffer.alloc(blockSize);
  #used = 0;
  #meshes = 0;
  #nodes = 0;

  constructor(descriptor) {
    this.#descriptor = descriptor;
    this.#bytes(Buffer.from('GRAZEimp'));
    this.#u32(version);
  }

  header(format, singlePrecision, metresPerUnit, up) {
    this.#tag('H');
    this.#string(format);
    this.#u8(singlePrecision ? 1 : 0);
    this.#f64(metresPerUnit);
    this.#u8('xyz'.indexOf(up));
  }

  progress(done, total) {
    this.#tag('G');
    this.#u64(done);
    this.#u64(total);
    this.flush();
  }

  // `vertices`: a Float64Array of x, y, z; `corners`: a Uint32Array of three per triangle. Gives its number.
  mesh(vertices, corners) {
    this.#tag('M');
    this.#u64(vertices.length / 3);
    this.#u64(corners.length);
    this.#u64(0);  // polygons
    this.#u64(0);  // faces
    this.#array(vertices);
    this.#array(corners);
    return this.#meshes++;
  }

  node(parent, name) {
    this.#tag('N');
    this.#u32(parent);
    this.#string(name);
    return this.#nodes++;
  }

  // `matrix`: a Float64Array of 12 numbers, row by row.
  part(node, mesh, matrix) {
    this.#tag('P');
    this.#u32(node);
    this.#u32(mesh);
    this.#array(matrix);
  }

  attribute(name, value) {
    this.#tag('A');
    this.#string(name);
    this.#string(value);
  }

  skipped(what, count) {
    if (count === 0) return;
    this.#tag('S');
    this.#string(what);
    this.#u64(count);
  }

  error(problem, mend) {
    this.#tag('E');
    this.#string(problem);
    this.#string(mend);
    this.flush();
  }

  end() {
    this.#tag('Z');
    this.flush();
  }

  flush() {
    for (let done = 0; done < this.#used; ) {
      try {
        done += fs.writeSync(this.#descriptor, this.#block, done, this.#used - done);
      } catch (error) {
        if (error.code !== 'EAGAIN') process.exit(2);  // nobody listens any more
      }
    }
    this.#used = 0;
  }

  #tag(letter) {
    this.#u8(letter.charCodeAt(0));
  }
  #string(text) {
    let bytes = Buffer.from(String(text), 'utf8');
    if (bytes.length > longestString) bytes = Buffer.from(String(text).slice(0, longestString / 4), 'utf8');
    this.#u32(bytes.length);
    this.#bytes(bytes);
  }
  #array(values) {
    this.#bytes(Buffer.from(values.buffer, values.byteOffset, values.byteLength));
  }
  #number(size, put) {
    if (this.#used + size > blockSize) this.flush();
    put();
    this.#used += size;
  }
  // All machines that Node runs V8 on as graze is built for them are little-endian.
  #u8(value) {
    this.#number(1, () => this.#block.writeUInt8(value, this.#used));
  }
  #u32(value) {
    this.#number(4, () => this.#block.writeUInt32LE(value, this.#used));
  }
  #u64(value) {
    this.#number(8, () => this.#block.writeBigUInt64LE(BigInt(value), this.#used));
  }
  #f64(value) {
    this.#number(8, () => this.#block.writeDoubleLE(value, this.#used));
  }
  #bytes(bytes) {
    for (let from = 0; from < bytes.length; ) {
      if (this.#used === blockSize) this.flush();
      const n = bytes.copy(this.#block, this.#used, from, from + blockSize - this.#used);
      this.#used += n;
      from += n;
    }
  }
}
