// Writes a filled page, for those who change it and want to see it.
//
//   node try.mjs [FILE [FINDINGS]]    default: report.html, the little machine; or so many findings
import { writeFileSync } from "node:fs";
import { template } from "./browser.mjs";
import { longList, machine } from "./fixture.mjs";
import { fill } from "./page.mjs";

const [file = "report.html", findings] = process.argv.slice(2);
writeFileSync(file, fill(template, findings ? longList(Number(findings)) : machine({ baseline: true })));
console.log(file);
