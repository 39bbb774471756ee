/** Views of a file that come in tiles: fetched when seen, kept while likely to be seen again. */
import { api } from '../../live/api';

export interface TileKey {
  readonly level: number;
  readonly tile: number;
}
const retry_ms = 4000;
const numberOf = ({ level, tile }: TileKey): number => level * 2 ** 32 + tile;

export class Tiles<T> {
  readonly #kept = new Map<number, T>();
  readonly #waiting = new Map<number, AbortController>();
  readonly #failed = new Map<number, number>();
  #problem: unknown = null;

  constructor(
    private readonly address: (key: TileKey) => string,
    private readonly read: (bytes: ArrayBuffer) => T,
    private readonly arrived: () => void,
    private readonly keep = 96,
  ) {}

  /** What the server said when a tile could not be had; null while all is well. */
  get problem(): unknown {
    return this.#problem;
  }
  get isWaiting(): boolean {
    return this.#waiting.size > 0;
  }
  /** The tile, if it is here; never asks for it. */
  peek(key: TileKey): T | undefined {
    return this.#kept.get(numberOf(key));
  }
  /** The tile, or undefined while it is on its way. */
  get(key: TileKey): T | undefined {
    const number = numberOf(key);
    const found = this.#kept.get(number);
    if (found === undefined) {
      void this.load(key).catch(() => undefined);
      return undefined;
    }
    // The oldest unused goes first.
    this.#kept.delete(number);
    this.#kept.set(number, found);
    return found;
  }
  async load(key: TileKey): Promise<T | undefined> {
    const number = numberOf(key);
    const failed = this.#failed.get(number);
    if (this.#waiting.has(number) || (failed && performance.now() - failed < retry_ms))
      return undefined;
    const control = new AbortController();
    this.#waiting.set(number, control);
    try {
      const bytes = await api.getBytes(this.address(key), { signal: control.signal });
      const tile = this.read(bytes);
      if (control.signal.aborted) return undefined;
      this.#keep(number, tile);
      return tile;
    } catch (problem) {
      if (control.signal.aborted) return undefined;
      this.#failed.set(number, performance.now());
      this.#problem = problem;
      throw problem;
    } finally {
      if (this.#waiting.get(number) === control) this.#waiting.delete(number);
      if (!control.signal.aborted) this.arrived();
    }
  }
  #keep(number: number, tile: T): void {
    this.#kept.set(number, tile);
    this.#problem = null;
    this.#failed.delete(number);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > this.keep && oldest !== undefined) this.#kept.delete(oldest);
  }
  /** Forgets everything: the same keys mean something else from now on. */
  reset(): void {
    this.close();
    this.#waiting.clear();
    this.#kept.clear();
    this.#failed.clear();
  }
  close(): void {
    for (const control of this.#waiting.values()) control.abort();
  }
}
