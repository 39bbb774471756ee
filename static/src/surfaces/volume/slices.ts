/** Fetches slices, keeps the last ones, and looks ahead in the direction of travel. */
import type { SlicePlane } from '../../core/region';
import type { Media } from '../surface';
import { axesOf, type Grid } from './grid';

export interface Slice {
  readonly width: number;
  readonly height: number;
  /** Stored values, row by row. */
  readonly values: Int16Array;
}
const mostBytes = 96 << 20;
const atOnce = 3;
const ahead = 5;

type Key = `${number}/${SlicePlane}/${number}`;

export class SliceStore {
  /** In the order of use, the oldest first. */
  readonly #kept = new Map<Key, Slice>();
  readonly #waiting = new Map<Key, Promise<Slice>>();
  #bytes = 0;
  #wanted: Key[] = [];
  readonly #stop = new AbortController();

  constructor(
    private readonly media: Media,
    private readonly grid: Grid,
  ) {}

  /** At once, if it is here. */
  peek(plane: SlicePlane, index: number, time: number): Slice | null {
    const key: Key = `${time}/${plane}/${index}`;
    const slice = this.#kept.get(key);
    if (!slice) return null;
    this.#kept.delete(key);
    this.#kept.set(key, slice);
    return slice;
  }
  load(plane: SlicePlane, index: number, time: number): Promise<Slice> {
    const here = this.peek(plane, index, time);
    if (here) return Promise.resolve(here);
    const key: Key = `${time}/${plane}/${index}`;
    const known = this.#waiting.get(key);
    if (known) return known;
    const coming = this.#fetch(plane, index, time).then((slice) => {
      this.#keep(key, slice);
      return slice;
    });
    this.#waiting.set(key, coming);
    const over = (): void => {
      this.#waiting.delete(key);
      this.#pump();
    };
    coming.then(over, over);
    return coming;
  }
  /** Slices that will probably be next; the last call counts. */
  expect(plane: SlicePlane, index: number, by: number, time: number): void {
    const count = this.grid.size[axesOf[plane].w];
    this.#wanted = Array.from({ length: ahead }, (_, i) => index + (i + 1) * by)
      .filter((next) => next >= 0 && next < count)
      .map((next): Key => `${time}/${plane}/${next}`);
    this.#pump();
  }
  close(): void {
    this.#wanted = [];
    this.#stop.abort();
  }

  #pump(): void {
    while (this.#waiting.size < atOnce) {
      const next = this.#wanted.find((key) => !this.#kept.has(key) && !this.#waiting.has(key));
      if (!next) return;
      const [time, plane, index] = next.split('/') as [string, SlicePlane, string];
      this.load(plane, Number(index), Number(time)).catch(() => {
        // It is told when somebody comes to see it; until then it is not asked for again.
        this.#wanted = this.#wanted.filter((key) => key !== next);
      });
    }
  }
  async #fetch(plane: SlicePlane, index: number, time: number): Promise<Slice> {
    const url = `${this.media.base ?? ''}/slice?plane=${plane}&index=${index}&time=${time}`;
    const answer = await fetch(url, { credentials: 'same-origin', signal: this.#stop.signal });
    if (!answer.ok || !answer.body) {
      const problem = (await answer.json().catch(() => ({}))) as { detail?: string };
      throw new Error(problem.detail ?? `${answer.status} ${answer.statusText}`);
    }
    const plain = answer.body.pipeThrough(new DecompressionStream('deflate'));
    const bytes = new Uint8Array(await new Response(plain).arrayBuffer());
    const { u, v } = axesOf[plane];
    return unpacked(bytes, this.grid.size[u], this.grid.size[v]);
  }
  #keep(key: Key, slice: Slice): void {
    this.#kept.set(key, slice);
    this.#bytes += slice.values.byteLength;
    for (const [old, { values }] of this.#kept) {
      if (this.#bytes <= mostBytes || old === key) break;
      this.#kept.delete(old);
      this.#bytes -= values.byteLength;
    }
  }
}

/** Each value comes less its left neighbour, all low bytes before all high ones: it packs better. */
export function unpacked(bytes: Uint8Array, width: number, height: number): Slice {
  const count = width * height;
  if (bytes.length !== 2 * count) throw new Error(`${bytes.length} bytes of ${2 * count}`);
  const values = new Int16Array(count);
  for (let row = 0, at = 0; row < height; row++) {
    let value = 0;
    for (let column = 0; column < width; column++, at++) {
      value += bytes[at]! | (bytes[count + at]! << 8);
      values[at] = value;
    }
  }
  return { width, height, values };
}
