import { describe, expect, it } from 'vitest';
import {
  fromShown,
  gap_px,
  Layout,
  mapBounds,
  margin_px,
  scaleFor,
  shownSize,
  toShown,
  zoomToFit,
  type PageShape,
  type Turn,
} from './layout';

const page = (turn: Turn): PageShape => ({ width: 300, height: 220, turn });

describe('a turned page', () => {
  // The figures of case O52: a block at (50, 30) of 60 x 30 on a page of 300 x 220.
  it.each([
    [0, [50, 30, 110, 60]],
    [90, [160, 50, 190, 110]],
    [180, [190, 160, 250, 190]],
    [270, [30, 190, 60, 250]],
  ] as const)('shows a block turned by %i degrees where readers see it', (turn, expected) => {
    expect(mapBounds([50, 30, 110, 60], (point) => toShown(page(turn), point))).toEqual(expected);
  });
  it.each([0, 90, 180, 270] as const)('maps back from %i degrees', (turn) => {
    expect(fromShown(page(turn), toShown(page(turn), [17, 42]))).toEqual([17, 42]);
  });
  it('lies on its side after a quarter turn', () => {
    expect(shownSize(page(90))).toEqual({ width: 220, height: 300 });
  });
});

describe('the column of pages', () => {
  const layout = new Layout([page(0), page(90), page(0)], 2, 1000);

  it('stands pages under one another, each in the middle', () => {
    expect(layout.rect(0)).toEqual({
      left: 64 + (1000 - 92 - 600) / 2,
      top: margin_px,
      width: 600,
      height: 440,
    });
    const { left, top } = layout.rect(1);
    expect([left, top]).toEqual([64 + (1000 - 92 - 440) / 2, margin_px + 440 + gap_px]);
    expect(layout.height).toBe(2 * margin_px + 440 + 600 + 440 + 2 * gap_px);
  });
  it('finds the pages of a band, the gap between two left out', () => {
    const gap = margin_px + 440 + gap_px / 2;
    expect(layout.within(0, 10)).toEqual([0, 0]);
    expect(layout.within(gap, gap + 40)).toEqual([1, 1]);
    expect(layout.within(100, layout.height)).toEqual([0, 2]);
  });
  it('places and locates alike, also beside the page', () => {
    const { left, top } = layout.place(1, [10, 20, 30, 60]);
    const { page: at, at: point } = layout.locate(left, top);
    expect(at).toBe(1);
    expect(layout.place(1, [...point, ...point])).toMatchObject({ left, top });
    expect(layout.locate(0, top).page).toBe(1);
  });
  it('finds a page among ten thousand', () => {
    const many = new Layout(Array<PageShape>(10_000).fill(page(0)), 1, 400);
    const { top } = many.rect(7_777);
    expect(many.pageAt(top)).toBe(7_777);
    expect(many.pageAt(top - gap_px - 1)).toBe(7_776);
  });
});

it('fits a page into the view whole, or by its width', () => {
  const view = { width: 692, height: 400 };
  expect(zoomToFit([page(0)], 0, view, 'width')).toBeCloseTo(2);
  expect(zoomToFit([page(90), page(0)], 0, view, 'width')).toBeCloseTo(2);
  expect(zoomToFit([page(0)], 0, view, 'page')).toBeCloseTo((400 - margin_px) / 220);
});

it('asks for the smallest picture that is sharp enough', () => {
  expect(scaleFor(1.35, 1)).toBe('1.5');
  expect(scaleFor(1.35, 2)).toBe('3');
  expect(scaleFor(8, 2)).toBe('6');
});
