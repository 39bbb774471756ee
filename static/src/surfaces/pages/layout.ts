/**
 * Where pages lie: how a page is turned, and how all stand in one column.
 *
 * Regions count in points of the page as it lies in the file; readers turn it by quarter turns.
 */
import type { Bounds } from '../../core/geometry/point';
import type { Point } from '../../core/region';

export type Turn = 0 | 90 | 180 | 270;
/** In points, before its turn. */
export interface PageShape {
  readonly width: number;
  readonly height: number;
  readonly turn: Turn;
}
export interface Size {
  readonly width: number;
  readonly height: number;
}
export interface Rect extends Size {
  readonly left: number;
  readonly top: number;
}

const isLying = (turn: Turn): boolean => turn === 90 || turn === 270;

/** As readers see it. */
export const shownSize = ({ width, height, turn }: PageShape): Size =>
  isLying(turn) ? { width: height, height: width } : { width, height };

export function toShown({ width, height, turn }: PageShape, [x, y]: Point): Point {
  if (turn === 90) return [height - y, x];
  if (turn === 180) return [width - x, height - y];
  return turn === 270 ? [y, width - x] : [x, y];
}
export function fromShown({ width, height, turn }: PageShape, [x, y]: Point): Point {
  if (turn === 90) return [y, height - x];
  if (turn === 180) return [width - x, height - y];
  return turn === 270 ? [width - y, x] : [x, y];
}

/** Maps both corners, whichever way, and puts them in order again. */
export function mapBounds(bounds: Bounds, map: (point: Point) => Point): Bounds {
  const [a, b] = [map([bounds[0], bounds[1]]), map([bounds[2], bounds[3]])];
  return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[0], b[0]), Math.max(a[1], b[1])];
}

export const gap_px = 18;
export const margin_px = 28;
/** At the left the tools stand beside the pages, not on them. */
export const leftMargin_px = 64;
const margins_px = margin_px + leftMargin_px;

/** All pages under one another, each in the middle; `zoom` is in pixels a point. */
export class Layout {
  readonly width: number;
  readonly height: number;
  readonly #tops: Float64Array;

  constructor(
    readonly pages: readonly PageShape[],
    readonly zoom: number,
    viewWidth: number,
  ) {
    this.#tops = new Float64Array(pages.length);
    let top = margin_px;
    let widest = 0;
    pages.forEach((page, i) => {
      const { width, height } = shownSize(page);
      this.#tops[i] = top;
      top += height * zoom + gap_px;
      widest = Math.max(widest, width * zoom);
    });
    this.height = top - gap_px + margin_px;
    this.width = Math.max(viewWidth, widest + margins_px);
  }

  rect(page: number): Rect {
    const { width, height } = shownSize(this.pages[page]!);
    const [w, h] = [width * this.zoom, height * this.zoom];
    return {
      left: leftMargin_px + (this.width - margins_px - w) / 2,
      top: this.#tops[page]!,
      width: w,
      height: h,
    };
  }
  /** The page at a height, or the one above the gap there. */
  pageAt(y: number): number {
    let [low, high] = [0, this.pages.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#tops[middle]! <= y) low = middle;
      else high = middle - 1;
    }
    return low;
  }
  /** First and last page that touch a band. */
  within(top: number, bottom: number): [first: number, last: number] {
    const first = this.pageAt(top);
    const { top: start, height } = this.rect(first);
    const isAbove = start + height < top && first + 1 < this.pages.length;
    return [isAbove ? first + 1 : first, this.pageAt(bottom)];
  }
  /** A point of the column as a page and a point on it, also beside the page. */
  locate(x: number, y: number): { page: number; at: Point } {
    let page = this.pageAt(y);
    const { top, height } = this.rect(page);
    // In the gap the nearer page is meant.
    if (y > top + height + gap_px / 2 && page + 1 < this.pages.length) page++;
    return { page, at: this.onPage(page, x, y) };
  }
  onPage(page: number, x: number, y: number): Point {
    const { left, top } = this.rect(page);
    return fromShown(this.pages[page]!, [(x - left) / this.zoom, (y - top) / this.zoom]);
  }
  /** Bounds on a page as a rectangle of the column. */
  place(page: number, bounds: Bounds): Rect {
    const { left, top } = this.rect(page);
    const [x0, y0, x1, y1] = mapBounds(bounds, (point) => toShown(this.pages[page]!, point));
    return {
      left: left + x0 * this.zoom,
      top: top + y0 * this.zoom,
      width: (x1 - x0) * this.zoom,
      height: (y1 - y0) * this.zoom,
    };
  }
}

/**
 * So that pages are as wide as the view, or this one lies in it whole. The widest counts (a table
 * that lies on its side), unless it is out of all proportion.
 */
export function zoomToFit(
  pages: readonly PageShape[],
  at: number,
  view: Size,
  how: 'width' | 'page',
): number {
  const { width, height } = shownSize(pages[at]!);
  const widest = Math.max(...pages.map((page) => shownSize(page).width));
  const counted = how === 'width' ? Math.min(widest, width * 1.5) : width;
  const wide = (view.width - margins_px) / counted;
  const high = (view.height - margin_px) / height;
  return clampZoom(how === 'width' ? Math.min(wide, widestFit) : Math.min(wide, high));
}
/** A page over the whole of a wide screen is harder to read, not easier. */
const widestFit = 2.2;

export const smallestZoom = 0.1;
export const largestZoom = 8;
export const clampZoom = (zoom: number): number =>
  Math.max(smallestZoom, Math.min(largestZoom, zoom));

/** What the server draws, in pixels a point; `SCALES` of labeling/media/document. */
const scales = ['0.25', '0.5', '1', '1.5', '2', '3', '4', '6'] as const;

/** The smallest picture that is not blurred at a zoom. */
export const scaleFor = (zoom: number, pixelRatio: number): string =>
  scales.find((scale) => Number(scale) >= zoom * pixelRatio * 0.98) ?? '6';
