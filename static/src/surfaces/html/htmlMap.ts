/**
 * The text of a page of HTML and where its pieces stand in the DOM. Each piece is an element that
 * says at which code point of the text it begins; between pieces the text has line ends and tabs
 * that no node shows.
 */
import { Offsets } from '../../core/offsets';
import { domPointAt, mergeRows, type Band, type Places } from '../prose/textMap';

interface Piece {
  /** UTF-16 units of the whole text. */
  readonly start: number;
  readonly end: number;
  readonly node: Text;
}

/** In rows of a table heights do not only ascend: so many pieces more are taken on either side. */
const slack = 24;

export class HtmlMap implements Places {
  readonly #pieces: Piece[] = [];
  readonly #pieceOf = new WeakMap<Node, number>();
  readonly #range = document.createRange();

  constructor(
    readonly text: string,
    readonly root: HTMLElement,
    page: DocumentFragment,
  ) {
    const offsets = new Offsets(text);
    for (const element of page.querySelectorAll<HTMLElement>('[data-at]')) {
      const node = element.firstChild;
      const start = offsets.toUnit(Number(element.dataset.at));
      // What does not agree with the text is shown, and cannot be marked.
      if (!(node instanceof Text) || !text.startsWith(node.data, start)) continue;
      this.#pieceOf.set(node, this.#pieces.length).set(element, this.#pieces.length);
      this.#pieces.push({ start, end: start + node.length, node });
    }
    root.append(page);
  }

  point(offset: number): [node: Node, at: number] {
    const piece = this.#pieces[this.#before(offset)];
    if (!piece) return [this.root, 0];
    return [piece.node, Math.max(0, Math.min(offset, piece.end) - piece.start)];
  }
  offset(node: Node, at: number): number | null {
    const found = this.#pieceOf.get(node);
    if (found !== undefined) {
      const { start, end } = this.#pieces[found]!;
      return node instanceof Text ? Math.min(start + at, end) : at === 0 ? start : end;
    }
    return this.root.contains(node) ? this.#beside(node, at) : null;
  }
  offsetAt(x: number, y: number): number | null {
    const hit = domPointAt(x, y);
    return hit && this.offset(...hit);
  }
  stretch(from: number, to: number): StaticRange {
    const [startContainer, startOffset] = this.#startPoint(from);
    const [endContainer, endOffset] = this.point(to);
    return new StaticRange({ startContainer, startOffset, endContainer, endOffset });
  }
  rects(from: number, to: number): DOMRect[] {
    const rects: DOMRect[] = [];
    for (let i = this.#before(from); i < this.#pieces.length; i++) {
      const { start, end, node } = this.#pieces[i]!;
      if (start >= to) break;
      const [low, high] = [Math.max(from, start), Math.min(to, end)];
      if (low >= high) continue;
      this.#range.setStart(node, low - start);
      this.#range.setEnd(node, high - start);
      rects.push(...this.#range.getClientRects());
    }
    return mergeRows(rects);
  }
  caretRect(offset: number): DOMRect {
    const [node, at] = this.point(offset);
    this.#range.setStart(node, at);
    this.#range.collapse(true);
    const rect = this.#range.getClientRects()[0] ?? node.parentElement?.getBoundingClientRect();
    return rect ? new DOMRect(rect.left, rect.top, 0, rect.height) : new DOMRect();
  }
  visible({ top, bottom }: Band): { from: number; to: number } {
    const first = this.#firstBelow(top) - slack;
    const last = this.#firstBelow(bottom) + slack;
    return {
      from: this.#pieces[Math.max(0, first)]?.start ?? 0,
      to: this.#pieces[Math.min(this.#pieces.length - 1, last)]?.end ?? this.text.length,
    };
  }

  /** Where a stretch begins: not at the end of the piece before it. */
  #startPoint(offset: number): [node: Node, at: number] {
    const at = this.#before(offset);
    const next = this.#pieces[at + 1];
    return this.#pieces[at] && offset >= this.#pieces[at].end && next
      ? [next.node, 0]
      : this.point(offset);
  }
  /** The last piece that begins at an offset or before it. */
  #before(offset: number): number {
    let [low, high] = [0, this.#pieces.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#pieces[middle]!.start <= offset) low = middle;
      else high = middle - 1;
    }
    return Math.max(0, low);
  }
  /** Of a point between pieces: the end of the last one before it in the page. */
  #beside(node: Node, at: number): number {
    const limit = document.createRange();
    limit.setStart(node, at);
    let [low, high] = [0, this.#pieces.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (limit.comparePoint(this.#pieces[middle]!.node, 0) < 0) low = middle + 1;
      else high = middle;
    }
    return low === 0 ? (this.#pieces[0]?.start ?? 0) : this.#pieces[low - 1]!.end;
  }
  #firstBelow(height: number): number {
    let [low, high] = [0, this.#pieces.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      const box = this.#pieces[middle]!.node.parentElement!.getBoundingClientRect();
      if (box.bottom >= height) high = middle;
      else low = middle + 1;
    }
    return Math.max(0, low);
  }
}
