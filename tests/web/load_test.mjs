// What a reader sees first, and what the page must never do.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { Browser, skipWithoutBrowser, template, web } from "./browser.mjs";
import { evilName, machine, nothing } from "./fixture.mjs";
import { fill } from "./page.mjs";

skipWithoutBrowser();
let browser;
before(async () => (browser = await Browser.start({ oneTab: true })));
after(() => browser.stop());

test("the header has the verdict and the counts", async () => {
    const page = await (await browser.open(machine())).ready();
    assert.equal(await page.text("h1"), "7 clashes, 1 of them inside another part");
    const sub = await page.text(".sub");
    for (const fact of [
        "2 touches",
        "2 closer than asked (2 mm)",
        "1 undecided",
        "1 allowed by rules",
        "15 parts of machine.glb",
    ]) {
        assert.ok(sub.includes(fact), `${fact} in: ${sub}`);
    }
    assert.equal(await page.text(".baseline"), "");
    assert.equal(await page.tab.title(), "Clash report: machine.glb");
    await page.screenshot("overview");
    await page.close(); // and nothing was asked of the network, nothing said to the console
});

test("a baseline is counted", async () => {
    const page = await (await browser.open(machine({ baseline: true }))).ready();
    assert.equal(await page.text(".fact"), "2 new\n1 changed\n9 same\n1 resolved");
    assert.equal(await page.text("h1"), "7 clashes, 1 of them inside another part, 1 new");
    await page.close();
});

test("an incomplete run says so", async () => {
    const page = await (await browser.open(machine({ complete: false }))).ready();
    assert.match(await page.text("h1"), /, as far as was compared$/);
    assert.match(
        await page.text(".banner"),
        /incomplete: 7 pairs of parts were not compared; 1 pair is undecided. More may be found/,
    );
    await page.close();
});

test("what is missing because the budget was used up is named", async () => {
    const page = await (await browser.open(machine({ complete: false }))).ready();
    await page.tab.evaluate(() => (location.hash = "#ab5e0001"));
    await page.tab.waitForFunction(() =>
        document.querySelector(".detail")?.textContent?.includes("Out of budget"),
    );
    assert.match(await page.text(".detail"), /relation not known/);
    await page.close();
});

test("what was left out, skipped, open or unused is stated", async () => {
    const page = await (await browser.open(machine())).ready();
    const notes = await page.text(".notes li");
    for (const note of [
        /1 part and 1\u202f234 triangles/,
        /12 × degenerate triangles/,
        /1 part is not closed/,
        /line 3 of machine.rules matched nothing: ignore "washer\*"/,
        /single precision/,
        /at most 0.05 mm count as touching/,
    ])
        assert.match(notes, note);
    await page.tab.click(".notes summary");
    await page.screenshot("notes");
    await page.close();
});

test("names from files are text, whatever they contain", async () => {
    const page = await (await browser.open(machine())).ready();
    assert.ok((await page.rows()).some((row) => row.startsWith(evilName)));
    await page.tab.fill("input[type=search]", "onerror");
    await page.tab.click(".row");
    assert.equal(await page.text(".detail .part:nth-of-type(1) .name"), evilName);
    await page.tab.waitForTimeout(100);
    assert.equal(await page.tab.evaluate(() => window.pwned), undefined);
    assert.equal(await page.tab.locator("img[src=x]").count(), 0);
    await page.close();
});

test("the page may load nothing from anywhere and run nothing but its own script", () => {
    const policy = /Content-Security-Policy" content="([^"]*)"/.exec(readFileSync(template, "utf8"))[1];
    assert.match(policy, /default-src 'none'/);
    assert.match(policy, /script-src 'sha256-[^ ;]*'(;|$)/);
    assert.doesNotMatch(policy, /unsafe|https?:|\*/);
});

test("the page is small and has its placeholder once", () => {
    const text = readFileSync(template, "utf8");
    assert.ok(text.length < 1.5e6, `${text.length} bytes`);
    assert.equal(text.split("<!--graze-data-->").length, 2);
});

test("parts without triangles or boxes are no trouble", async () => {
    const report = machine();
    report.clashes.parts[3].box = null;
    report.geometry.meshes[3].triangles = report.geometry.meshes[3].vertices = 0;
    const page = await (await browser.open(report)).ready();
    await page.tab.click(".row:has-text('bolt 3')");
    await page.tab.keyboard.press("Enter");
    for (const part of report.clashes.parts) part.box = null;
    const boxless = await (await browser.open(report)).ready();
    await boxless.tab.keyboard.press("j");
    await boxless.tab.keyboard.press("s");
    await boxless.close();
    await page.close();
});

test("the lock file names no hosts", () => {
    assert.ok(!readFileSync(join(web, "package-lock.json"), "utf8").includes('"resolved"'));
});

test("nothing found is good news", async () => {
    const page = await (await browser.open(nothing())).ready();
    assert.equal(await page.text("h1"), "No clash");
    assert.equal(await page.text(".empty"), "Nothing was found.");
    for (const key of ["j", "k", "Enter", "s", "g", "f", "1", "PageDown", "End"])
        await page.tab.keyboard.press(key);
    await page.screenshot("empty");
    await page.close();
});

test("a page without a report, or with a damaged one, says so", async () => {
    const bare = await browser.open(readFileSync(template, "utf8"));
    assert.match(await bare.tab.locator("[role=alert]").innerText(), /holds no report/);
    await bare.close();

    const report = machine();
    report.clashes.schema = "graze.clash/9";
    const later = await browser.open(report);
    assert.match(await later.tab.locator("[role=alert]").innerText(), /graze\.clash\/2, not graze\.clash\/9/);
    await later.close();

    const broken = await browser.open(
        fill(template, machine(), { packed: true }).replace(/(graze-clashes"[^>]*>.{100})/, "$1!"),
    );
    assert.match(
        await broken.tab.locator("[role=alert]").innerText(),
        /graze-clashes of this page is damaged/,
    );
    await broken.close();
});

test("long data may be packed", async () => {
    const report = machine();
    const page = await (await browser.open(fill(template, report, { packed: true }))).ready();
    assert.ok((await page.rows()).some((row) => row.startsWith(evilName)));
    await page.close();
});

test("whatever a large report had to leave out is counted", async () => {
    const report = machine({ baseline: true });
    Object.assign(report.geometry.left_out, {
        details: 2,
        findings: 17,
        resolved: 40,
        regions: 123,
        curves: 3,
        pictures: 5,
        names: 1,
        rounded: true,
    });
    const page = await (await browser.open(report)).ready();
    const notes = await page.text(".notes li");
    for (const note of [
        "1 part and 1\u202f234 triangles",
        "2 findings are shown with simplified parts.",
        "Left out of this page, but not of clashes.json: the 17 least findings.",
        "Left out of this page, but not of clashes.json: 40 resolved findings.",
        "Left out of this page, but not of clashes.json: 123 overlaps of findings that have several.",
        "3 findings are shown without curves; clashes.json has them.",
        "The worst finding has a picture. 5 pictures do not fit into this file.",
        "1 part has a long name, of which only the end is shown.",
        "Coordinates are rounded to nine digits",
    ])
        assert.ok(notes.includes(note), `${note} in: ${notes}`);
    assert.match(await page.text(".fact"), /41 resolved/);
    assert.equal(await page.text(".summary"), "13 findings; 17 more are not in this page");
    await page.tab.selectOption("select[aria-label^=Status]", "resolved");
    assert.equal(await page.text(".summary"), "1 resolved finding; 40 more are not in this page");
    await page.close();

    const whole = await (await browser.open(machine())).ready();
    assert.doesNotMatch(await whole.text(".notes li"), /clashes\.json|rounded|long name|simplified/);
    await whole.close();
});

test("damaged geometry takes away the view and nothing else", async () => {
    for (const damage of [
        (report) => (report.blob = report.blob.slice(0, 40)),
        (report) => (report.blob = "!!!!"),
        (report) => (report.geometry.meshes[0].vertices_at = 1e9),
        (report) => (report.geometry.meshes[0].vertices = 3),
        (report) => (report.geometry.parts[0].mesh = 999),
        (report) => (report.geometry.meshes[report.geometry.details[0].mesh].indices_at = -1), // of the first finding only
        (report) => (report.geometry = null),
    ]) {
        const report = machine();
        damage(report);
        const page = await (await browser.open(report)).ready();
        await page.tab.keyboard.press("j");
        assert.match(await page.text(".view .message"), /There is no 3D view: /);
        assert.match(await page.text(".detail"), /bolt 1/);
        await page.close();
    }
});
