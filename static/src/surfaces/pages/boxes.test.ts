import { describe, expect, it } from 'vitest';
import type { Region } from '../../core/region';
import { drawn, grown, moved, resized, unturned } from './boxes';
import { linesOf, nextShare, sharesOf, toggled } from './tables';

const page = { width: 300, height: 200, turn: 0 } as const;
const box = { page: 2, x: 50, y: 40, width: 100, height: 60 };

describe('a box on a page', () => {
  it('is drawn from any corner and stays on the page', () => {
    expect(drawn(2, page, [150, 100], [-20, 40])).toEqual({
      page: 2,
      x: 0,
      y: 40,
      width: 150,
      height: 60,
    });
  });
  it('moves no farther than the edge', () => {
    expect(moved(box, page, [500, -500])).toEqual({ ...box, x: 200, y: 0 });
  });
  it('turns over when a handle is dragged past the other side', () => {
    expect(resized(box, page, 'e', [20, 70])).toEqual({ ...box, x: 20, width: 30 });
  });
  it('keeps a point of itself, and the edge of the page', () => {
    expect(grown(box, page, -500, 500)).toEqual({ ...box, width: 1, height: 160 });
  });
  it('finds the side of the file that a side of the turned screen is', () => {
    expect([unturned('s', 90), unturned('ne', 180), unturned('nw', 270)]).toEqual([
      'e',
      'sw',
      'ne',
    ]);
  });
});

describe('lines of a table', () => {
  const table = (attributes: Region['attributes']): Region => ({
    id: 'a',
    label: 'part',
    on: 'document',
    class: 'table',
    geometry: box,
    attributes,
    origin: { kind: 'human' },
  });

  it('come and go at the same place', () => {
    const cut = toggled(table({ order: 3 }), 'columns', 0.25, 0.02);
    expect(cut).toEqual({ order: 3, columns: '0.2500' });
    expect(toggled(table(cut), 'columns', 0.26, 0.02)).toEqual({ order: 3 });
  });
  it('are read whatever people typed between them', () => {
    expect(sharesOf(table({ rows: '0.5, 0.2;x 1.4' }), 'rows')).toEqual([0.2, 0.5]);
    expect(linesOf(table({ rows: '0.5' }))).toEqual([{ axis: 'rows', at: 0.5 }]);
  });
  it('are added in the middle of the largest gap', () => {
    expect(nextShare(table({}), 'rows')).toBe(0.5);
    expect(nextShare(table({ rows: '0.2' }), 'rows')).toBeCloseTo(0.6);
  });
});
