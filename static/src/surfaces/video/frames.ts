/** Exact frames from the server: the last ones kept, the next ones fetched before they are asked for. */
import { fetchView, type VideoSource } from './source';

const memory = 256 << 20;
const ahead = 8;

export class FrameStore {
  readonly #kept = new Map<number, ImageBitmap>();
  readonly #coming = new Map<number, Promise<ImageBitmap>>();
  readonly #stop = new AbortController();
  readonly #most: number;
  #errand = 0;

  constructor(private readonly source: VideoSource) {
    const bytes = source.width * source.height * 4;
    this.#most = Math.max(ahead + 4, Math.min(240, Math.floor(memory / bytes)));
  }

  has(n: number): boolean {
    return this.#kept.has(n);
  }
  get(n: number): Promise<ImageBitmap> {
    const found = this.#kept.get(n);
    if (found) {
      // Asked for last, thrown away last.
      this.#kept.delete(n);
      this.#kept.set(n, found);
      return Promise.resolve(found);
    }
    const coming = this.#coming.get(n) ?? this.#fetch(n);
    this.#coming.set(n, coming);
    return coming;
  }
  /** Fetches the next frames, one after another: the server decodes them in one go. */
  async prepare(from: number, by: 1 | -1): Promise<void> {
    const errand = ++this.#errand;
    for (let i = 1; i <= ahead; i++) {
      const n = from + i * by;
      if (n < 0 || n >= this.source.times.length) return;
      // A frame that cannot be had says so when it is asked for.
      await this.get(n).catch(() => null);
      if (errand !== this.#errand || this.#stop.signal.aborted) return;
    }
  }
  close(): void {
    this.#errand++;
    this.#stop.abort();
    for (const picture of this.#kept.values()) picture.close();
    this.#kept.clear();
  }

  async #fetch(n: number): Promise<ImageBitmap> {
    try {
      const answer = await fetchView(this.source.frameUrl(n), this.#stop.signal);
      const picture = await createImageBitmap(await answer.blob());
      if (this.#stop.signal.aborted) picture.close();
      else this.#keep(n, picture);
      return picture;
    } finally {
      this.#coming.delete(n);
    }
  }
  #keep(n: number, picture: ImageBitmap): void {
    this.#kept.set(n, picture);
    const [oldest] = this.#kept;
    if (this.#kept.size <= this.#most || !oldest) return;
    this.#kept.delete(oldest[0]);
    oldest[1].close();
  }
}
