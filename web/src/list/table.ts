// A table of any length: only the rows in sight, and a few around them, are in the document.
import type { Report, Row } from "../data/report";
import type { Review } from "../review/review";
import { el } from "../ui/dom";
import type { Signal } from "../ui/signal";
import { columnViews, hasGaps, type ColumnView } from "./columns";
import { firstOrder, type Order } from "./filter";

const rowHeight = 40; // pixels, as in style.css
const rowsAround = 8;

export class Table {
  readonly element: HTMLElement;
  private readonly body = el("div", { class: "rows", role: "rowgroup" });
  private readonly empty = el("p", { class: "empty" });
  private readonly scroller: HTMLElement;
  private readonly heads = new Map<string, HTMLElement>();
  private readonly columns: ColumnView[];
  private readonly shown = new Map<number, HTMLElement>();
  private rows: readonly Row[] = [];

  constructor(
    private readonly report: Report,
    review: Review,
    private readonly selected: Signal<Row | null>,
    private readonly order: Signal<Order>,
    private readonly onOpen: () => void,
  ) {
    this.columns = columnViews(report, review);
    this.scroller = el(
      "div",
      {
        class: "scroller",
        role: "grid",
        tabindex: "0",
        "aria-label": "Findings",
        "aria-colcount": String(this.columns.length),
      },
      this.head(),
      this.body,
      this.empty,
    );
    this.element = el(
      "div",
      {
        class: [
          "table",
          report.clashes.baseline ? "with-status" : "",
          hasGaps(report) ? "" : "without-gap",
        ].join(" "),
      },
      this.scroller,
    );
    this.scroller.addEventListener("scroll", () => this.draw(), { passive: true });
    new ResizeObserver(() => this.draw()).observe(this.scroller);
    this.body.addEventListener("click", (event) => this.selectAt(event));
    this.body.addEventListener("dblclick", (event) => {
      this.selectAt(event);
      this.onOpen();
    });
    order.watch((value) => this.markOrder(value));
    selected.watch((row) => this.markSelected(row));
    review.onChange(() => this.redraw());
  }

  show(rows: readonly Row[]): void {
    this.rows = rows;
    this.scroller.setAttribute("aria-rowcount", String(rows.length + 1));
    this.body.style.height = `${rows.length * rowHeight}px`;
    this.empty.textContent =
      rows.length > 0
        ? ""
        : this.report.rows.length === 0
          ? nothingShown(this.report)
          : "No finding passes the filter.";
    this.redraw();
    this.reveal();
  }

  /** Selects the row so many further down; of no selection, the first or the last. */
  move(by: number): void {
    if (this.rows.length === 0) return;
    const at = this.selectedIndex();
    const to =
      at < 0 ? (by > 0 ? 0 : this.rows.length - 1) : Math.min(Math.max(at + by, 0), this.rows.length - 1);
    this.selected.set(this.rows[to]);
  }

  moveToEnd(last: boolean): void {
    if (this.rows.length > 0) this.selected.set(this.rows[last ? this.rows.length - 1 : 0]);
  }

  get pageLength(): number {
    return Math.max(1, Math.floor(this.scroller.clientHeight / rowHeight) - 2);
  }

  private head(): HTMLElement {
    const head = el("div", { class: "head", role: "row", "aria-rowindex": "1" });
    for (const { column, head: text, title, numeric } of this.columns) {
      const sort = el("button", { type: "button", text, title: `${title} (click to sort)` });
      sort.addEventListener("click", () => {
        const { column: old, descending } = this.order.value;
        this.order.set(old === column ? { column, descending: !descending } : firstOrder(column));
      });
      const cell = el(
        "div",
        { class: `cell ${column}${numeric ? " numeric" : ""}`, role: "columnheader" },
        sort,
      );
      this.heads.set(column, cell);
      head.append(cell);
    }
    return head;
  }

  private markOrder({ column, descending }: Order): void {
    for (const [name, cell] of this.heads) {
      cell.setAttribute("aria-sort", name !== column ? "none" : descending ? "descending" : "ascending");
    }
  }

  private markSelected(row: Row | null): void {
    for (const [index, element] of this.shown) markRow(element, this.rows[index] === row);
    this.reveal();
    if (row) this.scroller.setAttribute("aria-activedescendant", rowId(row));
    else this.scroller.removeAttribute("aria-activedescendant");
  }

  private selectedIndex(): number {
    const row = this.selected.value;
    return row ? this.rows.indexOf(row) : -1;
  }

  // The head covers the first row's height of what is in sight.
  private reveal(): void {
    const index = this.selectedIndex();
    if (index < 0) return;
    const top = index * rowHeight;
    const height = this.scroller.clientHeight - this.body.offsetTop;
    if (top < this.scroller.scrollTop) this.scroller.scrollTop = top;
    else if (top + rowHeight > this.scroller.scrollTop + height)
      this.scroller.scrollTop = top + rowHeight - height;
    this.draw();
  }

  private redraw(): void {
    for (const element of this.shown.values()) element.remove();
    this.shown.clear();
    this.draw();
  }

  private draw(): void {
    const first = Math.max(0, Math.floor(this.scroller.scrollTop / rowHeight) - rowsAround);
    const inSight = Math.ceil(this.scroller.clientHeight / rowHeight) + 2 * rowsAround;
    const end = Math.min(this.rows.length, first + inSight);
    for (const [index, element] of this.shown) {
      if (index >= first && index < end) continue;
      element.remove();
      this.shown.delete(index);
    }
    for (let index = first; index < end; ++index) {
      if (!this.shown.has(index)) this.shown.set(index, this.body.appendChild(this.makeRow(index)));
    }
  }

  private makeRow(index: number): HTMLElement {
    const row = this.rows[index];
    const element = el("div", {
      class: `row${row.status === "resolved" ? " resolved" : ""}`,
      role: "row",
      id: rowId(row),
      "aria-rowindex": String(index + 2),
      "data-index": String(index),
    });
    element.style.top = `${index * rowHeight}px`;
    for (const view of this.columns) {
      const cell = el("div", {
        class: `cell ${view.column}${view.numeric ? " numeric" : ""}`,
        role: "gridcell",
      });
      view.fill(cell, row);
      element.append(cell);
    }
    markRow(element, row === this.selected.value);
    return element;
  }

  private selectAt(event: MouseEvent): void {
    const row = (event.target as Element).closest<HTMLElement>(".row");
    if (row) this.selected.set(this.rows[Number(row.dataset.index)]);
  }
}

function rowId(row: Row): string {
  return `row-${row.rank}`;
}

function markRow(element: HTMLElement, selected: boolean): void {
  element.setAttribute("aria-selected", String(selected));
}

function nothingShown({ clashes: { pairs } }: Report): string {
  const found = pairs.clash + pairs.inside + pairs.touch + pairs.clearance + pairs.undecided + pairs.allowed;
  return found === 0
    ? "Nothing was found."
    : "The findings do not fit into this page; clashes.json has them.";
}
