// A value that tells who listens when it changes.
export class Signal<T> {
  private readonly listeners: ((value: T) => void)[] = [];

  constructor(private current: T) {}

  get value(): T {
    return this.current;
  }

  set(value: T): void {
    if (Object.is(value, this.current)) return;
    this.current = value;
    for (const listener of this.listeners) listener(value);
  }

  /** Changes some fields of an object. */
  patch(change: Partial<T>): void {
    this.set({ ...this.current, ...change });
  }

  /** Listens, and is told the present value at once. */
  watch(listener: (value: T) => void): void {
    this.listeners.push(listener);
    listener(this.current);
  }
}
