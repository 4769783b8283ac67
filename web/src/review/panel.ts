// Where the reader decides about the selected finding.
import type { Row } from "../data/report";
import { button, el, setPressed } from "../ui/dom";
import type { Signal } from "../ui/signal";
import { reviewNames, reviewStates, type Review, type ReviewState } from "./review";

export class ReviewPanel {
  readonly element: HTMLElement;
  private readonly choices = new Map<ReviewState, HTMLButtonElement>();
  private readonly comment = el("textarea", {
    rows: "3",
    placeholder: "Comment (c)",
    "aria-label": "Comment",
  });
  private readonly author = el("input", { type: "text", placeholder: "Your name", "aria-label": "Author" });
  private readonly note = el("p", { class: "kept", role: "status" });

  constructor(
    private readonly review: Review,
    private readonly selected: Signal<Row | null>,
  ) {
    const states = el("div", { class: "states", role: "group", "aria-label": "Review" });
    reviewStates.forEach((state, i) => {
      const choice = button(
        reviewNames[state],
        `Key ${i + 1}`,
        () => this.change({ state }),
        `choice ${state}`,
      );
      this.choices.set(state, choice);
      states.append(choice);
    });
    this.comment.addEventListener("input", () => this.change({ comment: this.comment.value }));
    this.author.addEventListener("change", () => this.change({ author: this.author.value.trim() }));
    this.element = el("div", { class: "review-panel" }, states, this.comment, this.author, this.note);
    selected.watch(() => this.refresh());
    review.onChange(() => this.refresh());
  }

  private change(change: { state?: ReviewState; comment?: string; author?: string }): void {
    const row = this.selected.value;
    if (row) this.review.change(row.finding.id, change);
  }

  private refresh(): void {
    const row = this.selected.value;
    if (!row) return;
    const entry = this.review.of(row.finding.id);
    for (const [state, choice] of this.choices) setPressed(choice, state === entry.state);
    this.comment.value = entry.comment;
    this.author.value = entry.author || this.review.author;
    this.note.textContent = this.review.unsaved
      ? `${this.review.unsaved}: export the review before you close it.`
      : entry.when === ""
        ? ""
        : `Kept in this browser, ${new Date(entry.when).toLocaleString()}`;
  }
}
