/** Where the samples of a series come from: the server's pyramid, or the task itself. */
import { api } from '../../live/api';
import { Tiles } from '../axis/tiles';
import type { Extent, Window } from '../axis/window';
import type { FieldValue, Media } from '../surface';
import { secondsOf } from './calendar';

export interface ChannelFacts {
  readonly name: string;
  readonly low: number;
  readonly high: number;
  readonly missing: number;
}
export interface TimeFacts {
  readonly kind: 'iso' | 'epoch' | 'elapsed' | 'index';
  /** Seconds since 1970 of the first sample; null where the series tells no date. */
  readonly start: number | null;
  /** `Z`, `+01:00`; empty where stamps name none. */
  readonly zone: string;
}
/** One sample, or the extremes of several; NaN where nothing was measured. */
export type Visit = (time: number, low: number, high: number) => void;

export interface Source {
  readonly channels: readonly ChannelFacts[];
  readonly time: TimeFacts;
  readonly extent: Extent;
  readonly step_s: number;
  /** A longer step is a gap. */
  readonly gap_s: number;
  readonly gaps: readonly (readonly [number, number])[];
  /** Samples in a window, near enough to choose a level by. */
  count(window: Window): number;
  /** Visits the items that make up a window, those just outside included; answers the samples in an item. */
  visit(channel: number, window: Window, items: number, visit: Visit): number;
  close(): void;
}

interface Facts {
  readonly samples: number;
  readonly channels: readonly ChannelFacts[];
  readonly time: TimeFacts;
  readonly step_s: number;
  readonly gap_s: number;
  readonly gaps: readonly (readonly [number, number])[];
  readonly levels: number;
  readonly factor: number;
  readonly tile: number;
}
interface Tile {
  readonly times: Float64Array;
  readonly low: Float32Array;
  readonly high: Float32Array;
}

/** The first index whose time is not before `time`. */
export function firstAt(times: ArrayLike<number>, time: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The coarsest level that still has so many items in a window of `count` samples. */
export const levelOf = (count: number, items: number, factor: number, levels: number): number =>
  Math.max(0, Math.min(levels - 1, Math.floor(Math.log(count / items) / Math.log(factor))));

export class StoredSeries implements Source {
  readonly channels: readonly ChannelFacts[];
  readonly time: TimeFacts;
  readonly extent: Extent;
  readonly step_s: number;
  readonly gap_s: number;
  readonly gaps: readonly (readonly [number, number])[];
  readonly #facts: Facts;
  readonly #tiles: readonly Tiles<Tile>[];

  private constructor(
    media: Media,
    /** The first time of each tile of level 0. */
    readonly firsts: Float64Array,
    arrived: () => void,
  ) {
    const facts = media.facts as unknown as Facts;
    this.#facts = facts;
    this.channels = facts.channels;
    this.time = facts.time;
    this.extent = { from: 0, to: media.duration || 1 };
    this.step_s = facts.step_s;
    this.gap_s = facts.gap_s;
    this.gaps = facts.gaps;
    this.#tiles = facts.channels.map(
      (_, channel) =>
        new Tiles(
          ({ level, tile }) =>
            `${media.base}/series?channel=${channel}&level=${level}&tile=${tile}`,
          unpacked,
          arrived,
        ),
    );
  }
  static async open(media: Media, arrived: () => void): Promise<StoredSeries> {
    const firsts = new Float64Array(await api.getBytes(`${media.base}/times`));
    const opened = new StoredSeries(media, firsts, arrived);
    const level = opened.#facts.levels - 1;
    await Promise.all(opened.#tiles.slice(0, 8).map((tiles) => tiles.load({ level, tile: 0 })));
    return opened;
  }

  count({ from, to }: Window): number {
    const { samples, tile } = this.#facts;
    if (samples <= tile) return (samples * (to - from)) / (this.extent.to || 1);
    // Within a tile the samples are taken to be even.
    const place = (time: number): number => {
      const after = Math.max(1, firstAt(this.firsts, time));
      const first = this.firsts[after - 1]!;
      const next = this.firsts[after] ?? this.extent.to;
      return (after - 1 + Math.min(1, (time - first) / (next - first || 1))) * tile;
    };
    return Math.max(1, place(to) - place(from));
  }
  visit(channel: number, window: Window, items: number, visit: Visit): number {
    const { factor, levels } = this.#facts;
    const level = levelOf(this.count(window), items, factor, levels);
    this.#visit(channel, window, level, true, visit);
    return factor ** level;
  }
  /** Where a tile is on its way, the coarser ones stand in. */
  #visit(channel: number, window: Window, level: number, ask: boolean, visit: Visit): void {
    const tiles = this.#tiles[channel];
    if (!tiles) return;
    const wide = this.#facts.factor ** level;
    const first = Math.max(0, firstAt(this.firsts, window.from) - 1);
    const last = Math.max(first, firstAt(this.firsts, window.to) - 1);
    for (let tile = Math.floor(first / wide); tile <= Math.floor(last / wide); tile++) {
      const found = ask ? tiles.get({ level, tile }) : tiles.peek({ level, tile });
      if (found) each(found, window, visit);
      else if (level + 1 < this.#facts.levels) {
        const from = Math.max(window.from, this.firsts[tile * wide] ?? 0);
        const to = Math.min(window.to, this.firsts[(tile + 1) * wide] ?? Infinity);
        this.#visit(channel, { from, to }, level + 1, false, visit);
      }
    }
  }
  close(): void {
    for (const tiles of this.#tiles) tiles.close();
  }
}

function unpacked(bytes: ArrayBuffer): Tile {
  const count = bytes.byteLength / 16;
  return {
    times: new Float64Array(bytes, 0, count),
    low: new Float32Array(bytes, 8 * count, count),
    high: new Float32Array(bytes, 12 * count, count),
  };
}

function each({ times, low, high }: Tile, { from, to }: Window, visit: Visit): void {
  const start = Math.max(0, firstAt(times, from) - 1);
  for (let at = start; at < times.length; at++) {
    visit(times[at]!, low[at]!, high[at]!);
    if (times[at]! > to) return;
  }
}

/** A series in the task itself: all of it is here. */
export class InlineSeries implements Source {
  readonly channels: readonly ChannelFacts[];
  readonly time: TimeFacts;
  readonly extent: Extent;
  readonly step_s: number;
  readonly gap_s: number;
  readonly gaps: readonly (readonly [number, number])[];
  readonly #tiles: readonly Tile[];

  constructor(value: FieldValue) {
    const { time, channels } = value as unknown as {
      time?: readonly (number | string)[] | null;
      channels: { readonly [name: string]: readonly (number | null)[] };
    };
    const lists = Object.values(channels);
    const count = time?.length ?? lists[0]?.length ?? 0;
    const [times, facts] = timesOf(time ?? null, count);
    this.time = facts;
    this.extent = { from: 0, to: times.at(-1) || 1 };
    const steps = Array.from({ length: count - 1 }, (_, at) => times[at + 1]! - times[at]!);
    const known = steps.filter((step) => step > 0).sort((a, b) => a - b);
    this.step_s = known[known.length >> 1] ?? 1;
    this.gap_s = 4 * this.step_s;
    this.gaps = steps.flatMap((step, at) =>
      step > this.gap_s ? [[times[at]!, times[at + 1]!] as const] : [],
    );
    this.#tiles = lists.map((list) => {
      const values = Float32Array.from(list, (item) => item ?? NaN);
      return { times, low: values, high: values };
    });
    this.channels = Object.keys(channels).map((name, at) => factsOf(name, this.#tiles[at]!.low));
  }
  count({ from, to }: Window): number {
    const times = this.#tiles[0]?.times ?? [];
    return Math.max(1, firstAt(times, to) - firstAt(times, from));
  }
  visit(channel: number, window: Window, _items: number, visit: Visit): number {
    const tile = this.#tiles[channel];
    if (tile) each(tile, window, visit);
    return 1;
  }
  close(): void {}
}

function factsOf(name: string, values: Float32Array): ChannelFacts {
  let [low, high, missing] = [Infinity, -Infinity, 0];
  for (const value of values)
    if (Number.isNaN(value)) missing++;
    else [low, high] = [Math.min(low, value), Math.max(high, value)];
  return low <= high ? { name, low, high, missing } : { name, low: 0, high: 0, missing };
}

function timesOf(
  time: readonly (number | string)[] | null,
  count: number,
): [Float64Array, TimeFacts] {
  if (!time) {
    const times = Float64Array.from({ length: count }, (_, at) => at);
    return [times, { kind: 'index', start: null, zone: '' }];
  }
  const first = time[0]!;
  if (typeof first === 'string') {
    const start = secondsOf(first);
    const zone = /(Z|[+-]\d\d:?\d\d)$/.exec(first)?.[1] ?? '';
    const times = Float64Array.from(time, (item) => secondsOf(String(item)) - start);
    return [times, { kind: 'iso', start, zone }];
  }
  const numbers = time as readonly number[];
  const isMilliseconds = Math.min(...[numbers[0]!, numbers.at(-1)!].map(Math.abs)) > 1e11;
  const unit = isMilliseconds ? 0.001 : 1;
  const start = first * unit;
  const times = Float64Array.from(numbers, (item) => item * unit - start);
  const isDate = start > 1e8;
  return [times, { kind: isDate ? 'epoch' : 'elapsed', start: isDate ? start : null, zone: '' }];
}
