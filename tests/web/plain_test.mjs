// Without WebGL: everything but the 3D view.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Browser, skipWithoutBrowser } from "./browser.mjs";
import { machine } from "./fixture.mjs";

skipWithoutBrowser();
let browser;
before(async () => (browser = await Browser.start({ graphics: false })));
after(() => browser.stop());

test("table, pictures and details work, and a line says why there is no 3D view", async () => {
    const page = await (await browser.open(machine())).ready();
    assert.match(
        await page.text(".view .message"),
        /There is no 3D view: this browser has no WebGL 2, or it is switched off/,
    );
    await page.tab.keyboard.press("j");
    for (const key of ["Enter", "f", "p", "g", "s", "[", "]", "r", "m", "x"])
        await page.tab.keyboard.press(key);
    assert.match(await page.text(".detail"), /bolt 1/);
    assert.ok(await page.tab.locator(".picture").isVisible());
    await page.tab.click(".choice.accepted");
    assert.equal((await page.cells("review"))[0], "Accepted");
    await page.screenshot("plain");
    await page.close();
});
