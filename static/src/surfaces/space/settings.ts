/** How this person likes to look at clouds; kept from task to task. */
import type { ColourBy } from './cast';

export interface Settings {
  readonly colourBy: ColourBy;
  /** CSS pixels of a point. */
  readonly size: number;
  readonly hidesGround: boolean;
  /** Metres: the ball of the brush. */
  readonly brush: number;
  /** Metres about the selected cuboid that its plans show. */
  readonly slice: number;
}
export interface SpaceState extends Settings {
  readonly frame: number;
  /** The picture in use. */
  readonly camera: number;
  /** The picture follows the selection. */
  readonly follows: boolean;
  readonly mode: 'scene' | 'grid';
  readonly loaded: number;
  readonly total: number;
  /** Why the frame is dark. */
  readonly fault: string | null;
  /** Something is asked of the server. */
  readonly busy: string | null;
}
let liked: Settings = { colourBy: 'height', size: 2, hidesGround: false, brush: 0.4, slice: 1 };

export class SpaceStore {
  #state: SpaceState;
  readonly #watchers = new Set<(changed: ReadonlySet<keyof SpaceState>) => void>();

  constructor(start: Partial<SpaceState> = {}) {
    this.#state = {
      ...liked,
      frame: 0,
      camera: 0,
      follows: true,
      mode: 'scene',
      loaded: 0,
      total: 0,
      fault: null,
      busy: null,
      ...start,
    };
  }
  get state(): SpaceState {
    return this.#state;
  }
  set(patch: Partial<SpaceState>): void {
    const keys = Object.keys(patch) as (keyof SpaceState)[];
    const changed = new Set(keys.filter((key) => !Object.is(this.#state[key], patch[key])));
    if (!changed.size) return;
    this.#state = { ...this.#state, ...patch };
    const { colourBy, size, hidesGround, brush, slice } = this.#state;
    liked = { colourBy, size, hidesGround, brush, slice };
    for (const watcher of [...this.#watchers]) watcher(changed);
  }
  watch(watcher: (changed: ReadonlySet<keyof SpaceState>) => void): () => void {
    this.#watchers.add(watcher);
    return () => void this.#watchers.delete(watcher);
  }
}
