/** Series: moments in zones, plots, gaps, and series that stand in the task. */
import { describe, expect, it } from 'vitest';
import { ticksOf } from '../axis/ticks';
import { between, moment, nameOffset, offsetOf, secondsOf, tickName } from './calendar';
import { nearest, padded, plotOf, short, strokes } from './plot';
import { firstAt, InlineSeries, levelOf } from './source';

const start = secondsOf('2024-03-31 00:59:59.500+01:00');

describe('moments', () => {
  it('are read with their zone, or as UTC', () => {
    expect(start).toBe(1711843199.5);
    expect(secondsOf('2024-01-01 00:00:10')).toBe(1704067210);
    expect(secondsOf('2024-01-01')).toBe(1704067200);
  });
  it('are named in the zone that was chosen', () => {
    expect(offsetOf('stored', '+01:00', start)).toBe(60);
    expect(offsetOf('stored', '-0330', start)).toBe(-210);
    expect(offsetOf('stored', 'Z', start)).toBe(0);
    expect(offsetOf('utc', '+01:00', start)).toBe(0);
    expect(moment(start, 60, 0.1)).toBe('2024-03-31 00:59:59.500');
    expect(moment(start, 0, 60)).toBe('2024-03-30 23:59');
    expect([0, 60, -210].map(nameOffset)).toEqual(['UTC', '+01:00', '−03:30']);
  });
  it('are marked at round times of the clock, the day where it begins', () => {
    const origin = 3599.5;
    const ticks = ticksOf(
      { from: 0, to: 7200 },
      400,
      90,
      (time, step) => tickName(start + time, 60, step),
      origin,
    );
    const named = ticks.filter(({ label }) => label);
    expect(named.map(({ label }) => label)).toEqual(['01:00', '01:30', '02:00', '02:30']);
    expect(named[0]!.time).toBeCloseTo(0.5);
    expect(tickName(secondsOf('2024-01-02'), 0, 3600)).toBe('2024-01-02');
  });
});

const series = new InlineSeries({
  time: [0, 1, 2, 3, 20, 21],
  channels: { a: [0, 10, null, 30, 40, 50], b: [1, 1, 1, 1, 1, 1] },
});

it('a stretch names its day once', () => {
  expect(between('2026-03-05 14:00', '2026-03-05 15:30')).toBe('2026-03-05 14:00 – 15:30');
  expect(between('2026-03-05 23:00', '2026-03-06 01:00')).toBe('2026-03-05 23:00 – 03-06 01:00');
  expect(between('2026-03-05', '2026-03-06')).toBe('2026-03-05 – 2026-03-06');
  expect(between('120', '125')).toBe('120 – 125');
});

describe('a series in the task', () => {
  it('knows its steps, gaps and extremes', () => {
    expect(series.step_s).toBe(1);
    expect(series.gaps).toEqual([[3, 20]]);
    expect(series.channels[0]).toEqual({ name: 'a', low: 0, high: 50, missing: 1 });
    expect(series.extent).toEqual({ from: 0, to: 21 });
  });
  it('takes stamps, milliseconds and nothing for times', () => {
    const of = (time: (string | number)[] | null) =>
      new InlineSeries({ time, channels: { a: [1, 2] } }).time;
    expect(of(['2024-01-01T00:00+02:00', '2024-01-01T01:00+02:00'])).toEqual({
      kind: 'iso',
      start: 1704060000,
      zone: '+02:00',
    });
    expect(of([1704067200000, 1704067201000])).toMatchObject({ kind: 'epoch', start: 1704067200 });
    expect(of([0, 0.5])).toMatchObject({ kind: 'elapsed', start: null });
    expect(of(null)).toMatchObject({ kind: 'index' });
  });
});

describe('a plot', () => {
  it('is a line where samples have room, with gaps left open', () => {
    const { points, low, high } = plotOf(series, 0, series.extent, 800);
    expect([low, high]).toEqual([0, 50]);
    expect(strokes(points!, series.gap_s).map((stroke) => stroke.map(([time]) => time))).toEqual([
      [0, 1],
      [3],
      [20, 21],
    ]);
  });
  it('is the extremes of each pixel where several share one', () => {
    const values = Array.from({ length: 1000 }, (_, at) => (at === 555 ? 99 : at % 2));
    const dense = new InlineSeries({ channels: { a: values } });
    const { points, columns } = plotOf(dense, 0, dense.extent, 100);
    expect(points).toBeNull();
    expect(columns.high[55]).toBe(99);
    expect([columns.low[3], columns.high[3]]).toEqual([0, 1]);
  });
  it('tells the sample under the pointer', () => {
    expect(nearest(series, 0, series.extent, 800, 20.2)).toEqual({ time: 20, low: 40, high: 40 });
    expect(nearest(series, 0, series.extent, 800, 10)).toBeNull();
  });
  it('has air around it, also when it is flat', () => {
    expect(padded(0, 10)).toEqual([-0.8, 10.8]);
    expect(padded(5, 5)).toEqual([4.5, 5.5]);
    expect(padded(Infinity, -Infinity)).toEqual([0, 1]);
  });
  it('names numbers with as few digits as tell them apart', () => {
    expect(short(12.3456, 100)).toBe('12');
    expect(short(12.3456, 0.5)).toBe('12.346');
    expect(short(1234567, 1)).toBe('1.2e+6');
    expect(short(NaN, 1)).toBe('–');
  });
});

describe('levels', () => {
  it('keep an item for each pixel', () => {
    expect(levelOf(1000, 1000, 4, 5)).toBe(0);
    expect(levelOf(16_000, 1000, 4, 5)).toBe(2);
    expect(levelOf(1e9, 1000, 4, 5)).toBe(4);
    expect(levelOf(3, 1000, 4, 5)).toBe(0);
  });
  it('are found by time', () => {
    expect([0, 1.5, 3, 9].map((time) => firstAt([1, 2, 3], time))).toEqual([0, 1, 2, 3]);
  });
});
