/** The pages near the screen as elements: a picture each, its words for screen readers, its fault. */
import { api, ApiError } from '../../live/api';
import { scaleFor, type Layout } from './layout';
import type { DocumentSource } from './source';

type Say = (key: string, values?: Record<string, string | number>) => string;

/** A page that only flies past is not asked for. */
const settle_ms = 90;
const busy_ms = 1500;

export class PageSheets {
  readonly #sheets = new Map<number, Sheet>();
  #timer = 0;

  constructor(
    readonly parent: HTMLElement,
    readonly source: DocumentSource,
    readonly t: Say,
  ) {}

  /** Keeps exactly these pages, and asks for their pictures once scrolling pauses. */
  show(first: number, last: number, layout: Layout): void {
    for (const [page, sheet] of this.#sheets)
      if (page < first || page > last) {
        sheet.close();
        this.#sheets.delete(page);
      }
    for (let page = first; page <= last; page++) {
      let sheet = this.#sheets.get(page);
      if (!sheet) {
        sheet = new Sheet(page, this.source, this.t);
        this.#sheets.set(page, sheet);
        this.parent.append(sheet.element);
      }
      sheet.place(layout);
    }
    window.clearTimeout(this.#timer);
    const scale = scaleFor(layout.zoom, window.devicePixelRatio || 1);
    const ask = (): void => this.#sheets.forEach((sheet) => sheet.want(scale));
    // The very first pages appear without waiting.
    if (!this.#timer) ask();
    this.#timer = window.setTimeout(ask, settle_ms);
  }
  close(): void {
    window.clearTimeout(this.#timer);
    for (const sheet of this.#sheets.values()) sheet.close();
    this.#sheets.clear();
  }
}

class Sheet {
  readonly element = document.createElement('section');
  readonly #words = document.createElement('p');
  #shown: HTMLImageElement | null = null;
  /** The scale asked for last, and the one on the screen. */
  #wanted = 0;
  #loaded = 0;
  #retry = 0;
  #isClosed = false;

  constructor(
    readonly page: number,
    readonly source: DocumentSource,
    readonly t: Say,
  ) {
    this.element.className = 'page';
    this.element.setAttribute(
      'aria-label',
      t('pages.page_of', { page: page + 1, count: source.pages.length }),
    );
    this.#words.className = 'words';
    this.element.append(this.#words);
    source.words(page).then(
      ({ text }) => {
        this.#words.textContent = text || t('pages.no_text');
      },
      () => undefined,
    );
  }

  place(layout: Layout): void {
    const { left, top, width, height } = layout.rect(this.page);
    const { style } = this.element;
    style.transform = `translate(${left}px, ${top}px)`;
    style.width = `${width}px`;
    style.height = `${height}px`;
  }
  /** A finer picture takes the place of a coarser one when it is there; never the other way. */
  want(scale: string): void {
    if (Number(scale) <= Math.max(this.#wanted, this.#loaded)) return;
    this.#wanted = Number(scale);
    const picture = new Image();
    picture.alt = '';
    picture.decoding = 'async';
    picture.src = this.source.pictureUrl(this.page, scale);
    picture.decode().then(
      () => this.#put(picture, Number(scale)),
      () => void this.#explain(scale),
    );
  }
  close(): void {
    this.#isClosed = true;
    window.clearTimeout(this.#retry);
    this.element.remove();
    this.#shown?.removeAttribute('src');
  }

  #put(picture: HTMLImageElement, scale: number): void {
    if (this.#isClosed || scale < this.#loaded) return;
    this.#loaded = scale;
    if (this.#shown) this.#shown.replaceWith(picture);
    else this.element.prepend(picture);
    this.#shown = picture;
    this.element.classList.add('drawn');
    this.element.querySelector('.fault')?.remove();
  }
  /** The server's words stand where the picture would; a busy server is asked again. */
  async #explain(scale: string): Promise<void> {
    if (this.#isClosed) return;
    this.#wanted = 0;
    const problem = await api
      .get(this.source.pictureUrl(this.page, scale))
      .catch((error: unknown) => error);
    if (this.#isClosed || this.#shown) return;
    if (problem instanceof ApiError && [0, 503].includes(problem.status))
      this.#retry = window.setTimeout(() => this.want(scale), busy_ms);
    const fault = this.element.querySelector('.fault') ?? document.createElement('p');
    fault.className = 'fault';
    fault.textContent =
      problem instanceof ApiError && problem.detail ? problem.detail : this.t('pages.page_failed');
    this.element.append(fault);
  }
}
