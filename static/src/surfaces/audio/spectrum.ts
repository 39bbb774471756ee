/** The spectrogram: columns of 256 levels from the server, coloured here. */
import type { Rect } from '../axis/layout';
import { Tiles } from '../axis/tiles';
import { spanOf, toX, type Window } from '../axis/window';
import { levelFor } from './wave';

export interface SpectrumFacts {
  /** Seconds between columns of level 0. */
  readonly hop_s: number;
  readonly factor: number;
  /** Columns in a tile. */
  readonly tile: number;
  readonly rows: number;
  readonly columns: number;
}
export type Scale = 'linear' | 'mel';

const dark = ['#0b0e13', '#221a45', '#6a2a7c', '#c2425f', '#f0a24a', '#fff3c9'];
const light = ['#ffffff', '#eceff4', '#b4c3de', '#5f80b5', '#24386b', '#070b1c'];

/** 256 colours between two levels: below the first the ground, above the last the brightest. */
export function inks(isDark: boolean, floor: number, ceiling: number): Uint8ClampedArray {
  const stops = (isDark ? dark : light).map((hex) =>
    [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16)),
  );
  const table = new Uint8ClampedArray(256 * 4);
  for (let level = 0; level < 256; level++) {
    const share = Math.max(0, Math.min(1, (level - floor) / Math.max(1, ceiling - floor)));
    const at = Math.min(stops.length - 2, Math.floor(share * (stops.length - 1)));
    const part = share * (stops.length - 1) - at;
    for (let channel = 0; channel < 3; channel++)
      table[level * 4 + channel] =
        stops[at]![channel]! * (1 - part) + stops[at + 1]![channel]! * part;
    table[level * 4 + 3] = 255;
  }
  return table;
}

/** The level that most of a sound's background lies under, and the one almost nothing exceeds. */
export function rangeOf(levels: Uint8Array): [floor: number, ceiling: number] {
  const counts = new Uint32Array(256);
  for (const level of levels) counts[level]!++;
  const at = (share: number): number => {
    let seen = 0;
    for (let level = 0; level < 256; level++) {
      seen += counts[level]!;
      if (seen >= share * levels.length) return level;
    }
    return 255;
  };
  const ceiling = Math.max(at(0.9995), 90);
  return [Math.min(at(0.35), ceiling - 70), ceiling];
}

const topMel = (hertz: number): number => Math.log1p(hertz / 700);
/** From 0 (lowest) to 1 (highest). */
export const placeOf = (hertz: number, top: number, scale: Scale): number =>
  scale === 'linear' ? hertz / top : topMel(hertz) / topMel(top);

export const levelsOf = ({ columns, tile, factor }: SpectrumFacts): number => {
  let [count, levels] = [columns, 1];
  while (count > tile) [count, levels] = [Math.ceil(count / factor), levels + 1];
  return levels;
};

type Picture = { readonly levels: Uint8Array; canvas?: OffscreenCanvas; inks?: Uint8ClampedArray };

export class Spectrum {
  scale: Scale;
  readonly tiles: Tiles<Picture>;
  readonly #levels: number;
  #range: [number, number] | null = null;
  #inks: Uint8ClampedArray | null = null;
  #isDark: boolean | null = null;

  constructor(
    base: string,
    readonly facts: SpectrumFacts,
    scale: Scale,
    arrived: () => void,
  ) {
    this.scale = scale;
    this.#levels = levelsOf(facts);
    this.tiles = new Tiles(
      ({ level, tile }) => `${base}/spectrogram?level=${level}&tile=${tile}&scale=${this.scale}`,
      (bytes) => ({ levels: new Uint8Array(bytes) }),
      arrived,
      64,
    );
  }

  draw(ctx: CanvasRenderingContext2D, rect: Rect, window: Window, isDark: boolean): boolean {
    const perPixel = spanOf(window) / rect.width;
    const level = levelFor(perPixel, this.facts.hop_s, this.facts.factor, this.#levels);
    this.#calibrate(isDark);
    const isWhole = this.#drawLevel(ctx, rect, window, level, true);
    return isWhole;
  }
  /** Contrast follows the sound: its own background is dark, its loudest is bright. */
  #calibrate(isDark: boolean): void {
    const whole = this.tiles.get({ level: this.#levels - 1, tile: 0 });
    if (!whole) return;
    if (this.#range && this.#isDark === isDark) return;
    this.#range ??= rangeOf(whole.levels);
    this.#isDark = isDark;
    this.#inks = inks(isDark, ...this.#range);
  }
  #drawLevel(
    ctx: CanvasRenderingContext2D,
    rect: Rect,
    window: Window,
    level: number,
    ask: boolean,
  ): boolean {
    const column = this.facts.hop_s * this.facts.factor ** level;
    const span = column * this.facts.tile;
    // A column stands for the time around it.
    const shift = level ? 0 : -column / 2;
    const total = Math.ceil(this.facts.columns / this.facts.factor ** level);
    const last = Math.min(Math.floor(window.to / span), Math.floor((total - 1) / this.facts.tile));
    let isWhole = true;
    for (let tile = Math.max(0, Math.floor(window.from / span)); tile <= last; tile++) {
      const key = { level, tile };
      const picture = ask ? this.tiles.get(key) : this.tiles.peek(key);
      const canvas = picture && this.#coloured(picture);
      const from = tile * span + shift;
      if (canvas) {
        const to = from + canvas.width * column;
        const [x0, x1] = [from, to].map((time) => rect.left + toX(window, rect.width, time));
        ctx.drawImage(canvas, x0!, rect.top, x1! - x0!, rect.height);
      } else {
        isWhole = false;
        const part = { from: Math.max(window.from, from), to: Math.min(window.to, from + span) };
        if (level + 1 < this.#levels) this.#drawPart(ctx, rect, window, part, level + 1);
      }
    }
    return isWhole;
  }
  /** The coarser picture stands in where a tile is on its way. */
  #drawPart(
    ctx: CanvasRenderingContext2D,
    rect: Rect,
    window: Window,
    part: Window,
    level: number,
  ): void {
    const [x0, x1] = [part.from, part.to].map((time) => rect.left + toX(window, rect.width, time));
    ctx.save();
    ctx.beginPath();
    ctx.rect(x0!, rect.top, x1! - x0!, rect.height);
    ctx.clip();
    this.#drawLevel(ctx, rect, window, level, false);
    ctx.restore();
  }
  #coloured(picture: Picture): OffscreenCanvas | null {
    if (!this.#inks) return null;
    const { rows } = this.facts;
    const columns = picture.levels.length / rows;
    if (!columns) return null;
    if (picture.canvas && picture.inks === this.#inks) return picture.canvas;
    const canvas = new OffscreenCanvas(columns, rows);
    const ctx = canvas.getContext('2d');
    if (!ctx) return null;
    const image = ctx.createImageData(columns, rows);
    const out = new Uint32Array(image.data.buffer);
    const table = new Uint32Array(this.#inks.buffer);
    for (let x = 0; x < columns; x++)
      for (let row = 0; row < rows; row++)
        out[(rows - 1 - row) * columns + x] = table[picture.levels[x * rows + row]!]!;
    ctx.putImageData(image, 0, 0);
    picture.canvas = canvas;
    picture.inks = this.#inks;
    return canvas;
  }
  close(): void {
    this.tiles.close();
  }
}
