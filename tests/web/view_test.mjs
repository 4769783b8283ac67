// The 3D view, judged by its pixels.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Browser, skipWithoutBrowser } from "./browser.mjs";
import { machine } from "./fixture.mjs";

skipWithoutBrowser();
let browser;
before(async () => (browser = await Browser.start({ oneTab: true })));
after(() => browser.stop());

// Shades of the two parts and of what both fill where they are cut.
const orange = ([r, g, b]) => r > 1.25 * g && g > 1.5 * b;
const blue = ([r, g, b]) => b > 1.3 * g && g > 1.2 * r;
const red = ([r, g, b]) => r > 3 * g && r > 2.5 * b;

function share(picture, colour) {
    let hits = 0;
    for (let y = 0; y < picture.height; ++y)
        for (let x = 0; x < picture.width; ++x) hits += Number(colour(picture.at(x, y)));
    return hits / (picture.width * picture.height);
}

function difference(one, other) {
    let changed = 0;
    for (let y = 0; y < one.height; ++y) {
        for (let x = 0; x < one.width; ++x) {
            const [p, q] = [one.at(x, y), other.at(x, y)];
            changed += Number(p.some((v, c) => Math.abs(v - q[c]) > 8));
        }
    }
    return changed / (one.width * one.height);
}

async function openFirst(options) {
    const page = await (await browser.open(machine(options))).ready();
    await page.tab.keyboard.press("j");
    await page.drawn(); // the details of a finding take room from the view
    return page;
}

test("a click on a clash shows its two parts in their colours", async () => {
    const page = await (await browser.open(machine())).ready();
    const overview = await page.canvas();
    assert.equal(share(overview, blue), 0);
    await page.tab.click(".row:nth-child(1)");
    const picture = await page.canvas();
    assert.ok(share(picture, orange) > 0.2, `plate ${share(picture, orange)}`);
    assert.ok(share(picture, blue) > 0.03, `bolt ${share(picture, blue)}`);
    const [x, y] = [Math.round(picture.width / 2), Math.round(picture.height / 2)];
    let near = 0; // the bolt leaves the plate just above the middle of the picture
    for (let dy = -60; dy < 0; ++dy) near += Number(blue(picture.at(x, y + dy)));
    assert.ok(near > 5, `${near} blue pixels above the middle`);
    assert.match(await page.text(".dimension"), /^depth 5 mm$/);
    await page.screenshot("selected");
    await page.close();
});

test("each finding is shown where it is", async () => {
    const page = await openFirst();
    const first = await page.canvas();
    await page.tab.keyboard.press("j");
    assert.ok(difference(first, await page.canvas()) > 0.05);
    await page.close();
});

test("a section opens the parts and shows in red where both are", async () => {
    const page = await openFirst();
    await page.tab.keyboard.press("m"); // curves are red too
    const whole = await page.canvas();
    assert.equal(share(whole, red), 0);
    await page.tab.keyboard.press("s");
    const cut = await page.canvas();
    assert.ok(difference(whole, cut) > 0.05, "the picture changes");
    assert.ok(share(cut, red) > 0.01, `overlap ${share(cut, red)}`);
    await page.screenshot("section");
    await page.tab.keyboard.press("r");
    assert.ok(difference(cut, await page.canvas()) > 0.05, "flipped");
    await page.tab.keyboard.press("r");
    for (let i = 0; i < 10; ++i) await page.tab.keyboard.press("]");
    const moved = await page.canvas();
    assert.ok(share(moved, red) < share(cut, red) / 4, "past the bolt there is no overlap");
    await page.tab.click("button:text-is('Through it')");
    assert.ok(difference(cut, await page.canvas()) < 0.01, "and back");
    await page.tab.keyboard.press("s");
    assert.ok(difference(whole, await page.canvas()) < 0.01, "closed again");
    await page.close();
});

test("the section's axis and slider can be chosen", async () => {
    const page = await openFirst();
    await page.tab.keyboard.press("s");
    await page.tab.selectOption("select[aria-label='Section across']", "z");
    assert.equal(await page.text(".sectionbar output"), "0 mm");
    const middle = await page.canvas();
    await page.tab.locator(".sectionbar input").fill("700");
    assert.ok(difference(middle, await page.canvas()) > 0.01);
    await page.tab.selectOption("select[aria-label='Section across']", "view");
    const facing = await page.canvas();
    assert.ok(share(facing, red) > 0.01);
    await page.close();
});

test("a section goes through the middle of an overlap", async () => {
    const report = machine();
    const [found] = report.clashes.findings;
    found.point = found.regions[0].point = [-85, -48.9, 0]; // as deep, but near the bolt's rim
    const page = await (await browser.open(report)).ready();
    await page.tab.keyboard.press("j");
    await page.tab.keyboard.press("s");
    assert.equal(await page.text(".sectionbar output"), "−45 mm");
    await page.close();
});

test("open parts are cut without being filled", async () => {
    const page = await (await browser.open(machine())).ready();
    await page.tab.click(".row:has-text('sheet')");
    await page.tab.keyboard.press("s");
    await page.drawn();
    assert.match(await page.text(".detail"), /open: edge 0-1 belongs to one triangle/);
    assert.match(await page.text(".detail"), /as surfaces, since a part is open/);
    await page.close();
});

test("a bolt alone, a plate alone, the pair alone", async () => {
    const page = await openFirst();
    await page.tab.keyboard.press("m");
    await page.tab.keyboard.press("a");
    const bolt = await page.canvas();
    assert.ok(share(bolt, orange) < 0.001 && share(bolt, blue) > 0.05);
    await page.tab.keyboard.press("a");
    await page.tab.keyboard.press("b");
    assert.ok(share(await page.canvas(), blue) < 0.001);
    await page.tab.keyboard.press("b");
    await page.tab.keyboard.press("f");
    const withGhosts = await page.canvas();
    await page.screenshot("ghosts");
    await page.tab.keyboard.press("g");
    assert.ok(difference(withGhosts, await page.canvas()) > 0.02, "ghosts are seen, and go");
    await page.close();
});

test("Enter comes closer, p shows the pair, f everything; see-through lets the ground through", async () => {
    const page = await openFirst();
    await page.tab.keyboard.press("m");
    const wide = share(await page.canvas(), blue);
    await page.tab.keyboard.press("Enter");
    await page.screenshot("zoomed");
    assert.ok(share(await page.canvas(), blue) > 1.3 * wide);
    await page.tab.keyboard.press("p");
    const pair = share(await page.canvas(), blue);
    assert.ok(pair > 0 && pair < wide);
    await page.tab.keyboard.press("x");
    assert.ok(share(await page.canvas(), orange) < 0.5 * share(await solid(page), orange));
    await page.close();
});

async function solid(page) {
    await page.tab.keyboard.press("x");
    return page.canvas();
}

test("a second Enter zooms to the deepest point, and the section follows", async () => {
    const report = machine();
    const [found] = report.clashes.findings; // a press fit, let us say
    found.regions[0].point = [-85, -48.99, 0];
    found.regions[0].nearest = [-85, -49, 0];
    found.regions[0].depth = found.depth = { value: 0.01, at_most: 0.01 };
    const page = await (await browser.open(report)).ready();
    for (const key of ["j", "s", "Enter"]) await page.tab.keyboard.press(key);
    const close = await ends(page);
    assert.equal(await page.text(".sectionbar output"), "−45 mm");
    await page.tab.keyboard.press("Enter");
    assert.ok((await ends(page)) > 20 * close);
    assert.equal(await page.text(".sectionbar output"), "−48.994 mm");
    await page.tab.keyboard.press("Enter");
    assert.ok(Math.abs((await ends(page)) - close) < 1); // and out again
    await page.close();
});

// Pixels between the ends of the line that shows the depth.
async function ends(page) {
    await page.drawn();
    const [from, to] = await page.tab
        .locator(".dot")
        .evaluateAll((dots) => dots.map((dot) => dot.getBoundingClientRect()).map(({ x, y }) => ({ x, y })));
    return Math.hypot(from.x - to.x, from.y - to.y);
}

test("curves and the dimension are drawn, and marks can be put away", async () => {
    const page = await openFirst();
    const marked = await page.canvas();
    assert.ok(share(marked, red) > 0.0005);
    await page.tab.keyboard.press("m");
    assert.equal(share(await page.canvas(), red), 0);
    await page.tab.click(".row:has-text('cover')");
    await page.tab.keyboard.press("m");
    await page.drawn();
    assert.equal(await page.text(".dimension"), "1.2 mm");
    await page.screenshot("clearance");
    await page.close();
});

test("an open curve ends where it ends", async () => {
    const report = machine();
    const [found] = report.clashes.findings;
    // Three sides of a square around the bolt; the fourth would be the one nearest to the eye.
    const points = [-77, -53, 5, -77, -37, 5, -93, -37, 5, -93, -53, 5];
    const reds = {};
    for (const closed of [false, true]) {
        found.regions[0].curves = [{ closed, points }];
        const page = await (await browser.open(report)).ready();
        await page.tab.keyboard.press("j");
        reds[closed] = share(await page.canvas(), red);
        await page.close();
    }
    assert.ok(reds[false] > 0.001, JSON.stringify(reds));
    assert.ok(reds[true] > 1.2 * reds[false], JSON.stringify(reds));
});

test("a part inside another is seen through it", async () => {
    const page = await (await browser.open(machine())).ready();
    await page.tab.click(".row:has-text('sensor')");
    await page.tab.keyboard.press("m");
    assert.ok(share(await page.canvas(), orange) > 0.01);
    await page.screenshot("inside");
    await page.close();
});

test("the mouse turns the view, arrow keys too", async () => {
    const page = await openFirst();
    const before = await page.canvas();
    const { x, y, width, height } = await page.tab.locator(".view").boundingBox();
    await page.tab.mouse.move(x + width / 2, y + height / 2);
    await page.tab.mouse.down();
    await page.tab.mouse.move(x + width / 2 + 80, y + height / 2, { steps: 4 });
    await page.tab.mouse.up();
    const turned = await page.canvas();
    assert.ok(difference(before, turned) > 0.05);
    await page.tab.focus("canvas");
    await page.tab.keyboard.press("ArrowLeft");
    assert.ok(difference(turned, await page.canvas()) > 0.02);
    assert.match(await page.selected(), /bolt 1/); // and the table does not move
    await page.close();
});

test("a click in the view names the part, and its findings can be listed", async () => {
    const page = await openFirst();
    const { x, y, width, height } = await page.tab.locator(".view").boundingBox();
    await page.tab.mouse.click(x + width / 2, y + height / 2 + 80);
    assert.equal(await page.text(".picked span"), "machine/base plate");
    await page.tab.click("button:text-is('Its findings')");
    assert.ok((await page.rows()).every((row) => row.includes("base plate")));
    await page.close();
});

test("glTF stands on its feet, other files have z up, and the geometry may say it", async () => {
    for (const [up, format, letter] of [
        [undefined, "glTF", "y"],
        [undefined, "STEP", "z"],
        ["x", "glTF", "x"],
    ]) {
        const report = machine();
        report.geometry.up = up;
        report.clashes.files[0].format = format;
        const page = await (await browser.open(report)).ready();
        const heights = {};
        for (const axis of ["x", "y", "z"])
            heights[axis] = (await page.tab.locator(`.axis.${axis}`).boundingBox()).y;
        assert.equal(Math.min(...Object.values(heights)), heights[letter], JSON.stringify(heights));
        await page.close();
    }
});

test("files in metres are shown in millimetres, files without a unit in units", async () => {
    const report = machine();
    report.clashes.metres_per_unit = 1;
    const metres = await (await browser.open(report)).ready();
    assert.equal((await metres.cells("depth"))[0], "5000");
    await metres.tab.fill(".depth input", "4500");
    assert.equal((await metres.rows()).length, 3);
    await metres.close();
    report.clashes.metres_per_unit = null;
    const unknown = await (await browser.open(report)).ready();
    await unknown.tab.keyboard.press("j");
    assert.match(await unknown.text(".detail"), /5 units \(at most 5\.25\)/);
    await unknown.close();
});

test("a part that was left out is named", async () => {
    const page = await (await browser.open(machine())).ready();
    await page.tab.click(".row:has-text('far away')");
    assert.match(
        await page.text(".view .message"),
        /Left out of this file to keep it small: machine\/far away/,
    );
    await page.close();
});

test("the picture and all figures stand in the details, with their units", async () => {
    const page = await openFirst();
    assert.equal(await page.tab.locator(".picture").evaluate((image) => image.naturalWidth), 320);
    const text = await page.text(".detail");
    for (const fact of [
        "machine/bolts/bolt 1",
        "64 triangles",
        "closed",
        "5 mm (at most 5.25)",
        "502.6 mm³ ± 0.05",
        "1.875",
        "−85, −45, 0",
        "8 × 8 × 10",
        "b0170001",
    ]) {
        assert.ok(text.includes(fact), `${fact} in: ${text}`);
    }
    await page.tab.click(".row:has-text('bearing')");
    assert.match(await page.text(".detail"), /up to 16 mm by the rule in line 4/);
    await page.close();
});

test("it is legible in the dark", async () => {
    const page = await (
        await browser.open(machine({ baseline: true, complete: false }), {
            dark: true,
            width: 1440,
            height: 900,
        })
    ).ready();
    await page.tab.keyboard.press("j");
    await page.tab.keyboard.press("s");
    await page.screenshot("dark");
    const colours = await page.tab.evaluate(() => [
        getComputedStyle(document.body).color,
        getComputedStyle(document.body).backgroundColor,
    ]);
    assert.deepEqual(colours, ["rgb(228, 233, 238)", "rgb(18, 23, 28)"]);
    await page.close();
});
