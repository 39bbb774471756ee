/** Searches the text of all pages. */
import { findAll, mostFound, type Found } from '../prose/find';
import type { PageStretch } from './marker';
import { PageText } from './pageText';
import { pagesSettings } from './settings';
import type { PagesView } from './view';

export class Finder {
  hits: readonly PageStretch[] = [];
  hit = -1;
  /** Told when a scan that was read has changed what is found. */
  refound: ((found: Found) => void) | null = null;
  #sought = '';

  constructor(readonly view: PagesView) {}

  /** An empty string ends the search; the first hit is one on this page or after it. */
  async find(sought: string): Promise<Found> {
    this.#sought = sought;
    const texts = sought ? await this.view.source.texts() : [];
    // Somebody who types on wants the newest words only.
    if (sought !== this.#sought) return this.#found;
    this.hits = this.#hitsIn(texts, sought);
    const next = this.hits.findIndex(({ page }) => page >= this.view.page);
    this.hit = this.hits.length && next < 0 ? 0 : next;
    if (sought && pagesSettings().reads) void this.#readOn(sought);
    return this.#show();
  }
  /** Scans are read on, and what is found in them comes to the rest. */
  async #readOn(sought: string): Promise<void> {
    let { read } = this.view.scans.counts;
    const isWanted = (): boolean => {
      const { counts } = this.view.scans;
      if (sought === this.#sought && counts.read > read) void this.#again(sought);
      read = counts.read;
      return sought === this.#sought;
    };
    await this.view.scans.readOn(isWanted);
    isWanted();
  }
  async #again(sought: string): Promise<void> {
    const texts = await this.view.source.texts();
    if (sought !== this.#sought) return;
    const before = this.hits[this.hit];
    this.hits = this.#hitsIn(texts, sought);
    const same = (one: PageStretch): boolean =>
      one.page === before?.page && one.from === before.from;
    if (before) this.hit = this.hits.findIndex(same);
    else if (this.hits.length) {
      this.hit = 0;
      this.#show();
    }
    this.view.painter.refresh();
    this.refound?.(this.#found);
  }
  #hitsIn(texts: readonly string[], sought: string): PageStretch[] {
    const hits: PageStretch[] = [];
    for (const [page, text] of texts.entries()) {
      hits.push(...findAll(text, sought).map((found) => ({ page, ...found })));
      if (hits.length >= mostFound) break;
    }
    return hits;
  }
  step(by: 1 | -1): Found {
    const { length } = this.hits;
    this.hit = length ? (this.hit + by + length) % length : -1;
    return this.#show();
  }
  /** Makes a span of every hit but those on scans, as one step to undo; answers how many are new. */
  async markAll(): Promise<number> {
    const { source } = this.view;
    const texts = await source.texts();
    const hits = this.hits.filter(({ page }) => source.hasText(page));
    const pages = new Set(hits.map(({ page }) => page));
    const words = new Map([...pages].map((page) => [page, new PageText(texts[page] ?? '', [])]));
    return this.view.marker.createAll(hits, words);
  }

  get #found(): Found {
    return { count: this.hits.length, at: this.hit };
  }
  #show(): Found {
    const hit = this.hits[this.hit];
    if (hit)
      this.view.source.words(hit.page).then(
        (words) => {
          const [bounds] = words.boxes(hit.from, hit.to);
          if (bounds) this.view.reader.reveal(hit.page, bounds);
          this.view.painter.refresh();
        },
        () => this.view.reader.goTo(hit.page),
      );
    this.view.painter.refresh();
    return this.#found;
  }
}
