// What people decide: kept, exported, imported, carried in a copy of the file.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { Browser, skipWithoutBrowser, template } from "./browser.mjs";
import { evilName, machine } from "./fixture.mjs";
import { fill } from "./page.mjs";

skipWithoutBrowser();
let browser;
before(async () => (browser = await Browser.start({ graphics: false })));
after(() => browser.stop());

async function reviewFirst(page) {
    await page.tab.keyboard.press("Home");
    await page.tab.click(".choice.fix");
    await page.tab.fill("textarea", `Shorten it, "please"\nand </script> soon`);
    await page.tab.fill("input[aria-label=Author]", "Ann");
    await page.tab.keyboard.press("Escape");
}

async function exported(page, label) {
    await page.tab.click(".menu summary");
    const [download] = await Promise.all([
        page.tab.waitForEvent("download"),
        page.tab.click(`.menu button:text-is("${label}")`),
    ]);
    return { name: download.suggestedFilename(), path: await download.path() };
}

test("state, comment and author survive a reload", async () => {
    const page = await (await browser.open(machine())).ready();
    await reviewFirst(page);
    await page.tab.keyboard.press("j");
    await page.tab.keyboard.press("3"); // accepted, by key
    await page.tab.reload();
    await page.ready();
    assert.deepEqual((await page.cells("review")).slice(0, 3), ["To fix✎", "Accepted", "Open"]);
    await page.tab.keyboard.press("Home");
    assert.equal(await page.tab.inputValue("textarea"), `Shorten it, "please"\nand </script> soon`);
    assert.equal(await page.tab.inputValue("input[aria-label=Author]"), "Ann");
    await page.tab.keyboard.press("j");
    assert.equal(await page.tab.inputValue("input[aria-label=Author]"), "Ann"); // who decides goes on deciding
    await page.screenshot("reviewed");
    await page.close();
});

test("another report does not see it", async () => {
    const page = await (await browser.open(machine())).ready();
    await reviewFirst(page);
    const other = machine();
    other.clashes.parts[0].path = "another machine/base plate";
    writeFileSync(page.file, fill(template, other));
    await page.tab.reload();
    await page.ready();
    assert.equal((await page.cells("review"))[0], "Open");
    await page.close();
});

test("exported as JSON, it can be imported again", async () => {
    const page = await (await browser.open(machine())).ready();
    await reviewFirst(page);
    const { name, path } = await exported(page, "Review as JSON");
    assert.equal(name, "review.json");
    const data = JSON.parse(readFileSync(path, "utf8"));
    assert.equal(data.schema, "graze.review/1");
    assert.equal(data.entries.length, 1);
    const { id, kind, a, b, state, comment, author, when } = data.entries[0];
    assert.deepEqual(
        { id, kind, a, b, state, comment, author },
        {
            id: "b0170001",
            kind: "clash",
            a: "machine/base plate",
            b: "machine/bolts/bolt 1",
            state: "fix",
            comment: `Shorten it, "please"\nand </script> soon`,
            author: "Ann",
        },
    );
    assert.match(when, /^\d{4}-\d\d-\d\dT/);

    const fresh = await (await browser.open(machine())).ready();
    data.entries.push(
        { id: "unknown1", state: "accepted", comment: "", author: "", when },
        { id: "b0170002", state: "nonsense" },
    );
    await fresh.tab.setInputFiles("input[type=file]", {
        name: "review.json",
        mimeType: "application/json",
        buffer: Buffer.from(JSON.stringify(data)),
    });
    await fresh.tab.waitForSelector(".notice:not([hidden])");
    assert.match(
        await fresh.text(".notice"),
        /2 entries imported, 1 damaged, 1 about findings that this report does not have/,
    );
    assert.equal((await fresh.cells("review"))[0], "To fix✎");
    await fresh.tab.setInputFiles("input[type=file]", {
        name: "x.json",
        mimeType: "application/json",
        buffer: Buffer.from("{}"),
    });
    await fresh.tab.waitForSelector(".notice:has-text('is not a review')");
    await fresh.tab.setInputFiles("input[type=file]", {
        name: "x.json",
        mimeType: "application/json",
        buffer: Buffer.from("no"),
    });
    await fresh.tab.waitForSelector(".notice:has-text('is not JSON')");
    await fresh.close();
    await page.close();
});

async function imported(page, entries) {
    await page.tab.setInputFiles("input[type=file]", {
        name: "review.json",
        mimeType: "application/json",
        buffer: Buffer.from(JSON.stringify({ schema: "graze.review/1", entries })),
    });
    await page.tab.waitForSelector(".notice:not([hidden])");
    return page.text(".notice span");
}

test("where identifiers have changed, names tell what a decision was about", async () => {
    const entry = (id, a, b, state, more = {}) => ({
        ...{ id, a, b, state, comment: "", author: "Ann", when: "2026-01-01T00:00:00.000Z" },
        ...more,
    });
    const report = machine({ baseline: true });
    // Two parts of one name: what is said about one of them may be about the other.
    report.clashes.findings[3].b = report.clashes.findings[2].b;
    const page = await (await browser.open(report)).ready();
    const said = await imported(page, [
        entry("b0170001", "machine/base plate", "machine/bolts/bolt 1", "fix"), // known
        entry("0ld00001", "machine/bolts/bolt 2", "machine/base plate", "accepted", { kind: "clash" }), // the other way round
        entry("0ld00002", "machine/base plate", "machine/bolts/bolt 3", "fix", { kind: "clash" }), // one of two
        entry("0ld00003", "machine/cover", "machine/block", "fix", { kind: "clash" }), // now merely too close
        entry("0ld00004", "machine/base plate", "machine/bolts/bolt 1", "dismissed"), // decided above, by its identifier
        entry("0ld00005", "machine/sensor", "machine/block", "accepted"), // of a page that did not say the kind
        entry("0ld00006", "machine/cube", "machine/gone", "fix"), // resolved
        { id: "0ld00007", a: 7, b: null },
    ]);
    assert.equal(
        said,
        "7 entries imported, 1 damaged, 2 matched by the names of the parts, 5 about findings that this report does not have.",
    );
    assert.deepEqual((await page.cells("review")).slice(0, 7), [
        ...["To fix", "Accepted", "Open", "Open", "Open", "Open"],
        "Accepted",
    ]);
    await page.close();
});

test("who decides by key gets the next finding where the filter no longer shows this one", async () => {
    const page = await (await browser.open(machine())).ready();
    await page.tab.selectOption("select[aria-label=Review]", "open");
    await page.tab.locator("select[aria-label=Review]").blur();
    for (const key of ["Home", "j", "3"]) await page.tab.keyboard.press(key);
    assert.equal(await page.text(".summary"), "12 of 13 findings");
    assert.match(await page.selected(), /bolt 3/);
    await page.tab.keyboard.press("1"); // open as before: it stays
    assert.match(await page.selected(), /bolt 3/);
    await page.tab.fill("textarea", "to be asked"); // a comment is no decision
    await page.tab.keyboard.press("Escape");
    assert.match(await page.selected(), /bolt 3/);
    await page.tab.keyboard.press("End");
    await page.tab.click(".choice.fix"); // the last one: the one before it is next
    assert.equal(await page.text(".summary"), "11 of 13 findings");
    assert.match(await page.selected(), /sheet/);
    await page.tab.fill("input[type=search]", "sheet");
    await page.tab.keyboard.press("Escape");
    await page.tab.keyboard.press("4");
    assert.equal(await page.text(".summary"), "0 of 13 findings");
    assert.equal(await page.text(".hint"), "Select a finding in the table: click it, or press j and k.");
    await page.close();
});

test("rows stay where they are while somebody decides", async () => {
    const page = await (await browser.open(machine())).ready();
    await page.tab.click('.head button:text-is("Review")');
    for (const key of ["Home", "4", "j", "4"]) await page.tab.keyboard.press(key);
    assert.deepEqual((await page.cells("review")).slice(0, 3), ["Not an issue", "Not an issue", "Open"]);
    await page.close();
});

test("of two decisions about one finding the later stays", async () => {
    const page = await (await browser.open(machine())).ready();
    await reviewFirst(page);
    const old = {
        schema: "graze.review/1",
        entries: [
            {
                id: "b0170001",
                state: "accepted",
                comment: "old",
                author: "Bob",
                when: "2001-01-01T00:00:00.000Z",
            },
        ],
    };
    await page.tab.setInputFiles("input[type=file]", {
        name: "old.json",
        mimeType: "application/json",
        buffer: Buffer.from(JSON.stringify(old)),
    });
    await page.tab.waitForSelector(".notice:has-text('1 not newer')");
    assert.equal((await page.cells("review"))[0], "To fix✎");
    await page.close();
});

test("the CSV has the rows that are shown, quoted, and no formulas", async () => {
    const page = await (await browser.open(machine())).ready();
    await reviewFirst(page);
    await page.tab.click(".groups .touch");
    const { name, path } = await exported(page, "Table as CSV");
    assert.equal(name, "findings.csv");
    const text = readFileSync(path, "utf8");
    assert.ok(
        text.startsWith(
            "\ufeffid,kind,allowed,part a,part b,depth (mm),thickness (mm),distance (mm),volume (mm³),status,review,comment,author,reviewed\r\n",
        ),
    );
    assert.ok(
        text.includes(
            'b0170001,clash,,machine/base plate,machine/bolts/bolt 1,5,,,502.65,,To fix,"Shorten it, ""please""\nand </script> soon",Ann,2',
        ),
    );
    assert.ok(text.includes(`"${evilName.replaceAll('"', '""')}"`));
    assert.ok(text.includes(`"'=HYPERLINK(""http`));
    assert.ok(!text.includes("touch"));
    await page.close();
});

test("a copy of the report carries the review, and can be opened and copied again", async () => {
    const page = await (await browser.open(fill(template, machine(), { packed: true }))).ready();
    await reviewFirst(page);
    const first = await exported(page, "Copy of this report");
    assert.equal(first.name, "report.html");
    const copyFile = page.file.replace(/report\.html$/, "copy.html");
    writeFileSync(copyFile, readFileSync(first.path));
    await page.close();

    const copy = await (await browser.openFile(copyFile)).ready(); // a new context: nothing in its store
    assert.equal((await copy.cells("review"))[0], "To fix✎");
    await copy.tab.keyboard.press("Home");
    assert.equal(await copy.tab.inputValue("textarea"), `Shorten it, "please"\nand </script> soon`);
    assert.equal(await copy.tab.evaluate(() => document.querySelectorAll("#graze-review").length), 1);
    const second = await exported(copy, "Copy of this report");
    assert.equal(readFileSync(second.path, "utf8"), readFileSync(copyFile, "utf8"));
    await copy.close();
});

test("where the browser keeps nothing, the page says so and still exports", async () => {
    const deny = () =>
        Object.defineProperty(window, "localStorage", {
            get: () => {
                throw new DOMException("denied", "SecurityError");
            },
        });
    const page = await (await browser.open(machine(), { prepare: deny })).ready();
    assert.match(await page.text(".notice"), /keeps nothing for this page: export the review/);
    await reviewFirst(page);
    assert.match(await page.text(".kept"), /keeps nothing/);
    const { path } = await exported(page, "Review as JSON");
    assert.equal(JSON.parse(readFileSync(path, "utf8")).entries[0].state, "fix");
    await page.close();
});
