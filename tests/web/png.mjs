// Just enough PNG: what Chromium's screenshots are, and pictures for the page. 8 bits, RGB or RGBA, no interlacing.
import { deflateSync, inflateSync } from "node:zlib";

export function decodePng(buffer) {
    const width = buffer.readUInt32BE(16);
    const height = buffer.readUInt32BE(20);
    const channels = { 2: 3, 6: 4 }[buffer[25]];
    if (buffer[24] !== 8 || !channels || buffer[28] !== 0)
        throw new Error("a PNG of another kind than expected");
    const data = [];
    for (let at = 8; at < buffer.length; ) {
        const length = buffer.readUInt32BE(at);
        if (buffer.toString("latin1", at + 4, at + 8) === "IDAT")
            data.push(buffer.subarray(at + 8, at + 8 + length));
        at += length + 12;
    }
    const pixels = unfilter(inflateSync(Buffer.concat(data)), width * channels, height, channels);
    return {
        width,
        height,
        at: (x, y) => {
            const i = (y * width + x) * channels;
            return [pixels[i], pixels[i + 1], pixels[i + 2]];
        },
    };
}

function unfilter(raw, stride, height, channels) {
    const out = new Uint8Array(stride * height);
    for (let y = 0; y < height; ++y) {
        const filter = raw[y * (stride + 1)];
        for (let x = 0; x < stride; ++x) {
            const left = x >= channels ? out[y * stride + x - channels] : 0;
            const up = y > 0 ? out[(y - 1) * stride + x] : 0;
            const corner = y > 0 && x >= channels ? out[(y - 1) * stride + x - channels] : 0;
            const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter];
            out[y * stride + x] = raw[y * (stride + 1) + 1 + x] + guess;
        }
    }
    return out;
}

function paeth(left, up, corner) {
    const p = left + up - corner;
    const [a, b, c] = [Math.abs(p - left), Math.abs(p - up), Math.abs(p - corner)];
    return a <= b && a <= c ? left : b <= c ? up : corner;
}

export function plainPng(width, height, [r, g, b]) {
    const line = Buffer.alloc(1 + 3 * width);
    for (let x = 0; x < width; ++x) line.set([r, g, b], 1 + 3 * x);
    const head = Buffer.alloc(13);
    head.writeUInt32BE(width, 0);
    head.writeUInt32BE(height, 4);
    head.set([8, 2, 0, 0, 0], 8);
    const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    return Buffer.concat([
        signature,
        chunk("IHDR", head),
        chunk("IDAT", deflateSync(Buffer.concat(Array(height).fill(line)))),
        chunk("IEND", Buffer.alloc(0)),
    ]);
}

function chunk(name, data) {
    const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(checksum(body));
    return Buffer.concat([length, body, sum]);
}

// Node 18 has none of its own.
function checksum(bytes) {
    let sum = 0xffffffff;
    for (const byte of bytes) {
        sum ^= byte;
        for (let k = 0; k < 8; ++k) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
    }
    return (sum ^ 0xffffffff) >>> 0;
}
