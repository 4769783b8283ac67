// Puts a report's data into the page, as graze does.
import { readFileSync } from "node:fs";
import { deflateSync } from "node:zlib";

const placeholder = "<!--graze-data-->";

/** Packed, JSON is written as the blob is; graze does that where it would be long. */
export function fill(templateFile, { clashes, pictures, geometry, blob }, { packed = false } = {}) {
    const template = readFileSync(templateFile, "utf8");
    const json = packed ? packedJson : plainJson;
    const elements =
        json("graze-clashes", clashes) +
        json("graze-pictures", pictures) +
        (geometry
            ? json("graze-geometry", geometry) +
              `<script type="text/plain" id="graze-blob">${blob}</script>\n`
            : "");
    return template.replace(placeholder, () => elements);
}

function plainJson(id, data) {
    return `<script type="application/json" id="${id}">${JSON.stringify(data).replaceAll("<", "\\u003c")}</script>\n`;
}

function packedJson(id, data) {
    const text = deflateSync(JSON.stringify(data)).toString("base64");
    return `<script type="application/json" id="${id}" data-packed="deflate">${text}</script>\n`;
}
