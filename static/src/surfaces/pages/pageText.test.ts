import { describe, expect, it } from 'vitest';
import { PageText, type WireRun } from './pageText';

/** Characters of 10 points, as the server sends them. */
const run = (start: number, length: number, x: number, y: number): WireRun => ({
  start,
  way: 'right',
  box: [x, y, x + length * 10, y + 12],
  edges: Array.from({ length: length + 1 }, (_, i) => x + i * 10),
});
const text = 'Total 42\n𝔸 Ann';
const page = new PageText(text, [run(0, 8, 100, 50), run(9, 5, 100, 70)]);

describe('the text of a page', () => {
  it('finds the place between characters that is nearest', () => {
    expect(page.offsetAt([121, 55])).toBe(2);
    expect(page.offsetAt([9, 55])).toBe(0);
    expect(page.offsetAt([900, 55])).toBe(8);
  });
  it('counts a letter beyond the basic plane as two units on the screen, one on the wire', () => {
    expect(page.offsetAt([111, 75])).toBe(11);
    expect(page.offsets.toCodePoint(11)).toBe(10);
  });
  it('gives one box a run, cut to what is asked for', () => {
    expect(page.boxes(6, 8)).toEqual([[160, 50, 180, 62]]);
    expect(page.boxes(6, 14)).toEqual([
      [160, 50, 180, 62],
      [100, 70, 140, 82],
    ]);
    expect(page.boxes(8, 9)).toEqual([]);
  });
  it('means the row of the pointer before a nearer one', () => {
    expect(page.offsetAt([300, 75])).toBe(text.length);
  });
  it('goes up and down by the eye', () => {
    expect(page.rowFrom(3, 1)).toBe(13);
    expect(page.rowFrom(13, -1)).toBe(3);
    expect(page.rowFrom(3, -1)).toBeNull();
  });
  it('knows its printed lines', () => {
    expect(page.lineAround(10)).toEqual({ from: 9, to: text.length });
  });
  it('stands the caret at the end of a line there, not on the next', () => {
    expect(page.caret(8)).toEqual([180, 50, 180, 62]);
  });
});

it('reads a run from right to left', () => {
  const hebrew = new PageText('שלום', [
    { start: 0, way: 'left', box: [100, 50, 140, 62], edges: [140, 130, 120, 110, 100] },
  ]);
  expect(hebrew.offsetAt([131, 55])).toBe(1);
  expect(hebrew.boxes(0, 2)).toEqual([[120, 50, 140, 62]]);
});

it('has no place on a page without text', () => {
  expect(new PageText('', []).offsetAt([10, 10])).toBeNull();
  expect(new PageText('', []).caret(0)).toBeNull();
});
