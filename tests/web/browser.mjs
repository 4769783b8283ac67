// Chromium, and a page that must not complain or ask the network for anything.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { decodePng } from "./png.mjs";
import { fill } from "./page.mjs";

export const web = process.env.GRAZE_WEB_DIR ?? new URL("../../web", import.meta.url).pathname;
export const template = process.env.GRAZE_REPORT_PAGE ?? join(web, "dist", "report.html");
const pictures = process.env.GRAZE_SCREENSHOTS ?? null; // a folder for those who want to look
const program =
    process.env.GRAZE_CHROMIUM ??
    ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);

const flags = [
    "--no-sandbox",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
];
const withGraphics = ["--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"];
const withoutGraphics = ["--disable-gpu", "--disable-3d-apis"];

/** Ends the run with ctest's word for "skipped" where there is no browser. */
export function skipWithoutBrowser() {
    const missing = !program
        ? "Chromium"
        : !existsSync(join(web, "node_modules", "playwright-core"))
          ? "playwright-core"
          : null;
    if (!missing) return;
    console.log(`skipped: ${missing} was not found (scripts/install-deps test)`);
    process.exit(77);
}

export class Browser {
    #chromium;
    #folder = mkdtempSync(join(tmpdir(), "graze-web-"));
    #oneTab = false;
    #kept = null; // a page that may be used again

    /** With one tab, pages that ask for nothing special share it, and what the browser keeps: it is open sooner. */
    static async start({ graphics = true, oneTab = false } = {}) {
        const { chromium } = createRequire(join(web, "package.json"))("playwright-core");
        const browser = new Browser();
        browser.#oneTab = oneTab;
        browser.#chromium = await chromium.launch({
            executablePath: program,
            headless: true,
            timeout: 60_000,
            args: [...flags, ...(graphics ? withGraphics : withoutGraphics)],
        });
        return browser;
    }

    /** Opens a report from disk. */
    async open(report, options = {}) {
        const file = join(this.#folder, "report.html");
        writeFileSync(file, typeof report === "string" ? report : fill(template, report));
        return this.openFile(file, options);
    }

    async openFile(file, options = {}) {
        if (!this.#oneTab || Object.keys(options).length > 0) return this.#openTab(file, options);
        if (this.#kept) await this.#kept.openAgain();
        else this.#kept = await this.#openTab(file, { keep: true });
        return this.#kept;
    }

    async #openTab(file, { width = 1280, height = 800, dark = false, prepare = null, keep = false }) {
        const context = await this.#chromium.newContext({
            viewport: { width, height },
            reducedMotion: "reduce",
            colorScheme: dark ? "dark" : "light",
            acceptDownloads: true,
        });
        const tab = await context.newPage();
        tab.setDefaultTimeout(30_000);
        if (prepare) await tab.addInitScript(prepare);
        const opened = new OpenReport(tab, context, file, keep);
        await tab.goto(pathToFileURL(file).href);
        return opened;
    }

    async stop() {
        await this.#chromium.close();
        rmSync(this.#folder, { recursive: true, force: true });
    }
}

export class OpenReport {
    complaints = [];
    requests = [];

    constructor(tab, context, file, keep) {
        this.keep = keep;
        this.tab = tab;
        this.context = context;
        this.file = file;
        tab.on("console", (message) => {
            if (["error", "warning"].includes(message.type()) && !ofDriver(message.text()))
                this.complaints.push(message.text());
        });
        tab.on("pageerror", (error) => this.complaints.push(String(error)));
        tab.on("request", (request) => {
            if (
                !/^(data:|blob:)/.test(request.url()) &&
                request.url().split("#")[0] !== pathToFileURL(file).href
            )
                this.requests.push(request.url());
        });
    }

    /** What is in the file now, as if it had not been open. */
    async openAgain() {
        this.complaints = [];
        this.requests = [];
        await this.tab.goto(pathToFileURL(this.file).href);
    }

    /** Waits until the parts are unpacked and drawn. */
    async ready() {
        await this.tab.waitForSelector(".view[data-ready], .view.without");
        await this.drawn();
        return this;
    }

    /** Two frames: what was asked for has been drawn, and shown. */
    async drawn() {
        await this.tab.evaluate(
            () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null)))),
        );
    }

    /** The names in the rows that are in the document, top to bottom. */
    async rows() {
        return this.tab.$$eval(".row", (rows) =>
            rows
                .sort((x, y) => Number(x.dataset.index) - Number(y.dataset.index))
                .map((row) => [...row.querySelectorAll(".path")].map((path) => path.textContent).join(" | ")),
        );
    }

    async cells(column) {
        return this.tab.$$eval(
            ".row",
            (rows, name) =>
                rows
                    .sort((x, y) => Number(x.dataset.index) - Number(y.dataset.index))
                    .map((row) => row.querySelector(`.cell.${name}`).textContent),
            column,
        );
    }

    async selected() {
        const path = this.tab.locator('.row[aria-selected="true"] .path');
        return (await path.allTextContents()).join(" | ");
    }

    async text(selector) {
        return (await this.tab.locator(selector).allTextContents()).join("\n");
    }

    /** The canvas alone: what lies over it is put away for the moment. */
    async canvas() {
        await this.drawn();
        const box = await this.tab.locator(".view").boundingBox();
        const style = await this.tab.evaluateHandle(() => {
            const hidden = [...document.querySelectorAll(".view > :not(canvas)")];
            for (const element of hidden) element.style.visibility = "hidden";
            return hidden;
        });
        const shot = await this.tab.screenshot({ clip: box });
        await style.evaluate((hidden) => hidden.forEach((element) => (element.style.visibility = "")));
        return decodePng(shot);
    }

    async screenshot(name) {
        if (!pictures) return;
        await this.drawn();
        mkdirSync(pictures, { recursive: true });
        await this.tab.screenshot({ path: join(pictures, `${name}.png`) });
    }

    /** Closes the page, unless others share its tab; it must have been quiet. */
    async close() {
        if (!this.keep) await this.context.close();
        assert.deepEqual(this.complaints, []);
        assert.deepEqual(this.requests, []);
    }
}

// Chromium's own remarks about reading back a software-drawn canvas.
function ofDriver(text) {
    return /GPU stall due to ReadPixels|Automatic fallback to software WebGL/.test(text);
}
