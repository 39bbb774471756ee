/** Time at work on a task: while the page is seen and something happened within the last minute. */
const idle_ms = 60_000;

export class Stopwatch {
  #spent_ms = 0;
  /** The last sign of work, or null while the page is out of sight. */
  #last: number | null;

  constructor(
    before_s = 0,
    readonly now: () => number = () => Date.now(),
  ) {
    this.#spent_ms = before_s * 1000;
    this.#last = this.now();
  }

  /** A key, a click, a move of the pointer. */
  worked(): void {
    this.#spend();
    this.#last = this.now();
  }
  away(): void {
    this.#spend();
    this.#last = null;
  }
  get seconds(): number {
    const running = this.#last === null ? 0 : Math.min(idle_ms, this.now() - this.#last);
    return (this.#spent_ms + running) / 1000;
  }
  #spend(): void {
    if (this.#last !== null) this.#spent_ms += Math.min(idle_ms, this.now() - this.#last);
  }
}
