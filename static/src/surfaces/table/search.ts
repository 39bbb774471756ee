/** Looks for words in every cell, block by block; the first hits show while the rest is read. */
import { eachBlock } from './arrange';
import { shown, type TableSource } from './source';

export interface Hit {
  readonly row: number;
  readonly column: number;
}
/** More than anybody goes through. */
const mostHits = 20_000;

export class Search {
  hits: readonly Hit[] = [];
  sought = '';
  #stop = new AbortController();

  constructor(
    readonly source: TableSource,
    readonly changed: (isFirst: boolean) => void,
  ) {}

  async find(words: string): Promise<void> {
    this.#stop.abort();
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    this.sought = words.trim().toLowerCase();
    const hits: Hit[] = (this.hits = []) as Hit[];
    this.changed(false);
    if (!this.sought) return;
    await eachBlock(
      this.source,
      signal,
      (rows, first) => {
        const before = hits.length;
        rows.forEach((row, i) => {
          if (hits.length < mostHits)
            row.forEach((cell, column) => {
              if (cell !== null && shown(cell).toLowerCase().includes(this.sought))
                hits.push({ row: first + i, column });
            });
        });
        if (hits.length > before) this.changed(before === 0);
      },
      () => {},
    ).catch((stopped: unknown) => {
      if (!(stopped instanceof DOMException)) throw stopped;
    });
  }
  stop(): void {
    this.#stop.abort();
  }
}
