/**
 * The text cursor and what is selected with it. The browser's own selection does the moving: it
 * knows rows, words, joined letters and both writing directions.
 */
import type { Places } from './textMap';
import type { Stretch } from './words';

type Granularity = 'character' | 'word' | 'line' | 'lineboundary' | 'documentboundary';
type Direction = 'left' | 'right' | 'backward' | 'forward';

const moves: Readonly<Record<string, readonly [Direction, Granularity]>> = {
  left: ['left', 'character'],
  right: ['right', 'character'],
  up: ['backward', 'line'],
  down: ['forward', 'line'],
  wordLeft: ['left', 'word'],
  wordRight: ['right', 'word'],
  lineStart: ['backward', 'lineboundary'],
  lineEnd: ['forward', 'lineboundary'],
  textStart: ['backward', 'documentboundary'],
  textEnd: ['forward', 'documentboundary'],
};

export class Caret {
  readonly #bar = document.createElement('div');

  constructor(
    readonly map: Places,
    readonly scroller: HTMLElement,
    readonly sheet: HTMLElement,
  ) {
    this.#bar.className = 'caret';
    this.#bar.hidden = true;
    sheet.append(this.#bar);
  }

  /** Where the cursor stands in the text, or null. */
  get offset(): number | null {
    const { focusNode, focusOffset } = getSelection() ?? {};
    return focusNode ? this.map.offset(focusNode, focusOffset ?? 0) : null;
  }
  /** What is selected, if it is in this text and not empty. */
  get selected(): Stretch | null {
    const selection = getSelection();
    if (!selection || selection.isCollapsed || !selection.anchorNode || !selection.focusNode)
      return null;
    const a = this.map.offset(selection.anchorNode, selection.anchorOffset);
    const b = this.map.offset(selection.focusNode, selection.focusOffset);
    if (a === null || b === null || a === b) return null;
    return { from: Math.min(a, b), to: Math.max(a, b) };
  }

  /** `move` is a key of the table above; false when it is not. */
  move(move: string, extend: boolean, start: () => number): boolean {
    const step = moves[move];
    const selection = getSelection();
    if (!step || !selection) return false;
    this.scroller.focus({ preventScroll: true });
    if (this.offset === null) this.put(start());
    const before = [selection.focusNode!, selection.focusOffset] as const;
    selection.modify(extend ? 'extend' : 'move', ...step);
    // Past the last line the browser walks on into the page around the text.
    if (this.offset === null)
      if (extend) selection.extend(...before);
      else selection.collapse(...before);
    this.show();
    this.#follow();
    return true;
  }
  put(offset: number): void {
    getSelection()?.collapse(...this.map.point(offset));
    this.show();
  }
  clear(): void {
    if (this.offset !== null) getSelection()?.removeAllRanges();
    this.show();
  }

  show(): void {
    const { offset } = this;
    const here = offset !== null && document.activeElement === this.scroller;
    this.#bar.hidden = !here;
    if (!here) return;
    const rect = this.map.caretRect(offset);
    const origin = this.sheet.getBoundingClientRect();
    const { style } = this.#bar;
    style.transform = `translate(${rect.left - origin.left - 1}px, ${rect.top - origin.top}px)`;
    style.height = `${rect.height}px`;
  }
  #follow(): void {
    const { offset } = this;
    if (offset === null) return;
    const rect = this.map.caretRect(offset);
    const view = this.scroller.getBoundingClientRect();
    const slack = rect.height;
    if (rect.top < view.top + slack) this.scroller.scrollTop += rect.top - view.top - slack;
    else if (rect.bottom > view.bottom - slack)
      this.scroller.scrollTop += rect.bottom - view.bottom + slack;
  }
}
