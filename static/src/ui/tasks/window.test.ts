import { expect, it } from 'vitest';
import { moveCursor, scrollTo, shownRows } from './window';

it('shownRows draws a screenful and a few to spare, of a million', () => {
  expect(shownRows(0, 440, 44, 1_000_000)).toEqual({ from: 0, to: 16 });
  expect(shownRows(44_000, 440, 44, 1_000_000)).toEqual({ from: 994, to: 1016 });
  expect(shownRows(99_999, 440, 44, 3)).toEqual({ from: 0, to: 3 });
  expect(shownRows(0, 440, 44, 0)).toEqual({ from: 0, to: 0 });
});
it('scrollTo moves only as far as it must', () => {
  expect([
    scrollTo(0, 100, 440, 44),
    scrollTo(5, 100, 440, 44),
    scrollTo(20, 100, 440, 44),
  ]).toEqual([0, 100, 484]);
});
it('moveCursor stays in the list', () => {
  expect([
    moveCursor('ArrowDown', 2, 3, 10),
    moveCursor('PageUp', 2, 3, 10),
    moveCursor('End', 0, 3, 10),
    moveCursor('x', 0, 3, 10),
  ]).toEqual([2, 0, 2, null]);
});
