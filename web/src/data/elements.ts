// The page's data stand in script elements that no browser runs. Everything in them comes from strangers' files.
import type { Clashes, Geometry, Pictures } from "./contract";

export class DataError extends Error {}

export const elementIds = {
  clashes: "graze-clashes",
  pictures: "graze-pictures",
  geometry: "graze-geometry",
  blob: "graze-blob",
  review: "graze-review",
} as const;

function elementOf(id: string): HTMLScriptElement | null {
  const element = document.getElementById(id);
  return element instanceof HTMLScriptElement ? element : null;
}

// Where JSON would be long, the element holds it as the blob is held: data-packed says so.
async function jsonOf(id: string): Promise<unknown> {
  const element = elementOf(id);
  let text = (element?.textContent ?? "").trim();
  if (text === "") return null;
  try {
    if (element?.dataset.packed === "deflate") text = new TextDecoder().decode(await unpack(text));
    return JSON.parse(text);
  } catch {
    throw new DataError(`The element ${id} of this page is damaged; write the report again.`);
  }
}

export async function readClashes(): Promise<Clashes> {
  const data = (await jsonOf(elementIds.clashes)) as Clashes | null;
  if (data === null)
    throw new DataError("This page holds no report: graze fills it in when it writes report.html.");
  if (typeof data.schema !== "string" || !data.schema.startsWith("graze.clash/2")) {
    throw new DataError(`This page reads reports of schema graze.clash/2, not ${String(data.schema)}.`);
  }
  return data;
}

export async function readPictures(): Promise<Pictures> {
  return ((await jsonOf(elementIds.pictures)) as Pictures | null) ?? {};
}

export async function readGeometry(): Promise<Geometry | null> {
  return (await jsonOf(elementIds.geometry)) as Geometry | null;
}

export async function readReview(): Promise<unknown> {
  return jsonOf(elementIds.review);
}

// Base64 of a zlib stream, unpacked piece by piece so that a large one never stands in memory as one more string.
export async function readBlob(): Promise<ArrayBuffer> {
  const text = (elementOf(elementIds.blob)?.textContent ?? "").trim();
  if (text === "") return new ArrayBuffer(0);
  return unpack(text);
}

async function unpack(text: string): Promise<ArrayBuffer> {
  if (typeof DecompressionStream === "undefined") throw new DataError("this browser is too old to unpack it");
  const unpacked = new Response(
    base64Stream(text).pipeThrough(new DecompressionStream("deflate")),
  ).arrayBuffer();
  return unpacked.catch(() => {
    throw new DataError("its data are damaged");
  });
}

const pieceLength = 1 << 20; // a multiple of 4: four letters are three bytes

function base64Stream(text: string): ReadableStream<BufferSource> {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= text.length) {
        controller.close();
        return;
      }
      const binary = atob(text.slice(at, at + pieceLength));
      at += pieceLength;
      const bytes = new Uint8Array(binary.length);
      for (let i = 0; i < binary.length; ++i) bytes[i] = binary.charCodeAt(i);
      controller.enqueue(bytes);
    },
  });
}
