/**
 * A keyset list of any length as one row of rows: pages are asked for as the end comes near, and
 * those far from what is seen give their rows back to the garbage, keeping only how to ask again.
 */
import type { Page } from '../../live/types';

interface Held<T> {
  /** What to ask for; null for the first page. */
  readonly url: string | null;
  readonly length: number;
  rows: readonly T[] | null;
}
export type Ask<T> = (url: string | null) => Promise<Page<T>>;

const PAGES_KEPT = 30;

export class Pages<T> {
  readonly #ask: Ask<T>;
  readonly #changed: () => void;
  readonly #asking = new Set<number>();
  #held: Held<T>[] = [];
  #starts: number[] = [];
  #next: string | null = null;
  #begun = false;
  #near = 0;
  problem: unknown = null;
  count: number | null = null;

  constructor(ask: Ask<T>, changed: () => void) {
    this.#ask = ask;
    this.#changed = changed;
  }

  /** Rows known so far, whether their data is at hand or not. */
  get length(): number {
    const last = this.#held.length - 1;
    return last < 0 ? 0 : this.#starts[last]! + this.#held[last]!.length;
  }
  get begun(): boolean {
    return this.#begun;
  }
  get complete(): boolean {
    return this.#begun && this.#next === null;
  }
  get busy(): boolean {
    return this.#asking.size > 0;
  }

  row(at: number): T | undefined {
    const page = this.#pageOf(at);
    return page < 0 ? undefined : this.#held[page]?.rows?.[at - this.#starts[page]!];
  }

  /** Every row at hand, for what acts on all that is loaded. */
  *loaded(): Iterable<T> {
    for (const { rows } of this.#held) yield* rows ?? [];
  }

  /** Rows `from` to `to` are seen: fetch what is missing there, one page ahead. */
  async see(from: number, to: number): Promise<void> {
    this.#near = Math.max(0, this.#pageOf(Math.min(from, this.length - 1)));
    const missing = this.#held.flatMap(({ rows }, page) =>
      rows === null && this.#meets(page, from, to) ? [page] : [],
    );
    const more = !this.#begun || (this.#next !== null && to >= this.length - 1);
    await Promise.all([
      ...missing.map((page) => this.#fetch(page)),
      ...(more ? [this.#fetch(this.#held.length)] : []),
    ]);
  }

  retry(): Promise<void> {
    this.problem = null;
    return this.#fetch(this.#held.length);
  }

  /** Puts a changed row in its place. */
  replace(same: (row: T) => boolean, row: T): void {
    for (const held of this.#held) {
      const at = held.rows?.findIndex(same) ?? -1;
      if (at >= 0 && held.rows) held.rows = held.rows.with(at, row);
    }
    this.#changed();
  }

  async #fetch(page: number): Promise<void> {
    if (this.#asking.has(page) || this.problem) return;
    this.#asking.add(page);
    const url = page < this.#held.length ? this.#held[page]!.url : this.#next;
    try {
      this.#hold(page, url, await this.#ask(url));
    } catch (problem) {
      this.problem = problem;
    } finally {
      this.#asking.delete(page);
      this.#changed();
    }
  }

  #hold(page: number, url: string | null, answer: Page<T>): void {
    if (answer.count !== undefined) this.count = answer.count;
    if (page < this.#held.length) {
      // Rows may have come or gone meanwhile; the places of the later pages stay as they were.
      this.#held[page]!.rows = answer.results.slice(0, this.#held[page]!.length);
    } else {
      this.#starts.push(this.length);
      this.#held.push({ url, length: answer.results.length, rows: answer.results });
      this.#next = answer.next;
      this.#begun = true;
    }
    this.#held.forEach((held, at) => {
      if (Math.abs(at - this.#near) > PAGES_KEPT && at !== page) held.rows = null;
    });
  }

  #meets(page: number, from: number, to: number): boolean {
    const start = this.#starts[page]!;
    return start <= to && start + this.#held[page]!.length > from;
  }

  /** Binary search: the page that holds row `at`. */
  #pageOf(at: number): number {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#starts[middle]! <= at) low = middle;
      else high = middle - 1;
    }
    return high < 0 ? -1 : low;
  }
}
