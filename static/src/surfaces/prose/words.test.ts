import { expect, test } from 'vitest';
import { Offsets } from '../../core/offsets';
import { snap, step, trim } from './words';

const surface = (text: string, from: number, to: number, grain: 'word' | 'character') => {
  const whole = snap(text, { from, to }, grain);
  return text.slice(whole.from, whole.to);
};

test('a selection that begins or ends inside a word takes the whole word', () => {
  expect(surface('Send admin, now', 6, 8, 'word')).toBe('admin');
  expect(surface('Send admin, now', 2, 13, 'word')).toBe('Send admin, now');
});

test('blanks caught at the ends are given up in word grain and kept in character grain', () => {
  expect(surface('a word here', 1, 7, 'word')).toBe('word');
  expect(surface('a word here', 1, 7, 'character')).toBe(' word ');
});

test('character grain never cuts a letter from its accent nor a joined emoji', () => {
  const text = '💩 Hi Zoe\u0308 👩‍🚀 met 北京 team';
  expect(surface(text, 6, 9, 'character')).toBe('Zoe\u0308');
  expect(surface(text, 12, 13, 'character')).toBe('👩‍🚀');
  const whole = snap(text, { from: 12, to: 13 }, 'character');
  const offsets = new Offsets(text);
  expect([offsets.toCodePoint(whole.from), offsets.toCodePoint(whole.to)]).toEqual([10, 13]);
});

test('Chinese is cut into words where the browser knows them', () => {
  expect(surface('met 北京 team', 4, 5, 'word')).toBe('北京');
});

test('the last word of a right-to-left text ends at the end of the text', () => {
  const text = 'مرحبا بكم في Oslo 👋 شكرًا';
  expect(snap(text, { from: text.length - 2, to: text.length }, 'word').to).toBe(text.length);
  expect(new Offsets(text).toCodePoint(text.length)).toBe(25);
});

test('an end moves by characters or over blanks by words, and stops at the text', () => {
  expect(step('one two', 3, 1, 'word')).toBe(7);
  expect(step('one two', 4, -1, 'word')).toBe(0);
  expect(step('one two', 3, 1, 'character')).toBe(4);
  expect(step('one', 3, 1, 'character')).toBe(3);
});

test('only blanks selected is nothing selected', () => {
  expect(trim('a   b', { from: 1, to: 4 })).toEqual({ from: 1, to: 1 });
});

test('a very long text without blanks is segmented near the offset only', () => {
  const text = '字'.repeat(100_000);
  expect(snap(text, { from: 50_000, to: 50_001 }, 'character')).toEqual({
    from: 50_000,
    to: 50_001,
  });
});
