/** The waveform: peaks from the server by level and tile, drawn a column a pixel. */
import type { Rect } from '../axis/layout';
import { Tiles } from '../axis/tiles';
import { spanOf, type Window } from '../axis/window';

export interface PeakFacts {
  /** Seconds in a bucket of level 0. */
  readonly bucket_s: number;
  readonly levels: number;
  readonly factor: number;
  /** Buckets in a tile. */
  readonly tile: number;
}
/** A bucket has three bytes a channel: lowest, highest, mean level, as signed square roots. */
const parts = 3;
const amplitudes = Float32Array.from({ length: 256 }, (_, byte) => {
  const value = byte < 128 ? byte : byte - 256;
  return Math.sign(value) * (value / 127) ** 2;
});
export const amplitude = (byte: number): number => amplitudes[byte & 255]!;

/** The coarsest level that still has a bucket for each pixel. */
export function levelFor(
  secondsPerItem: number,
  finest: number,
  factor: number,
  levels: number,
): number {
  const level = Math.floor(Math.log(secondsPerItem / finest) / Math.log(factor) + 1e-9);
  return Math.max(0, Math.min(levels - 1, level));
}

export class Wave {
  readonly tiles: Tiles<Int8Array>;
  /** The tile read last: neighbours are asked for one after the other. */
  #last: { level: number; tile: number; bytes: Int8Array } | null = null;

  constructor(
    base: string,
    readonly facts: PeakFacts,
    readonly channels: number,
    arrived: () => void,
  ) {
    this.tiles = new Tiles(
      ({ level, tile }) => `${base}/peaks?level=${level}&tile=${tile}`,
      (bytes) => new Int8Array(bytes),
      arrived,
    );
  }
  /** The whole of the sound, coarsely: what is shown first, and what the overview shows. */
  open(): Promise<unknown> {
    return this.tiles.load({ level: this.facts.levels - 1, tile: 0 });
  }
  bucket(level: number): number {
    return this.facts.bucket_s * this.facts.factor ** level;
  }

  /** Lowest, highest and mean level of a stretch; finer levels as they arrive. */
  read(
    channel: number,
    from: number,
    to: number,
    level: number,
    ask: boolean,
  ): [number, number, number] | null {
    for (let at = level; at < this.facts.levels; at++) {
      const found = this.#readAt(channel, from, to, at, ask && at === level);
      if (found) return found;
    }
    return null;
  }
  #readAt(
    channel: number,
    from: number,
    to: number,
    level: number,
    ask: boolean,
  ): [number, number, number] | null {
    const bucket = this.bucket(level);
    const first = Math.max(0, Math.floor(from / bucket));
    const last = Math.max(first, Math.ceil(to / bucket) - 1);
    let [low, high, square, count] = [1, -1, 0, 0];
    for (let at = first; at <= last; at++) {
      const tile = Math.floor(at / this.facts.tile);
      const bytes = this.#tile(level, tile, ask);
      if (!bytes) return null;
      const place = ((at - tile * this.facts.tile) * this.channels + channel) * parts;
      if (place >= bytes.length) break;
      low = Math.min(low, amplitude(bytes[place]!));
      high = Math.max(high, amplitude(bytes[place + 1]!));
      square += amplitude(bytes[place + 2]!) ** 2;
      count++;
    }
    return count ? [low, high, Math.sqrt(square / count)] : null;
  }
  #tile(level: number, tile: number, ask: boolean): Int8Array | undefined {
    if (this.#last?.level === level && this.#last.tile === tile) return this.#last.bytes;
    const bytes = ask ? this.tiles.get({ level, tile }) : this.tiles.peek({ level, tile });
    if (bytes) this.#last = { level, tile, bytes };
    return bytes;
  }
  /** Mean levels of all buckets of a level between two times, loudest channel. */
  loudness(
    from: number,
    to: number,
    level: number,
  ): { from: number; bucket_s: number; levels: number[] } {
    const bucket_s = this.bucket(level);
    const first = Math.max(0, Math.floor(from / bucket_s));
    const levels: number[] = [];
    for (let at = first; at * bucket_s < to; at++) {
      const found = Array.from({ length: this.channels }, (_, channel) =>
        this.#readAt(channel, at * bucket_s, (at + 0.5) * bucket_s, level, true),
      );
      if (found.every((one) => one === null)) break;
      levels.push(Math.max(...found.map((one) => one?.[2] ?? 0)));
    }
    return { from: first * bucket_s, bucket_s, levels };
  }

  draw(
    ctx: CanvasRenderingContext2D,
    { left, top, width, height }: Rect,
    window: Window,
    channel: number,
    { peak, mean, gain, ask }: { peak: string; mean: string; gain: number; ask: boolean },
  ): void {
    const perPixel = spanOf(window) / width;
    const level = levelFor(perPixel, this.facts.bucket_s, this.facts.factor, this.facts.levels);
    const middle = top + height / 2;
    const scale = (height / 2 - 1) * gain;
    const clamp = (y: number): number => Math.max(-height / 2, Math.min(height / 2, y * scale));
    const columns: [number, number, number][] = [];
    for (let x = 0; x < width; x++) {
      const from = window.from + x * perPixel;
      const found = this.read(channel, from, from + perPixel, level, ask);
      columns.push(found ?? [0, 0, 0]);
    }
    ctx.fillStyle = peak;
    columns.forEach(([low, high], x) => {
      const [y0, y1] = [clamp(high), clamp(low)];
      ctx.fillRect(left + x, middle - y0, 1, Math.max(1, y0 - y1));
    });
    ctx.fillStyle = mean;
    columns.forEach(([low, high, rms], x) => {
      const [up, down] = [clamp(Math.min(rms, high)), clamp(Math.max(-rms, low))];
      if (up - down > 1.5) ctx.fillRect(left + x, middle - up, 1, up - down);
    });
  }
  close(): void {
    this.tiles.close();
  }
}
