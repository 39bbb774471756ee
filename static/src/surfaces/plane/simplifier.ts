/** Fewer and fewer points, from the shape as it was: steps within a pause are one undo step. */
import { kindOf } from '../../core/geometry';
import { simplify } from '../../core/geometry/simplify';
import type { Polygon, Polyline } from '../../core/region';
import type { PlanePlace } from './marks';

type Outline = { readonly id: string; readonly geometry: Polygon | Polyline };

const pause_ms = 1200;
/** In screen pixels, so that a step is seen at any zoom. */
const steps = [0, 0.5, 1, 1.5, 2, 3, 4, 6, 8, 12, 16, 24, 32];

export class Simplifier {
  #before: readonly Outline[] = [];
  #step = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly place: PlanePlace,
    private readonly scale: () => number,
  ) {}

  /** By how many screen pixels the outline may stray now; null while nothing is being simplified. */
  get tolerance(): number | null {
    return this.#before.length ? steps[this.#step]! : null;
  }
  by(step: 1 | -1): boolean {
    return this.#to(this.#step + step);
  }

  end(): void {
    clearTimeout(this.#timer);
    if (this.#before.length) this.place.document.commit();
    this.#before = [];
    this.#step = 0;
  }

  #to(step: number): boolean {
    if (!this.#before.length && (step < 1 || !this.#begin())) return false;
    this.#step = Math.max(0, Math.min(steps.length - 1, step));
    for (const { id, geometry } of this.#before)
      this.place.marks.reshape(id, simplify(geometry, steps[this.#step]! / this.scale()));
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.end(), pause_ms);
    return true;
  }
  #begin(): boolean {
    const { session, marks, document } = this.place;
    this.#before = session
      .editable(session.state.selection)
      .flatMap((id) => marks.get(id) ?? [])
      .filter(({ geometry }) => ['polygon', 'polyline'].includes(kindOf(geometry)))
      .map(({ id, geometry }) => ({ id, geometry: geometry as Polygon | Polyline }));
    if (!this.#before.length) return false;
    document.begin();
    return true;
  }
}
