/** Fetches what frames show: points level by level, the ground, pictures; keeps the last few. */
import { heightAt, level as levelGround, type Ground } from './ground';
import type { Records } from './enclosing';
import { address, levelsOf, type Source } from './facts';

export const stride = 6;
export const indexAt = 5;
export const colourAt = 4;
const keptBytes = 300_000_000;
const keptPictures = 6;

/** Points of one frame as they arrive: any beginning is a sample of the whole. */
export class FrameCloud implements Records {
  readonly stride = stride;
  readonly indexAt = indexAt;
  readonly bytes: ArrayBuffer;
  readonly floats: Float32Array;
  readonly words: Uint32Array;
  /** Metres above the ground. */
  readonly above: Float32Array;
  count = 0;
  isGroundKnown = false;
  ground: Ground;

  constructor(
    readonly total: number,
    readonly origin: Records['origin'],
    lowest: number,
  ) {
    this.bytes = new ArrayBuffer(total * stride * 4);
    this.floats = new Float32Array(this.bytes);
    this.words = new Uint32Array(this.bytes);
    this.above = new Float32Array(total);
    this.ground = levelGround(lowest);
  }
  get isComplete(): boolean {
    return this.count >= this.total;
  }
  add(records: ArrayBuffer): void {
    const fitting = Math.min(records.byteLength / (stride * 4), this.total - this.count);
    new Uint8Array(this.bytes).set(
      new Uint8Array(records, 0, fitting * stride * 4),
      this.count * stride * 4,
    );
    const from = this.count;
    this.count += fitting;
    this.#measure(from);
  }
  stand(ground: Ground): void {
    this.ground = ground;
    this.isGroundKnown = true;
    this.#measure(0);
  }
  #measure(from: number): void {
    const [ox, oy, oz] = this.origin;
    for (let i = from; i < this.count; i++) {
      const at = i * stride;
      const [x, y, z] = [this.floats[at]!, this.floats[at + 1]!, this.floats[at + 2]!];
      this.above[i] = z + oz - heightAt(this.ground, x + ox, y + oy);
    }
  }
}
export type Told = (what: 'points' | 'ground') => void;

/** The sentence that the server refused with, or that it was not reached. */
export async function refusal(answer: Response): Promise<Error> {
  const problem: unknown = await answer.json().catch(() => null);
  const said = problem as { detail?: string; title?: string } | null;
  return new Error(said?.detail || said?.title || `${answer.status} ${answer.statusText}`);
}
export async function fetched(url: string, signal?: AbortSignal): Promise<Response> {
  const answer = await fetch(url, { credentials: 'same-origin', signal: signal ?? null });
  if (!answer.ok) throw await refusal(answer);
  return answer;
}

export class Loader {
  readonly #clouds = new Map<number, { cloud: FrameCloud; stop: AbortController }>();
  readonly #pictures = new Map<string, Promise<ImageBitmap>>();

  constructor(
    readonly source: Source,
    /** Something arrived for a frame. */
    private readonly told: (frame: number, what: 'points' | 'ground') => void,
    private readonly failed: (frame: number, problem: unknown) => void,
  ) {}

  /** What is there of a frame; loading goes on behind. */
  cloud(frame: number): FrameCloud | null {
    const known = this.#clouds.get(frame);
    const facts = this.source.facts.sequence[frame];
    if (known) {
      this.#clouds.delete(frame);
      this.#clouds.set(frame, known); // the last used is the last to go
      return known.cloud;
    }
    if (!facts || facts.fault) return null;
    const cloud = new FrameCloud(facts.finite, this.source.facts.origin, facts.min?.[2] ?? 0);
    const stop = new AbortController();
    this.#clouds.set(frame, { cloud, stop });
    this.#forget();
    void this.#load(frame, cloud, stop.signal);
    return cloud;
  }
  picture(frame: number, camera: number): Promise<ImageBitmap> {
    const url = address(this.source.base, 'picture', { frame, camera });
    let found = this.#pictures.get(url);
    if (!found) {
      found = fetched(url)
        .then((answer) => answer.blob())
        .then((blob) => createImageBitmap(blob));
      this.#pictures.set(url, found);
      void found.catch(() => this.#pictures.delete(url));
      const most = keptPictures * Math.max(1, this.source.facts.cameras.length);
      for (const [old, one] of [...this.#pictures].slice(0, -most)) {
        this.#pictures.delete(old);
        void one.then((bitmap) => bitmap.close()).catch(() => undefined);
      }
    }
    return found;
  }
  async json<T>(view: string, given: Readonly<Record<string, number>>): Promise<T> {
    const answer = await fetched(address(this.source.base, view, given));
    return (await answer.json()) as T;
  }
  /** The clouds that are kept. */
  get clouds(): ReadonlySet<FrameCloud> {
    return new Set([...this.#clouds.values()].map(({ cloud }) => cloud));
  }
  close(): void {
    for (const { stop } of this.#clouds.values()) stop.abort();
    this.#clouds.clear();
    for (const one of this.#pictures.values())
      void one.then((bitmap) => bitmap.close()).catch(() => undefined);
    this.#pictures.clear();
  }

  async #load(frame: number, cloud: FrameCloud, signal: AbortSignal): Promise<void> {
    const { base, facts } = this.source;
    const levels = levelsOf(cloud.total, facts.first_level);
    try {
      const ground = fetched(address(base, 'ground', { frame }), signal)
        .then((answer) => answer.json() as Promise<Ground>)
        .then((found) => {
          cloud.stand(found);
          this.told(frame, 'ground');
        })
        // Without it one sees all, and things stand on the lowest point.
        .catch(() => undefined);
      for (let level = 0; level < levels; level++) {
        const answer = await fetched(address(base, 'points', { frame, level }), signal);
        cloud.add(await answer.arrayBuffer());
        this.told(frame, 'points');
      }
      await ground;
    } catch (problem) {
      if (signal.aborted) return;
      this.#clouds.delete(frame);
      this.failed(frame, problem);
    }
  }
  #forget(): void {
    let bytes = 0;
    for (const [frame, { cloud, stop }] of [...this.#clouds].reverse()) {
      bytes += cloud.bytes.byteLength;
      if (bytes <= keptBytes || bytes === cloud.bytes.byteLength) continue;
      stop.abort();
      this.#clouds.delete(frame);
    }
  }
}
