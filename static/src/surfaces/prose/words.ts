/**
 * Where a selection may begin and end: between what a reader sees as characters (never inside a
 * letter with its accent or a joined emoji), or at words. All in UTF-16 units.
 */
export type Grain = 'character' | 'word';
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const words = new Intl.Segmenter(undefined, { granularity: 'word' });
/** How far around an offset is segmented: longer than any word, short enough to be instant. */
const around = 400;

/** Widens to whole characters or words; in word grain blanks at the ends are given up. */
export function snap(text: string, { from, to }: Stretch, grain: Grain): Stretch {
  const whole = { from: floor(text, from, graphemes), to: ceil(text, to, graphemes) };
  if (grain === 'character') return whole;
  return trim(text, {
    from: floor(text, whole.from, words, true),
    to: ceil(text, whole.to, words, true),
  });
}

/** The next place an end may move to. */
export function step(text: string, offset: number, by: 1 | -1, grain: Grain): number {
  const segmenter = grain === 'word' ? words : graphemes;
  const next = Math.min(text.length, Math.max(0, offset + by));
  const moved = by > 0 ? ceil(text, next, segmenter) : floor(text, next, segmenter);
  const passed = text.slice(Math.min(offset, moved), Math.max(offset, moved));
  const blank = grain === 'word' && passed !== '' && passed.trim() === '';
  return blank && moved > 0 && moved < text.length ? step(text, moved, by, grain) : moved;
}

export function trim(text: string, { from, to }: Stretch): Stretch {
  const inner = text.slice(from, to);
  const start = from + inner.length - inner.trimStart().length;
  return start >= to ? { from, to: from } : { from: start, to: start + inner.trim().length };
}

function floor(text: string, offset: number, by: Intl.Segmenter, wordsOnly = false): number {
  const found = segmentOver(text, offset, by);
  return found && (!wordsOnly || found.isWordLike) ? found.from : offset;
}
function ceil(text: string, offset: number, by: Intl.Segmenter, wordsOnly = false): number {
  const found = segmentOver(text, offset, by);
  return found && (!wordsOnly || found.isWordLike) ? found.to : offset;
}

/** The segment that has `offset` strictly inside it; none at a boundary. */
function segmentOver(
  text: string,
  offset: number,
  by: Intl.Segmenter,
): (Stretch & { isWordLike: boolean }) | null {
  if (offset <= 0 || offset >= text.length) return null;
  const base = windowStart(text, offset);
  const found = by.segment(text.slice(base, offset + around)).containing(offset - base);
  if (!found || found.index === offset - base) return null;
  const from = base + found.index;
  return { from, to: from + found.segment.length, isWordLike: found.isWordLike ?? false };
}

/** A blank is a boundary in every script, so segmenting may start at one. */
function windowStart(text: string, offset: number): number {
  const early = Math.max(0, offset - around);
  if (early === 0) return 0;
  const blank = text.slice(early, offset).search(/\s/);
  return blank < 0 ? early : early + blank;
}
