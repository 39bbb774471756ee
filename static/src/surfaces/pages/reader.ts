/** The column of pages in its scroller: zoom, scrolling, and what of it is in sight. */
import type { Bounds } from '../../core/geometry/point';
import type { Point } from '../../core/region';
import { clampZoom, Layout, zoomToFit, type PageShape, type Rect } from './layout';

export type Fit = 'width' | 'page' | null;

/** How far beyond the screen pages are kept and painted, as a share of its size. */
const beyond = 0.6;

export class Reader {
  readonly scroller = document.createElement('div');
  readonly column = document.createElement('div');
  layout: Layout;
  /** Until the person zooms, pages fit the view whatever its size. */
  fit: Fit = 'width';
  #goal: { readonly page: number; readonly top: number } | null = null;
  readonly #sizes = new ResizeObserver(() => this.#resized());

  constructor(
    readonly pages: readonly PageShape[],
    /** The layout changed: everything has another place. */
    readonly changed: () => void,
    /** Another page is meant, though perhaps nothing has scrolled. */
    readonly moved: () => void,
  ) {
    this.scroller.className = 'pages-surface';
    this.column.className = 'column';
    this.scroller.append(this.column);
    this.layout = new Layout(pages, 1, 1);
  }

  start(): void {
    this.#sizes.observe(this.scroller);
    this.#resized();
  }
  close(): void {
    this.#sizes.disconnect();
  }

  get zoom(): number {
    return this.layout.zoom;
  }
  /** The page that was gone to, until one scrolls on; else that in the upper part of the view. */
  get page(): number {
    const { scrollTop, clientHeight } = this.scroller;
    if (this.#goal && Math.abs(this.#goal.top - scrollTop) < 2) return this.#goal.page;
    return this.layout.pageAt(scrollTop + clientHeight * 0.35);
  }
  /** What is to be painted: the view and some more on every side. */
  get window(): Rect {
    const { scrollTop, scrollLeft, clientHeight, clientWidth } = this.scroller;
    const [dx, dy] = [clientWidth * beyond * 0.5, clientHeight * beyond];
    const left = Math.max(0, scrollLeft - dx);
    const top = Math.max(0, scrollTop - dy);
    return {
      left,
      top,
      width: Math.min(this.layout.width, scrollLeft + clientWidth + dx) - left,
      height: Math.min(this.layout.height, scrollTop + clientHeight + dy) - top,
    };
  }
  /** Whether what was painted for a window still covers the view. */
  isCovered(painted: Rect): boolean {
    const { scrollTop, scrollLeft, clientHeight, clientWidth } = this.scroller;
    const [dx, dy] = [clientWidth * beyond * 0.2, clientHeight * beyond * 0.35];
    return (
      painted.top <= Math.max(0, scrollTop - dy) &&
      painted.left <= Math.max(0, scrollLeft - dx) &&
      painted.top + painted.height >= Math.min(this.layout.height, scrollTop + clientHeight + dy) &&
      painted.left + painted.width >= Math.min(this.layout.width, scrollLeft + clientWidth + dx)
    );
  }

  toColumn(event: { clientX: number; clientY: number }): Point {
    const { left, top } = this.column.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  }
  toScreen({ left, top, width, height }: Rect): DOMRect {
    const origin = this.column.getBoundingClientRect();
    return new DOMRect(origin.left + left, origin.top + top, width, height);
  }
  isInSight({ left, top, width, height }: Rect): boolean {
    const { scrollTop, scrollLeft, clientHeight, clientWidth } = this.scroller;
    return (
      top + height > scrollTop &&
      top < scrollTop + clientHeight &&
      left + width > scrollLeft &&
      left < scrollLeft + clientWidth
    );
  }

  goTo(page: number): void {
    const at = Math.max(0, Math.min(this.pages.length - 1, page));
    this.scroller.scrollTop = this.layout.rect(at).top - 12;
    // The last pages may not reach the top.
    this.#goal = { page: at, top: this.scroller.scrollTop };
    this.moved();
  }
  /** Scrolls no more than is needed to have bounds of a page well in the view. */
  reveal(page: number, bounds: Bounds): void {
    const { left, top, width, height } = this.layout.place(page, bounds);
    const { scroller } = this;
    const { scrollTop, scrollLeft, clientHeight, clientWidth } = scroller;
    if (
      top < scrollTop + 36 ||
      top + Math.min(height, clientHeight / 2) > scrollTop + clientHeight - 36
    )
      scroller.scrollTop = top - clientHeight / 3;
    if (left < scrollLeft + 12 || left + Math.min(width, clientWidth) > scrollLeft + clientWidth)
      scroller.scrollLeft = left + width / 2 - clientWidth / 2;
  }
  /** The point of the screen keeps its place on the page; by default the middle of the view. */
  zoomTo(zoom: number, at?: { clientX: number; clientY: number }): void {
    this.fit = null;
    this.#lay(clampZoom(zoom), at);
  }
  zoomFit(how: 'width' | 'page'): void {
    this.fit = how;
    const page = this.page;
    this.#lay(zoomToFit(this.pages, page, this.#view, how));
    if (how === 'page') this.goTo(page);
    this.#centre();
  }

  get #view() {
    const { clientWidth: width, clientHeight: height } = this.scroller;
    return { width, height };
  }
  #lay(zoom: number, at?: { clientX: number; clientY: number }): void {
    const { scroller } = this;
    const view = scroller.getBoundingClientRect();
    const held = at ?? {
      clientX: view.left + scroller.clientWidth / 2,
      clientY: view.top + scroller.clientHeight * 0.35,
    };
    const { page, at: point } = this.layout.locate(...this.toColumn(held));
    this.layout = new Layout(this.pages, zoom, scroller.clientWidth);
    this.column.style.width = `${this.layout.width}px`;
    this.column.style.height = `${this.layout.height}px`;
    const { left, top } = this.layout.place(page, [...point, ...point]);
    scroller.scrollLeft = left - (held.clientX - view.left);
    scroller.scrollTop = top - (held.clientY - view.top);
    this.changed();
  }
  /** Pages wider than the view are seen from their middle. */
  #centre(): void {
    const { left, width } = this.layout.rect(this.page);
    this.scroller.scrollLeft = left + width / 2 - this.scroller.clientWidth / 2;
  }
  #resized(): void {
    if (!this.scroller.clientWidth) return;
    const how = this.fit;
    const first = this.layout.width === 1 || this.column.style.height === '';
    const zoom = how ? zoomToFit(this.pages, this.page, this.#view, how) : this.zoom;
    this.#lay(zoom);
    if (first) this.scroller.scrollTop = 0;
    if (first || how) this.#centre();
  }
}
