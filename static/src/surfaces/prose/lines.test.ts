import { expect, test } from 'vitest';
import { lineAt, linesOf, partsOf } from './lines';

const text = 'Guest: Ann\r\nHotel: Four Oaks\r\n\nStay:\t3 nights\n\r\nEnd ';

test('CRLF, LF and empty lines are cut out of what is shown but not out of the count', () => {
  const shown = linesOf(text).map(({ start, end }) => text.slice(start, end));
  expect(shown).toEqual(['Guest: Ann', 'Hotel: Four Oaks', '', 'Stay:\t3 nights', '', 'End ']);
  expect(linesOf(text).at(-1)).toEqual({ start: 48, end: 52 });
});

test('a text without line ends is one line, an empty text too', () => {
  expect(linesOf('one')).toEqual([{ start: 0, end: 3 }]);
  expect(linesOf('')).toEqual([{ start: 0, end: 0 }]);
});

test('an offset inside a line end belongs to the line before it', () => {
  const lines = linesOf(text);
  expect(lineAt(lines, 10)).toBe(0);
  expect(lineAt(lines, 11)).toBe(0);
  expect(lineAt(lines, 12)).toBe(1);
  expect(lineAt(lines, 52)).toBe(5);
});

test('a span over several lines is shown as its parts, without the line ends', () => {
  const parts = [...partsOf(linesOf(text), 7, 40)];
  expect(parts).toEqual([
    { line: 0, from: 7, to: 10 },
    { line: 1, from: 0, to: 16 },
    { line: 3, from: 0, to: 9 },
  ]);
});
