// Puts the page together: data, table, view, details, keys.
import { DataError, readClashes, readGeometry, readPictures, readReview } from "./data/elements";
import { Report, type Row } from "./data/report";
import { everything, exactly, type Filter, type Order } from "./list/filter";
import { FilterBar } from "./list/filterbar";
import { Listing } from "./list/listing";
import { Table } from "./list/table";
import { closeWhenLeft, makeActions } from "./review/actions";
import { Review, reviewStates } from "./review/review";
import { DetailPanel } from "./ui/detail";
import { button, el } from "./ui/dom";
import { filesText, makeBanner, makeHeader } from "./ui/header";
import { listenForKeys, makeHelp, type Key } from "./ui/keys";
import { Signal } from "./ui/signal";
import { makeSplitter } from "./ui/splitter";
import { defaultOptions, type ViewOptions } from "./view/options";
import { ViewPanel } from "./view/panel";
import { flip } from "./view/toolbar";

async function start(app: HTMLElement): Promise<void> {
  const report = new Report(await readClashes());
  const geometry = await readGeometry();
  const pictures = await readPictures();
  const review = new Review(report.identity, await readReview());
  const selected = new Signal<Row | null>(null);
  const filter = new Signal<Filter>(everything);
  const order = new Signal<Order>({ column: "rank", descending: false });
  const options = new Signal<ViewOptions>(defaultOptions);
  document.title = ["Clash report", filesText(report.clashes)].filter(Boolean).join(": ");

  const view = new ViewPanel(report, selected, options, (path) =>
    filter.set({ ...everything, text: exactly(path) }),
  );
  const filterBar = new FilterBar(report, geometry?.left_out ?? {}, filter);
  const table = new Table(report, review, selected, order, () => view.viewer?.zoomToClash());
  const listing = new Listing(report, review, filter, order, selected, (rows) => {
    table.show(rows);
    filterBar.showCount(rows.length);
  });

  const notice = makeNotice();
  const help = () => dialog.showModal();
  const actions = el(
    "div",
    { class: "actions" },
    makeActions(report, review, () => listing.rows, notice.tell),
    button("?", "Keys (?)", help, "help-button"),
  );
  const detail = new DetailPanel(report, pictures, review, selected);
  const right = el("div", { class: "right" }, view.element, detail.element);
  const main = el("main", {}, el("div", { class: "left" }, filterBar.element, table.element));
  main.append(makeSplitter(main), right);
  const keys = makeKeys({ table, filterBar, view, options, detail, review, selected, help, filter });
  const dialog = makeHelp(keys);
  const banner = makeBanner(report.clashes);
  app.replaceChildren(
    makeHeader(report, geometry, pictures, actions),
    ...(banner ? [banner] : []),
    main,
    notice.element,
    dialog,
  );
  const notes = app.querySelector<HTMLDetailsElement>("details.notes");
  if (notes) closeWhenLeft(notes);
  if (review.storageError) notice.tell(`${review.storageError}: export the review before you close it.`);
  listenForKeys(keys);
  table.show(listing.rows); // again, now that it has its size
  followAddress(report, selected);
  void view.start(geometry);
}

interface Pieces {
  table: Table;
  filterBar: FilterBar;
  view: ViewPanel;
  options: Signal<ViewOptions>;
  detail: DetailPanel;
  review: Review;
  selected: Signal<Row | null>;
  filter: Signal<Filter>;
  help: () => void;
}

function makeKeys({
  table,
  filterBar,
  view,
  options,
  detail,
  review,
  selected,
  help,
  filter,
}: Pieces): Key[] {
  const key = (keys: string[], shown: string, what: string, run: () => void): Key => ({
    keys,
    shown,
    what,
    run,
  });
  return [
    key(["j", "ArrowDown"], "j ↓", "Next finding", () => table.move(1)),
    key(["k", "ArrowUp"], "k ↑", "Previous finding", () => table.move(-1)),
    key(["PageDown"], "PgDn", "A page further", () => table.move(table.pageLength)),
    key(["PageUp"], "PgUp", "A page back", () => table.move(-table.pageLength)),
    key(["Home"], "Home", "First finding", () => table.moveToEnd(false)),
    key(["End"], "End", "Last finding", () => table.moveToEnd(true)),
    key(["/"], "/", "Filter by name", () => filterBar.focusText()),
    key(["Escape"], "Esc", "Leave a field; then: nothing selected", () => selected.set(null)),
    key(["0"], "0", "Show all findings again", () => filter.set(everything)),
    key(["Enter"], "Enter", "Zoom to the finding; again: to its deepest point", () =>
      view.viewer?.zoomToClash(),
    ),
    key(["p"], "p", "The two parts in sight", () => view.viewer?.fitPair()),
    key(["f"], "f", "Everything in sight", () => view.viewer?.fit()),
    key(["g"], "g", "All other parts", () => flip(options, "ghosts")),
    key(["x"], "x", "See through the two parts", () => flip(options, "seeThrough")),
    key(["a"], "a", "First part", () => flip(options, "showA")),
    key(["b"], "b", "Second part", () => flip(options, "showB")),
    key(["m"], "m", "Curves, boxes and points", () => flip(options, "marks")),
    key(["s"], "s", "Section", () => view.viewer?.toggleSection()),
    key(["["], "[", "Section back", () => view.sectionBar?.nudge(-1)),
    key(["]"], "]", "Section on", () => view.sectionBar?.nudge(1)),
    key(["r"], "r", "Section from the other side", () => view.sectionBar?.flip()),
    ...reviewStates.map((state, i) =>
      key(
        [String(i + 1)],
        String(i + 1),
        `Review: ${state === "fix" ? "to fix" : state === "dismissed" ? "not an issue" : state}`,
        () => {
          if (selected.value) review.change(selected.value.finding.id, { state });
        },
      ),
    ),
    key(["c"], "c", "Comment", () => detail.element.querySelector("textarea")?.focus()),
    key(["?"], "?", "These keys", help),
  ];
}

function makeNotice() {
  const text = el("span", { role: "status" });
  const element = el(
    "div",
    { class: "notice", hidden: "" },
    text,
    button("×", "Close", () => (element.hidden = true)),
  );
  return {
    element,
    tell: (words: string) => {
      text.textContent = words;
      element.hidden = false;
    },
  };
}

// report.html#3f2a9b1c opens that finding, and the address names the one that is selected.
function followAddress(report: Report, selected: Signal<Row | null>): void {
  const go = () => {
    const row = report.find(location.hash.slice(1));
    if (row) selected.set(row);
  };
  go();
  addEventListener("hashchange", go);
  selected.watch((row) => {
    if (row) history.replaceState(null, "", `#${row.finding.id}`);
  });
}

const app = document.getElementById("app") as HTMLElement;
start(app).catch((error: unknown) => {
  const text = error instanceof DataError ? error.message : `This report cannot be shown: ${String(error)}`;
  app.replaceChildren(el("p", { class: "failure", role: "alert", text }));
});
