/** Reads what is printed on scanned pages: on the page that one rests on, and on all for a search. */
import { notify } from '../notice';
import { pagesSettings } from './settings';
import type { PagesView } from './view';

/** A page that only flies past is not read. */
const rest_ms = 700;

export class Scans {
  /** The page being read, or -1. */
  reading = -1;
  #timer = 0;
  #last: Promise<void> = Promise.resolve();
  #isClosed = false;
  /** Once it could not be done it is not tried again by itself. */
  #hasFailed = false;

  constructor(private readonly view: PagesView) {}

  /** How many pages are scans, and how many of them have been read. */
  get counts(): { readonly all: number; readonly read: number } {
    const { source } = this.view;
    const scans = source.pages.flatMap((_, page) => (source.isScan(page) ? [page] : []));
    return { all: scans.length, read: scans.filter((page) => source.isRead(page)).length };
  }
  /** Another page may have come into view, or reading was switched on. */
  rested(): void {
    window.clearTimeout(this.#timer);
    if (!pagesSettings().reads || this.#hasFailed) return;
    this.#timer = window.setTimeout(() => void this.#read(this.view.page), rest_ms);
  }
  /** Tries again what failed before. */
  again(): void {
    this.#hasFailed = false;
    this.rested();
  }
  /** Reads scans one after the other from this page on, while they are wanted. */
  async readOn(isWanted: () => boolean): Promise<void> {
    const { pages } = this.view.source;
    const first = this.view.page;
    for (let i = 0; i < pages.length && isWanted() && !this.#hasFailed; i++)
      await this.#read((first + i) % pages.length);
  }
  close(): void {
    this.#isClosed = true;
    window.clearTimeout(this.#timer);
  }

  /** One after the other: each takes a processor of the server for a second or more. */
  #read(page: number): Promise<void> {
    return (this.#last = this.#last.then(() => this.#readNow(page)));
  }
  async #readNow(page: number): Promise<void> {
    const { source, place } = this.view;
    if (this.#isClosed || this.#hasFailed || !source.isScan(page) || source.isRead(page)) return;
    this.#say(page);
    try {
      await source.read(page);
      this.view.painter.sheets.spell(page);
    } catch {
      this.#hasFailed = true;
      if (!this.#isClosed) notify(place.host, 'pages.not_read');
    }
    this.#say(-1);
    // One may have gone on meanwhile.
    if (page !== this.view.page) this.rested();
  }
  #say(page: number): void {
    this.reading = page;
    if (!this.#isClosed) this.view.read();
  }
}
