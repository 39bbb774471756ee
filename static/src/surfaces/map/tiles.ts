/** Fetches tiles, few at once and the ones in view first, and keeps the last used. */
import { keyOf, type Tile } from './pyramid';

const atOnce = 6;
/** Of 512 x 512 pixels each: a megabyte of memory. */
const most = 180;

export class TileStore {
  /** In the order of use, the oldest first. */
  readonly #kept = new Map<string, ImageBitmap>();
  readonly #under = new Map<string, AbortController>();
  readonly #failed = new Set<string>();
  #wanted: readonly Tile[] = [];
  #look = '';

  constructor(
    private readonly base: string,
    private readonly came: () => void,
    private readonly failed: (problem: string) => void,
  ) {}

  /** Another look at the bands makes every tile another picture. */
  setLook(look: string): void {
    if (look === this.#look) return;
    this.#look = look;
    this.#clear();
  }
  get(tile: Tile): ImageBitmap | null {
    const key = keyOf(tile);
    const image = this.#kept.get(key);
    if (!image) return null;
    this.#kept.delete(key);
    this.#kept.set(key, image);
    return image;
  }
  /** What is in view now, in the order of wanting; what was under way for elsewhere is given up. */
  want(tiles: readonly Tile[]): void {
    this.#wanted = tiles;
    const keys = new Set(tiles.map(keyOf));
    for (const [key, stop] of this.#under) if (!keys.has(key)) stop.abort();
    this.#pump();
  }
  get isBusy(): boolean {
    return this.#under.size > 0;
  }
  close(): void {
    this.#wanted = [];
    this.#clear();
  }

  #clear(): void {
    for (const stop of this.#under.values()) stop.abort();
    for (const image of this.#kept.values()) image.close();
    this.#kept.clear();
    this.#failed.clear();
  }
  #pump(): void {
    for (const tile of this.#wanted) {
      if (this.#under.size >= atOnce) return;
      const key = keyOf(tile);
      if (this.#kept.has(key) || this.#under.has(key) || this.#failed.has(key)) continue;
      void this.#load(tile, key);
    }
  }
  async #load(tile: Tile, key: string): Promise<void> {
    const stop = new AbortController();
    this.#under.set(key, stop);
    const look = this.#look;
    try {
      const { level, x, y } = tile;
      const url = `${this.base}/tile?level=${level}&x=${x}&y=${y}${look}`;
      const answer = await fetch(url, { credentials: 'same-origin', signal: stop.signal });
      if (!answer.ok) {
        const problem = (await answer.json().catch(() => ({}))) as { detail?: string };
        throw new Error(problem.detail ?? `${answer.status} ${answer.statusText}`);
      }
      const image = await createImageBitmap(await answer.blob());
      if (look === this.#look && !stop.signal.aborted) this.#keep(key, image);
      else image.close();
    } catch (problem) {
      if (!stop.signal.aborted) {
        this.#failed.add(key);
        this.failed(problem instanceof Error ? problem.message : String(problem));
      }
    } finally {
      if (this.#under.get(key) === stop) this.#under.delete(key);
      this.#pump();
    }
  }
  #keep(key: string, image: ImageBitmap): void {
    this.#kept.set(key, image);
    for (const [old, oldest] of this.#kept) {
      if (this.#kept.size <= most) break;
      oldest.close();
      this.#kept.delete(old);
    }
    this.came();
  }
}
