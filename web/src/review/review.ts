// What people decide about findings. Kept by the browser under the report's own identity, as files opened from disk may
// share one store; where the browser keeps nothing, the review lives as long as the page and can still be exported.

export type ReviewState = "open" | "fix" | "accepted" | "dismissed";
export const reviewStates: readonly ReviewState[] = ["open", "fix", "accepted", "dismissed"];
export const reviewNames: Readonly<Record<ReviewState, string>> = {
  open: "Open",
  fix: "To fix",
  accepted: "Accepted",
  dismissed: "Not an issue",
};

export interface ReviewEntry {
  readonly state: ReviewState;
  readonly comment: string;
  readonly author: string;
  readonly when: string; // ISO 8601
}

const untouched: ReviewEntry = { state: "open", comment: "", author: "", when: "" };

export interface MergeCounts {
  taken: number;
  older: number;
  refused: number;
}

export class Review {
  readonly storageError: string | null;
  private readonly entries = new Map<string, ReviewEntry>();
  private readonly key: string;
  private readonly listeners: ((id: string | null) => void)[] = [];
  private lastAuthor = "";
  private failure: string | null = null;

  constructor(identity: string, embedded: unknown) {
    this.key = `graze.review:${identity}`;
    this.merge(embedded);
    this.storageError = this.restore();
    // The same report in another tab.
    window.addEventListener("storage", (event) => {
      if (event.key !== this.key) return;
      this.mergeStored();
      this.tell(null);
    });
  }

  of(id: string): ReviewEntry {
    return this.entries.get(id) ?? untouched;
  }

  get author(): string {
    return this.lastAuthor;
  }

  /** Why the last change was not kept by the browser, if it was not. */
  get unsaved(): string | null {
    return this.storageError ?? this.failure;
  }

  all(): [string, ReviewEntry][] {
    return [...this.entries];
  }

  change(id: string, change: Partial<Omit<ReviewEntry, "when">>): void {
    const entry = { ...this.of(id), ...change, when: new Date().toISOString() };
    // Who changes it answers for it.
    if (change.author !== undefined) this.lastAuthor = change.author;
    else entry.author = this.lastAuthor || entry.author;
    this.entries.set(id, entry);
    this.save();
    this.tell(id);
  }

  /** Takes entries of another review; of two about one finding, the later stays. */
  merge(data: unknown): MergeCounts {
    const counts = { taken: 0, older: 0, refused: 0 };
    for (const [id, entry] of parsedEntries(data)) {
      if (entry === null) ++counts.refused;
      else if (this.entries.has(id) && this.of(id).when >= entry.when) ++counts.older;
      else {
        this.entries.set(id, entry);
        ++counts.taken;
      }
    }
    return counts;
  }

  import(data: unknown): MergeCounts {
    const counts = this.merge(data);
    this.save();
    this.tell(null);
    return counts;
  }

  /** The listener gets the finding that changed, or null if any may have. */
  onChange(listener: (id: string | null) => void): void {
    this.listeners.push(listener);
  }

  private tell(id: string | null): void {
    for (const listener of this.listeners) listener(id);
  }

  private restore(): string | null {
    try {
      const author = this.mergeStored();
      if (typeof author === "string") this.lastAuthor = author;
      localStorage.setItem(`${this.key}?`, ""); // some browsers read but do not write
      localStorage.removeItem(`${this.key}?`);
      return null;
    } catch {
      return "This browser keeps nothing for this page";
    }
  }

  /** Takes what is stored, and says whose it is. */
  private mergeStored(): unknown {
    const text = localStorage.getItem(this.key);
    if (text === null) return null;
    const stored = JSON.parse(text) as { author?: unknown };
    this.merge(stored);
    return stored.author;
  }

  private save(): void {
    if (this.storageError !== null) return;
    try {
      this.mergeStored(); // another tab may have written since
      localStorage.setItem(this.key, JSON.stringify({ ...reviewJson(this), author: this.lastAuthor }));
      this.failure = null;
    } catch {
      this.failure = "The browser's storage is full";
    }
  }
}

export function reviewJson(review: Review): { schema: string; entries: object[] } {
  return { schema: "graze.review/1", entries: review.all().map(([id, entry]) => ({ id, ...entry })) };
}

// Whatever somebody saved: nothing is taken on trust.
function parsedEntries(data: unknown): [string, ReviewEntry | null][] {
  const entries = (data as { entries?: unknown } | null)?.entries;
  if (!Array.isArray(entries)) return [];
  return entries.map((entry: unknown) => {
    const { id, state, comment, author, when } = (entry ?? {}) as Record<string, unknown>;
    const sound =
      typeof id === "string" &&
      reviewStates.includes(state as ReviewState) &&
      [comment, author, when].every((text) => typeof text === "string");
    return [String(id), sound ? ({ state, comment, author, when } as ReviewEntry) : null];
  });
}
