/**
 * The text on the page: one block for each line, one text node in each block, never cut. Maps
 * UTF-16 offsets of the stored text to DOM points and back.
 */
import { lineAt, linesOf, partsOf, type Line } from './lines';

export interface Band {
  readonly top: number;
  readonly bottom: number;
}

/** A text as it lies on the page, whatever elements it stands in; all offsets in UTF-16 units. */
export interface Places {
  readonly text: string;
  readonly root: HTMLElement;
  /** The DOM point of an offset. */
  point(offset: number): [node: Node, at: number];
  /** The offset of a DOM point, or null outside the text. */
  offset(node: Node, at: number): number | null;
  /** The offset nearest to a point of the screen. */
  offsetAt(x: number, y: number): number | null;
  /** What a highlight paints: static, since a live range would slow every change of the page. */
  stretch(from: number, to: number): StaticRange;
  /** The boxes of [from, to) on the screen, one for each row. */
  rects(from: number, to: number): DOMRect[];
  /** Where a caret stands: a box without width. */
  caretRect(offset: number): DOMRect;
  /** The offsets between two heights of the screen, or some more. */
  visible(band: Band): { from: number; to: number };
}

export class TextMap implements Places {
  readonly lines: readonly Line[];
  readonly #blocks: HTMLElement[] = [];
  readonly #lineOf = new WeakMap<Node, number>();
  readonly #range = document.createRange();

  constructor(
    readonly text: string,
    readonly root: HTMLElement,
  ) {
    this.lines = linesOf(text);
    const all = document.createDocumentFragment();
    this.lines.forEach(({ start, end }, i) => all.append(this.#block(text.slice(start, end), i)));
    if (text.length > longText) this.#defer();
    root.append(all);
  }

  /** The DOM point of an offset; one inside a line end is the end of its line. */
  point(offset: number): [node: Node, at: number] {
    const line = lineAt(this.lines, offset);
    const block = this.#blocks[line]!;
    const { start, end } = this.lines[line]!;
    return [block.firstChild ?? block, start === end ? 0 : Math.min(offset, end) - start];
  }
  /** The offset of a DOM point, or null outside the text. */
  offset(node: Node, at: number): number | null {
    if (node === this.root) return this.lines[at]?.start ?? this.text.length;
    const line = this.#lineOf.get(node);
    if (line === undefined) return null;
    const { start, end } = this.lines[line]!;
    if (node.nodeType === Node.TEXT_NODE) return Math.min(start + at, end);
    return at === 0 ? start : end;
  }
  offsetAt(x: number, y: number): number | null {
    const hit = domPointAt(x, y);
    return hit && this.offset(...hit);
  }

  stretch(from: number, to: number): StaticRange {
    const [startContainer, startOffset] = this.point(from);
    const [endContainer, endOffset] = this.point(to);
    return new StaticRange({ startContainer, startOffset, endContainer, endOffset });
  }
  /** The boxes of [from, to) on the screen, one for each row of each line. */
  rects(from: number, to: number): DOMRect[] {
    return [...partsOf(this.lines, from, to)].flatMap((part) => {
      const node = this.#blocks[part.line]!.firstChild!;
      this.#range.setStart(node, part.from);
      this.#range.setEnd(node, part.to);
      return mergeRows([...this.#range.getClientRects()]);
    });
  }
  /** Where a caret stands: a box without width. */
  caretRect(offset: number): DOMRect {
    const [node, at] = this.point(offset);
    this.#range.setStart(node, at);
    this.#range.collapse(true);
    const rect = this.#range.getClientRects()[0];
    if (rect) return rect;
    const block = this.#blocks[lineAt(this.lines, offset)]!.getBoundingClientRect();
    return new DOMRect(block.left, block.top, 0, block.height);
  }
  /** The offsets between two heights of the screen: whole lines, or rows of a very long line. */
  visible({ top, bottom }: Band): { from: number; to: number } {
    const first = this.#firstLine((box) => box.bottom >= top);
    const last = this.#firstLine((box) => box.bottom >= bottom);
    return { from: this.#row(first, top, -1), to: this.#row(last, bottom, 1) };
  }

  /**
   * Of a very long text the browser first lays out only what is near the screen; the rest has the
   * height that so many letters would take. What is left follows while nothing else happens, so
   * that scrolling later costs no more than in a short text.
   */
  #defer(): void {
    this.root.classList.add('long');
    const row = parseFloat(getComputedStyle(this.root).lineHeight) || 32;
    this.lines.forEach(({ start, end }, i) => {
      const rows = Math.max(1, Math.ceil((end - start) / lettersInRow));
      this.#blocks[i]!.style.containIntrinsicBlockSize = `auto ${rows * row}px`;
    });
    whenIdle(() => this.#layNext(0));
  }
  #layNext(from: number): void {
    if (!this.root.isConnected) return;
    const to = Math.min(this.#blocks.length, from + linesAtOnce);
    for (const block of this.#blocks.slice(from, to)) block.style.contentVisibility = 'visible';
    if (to < this.#blocks.length) whenIdle(() => this.#layNext(to));
  }
  #block(line: string, index: number): HTMLElement {
    const block = document.createElement('div');
    block.className = 'line';
    block.dir = 'auto';
    const inner = line === '' ? document.createElement('br') : document.createTextNode(line);
    block.append(inner);
    this.#blocks.push(block);
    this.#lineOf.set(block, index).set(inner, index);
    return block;
  }
  #firstLine(holds: (box: DOMRect) => boolean): number {
    let [low, high] = [0, this.#blocks.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (holds(this.#blocks[middle]!.getBoundingClientRect())) high = middle;
      else low = middle + 1;
    }
    return low;
  }
  /** A line longer than a screen or two is searched row by row. */
  #row(index: number, height: number, side: 1 | -1): number {
    const { start, end } = this.lines[index]!;
    if (end - start < longLine) return side < 0 ? start : end;
    let [low, high] = [start, end];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.caretRect(middle).top >= height) high = middle;
      else low = middle + 1;
    }
    return Math.min(end, Math.max(start, low + side * rowSlack));
  }
}

/** Where in the DOM a point of the screen is. */
export function domPointAt(x: number, y: number): [node: Node, at: number] | null {
  if (document.caretPositionFromPoint) {
    const hit = document.caretPositionFromPoint(x, y);
    return hit && [hit.offsetNode, hit.offset];
  }
  // Safari before 26.2.
  const range = document.caretRangeFromPoint(x, y);
  return range && [range.startContainer, range.startOffset];
}

/** From here on laying out all of it at once would keep people waiting. */
const longText = 150_000;
const lettersInRow = 78;
/** About as many as are laid out within a frame or two. */
const linesAtOnce = 40;
const whenIdle = (act: () => void): void => {
  // Safari has no idle time to give.
  if ('requestIdleCallback' in window) requestIdleCallback(act, { timeout: 1000 });
  else setTimeout(act, 60);
};
const longLine = 8000;
/** A row or two more on either side. */
const rowSlack = 300;

/** A row of mixed scripts gives a box for each run; to the eye it is one. */
export function mergeRows(rects: readonly DOMRect[]): DOMRect[] {
  const rows: DOMRect[] = [];
  for (const rect of rects) {
    const last = rows.at(-1);
    const touches =
      last &&
      Math.abs(last.top - rect.top) < 2 &&
      rect.left <= last.right + 1 &&
      rect.right >= last.left - 1;
    if (!touches) rows.push(rect);
    else {
      const left = Math.min(last.left, rect.left);
      const right = Math.max(last.right, rect.right);
      rows[rows.length - 1] = new DOMRect(
        left,
        last.top,
        right - left,
        Math.max(last.height, rect.height),
      );
    }
  }
  return rows.filter(({ width }) => width > 0);
}
