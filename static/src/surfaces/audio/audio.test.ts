/** Words and silences, and how levels of a pyramid and colours are chosen. */
import { describe, expect, it } from 'vitest';
import { partsOf } from './paint';
import { silenceEdges, thresholdOf } from './silence';
import { inks, levelsOf, placeOf, rangeOf } from './spectrum';
import { amplitude, levelFor } from './wave';
import { bordered, cutText, fitted, retime, spread, wordsIn, wordsOf } from './words';

const two = { start: 10, end: 12 };

describe('words', () => {
  it('are cut at blanks, and in Chinese where the reader would', () => {
    expect(wordsIn('  one, two  three ')).toEqual(['one,', 'two', 'three']);
    expect(wordsIn('今天天气很好。').length).toBeGreaterThan(2);
    expect(wordsIn('今天天气很好。').join('')).toBe('今天天气很好。');
    expect(wordsIn(' ')).toEqual([]);
  });
  it('share the time by their length, without gap or overlap', () => {
    expect(spread(['a', 'bcd', 'e'], two)).toEqual([
      { text: 'a', start: 10, end: 10.5 },
      { text: 'bcd', start: 10.5, end: 11.5 },
      { text: 'e', start: 11.5, end: 12 },
    ]);
  });
  it('keep their times when others change', () => {
    const old = spread(['a', 'b', 'c', 'd'], two);
    expect(retime(old, ['a', 'x', 'c', 'd'], two)).toEqual(
      old.map((word, at) => (at === 1 ? { ...word, text: 'x' } : word)),
    );
    const longer = retime(old, ['a', 'x', 'y', 'c', 'd'], two);
    expect(longer[0]).toEqual(old[0]);
    expect(longer.slice(3)).toEqual(old.slice(2));
    expect(longer[1]!.start).toBe(old[1]!.start);
    expect(longer[2]!.end).toBe(old[2]!.start);
    expect(retime(old, [], two)).toEqual([]);
    expect(retime([], ['a'], two)).toEqual([{ text: 'a', ...two }]);
  });
  it('go along when their region moves, and reach to its ends when it grows', () => {
    const words = spread(['a', 'b'], two);
    expect(fitted(words, two, { start: 20, end: 22 })).toEqual(
      spread(['a', 'b'], { start: 20, end: 22 }),
    );
    expect(fitted(words, two, { start: 9, end: 12 }).map(({ start, end }) => [start, end])).toEqual(
      [
        [9, 11],
        [11, 12],
      ],
    );
    const short = fitted(words, two, { start: 10, end: 10.5 });
    expect(short.map(({ start, end }) => [start, end])).toEqual([
      [10, 10.25],
      [10.25, 10.5],
    ]);
  });
  it('have borders that stop at their neighbours', () => {
    const words = spread(['a', 'b', 'c'], { start: 0, end: 3 });
    expect(bordered(words, 1, 0.4, 0.1).map(({ start }) => start)).toEqual([0, 0.4, 2]);
    expect(bordered(words, 1, 9, 0.1)[1]!.start).toBeCloseTo(1.9);
    expect(bordered(words, 0, 9, 0.1)).toEqual(words);
  });
  it('are shared out where a region is cut', () => {
    expect(cutText('aa bb cc dd', [], two, 11)).toEqual(['aa bb', 'cc dd']);
    expect(cutText('', [], two, 11)).toEqual(['', '']);
  });
  it('that are malformed are none', () => {
    const good = { text: 'a', start: 1, end: 2 };
    expect(
      wordsOf({ words: [good, null, { text: 3 }, { text: 'b', start: 'x', end: 1 }] }),
    ).toEqual([good]);
    expect(wordsOf({ words: 'no' })).toEqual([]);
  });
});

describe('silence', () => {
  const levels = (...parts: [number, number][]): number[] =>
    parts.flatMap(([level, count]) => Array.from({ length: count }, () => level));
  it('ends and begins where the level crosses the threshold', () => {
    const found = silenceEdges(
      { from: 2, bucket_s: 0.01, levels: levels([0.001, 20], [0.3, 30], [0.001, 20]) },
      0.01,
    );
    expect(found.map((edge) => edge.toFixed(2))).toEqual(['2.20', '2.50']);
  });
  it('is not a pause inside a word, nor a click sound', () => {
    const gap = levels([0.3, 20], [0.001, 3], [0.3, 20]);
    expect(silenceEdges({ from: 0, bucket_s: 0.01, levels: gap }, 0.01)).toEqual([]);
    const click = levels([0.001, 20], [0.3, 1], [0.001, 20]);
    expect(silenceEdges({ from: 0, bucket_s: 0.01, levels: click }, 0.01)).toEqual([]);
  });
  it('is told from the noise of the recording itself', () => {
    const noisy = levels([0.02, 50], [0.3, 50]);
    expect(thresholdOf(noisy)).toBeGreaterThan(0.02);
    expect(thresholdOf(noisy)).toBeLessThan(0.3);
  });
});

describe('pyramids', () => {
  it('give the coarsest level that has an item for each pixel', () => {
    expect(levelFor(0.001, 0.001, 4, 5)).toBe(0);
    expect(levelFor(0.0039, 0.001, 4, 5)).toBe(0);
    expect(levelFor(0.016, 0.001, 4, 5)).toBe(2);
    expect(levelFor(99, 0.001, 4, 5)).toBe(4);
    expect(levelFor(1e-9, 0.001, 4, 5)).toBe(0);
    expect(levelsOf({ hop_s: 0.01, factor: 4, tile: 512, rows: 256, columns: 9000 })).toBe(4);
  });
  it('store amplitudes as square roots', () => {
    expect([127, 0, -127, 64].map((byte) => amplitude(byte).toFixed(3))).toEqual([
      '1.000',
      '0.000',
      '-1.000',
      '0.254',
    ]);
  });
});

describe('the spectrogram', () => {
  it('is dark at its background and bright at its loudest', () => {
    const table = inks(true, 60, 200);
    expect([...table.slice(0, 3)]).toEqual([11, 14, 19]);
    expect([...table.slice(255 * 4, 255 * 4 + 3)]).toEqual([255, 243, 201]);
    const [floor, ceiling] = rangeOf(
      Uint8Array.from({ length: 1000 }, (_, at) => (at < 700 ? 40 : 180)),
    );
    expect(floor).toBeLessThan(ceiling - 69);
    expect(ceiling).toBe(180);
  });
  it('puts frequencies on either scale', () => {
    expect(placeOf(4000, 8000, 'linear')).toBe(0.5);
    expect(placeOf(4000, 8000, 'mel')).toBeGreaterThan(0.7);
  });
  it('gives way where there is no room', () => {
    const media = { left: 0, top: 0, width: 100, height: 300 };
    expect(partsOf(media, 2, true).waves).toHaveLength(2);
    expect(partsOf(media, 1, true).spectrum).not.toBeNull();
    expect(partsOf({ ...media, height: 90 }, 1, true).spectrum).toBeNull();
  });
});
