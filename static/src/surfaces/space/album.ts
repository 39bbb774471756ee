/** The pictures of the frames shown: each is asked for once, and is drawn when it is there. */
import type { Loader } from './loading';

const kept = 48;

export class Album {
  /** Empty words: on its way. */
  readonly #pictures = new Map<string, ImageBitmap | string>();

  constructor(
    private readonly loader: Loader,
    private readonly none: string,
    private readonly arrived: () => void,
  ) {}

  /** A picture, why there is none, or null while it is on its way. */
  picture(frame: number, camera: number): ImageBitmap | string | null {
    const key = `${frame} ${camera}`;
    const known = this.#pictures.get(key);
    if (known !== undefined) return known || null;
    const { facts } = this.loader.source;
    const name = facts.cameras[camera]?.id ?? '';
    if (!facts.sequence[frame]?.images?.includes(name)) return this.none;
    this.#put(key, '');
    this.loader.picture(frame, camera).then(
      (bitmap) => this.#put(key, bitmap),
      (problem: unknown) => this.#put(key, problem instanceof Error ? problem.message : this.none),
    );
    return null;
  }
  #put(key: string, picture: ImageBitmap | string): void {
    this.#pictures.delete(key);
    this.#pictures.set(key, picture);
    for (const old of [...this.#pictures.keys()].slice(0, -kept)) this.#pictures.delete(old);
    if (picture) this.arrived();
  }
}
