// Puts a report's data into the page, as graze does.
import { readFileSync } from "node:fs";

const placeholder = "<!--graze-data-->";

export function fill(templateFile, { clashes, pictures, geometry, blob }) {
  const template = readFileSync(templateFile, "utf8");
  const json = (id, data) => `<script type="application/json" id="${id}">${JSON.stringify(data).replaceAll("<", "\\u003c")}</script>\n`;
  const elements = json("graze-clashes", clashes) + json("graze-pictures", pictures) +
    (geometry ? json("graze-geometry", geometry) + `<script type="text/plain" id="graze-blob">${blob}</script>\n` : "");
  return template.replace(placeholder, () => elements);
}
