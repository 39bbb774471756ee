/** The pure half of time axes: windows, ticks, times, snapping, lanes, hits. */
import { describe, expect, it } from 'vitest';
import type { Ontology } from '../../core/ontology';
import type { RangeRegion } from './ranges';
import { hitEnds, hitLane, type Block } from './hit';
import { changes, split } from './keys';
import { laneAttributes, laneKey, lanesOf, seated } from './lanes';
import { layoutOf } from './layout';
import { between, moved, resized } from './ranges';
import { snapMove, snapTo } from './snap';
import { stepFor, ticksOf } from './ticks';
import { clock, parseClock } from './times';
import { around, following, panBy, revealing, toTime, toX, zoomAt } from './window';

const hour = { from: 0, to: 3600 };
const limits = { from: 0, to: 10, shortest: 0.1 };

describe('a window', () => {
  it('maps times to pixels and back', () => {
    const window = { from: 10, to: 20 };
    expect(toX(window, 500, 15)).toBe(250);
    expect(toTime(window, 500, 250)).toBe(15);
  });
  it('keeps what is under the pointer when it zooms', () => {
    const zoomed = zoomAt({ from: 0, to: 100 }, 25, 2, hour, 0.1);
    expect(zoomed).toEqual({ from: 12.5, to: 62.5 });
    expect(toX(zoomed, 100, 25)).toBe(toX({ from: 0, to: 100 }, 100, 25));
  });
  it('zooms no further than the shortest and no wider than all', () => {
    expect(zoomAt({ from: 0, to: 1 }, 0.5, 1e9, hour, 0.1)).toEqual({ from: 0.45, to: 0.55 });
    expect(zoomAt({ from: 0, to: 3000 }, 0, 1e-3, hour, 0.1)).toEqual(hour);
  });
  it('never leaves the medium', () => {
    expect(panBy({ from: 0, to: 10 }, -5, hour)).toEqual({ from: 0, to: 10 });
    expect(panBy({ from: 3590, to: 3600 }, 5, hour)).toEqual({ from: 3590, to: 3600 });
    expect(around({ from: 0, to: 1 }, hour, 0.1).from).toBe(0);
  });
  it('moves only as far as it must to show a stretch', () => {
    const window = { from: 100, to: 200 };
    expect(revealing(window, { from: 120, to: 130 }, hour)).toBe(window);
    expect(revealing(window, { from: 210, to: 220 }, hour)).toEqual({ from: 130, to: 230 });
    expect(revealing(window, { from: 50, to: 90 }, hour)).toEqual({ from: 40, to: 140 });
    expect(revealing(window, { from: 300, to: 900 }, hour)).toEqual({ from: 290, to: 390 });
  });
  it('turns the page when the playhead leaves it', () => {
    const window = { from: 100, to: 200 };
    expect(following(window, 150, hour)).toBe(window);
    expect(following(window, 200, hour)).toEqual({ from: 195, to: 295 });
  });
});

describe('ticks', () => {
  it('stand at steps that people count in', () => {
    expect(stepFor(60, 800, 80)).toBe(15);
    expect(stepFor(3600, 800, 80)).toBe(900);
    expect(stepFor(0.02, 800, 80)).toBe(0.002);
    expect(stepFor(86_400 * 30, 800, 80)).toBe(86_400 * 5);
  });
  it('are labelled at every step and small between', () => {
    const ticks = ticksOf({ from: 0, to: 30 }, 800, 200);
    expect(ticks.filter(({ label }) => label).map(({ label }) => label)).toEqual([
      '0:00',
      '0:15',
      '0:30',
    ]);
    expect(ticks).toHaveLength(7);
  });
});

describe('times', () => {
  it('are written with hours only where there are any', () => {
    expect(clock(83.0456)).toBe('1:23.046');
    expect(clock(59.9996)).toBe('1:00.000');
    expect(clock(3661.5, 1)).toBe('1:01:01.5');
    expect(clock(-2, 0)).toBe('-0:02');
  });
  it('are read back as typed', () => {
    expect(['83.5', '1:23,5', '0:01:23.5', '.5'].map(parseClock)).toEqual([83.5, 83.5, 83.5, 0.5]);
    expect(['', 'x', '1:2:3:4', '1.5:20', '-3'].map(parseClock)).toEqual([
      null,
      null,
      null,
      null,
      null,
    ]);
  });
});

describe('ranges', () => {
  it('stop at the ends of the medium and at each other', () => {
    expect(moved({ start: 1, end: 3 }, -5, limits)).toEqual({ start: 0, end: 2 });
    expect(moved({ start: 7, end: 9 }, 5, limits)).toEqual({ start: 8, end: 10 });
    expect(resized({ start: 1, end: 3 }, 'start', 5, limits)).toEqual({ start: 2.9, end: 3 });
    expect(resized({ start: 1, end: 3 }, 'end', 99, limits)).toEqual({ start: 1, end: 10 });
  });
  it('are made in either direction, unless too short to be meant', () => {
    expect(between(4, 2, limits)).toEqual({ start: 2, end: 4 });
    expect(between(2, 2.05, limits)).toBeNull();
  });
  it('are cut in two where both parts can stand', () => {
    expect(split({ start: 1, end: 3 }, 2, limits)).toEqual([
      { start: 1, end: 2 },
      { start: 2, end: 3 },
    ]);
    expect(split({ start: 1, end: 3 }, 2.95, limits)).toBeNull();
  });
  it('grow and move by keys', () => {
    const stretch = { start: 1, end: 3 };
    expect(changes.left!(stretch, 0.5, limits)).toEqual({ start: 0.5, end: 2.5 });
    expect(changes.endOn!(stretch, 0.5, limits)).toEqual({ start: 1, end: 3.5 });
    expect(changes.startOn!(stretch, 0.5, limits)).toEqual({ start: 1.5, end: 3 });
  });
});

describe('snapping', () => {
  it('takes the nearest edge within reach', () => {
    expect(snapTo(5, [4.8, 5.1, 9], 0.5)).toEqual({ time: 5.1, edge: 5.1 });
    expect(snapTo(5, [7], 0.5)).toEqual({ time: 5, edge: null });
  });
  it('moves a range so that its nearer end meets', () => {
    expect(snapMove([1, 3], [0.8, 3.1], 0.5)).toBeCloseTo(0.1);
    expect(snapMove([1, 3], [7], 0.5)).toBe(0);
  });
});

const ontology: Ontology = {
  fields: { talk: { type: 'audio' } },
  labels: [
    {
      id: 'turn',
      on: 'talk',
      kind: 'range',
      classes: [{ id: 'speech', name: 'Speech' }, { id: 'noise' }],
      attributes: [
        { id: 'speaker', kind: 'choice', options: [{ id: 'a', name: 'Ann' }, { id: 'b' }] },
      ],
    },
    { id: 'ok', on: 'talk', kind: 'choice' },
  ],
};
const region = (id: string, start: number, end: number, speaker?: string): RangeRegion => ({
  id,
  label: 'turn',
  on: 'talk',
  class: 'speech',
  geometry: { start, end },
  attributes: speaker ? { speaker } : {},
  origin: { kind: 'human' },
});

describe('lanes', () => {
  it('are the classes of all range labels, or the values of an attribute', () => {
    expect(lanesOf(ontology, 'talk', null).map(({ name }) => name)).toEqual(['Speech', 'noise']);
    expect(lanesOf(ontology, 'talk', 'speaker').map(({ name }) => name)).toEqual(['Ann', 'b', '–']);
    expect(laneAttributes(ontology, 'talk').map(({ id }) => id)).toEqual(['speaker']);
  });
  it('take the regions that say so', () => {
    expect(laneKey(region('r', 0, 1), null)).toBe('turn/speech');
    expect(laneKey(region('r', 0, 1, 'a'), 'speaker')).toBe('a');
    expect(laneKey(region('r', 0, 1), 'speaker')).toBe('');
  });
  it('seat overlapping regions one above the other, and others at full height', () => {
    const seats = seated([
      region('a', 0, 4),
      region('b', 2, 6),
      region('c', 5, 7),
      region('d', 8, 9),
    ]);
    expect(seats.get('a')).toEqual({ row: 0, rows: 2 });
    expect(seats.get('b')).toEqual({ row: 1, rows: 2 });
    expect(seats.get('c')).toEqual({ row: 0, rows: 2 });
    expect(seats.get('d')).toEqual({ row: 0, rows: 1 });
  });
  it('find room in any height', () => {
    const lanes = Array.from({ length: 30 }, (_, at) => ({
      ...lanesOf(ontology, 'talk', null)[0]!,
      key: `${at}`,
    }));
    for (const height of [160, 300, 720]) {
      const { media, lanes: rows } = layoutOf(900, height, lanes, 104);
      expect(rows).toHaveLength(30);
      expect(rows[0]!.top).toBeGreaterThanOrEqual(media.top + media.height);
    }
  });
  it('are all seen in a low row of a task of several fields', () => {
    const [one] = lanesOf(ontology, 'talk', null);
    const { lanes: rows } = layoutOf(690, 213, [one!, { ...one!, key: 'other' }], 104);
    expect(rows[1]!.top + rows[1]!.height).toBeLessThanOrEqual(213 - 104);
  });
});

describe('hits', () => {
  const block = (id: string, left: number, right: number, top = 0): Block => ({
    id,
    start: left,
    end: right,
    left,
    right,
    top,
    bottom: top + 20,
  });
  const blocks = [block('a', 100, 200), block('b', 200, 300), block('c', 150, 160, 30)];

  it('are ends near ends and bodies between', () => {
    expect(hitLane(blocks, 150, 10, new Set())).toEqual({ id: 'a', part: 'body' });
    expect(hitLane(blocks, 103, 10, new Set())).toEqual({ id: 'a', part: 'start' });
    expect(hitLane(blocks, 350, 10, new Set())).toBeNull();
  });
  it('take the region under the pointer where two meet', () => {
    expect(hitLane(blocks, 199, 10, new Set())).toEqual({ id: 'a', part: 'end' });
    expect(hitLane(blocks, 201, 10, new Set())).toEqual({ id: 'b', part: 'start' });
  });
  it('leave a body to the narrowest block', () => {
    expect(hitLane(blocks, 155, 40, new Set())).toEqual({ id: 'c', part: 'body' });
  });
  it('take only ends of selected regions over the medium', () => {
    expect(hitEnds(blocks, 199, new Set(['a']))).toEqual({ id: 'a', part: 'end' });
    expect(hitEnds(blocks, 199, new Set())).toBeNull();
  });
});
