/** The pages near the screen as elements: a picture each, its words for screen readers, its fault. */
import { api, ApiError } from '../../live/api';
import { scaleFor, type Layout } from './layout';
import type { DocumentSource } from './source';

type Say = (key: string, values?: Record<string, string | number>) => string;

/** A page that only flies past is not asked for; after a rest, the first to come is none of those. */
const settle_ms = 90;
const rest_ms = 250;
const busy_ms = 1500;

export class PageSheets {
  readonly #sheets = new Map<number, Sheet>();
  #timer = 0;
  #asked = '';
  #movedAt = -Infinity;

  constructor(
    readonly parent: HTMLElement,
    readonly source: DocumentSource,
    readonly t: Say,
    /** The words of a page have come. */
    readonly spelled: () => void,
  ) {}

  /** Keeps exactly these pages, and asks for their pictures once scrolling pauses; `here` first. */
  show(first: number, last: number, here: number, layout: Layout): void {
    for (const [page, sheet] of this.#sheets)
      if (page < first || page > last) {
        sheet.close();
        this.#sheets.delete(page);
      }
    for (let page = first; page <= last; page++) {
      let sheet = this.#sheets.get(page);
      if (!sheet) {
        sheet = new Sheet(page, this.source, this.t, this.spelled);
        this.#sheets.set(page, sheet);
        this.parent.append(sheet.element);
      }
      sheet.place(layout);
    }
    const scale = scaleFor(layout.zoom, window.devicePixelRatio || 1);
    const asked = `${first} ${last} ${here} ${scale}`;
    if (asked === this.#asked) return;
    this.#asked = asked;
    const now = performance.now();
    if (now - this.#movedAt > rest_ms) void this.#ask(here, scale);
    this.#movedAt = now;
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => void this.#ask(here, scale), settle_ms);
  }
  /** The page that is looked at does not wait for its neighbours. */
  async #ask(here: number, scale: string): Promise<void> {
    const away = ({ page }: Sheet): number => Math.abs(page - here);
    const [near, ...others] = [...this.#sheets.values()].sort((a, b) => away(a) - away(b));
    await near?.want(scale);
    for (const sheet of others) void sheet.want(scale);
  }
  /** The words of a page are others now. */
  spell(page: number): void {
    this.#sheets.get(page)?.spell();
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
    private readonly spelled: () => void,
  ) {
    this.element.className = 'page';
    this.element.setAttribute(
      'aria-label',
      t('pages.page_of', { page: page + 1, count: source.pages.length }),
    );
    this.#words.className = 'words';
    this.element.append(this.#words);
  }

  /** Its words, to be selected and for screen readers; after its picture, which people wait for. */
  spell(): void {
    this.source.words(this.page).then(
      ({ text }) => {
        this.#words.textContent = text || this.t('pages.no_text');
        this.spelled();
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
  /**
   * A finer picture takes the place of a coarser one when it is there; never the other way. Resolves
   * when it is, or cannot be had.
   */
  async want(scale: string): Promise<void> {
    if (this.#isClosed || Number(scale) <= Math.max(this.#wanted, this.#loaded)) return;
    this.#wanted = Number(scale);
    const picture = new Image();
    picture.alt = '';
    picture.decoding = 'async';
    picture.src = this.source.pictureUrl(this.page, scale);
    await picture.decode().then(
      () => this.#put(picture, Number(scale)),
      () => void this.#explain(scale),
    );
    if (!this.#isClosed && !this.#words.textContent) this.spell();
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
      this.#retry = window.setTimeout(() => void this.want(scale), busy_ms);
    const fault = this.element.querySelector('.fault') ?? document.createElement('p');
    fault.className = 'fault';
    fault.textContent =
      problem instanceof ApiError && problem.detail ? problem.detail : this.t('pages.page_failed');
    this.element.append(fault);
  }
}
