// The rows that pass the filter, in their order, kept so while the filter changes and people decide.
import type { Report, Row } from "../data/report";
import type { Review } from "../review/review";
import type { Signal } from "../ui/signal";
import { matches, visibleRows, type Filter, type Order } from "./filter";

export class Listing {
  rows: readonly Row[] = [];

  constructor(
    private readonly report: Report,
    private readonly review: Review,
    private readonly filter: Signal<Filter>,
    private readonly order: Signal<Order>,
    private readonly selected: Signal<Row | null>,
    private readonly onRows: (rows: readonly Row[]) => void,
  ) {
    filter.watch(() => this.refresh());
    order.watch(() => this.refresh());
    review.onChange((id) => {
      if (id === null)
        this.refresh(); // imported, or changed in another tab: any row may come or go
      else this.follow(report.find(id));
    });
  }

  private refresh(): void {
    this.show(visibleRows(this.report.rows, this.review, this.filter.value, this.order.value));
  }

  // Rows stay where they are while somebody decides, and a comment that is being written takes none away; a decision does.
  private follow(row: Row | undefined): void {
    if (!row) return;
    const at = this.rows.indexOf(row);
    const { review: wanted } = this.filter.value;
    if (at < 0) {
      if (matches(row, this.review, this.filter.value)) this.refresh();
    } else if (wanted !== "any" && this.review.of(row.finding.id).state !== wanted) {
      this.leave(row, at);
    }
  }

  private leave(row: Row, at: number): void {
    this.show(this.rows.filter((other) => other !== row));
    if (this.selected.value === row) this.selected.set(this.rows[Math.min(at, this.rows.length - 1)] ?? null);
  }

  private show(rows: readonly Row[]): void {
    this.rows = rows;
    this.onRows(rows);
  }
}
