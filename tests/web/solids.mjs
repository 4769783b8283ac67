// Simple solids, and the packing of meshes as report.html has it.
import { deflateSync } from "node:zlib";

export function box(size, centre = [0, 0, 0]) {
    const positions = [];
    for (let corner = 0; corner < 8; ++corner) {
        for (let c = 0; c < 3; ++c) positions.push(centre[c] + ((corner >> c) & 1 ? 0.5 : -0.5) * size[c]);
    }
    const indices = [
        0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3,
        7, 5,
    ];
    return { positions, indices };
}

/** Upright, about the z axis. */
export function cylinder(radius, height, sides) {
    const positions = [0, 0, -height / 2, 0, 0, height / 2];
    const indices = [];
    for (let i = 0; i < sides; ++i) {
        const angle = (2 * Math.PI * i) / sides;
        const [x, y] = [radius * Math.cos(angle), radius * Math.sin(angle)];
        positions.push(x, y, -height / 2, x, y, height / 2);
        const [low, high] = [2 + 2 * i, 3 + 2 * i];
        const [nextLow, nextHigh] = [2 + 2 * ((i + 1) % sides), 3 + 2 * ((i + 1) % sides)];
        indices.push(0, nextLow, low, 1, high, nextHigh, low, nextLow, high, high, nextLow, nextHigh);
    }
    return { positions, indices };
}

export function sheet(width, depth) {
    const [x, y] = [width / 2, depth / 2];
    return { positions: [-x, -y, 0, x, -y, 0, x, y, 0, -x, y, 0], indices: [0, 1, 2, 0, 2, 3] };
}

export function at(x, y, z) {
    return [1, 0, 0, x, 0, 1, 0, y, 0, 0, 1, z];
}

/** Stands a cylinder along the x axis. */
export function along(x, y, z) {
    return [0, 0, 1, x, 0, 1, 0, y, -1, 0, 0, z];
}

export function boxOf({ positions }, pose) {
    const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
    for (let i = 0; i < positions.length; i += 3) {
        for (let r = 0; r < 3; ++r) {
            const [a, b, c, t] = pose.slice(4 * r, 4 * r + 4);
            const v = a * positions[i] + b * positions[i + 1] + c * positions[i + 2] + t;
            box[r] = Math.min(box[r], v);
            box[r + 3] = Math.max(box[r + 3], v);
        }
    }
    return box;
}

/** Collects meshes in one blob of bytes, little endian. */
export class Packer {
    meshes = [];
    #pieces = [];
    #length = 0;

    add({ positions, indices }, format = "u16") {
        const least = [0, 1, 2].map((c) => Math.min(...positions.filter((_, i) => i % 3 === c)));
        const reach = Math.max(...positions.map((v, i) => v - least[i % 3]), 1e-9);
        const step = format === "u16" ? reach / 65535 : 1;
        const local = positions.map((v, i) => (v - least[i % 3]) / step);
        const vertices = format === "u16" ? Uint16Array.from(local, Math.round) : Float32Array.from(local);
        const wide = positions.length / 3 > 65535;
        const vertices_at = this.#append(vertices);
        const indices_at = this.#append(wide ? Uint32Array.from(indices) : Uint16Array.from(indices));
        this.meshes.push({
            format,
            origin: least,
            step,
            vertices: positions.length / 3,
            triangles: indices.length / 3,
            vertices_at,
            indices_at,
            index_bytes: wide ? 4 : 2,
        });
        return this.meshes.length - 1;
    }

    base64() {
        return deflateSync(Buffer.concat(this.#pieces)).toString("base64");
    }

    #append(array) {
        const at = this.#length;
        this.#pieces.push(Buffer.from(array.buffer));
        this.#length += array.byteLength;
        return at;
    }
}
