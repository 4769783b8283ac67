// Sorting, filtering and walking through the table, by mouse and by keys.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Browser, skipWithoutBrowser } from "./browser.mjs";
import { longList, machine } from "./fixture.mjs";

skipWithoutBrowser();
let browser;
before(async () => (browser = await Browser.start({ graphics: false })));
after(() => browser.stop());

const head = (page, name) => page.tab.locator(`.head button:text-is("${name}")`);

test("findings stand worst first, as graze ordered them", async () => {
    const page = await (await browser.open(machine())).ready();
    assert.deepEqual(
        await page.cells("rank"),
        Array.from({ length: 13 }, (_, i) => String(i + 1)),
    );
    assert.equal((await page.rows())[0], "machine/base plate | machine/bolts/bolt 1");
    await page.close();
});

test("a click on a column's head sorts, another turns the order round", async () => {
    const page = await (await browser.open(machine())).ready();
    await head(page, "Depth").click();
    assert.deepEqual((await page.cells("depth")).slice(0, 8), ["16.46", "15", "5", "4", "3", "2", "2", ""]);
    assert.equal(await page.tab.locator(".head .depth").getAttribute("aria-sort"), "descending");
    await head(page, "Depth").click();
    assert.deepEqual((await page.cells("depth")).slice(0, 8), ["2", "2", "3", "4", "5", "15", "16.46", ""]); // those without stay last
    await head(page, "Parts").click();
    const names = await page.rows();
    assert.ok(
        names.indexOf("machine/base plate | machine/bolts/bolt 1") <
            names.indexOf("machine/base plate | machine/bolts/bolt 4"),
    );
    await page.close();
});

test("parts that are there twice have no depth, but what they share is thick", async () => {
    const report = machine();
    Object.assign(report.clashes.findings[0], { depth: { value: 0, at_most: 0 }, thickness: 3.125 });
    const page = await (await browser.open(report)).ready();
    assert.equal((await page.cells("depth"))[0], "3.125 thick");
    await head(page, "Depth").click();
    assert.ok((await page.cells("depth")).indexOf("3.125 thick") < 5);
    await page.close();
});

test("columns are sorted by keyboard too", async () => {
    const page = await (await browser.open(machine())).ready();
    await head(page, "Volume").focus();
    await page.tab.keyboard.press("Enter");
    assert.equal((await page.cells("volume"))[0], "9425");
    await page.close();
});

test("the filter finds words of names, in any order and case", async () => {
    const page = await (await browser.open(machine())).ready();
    await page.tab.fill("input[type=search]", "BOLT machine");
    assert.equal((await page.rows()).length, 4);
    assert.equal(await page.text(".summary"), "4 of 13 findings");
    await page.tab.fill("input[type=search]", "шестерня");
    assert.equal((await page.rows()).length, 1);
    await page.tab.fill("input[type=search]", "no such part");
    assert.equal(await page.text(".empty"), "No finding passes the filter.");
    await page.tab.click("button:text-is('Clear')");
    assert.equal((await page.rows()).length, 13);
    await page.close();
});

test("kinds are switched off and on", async () => {
    const page = await (await browser.open(machine())).ready();
    await page.tab.click(".groups .touch");
    await page.tab.click(".groups .clearance");
    assert.deepEqual([...new Set(await page.cells("kind"))], ["Clash", "Allowed", "Inside", "Undecided"]);
    await page.tab.click(".groups .touch");
    assert.ok((await page.cells("kind")).includes("Touch"));
    await page.close();
});

test("least depth, review and status narrow the table", async () => {
    const page = await (await browser.open(machine({ baseline: true }))).ready();
    await page.tab.fill(".depth input", "2.5");
    assert.deepEqual(await page.cells("depth"), ["5", "4", "3", "15", "16.46"]);
    await page.tab.fill(".depth input", "");
    await page.tab.selectOption("select[aria-label^=Status]", "new");
    assert.deepEqual(await page.cells("status"), ["new", "new"]);
    await page.tab.selectOption("select[aria-label^=Status]", "resolved");
    assert.deepEqual(await page.rows(), ["machine/cube | machine/gone"]);
    await page.tab.click(".row");
    assert.match(await page.text(".detail"), /machine\/cube12 triangles.*machine\/gonenot in this run/s); // by its new name
    await page.tab.selectOption("select[aria-label^=Status]", "any");
    await page.tab.selectOption("select[aria-label=Review]", "accepted");
    assert.equal((await page.rows()).length, 0);
    await page.close();
});

test("the count is right whatever is asked for", async () => {
    const page = await (await browser.open(machine({ baseline: true }))).ready();
    const summary = () => page.text(".summary");
    const clashes = () => page.text(".groups .clash b");
    assert.equal(await summary(), "13 findings");
    assert.equal(await clashes(), "6");
    await page.tab.selectOption("select[aria-label^=Status]", "same");
    assert.equal(await summary(), "10 of 13 findings");
    await page.tab.selectOption("select[aria-label^=Status]", "resolved");
    assert.equal(await summary(), "1 resolved finding");
    assert.equal(await clashes(), "1");
    await page.tab.fill("input[type=search]", "bolt");
    assert.equal(await summary(), "0 of 1 resolved finding");
    await page.tab.selectOption("select[aria-label^=Status]", "any");
    assert.equal(await summary(), "4 of 13 findings");
    await page.tab.click(".groups .clash");
    assert.equal(await summary(), "0 of 13 findings");
    await page.tab.click("button:text-is('Clear')");
    assert.equal(await summary(), "13 findings");
    await page.close();
});

test("of a part inside another there is no gap", async () => {
    const page = await (await browser.open(machine())).ready();
    await page.tab.click(".row:has-text('sensor')");
    assert.equal(await page.text(".row[aria-selected=true] .gap"), "");
    assert.match(await page.text(".detail"), /Between surfaces14 mm/);
    await head(page, "Gap").click();
    assert.deepEqual((await page.cells("gap")).slice(0, 4), ["0", "0.5", "1.2", ""]);
    await page.close();
});

test("where nothing is apart, names have the room of the gap's column", async () => {
    for (const baseline of [false, true]) {
        for (const width of [1000, 1280, 1900]) {
            const report = machine({ baseline });
            const open = async () => (await browser.open(report, { width, height: 700 })).ready();
            const roomOfNames = async (page) =>
                page.tab.$eval(".row .cell.parts", (cell) => cell.getBoundingClientRect().width);
            const page = await open();
            const before = await roomOfNames(page);
            await page.close();
            for (const finding of report.clashes.findings)
                if (finding.kind !== "inside") finding.distance = null;
            if (baseline) report.clashes.baseline.resolved = [];
            const without = await open();
            const now = await roomOfNames(without);
            assert.ok(now > before + 50, `${before}, ${now}`);
            assert.equal(await head(without, "Gap").count(), 0);
            const places = (selector) =>
                without.tab.$$eval(selector, (cells) => cells.map((cell) => cell.getBoundingClientRect().x));
            assert.deepEqual(await places(".head .cell"), await places(".row[data-index='0'] .cell"));
            await without.close();
        }
    }
});

test("a tab in a name is a blank", async () => {
    const report = machine();
    report.clashes.findings[0].a = "machine/base\tplate";
    const page = await (await browser.open(report)).ready();
    assert.equal((await page.rows())[0], "machine/base plate | machine/bolts/bolt 1");
    await page.close();
});

test("rows have the names that people use, and the detail has paths", async () => {
    const report = machine();
    const long = "Basic Wall:Interior - Partition (92mm Stud), plastered on both sides:138584";
    const [plate, bolt] = report.clashes.parts;
    plate.name = long;
    bolt.name = "…/bolts/bolt 1";
    report.clashes.remarks = ["machine.glb is 743 m long; if that is wrong, --unit mm"];
    for (const width of [800, 1000, 1280]) {
        const page = await (await browser.open(report, { width, height: 700 })).ready();
        assert.equal(await page.text(".row[data-index='0'] .parts"), `${long}bolts/bolt 1`);
        const end = await page.tab.$eval(".row[data-index='0'] .path .end", (text) => {
            const place = text.getBoundingClientRect();
            const cell = text.closest(".cell").getBoundingClientRect();
            return [text.textContent, place.right <= cell.right + 1, cell.width];
        });
        assert.deepEqual(end.slice(0, 2), ["des:138584", true]); // the number is in sight
        assert.ok(end[2] >= 120, `${end[2]} pixels`);
        assert.equal(
            await page.tab.getAttribute(".row[data-index='0'] .path", "title"),
            "machine/base plate",
        );
        await page.tab.keyboard.press("j");
        assert.match(await page.text(".detail"), /…\/bolts\/bolt 1machine\/bolts\/bolt 1 · /);
        assert.equal(await page.text(".remark"), "machine.glb is 743 m long; if that is wrong, --unit mm.");
        const boxes = await page.tab.$$eval(".facts-column, .side-column", (columns) =>
            columns
                .map((column) => column.getBoundingClientRect())
                .map(({ left, right, top, bottom }) => [left, right, top, bottom]),
        );
        const [facts, side] = boxes;
        assert.ok(facts[1] <= side[0] || facts[3] <= side[2], `they overlap: ${boxes}`);
        await page.tab.fill("input[type=search]", '"…/bolts/bolt 1"');
        assert.equal((await page.rows()).length, 1);
        await page.close();
    }
});

test("keys move the selection, and typing in a field does not", async () => {
    const page = await (await browser.open(machine())).ready();
    await page.tab.keyboard.press("j");
    await page.tab.keyboard.press("ArrowDown");
    assert.match(await page.selected(), /bolt 2/);
    await page.tab.keyboard.press("k");
    assert.match(await page.selected(), /bolt 1/);
    await page.tab.keyboard.press("End");
    assert.match(await page.selected(), /far away/);
    await page.tab.keyboard.press("/");
    await page.tab.keyboard.type("jk");
    assert.equal(await page.tab.inputValue("input[type=search]"), "jk");
    await page.tab.keyboard.press("Escape");
    await page.tab.keyboard.press("0");
    assert.equal((await page.rows()).length, 13);
    await page.tab.keyboard.press("Escape");
    assert.equal(await page.selected(), "");
    await page.tab.keyboard.press("?");
    assert.ok(await page.tab.isVisible("dialog"));
    await page.screenshot("help");
    await page.tab.keyboard.press("Escape");
    assert.ok(!(await page.tab.isVisible("dialog")));
    await page.close();
});

test("twenty thousand findings are a few dozen rows of the document", async () => {
    const page = await (await browser.open(longList(20_000))).ready();
    assert.equal(await page.text(".summary"), "20\u202f000 findings");
    assert.ok((await page.rows()).length < 60);
    assert.equal(await page.tab.locator("[role=grid]").getAttribute("aria-rowcount"), "20001");
    await head(page, "Depth").click();
    assert.equal((await page.cells("depth"))[0], "20"); // 19.999, of four digits
    await page.tab.keyboard.press("End");
    await page.drawn();
    assert.equal((await page.cells("depth")).at(-1), "0");
    assert.ok(await page.tab.locator('.row[aria-selected="true"]').isVisible());
    for (let i = 0; i < 30; ++i) await page.tab.keyboard.press("k");
    assert.equal(
        await page.tab.locator('.row[aria-selected="true"]').getAttribute("data-index"),
        String(19_999 - 30),
    );
    await page.tab.fill("input[type=search]", '"plant/row 0/box 2"'); // and not box 20
    assert.equal(await page.text(".summary"), "200 of 20\u202f000 findings");
    await page.screenshot("long");
    await page.close();
});

test("all columns are in sight in a small window", async () => {
    for (const baseline of [false, true]) {
        const page = await (await browser.open(machine({ baseline }), { width: 1000, height: 700 })).ready();
        const [needed, there] = await page.tab
            .locator(".scroller")
            .evaluate(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth]);
        assert.ok(needed <= there, `${needed} of ${there} pixels`);
        const narrow = await page.tab.$$eval(
            ".row .path",
            (paths) => paths.filter((path) => path.clientWidth < 90).length,
        );
        assert.equal(narrow, 0);
        await page.close();
    }
});

test("an address names a finding", async () => {
    const page = await (await browser.open(machine())).ready();
    await page.tab.keyboard.press("j");
    assert.ok(page.tab.url().endsWith("#b0170001"));
    await page.tab.evaluate(() => (location.hash = "#c1ea0001"));
    await page.tab.waitForSelector('.row[aria-selected="true"]:has-text("cover")');
    await page.tab.reload();
    await page.ready();
    assert.match(await page.selected(), /cover/);
    await page.close();
});
