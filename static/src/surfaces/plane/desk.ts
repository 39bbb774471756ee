/** The tool in hand: turns pointer events into gestures, gestures into effects, and remembers the rest. */
import type { Handle } from '../../core/geometry';
import type { Point } from '../../core/region';
import type { Gesture, Modifiers, Preview } from '../../core/tool';
import { carryOut } from './effects';
import type { PlanePlace } from './marks';
import type { PlaneSight } from './sight';
import { handleAt } from './tools/select';
import { startTools, type Running } from './tools';

export class Desk {
  readonly tools: ReadonlyMap<string, Running>;
  /** Another tool for one gesture: handles of a fresh shape may be taken while drawing. */
  #borrowed: Running | null = null;

  constructor(
    private readonly place: PlanePlace,
    private readonly sight: PlaneSight,
    extra: readonly Running[] = [],
  ) {
    this.tools = startTools(extra);
  }

  get tool(): Running {
    return this.#borrowed ?? this.tools.get(this.place.session.state.tool) ?? this.#select;
  }
  get preview(): Preview | null {
    return this.tool.preview();
  }
  get isBusy(): boolean {
    return !this.tool.isIdle;
  }
  get #select(): Running {
    return this.tools.get('select')!;
  }

  /** The handle under the pointer that a press would take. */
  handle(at: Point): Handle | null {
    const isPainting = this.tool.makes === 'mask';
    return this.tool.isIdle && !isPainting ? handleAt(at, this.sight) : null;
  }
  press(at: Point, modifiers: Modifiers): void {
    if (this.#relate(at)) return;
    if (this.handle(at)) this.#borrowed = this.#select;
    this.#point('down', at, modifiers);
  }
  move(at: Point, modifiers: Modifiers): void {
    this.#point('move', at, modifiers);
  }
  release(at: Point, modifiers: Modifiers): void {
    this.#point('up', at, modifiers);
    this.#borrowed = null;
  }
  double(at: Point, modifiers: Modifiers): void {
    this.#point('double', at, modifiers);
  }
  /** Escape, Enter, Backspace while drawing; false when there is nothing they could mean. */
  say(type: 'cancel' | 'finish' | 'back'): boolean {
    if (!this.isBusy) return false;
    this.#send({ type });
    if (type === 'cancel') this.#borrowed = null;
    return true;
  }

  #point(type: 'down' | 'move' | 'up' | 'double', raw: Point, modifiers: Modifiers): void {
    this.#send({ type, raw, at: this.sight.snap(raw), ...modifiers });
  }
  #send(gesture: Gesture): void {
    carryOut(this.place, this.tool.send(gesture, this.sight));
  }
  /** While a relation is being drawn a press on a region ends it there. */
  #relate(at: Point): boolean {
    const { session } = this.place;
    if (!session.state.relating) return false;
    const [target] = this.sight.under(at);
    if (target) session.relateTo(target.id);
    else session.set({ relating: null });
    return true;
  }
}
