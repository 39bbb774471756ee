/** The caret and what is selected with it: always on one page, since spans are. */
import { proseSettings } from '../prose/settings';
import { snap, step, type Grain } from '../prose/words';
import type { PageText } from './pageText';
import type { PageStretch } from './marker';

export interface TextPoint {
  readonly page: number;
  /** UTF-16 units of the page's text. */
  readonly offset: number;
}

export type Move = 'left' | 'right' | 'up' | 'down' | 'wordLeft' | 'wordRight' | 'home' | 'end';

export class TextSelection {
  anchor: TextPoint | null = null;
  focus: TextPoint | null = null;

  get stretch(): PageStretch | null {
    const { anchor, focus } = this;
    if (!anchor || !focus || anchor.offset === focus.offset) return null;
    const [from, to] = [anchor.offset, focus.offset].sort((a, b) => a - b);
    return { page: focus.page, from: from!, to: to! };
  }
  start(at: TextPoint): void {
    this.anchor = this.focus = at;
  }
  /** To another page it stretches to the end of its own. */
  extend(at: TextPoint, words: PageText): void {
    if (!this.anchor) return this.start(at);
    const { page } = this.anchor;
    const offset = at.page === page ? at.offset : at.page > page ? words.text.length : 0;
    this.focus = { page, offset };
  }
  clear(): void {
    this.anchor = this.focus = null;
  }
  set({ page, from, to }: PageStretch): void {
    this.anchor = { page, offset: from };
    this.focus = { page, offset: to };
  }
  move(way: Move, isExtending: boolean, words: PageText): void {
    const { focus } = this;
    if (!focus) return;
    const selected = this.stretch;
    // As everywhere, an arrow ends a selection at the side it points to.
    const leaves = !isExtending && selected && (way === 'left' || way === 'right');
    const offset = leaves
      ? way === 'left'
        ? selected.from
        : selected.to
      : moved(words, focus.offset, way);
    this.focus = { page: focus.page, offset };
    if (!isExtending) this.anchor = this.focus;
  }
}

function moved(words: PageText, offset: number, way: Move): number {
  const { text } = words;
  const along = (by: 1 | -1, grain: Grain): number => step(text, offset, by, grain);
  switch (way) {
    case 'left':
      return along(-1, 'character');
    case 'right':
      return along(1, 'character');
    case 'wordLeft':
      return along(-1, 'word');
    case 'wordRight':
      return along(1, 'word');
    case 'up':
      return words.rowFrom(offset, -1) ?? offset;
    case 'down':
      return words.rowFrom(offset, 1) ?? offset;
    case 'home':
      return words.lineAround(offset).from;
    case 'end':
      return words.lineAround(offset).to;
  }
}

/** As a span takes it: whole words, or whole characters, as the person set it. */
export function snapped(stretch: PageStretch, words: PageText): PageStretch {
  return { page: stretch.page, ...snap(words.text, stretch, proseSettings().grain) };
}
export function wordAt(words: PageText, page: number, offset: number): PageStretch {
  const end = Math.min(words.text.length, offset + 1);
  return { page, ...snap(words.text, { from: offset, to: end }, 'word') };
}
