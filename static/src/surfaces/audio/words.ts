/** When the words of a transcript are said: ranges inside their region, in order and without overlap. */
import type { Value } from '../../core/region';
import type { Stretch } from '../axis/ranges';
import { tidy } from '../axis/times';

export interface TimedWord {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Words as people count them; scripts without blanks are cut where the reader's browser cuts them. */
export function wordsIn(text: string): string[] {
  const spaced = text.trim().split(/\s+/).filter(Boolean);
  const isBlankless = /[\u3040-\u30ff\u3400-\u9fff\u0e00-\u0e7f]/.test(text);
  if (!isBlankless) return spaced;
  const cutter = new Intl.Segmenter(undefined, { granularity: 'word' });
  return spaced.flatMap((part) => joined([...cutter.segment(part)]));
}
/** Punctuation belongs to the word before it. */
function joined(parts: readonly Intl.SegmentData[]): string[] {
  const words: string[] = [];
  for (const { segment, isWordLike } of parts)
    if (isWordLike || !words.length) words.push(segment);
    else words[words.length - 1] += segment;
  return words;
}

const weightOf = (word: string): number => [...word].length + 1;

/** Gives each word a share of the stretch by its length. */
export function spread(words: readonly string[], { start, end }: Stretch): TimedWord[] {
  const total = words.reduce((sum, word) => sum + weightOf(word), 0);
  let at = start;
  let done = 0;
  return words.map((text) => {
    done += weightOf(text);
    const until = tidy(start + ((end - start) * done) / total);
    const word = { text, start: at, end: until };
    at = until;
    return word;
  });
}

/** New words, old times: those at the beginning and the end that did not change keep theirs. */
export function retime(
  old: readonly TimedWord[],
  words: readonly string[],
  stretch: Stretch,
): TimedWord[] {
  const most = Math.min(old.length, words.length);
  let head = 0;
  while (head < most && old[head]!.text === words[head]) head++;
  let tail = 0;
  while (tail < most - head && old.at(-1 - tail)!.text === words.at(-1 - tail)) tail++;
  const before = old.slice(0, head);
  const after = tail ? old.slice(-tail) : [];
  const gap = {
    start: before.at(-1)?.end ?? stretch.start,
    end: after[0]?.start ?? stretch.end,
  };
  const fresh = spread(words.slice(head, words.length - tail), gap);
  // A correction of one word takes the place of the one it corrects.
  const replaced = old.slice(head, old.length - tail);
  const same = replaced.length === fresh.length;
  return [
    ...before,
    ...fresh.map((word, at) => (same ? { ...replaced[at]!, text: word.text } : word)),
    ...after,
  ];
}

const shortest_s = 0.02;

/**
 * The words after their region was moved, which takes them along, or resized: the outer words
 * reach to the new ends, and where one would vanish all are scaled.
 */
export function fitted(words: readonly TimedWord[], from: Stretch, to: Stretch): TimedWord[] {
  const isMoved = Math.abs(to.end - to.start - (from.end - from.start)) < 1e-6;
  const last = words.length - 1;
  const kept = words.map((word, at) => ({
    ...word,
    start: at === 0 ? to.start : word.start,
    end: at === last ? to.end : word.end,
  }));
  if (!isMoved && kept.every(({ start, end }) => end - start >= shortest_s)) return kept;
  const scale = (to.end - to.start) / (from.end - from.start || 1);
  const put = (time: number): number => tidy(to.start + (time - from.start) * scale);
  return words.map(({ text, start, end }) => ({ text, start: put(start), end: put(end) }));
}

/** The border before word `at` dragged to a time; it stops at the words on either side. */
export function bordered(
  words: readonly TimedWord[],
  at: number,
  time: number,
  shortest: number,
): TimedWord[] {
  const [left, right] = [words[at - 1], words[at]];
  if (!left || !right) return [...words];
  const border = tidy(Math.max(left.start + shortest, Math.min(right.end - shortest, time)));
  return words.map((word, place) =>
    place === at - 1 ? { ...word, end: border } : place === at ? { ...word, start: border } : word,
  );
}

/** A text cut where a region is: between words, by their times or by their share of the length. */
export function cutText(
  text: string,
  words: readonly TimedWord[],
  stretch: Stretch,
  time: number,
): [string, string] {
  const all = wordsIn(text);
  const timed = words.length === all.length ? words : spread(all, stretch);
  const first = timed.filter(({ start, end }) => (start + end) / 2 < time).length;
  const glue = /\s/.test(text.trim()) ? ' ' : '';
  return [all.slice(0, first).join(glue), all.slice(first).join(glue)];
}

const isNumber = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value);

/** What a region says of its words; nothing where that is missing or malformed. */
export function wordsOf(region: { readonly words?: unknown }): TimedWord[] {
  if (!Array.isArray(region.words)) return [];
  return (region.words as readonly Value[]).flatMap((word) => {
    const { text, start, end } = (word ?? {}) as { [key: string]: Value };
    return typeof text === 'string' && isNumber(start) && isNumber(end)
      ? [{ text, start, end }]
      : [];
  });
}
