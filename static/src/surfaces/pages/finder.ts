/** Searches the text of all pages. */
import { findAll, mostFound, type Found } from '../prose/find';
import type { PageStretch } from './marker';
import { PageText } from './pageText';
import type { PagesView } from './view';

export class Finder {
  hits: readonly PageStretch[] = [];
  hit = -1;
  #sought = '';

  constructor(readonly view: PagesView) {}

  /** An empty string ends the search; the first hit is one on this page or after it. */
  async find(sought: string): Promise<Found> {
    this.#sought = sought;
    const texts = sought ? await this.view.source.texts() : [];
    // Somebody who types on wants the newest words only.
    if (sought !== this.#sought) return this.#found;
    const hits: PageStretch[] = [];
    for (const [page, text] of texts.entries()) {
      hits.push(...findAll(text, sought).map((found) => ({ page, ...found })));
      if (hits.length >= mostFound) break;
    }
    this.hits = hits;
    const next = hits.findIndex(({ page }) => page >= this.view.page);
    this.hit = hits.length && next < 0 ? 0 : next;
    return this.#show();
  }
  step(by: 1 | -1): Found {
    const { length } = this.hits;
    this.hit = length ? (this.hit + by + length) % length : -1;
    return this.#show();
  }
  /** Makes a span of every hit, as one step to undo; answers how many are new. */
  async markAll(): Promise<number> {
    const texts = await this.view.source.texts();
    const pages = new Set(this.hits.map(({ page }) => page));
    const words = new Map([...pages].map((page) => [page, new PageText(texts[page] ?? '', [])]));
    return this.view.marker.createAll(this.hits, words);
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
