import { describe, expect, it } from 'vitest';
import { AnnotationDocument } from '../../core/document';
import type { Ontology } from '../../core/ontology';
import type { Box, Region, Track } from '../../core/region';
import { Session } from '../../core/session';
import { TrackMarks } from './marks';
import { rangeOf, shifted } from './ranges';
import { setVideo } from './settings';
import type { VideoSource } from './source';
import { clock, frameAtTime, frameOfStamp, inside, timeOf } from './times';
import { dragged } from './timeline/drag';
import { hitAt } from './timeline/hit';
import { rowsOf, spanOf } from './timeline/rows';
import { frameUnder, showing, tickStep, wholeScale, within, xOf, zoomed } from './timeline/scale';

/** As in the case of a video with uneven frames: 0.12, then 0.04, then 0.2 s. */
const times = new Float64Array([
  ...Array.from({ length: 10 }, (_, i) => 0.12 * i),
  ...Array.from({ length: 10 }, (_, i) => 1.2 + 0.04 * i),
  ...Array.from({ length: 10 }, (_, i) => 1.6 + 0.2 * i),
]);
const duration = 3.6;

describe('frames and times', () => {
  it('go by the table, not by a rate', () => {
    expect(frameAtTime(times, 1.6)).toBe(20);
    expect(frameAtTime(times, 1.59)).toBe(19);
    expect(frameAtTime(times, -1)).toBe(0);
    expect(frameAtTime(times, 99)).toBe(29);
    expect(timeOf(times, 30, duration)).toBe(3.6);
  });
  it('forgive a player its rounding', () => {
    expect(frameOfStamp(times, 1.1996)).toBe(10);
    expect(frameOfStamp(times, 1.2004)).toBe(10);
    expect(frameOfStamp(times, 5)).toBe(29);
    for (let n = 0; n < 30; n++) expect(frameAtTime(times, inside(times, n, duration))).toBe(n);
  });
  it('read like a clock', () => {
    expect(clock(0)).toBe('0:00.000');
    expect(clock(59.9996)).toBe('1:00.000');
    expect(clock(3725.25)).toBe('1:02:05.250');
    expect(clock(61.4, 0)).toBe('1:01');
  });
  it('make ranges that hold the frames they say', () => {
    const range = rangeOf([10, 20], times, duration);
    expect(range).toEqual({ start: 1.2, end: 1.6, start_frame: 10, end_frame: 20 });
    expect(spanOf({ start: 1.2, end: 1.6 }, times)).toEqual([10, 20]);
    expect(spanOf(range, times)).toEqual([10, 20]);
    expect(rangeOf([29, 99], times, duration)).toMatchObject({ end: 3.6, end_frame: 30 });
    expect(shifted([5, 10], 99, 30)).toEqual([25, 30]);
    expect(shifted([5, 10], -99, 30)).toEqual([0, 5]);
  });
});

describe('the axis', () => {
  const whole = wholeScale(1000, 500);
  it('shows the whole video, and never less', () => {
    expect(whole).toEqual({ from: 0, per: 0.5 });
    expect(within({ from: -50, per: 0.1 }, 1000, 500)).toEqual(whole);
  });
  it('keeps what is under the pointer when it zooms', () => {
    const near = zoomed(whole, 250, 8, 1000, 500);
    expect(frameUnder(near, 250, 1000)).toBe(500);
    expect(near.per).toBe(4);
    expect(zoomed(whole, 500, 8, 1000, 500).from).toBeCloseTo(875);
  });
  it('moves only for a frame that is out of sight', () => {
    const near = { from: 100, per: 10 };
    expect(showing(near, 120, 1000, 500)).toBe(near);
    expect(xOf(showing(near, 150, 1000, 500), 150)).toBeCloseTo(75);
    expect(xOf(showing(near, 99, 1000, 500), 99)).toBeCloseTo(425);
  });
  it('ticks at round numbers of frames', () => {
    expect(tickStep(0.5, 80)).toBe(200);
    expect(tickStep(10, 80)).toBe(10);
    expect(tickStep(48, 40)).toBe(1);
  });
});

const ontology: Ontology = {
  fields: { clip: { type: 'video' } },
  labels: [
    { id: 'thing', on: 'clip', kind: 'track', classes: [{ id: 'car', name: 'Car' }] },
    { id: 'act', on: 'clip', kind: 'range', name: 'Action', classes: [{ id: 'jump' }] },
  ],
};
const box = (x: number): Box => ({ x, y: 0, width: 10, height: 10 });
const region = (id: string, geometry: Region['geometry'], label = 'thing'): Region => ({
  ...{ id, label, on: 'clip', class: label === 'thing' ? 'car' : 'jump', geometry },
  ...{ attributes: {}, origin: { kind: 'human' } },
});
const track: Track<Box> = {
  shape: 'box',
  keyframes: [
    { frame: 5, geometry: box(0) },
    { frame: 15, geometry: box(100) },
  ],
  end: 20,
};
const source = { times, duration } as VideoSource;

describe('the time line', () => {
  const regions = [
    region('t', track),
    region('a', rangeOf([2, 10], times, duration), 'act'),
    region('b', rangeOf([8, 12], times, duration), 'act'),
    region('c', rangeOf([10, 14], times, duration), 'act'),
  ];
  const rows = rowsOf(regions, ontology, 'clip', times);
  const scale = { from: 0, per: 20 };
  it('stacks ranges that meet, and gives each track a row', () => {
    expect(
      rows.map((row) => (row.kind === 'track' ? row.id : row.bars.map(({ id }) => id))),
    ).toEqual([['a', 'c'], ['b'], 't']);
    expect(rowsOf([], ontology, 'clip', times)).toMatchObject([{ kind: 'ranges', bars: [] }]);
  });
  it('tells keyframes, ends and bars apart', () => {
    const at = (x: number, row: number) => hitAt(rows, scale, x, row * 22 + 5, 30);
    expect(at(110, 2)).toEqual({ on: 'keyframe', id: 't', frame: 5 });
    expect(at(400, 2)).toEqual({ on: 'end', id: 't', frame: 20 });
    expect(at(200, 2)).toEqual({ on: 'track', id: 't', frame: 10 });
    expect(at(41, 0)).toEqual({ on: 'rangeStart', id: 'a', frame: 2 });
    expect(at(120, 0)).toEqual({ on: 'range', id: 'a', frame: 6 });
    expect(at(500, 1)).toEqual({ on: 'lane', label: 'act', frame: 25 });
    expect(at(500, 9)).toEqual({ on: 'ground', frame: 25 });
  });
  it('moves what is pulled, from where it was', () => {
    const [thing, act] = regions as [Region, Region];
    const move = (on: 'keyframe' | 'end', frame: number, to: number) =>
      dragged(thing, { on, id: 't', frame }, to, source) as Track;
    expect(move('keyframe', 15, 12).keyframes[1]?.frame).toBe(12);
    expect(move('end', 20, 25).end).toBe(26);
    expect(move('end', 20, 9)).toMatchObject({ end: 10 });
    const pull = (on: 'rangeStart' | 'rangeEnd' | 'range', frame: number, to: number) =>
      dragged(act, { on, id: 'a', frame }, to, source);
    expect(pull('rangeStart', 2, 4)).toMatchObject({ start_frame: 4, end_frame: 10 });
    expect(pull('rangeEnd', 9, 0)).toMatchObject({ start_frame: 2, end_frame: 3 });
    expect(pull('range', 6, 10)).toMatchObject({ start_frame: 6, end_frame: 14 });
  });
});

describe('tracks on a frame', () => {
  const open = (frame: number, still = true) => {
    const document = new AnnotationDocument({
      ...{ regions: [region('t', track)], relations: [], answers: {} },
    });
    const session = new Session(document, ontology);
    const place = { document, session, ontology, field: 'clip', t: (key: string) => key };
    const rest = { host: {} as HTMLElement, value: '', task: null };
    const marks = new TrackMarks(
      { ...place, ...rest },
      () => frame,
      () => still,
    );
    return { document, session, marks };
  };
  it('are shapes where they are by then', () => {
    expect(open(10).marks.get('t')?.geometry).toEqual(box(50));
    expect(open(2).marks.all()).toEqual([]);
  });
  it('stay as ghosts while selected, except in motion', () => {
    for (const [still, count] of [
      [true, 1],
      [false, 0],
    ] as const) {
      const { marks, session } = open(25, still);
      expect(marks.all()).toEqual([]);
      session.select(['t']);
      expect(marks.all()).toHaveLength(count);
    }
  });
  it('get a keyframe by an edit', () => {
    const { document, marks } = open(10);
    marks.reshape('t', box(7));
    expect((document.region('t')?.geometry as Track).keyframes.map(({ frame }) => frame)).toEqual([
      5, 10, 15,
    ]);
  });
  it('begin with one frame, or live to the end, as the person likes', () => {
    const shape = region('n', box(1)) as Parameters<TrackMarks['toRegion']>[0];
    const { marks } = open(7);
    expect(marks.toRegion(shape).geometry).toMatchObject({ shape: 'box', end: 8 });
    setVideo({ life: 'rest' });
    expect(marks.toRegion(shape).geometry).not.toHaveProperty('end');
    setVideo({ life: 'frame' });
  });
  it('are outside where they are rubbed out', () => {
    const { document, marks } = open(10);
    marks.remove(['t']);
    expect((document.region('t')?.geometry as Track).keyframes[1]).toMatchObject({
      frame: 10,
      outside: true,
    });
  });
});
