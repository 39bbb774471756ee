/** What the pointer is doing: the gesture under way, what it hovers over, the cursor it wears. */
import type { Point } from '../../core/region';
import type { Modifiers } from '../../core/tool';
import { paneAt, type Pane } from './eyes';
import type { Gesture } from './gestures';
import { level } from './ground';
import { cursorAt, press, seenUnder } from './hands';
import type { Pointed } from './pointer';
import { pixelsPerMetre } from './sight';
import type { SpaceView } from './view';

export class Input implements Pointed {
  gesture: Gesture | null = null;
  #pointer: Point | null = null;
  /** Where a new cuboid is being drawn. */
  #drawnIn: Pane | null = null;

  constructor(private readonly view: SpaceView) {}

  get isDrawing(): boolean {
    return this.#drawnIn !== null;
  }
  /** Drops what is under way; false when nothing was. */
  drop(): boolean {
    const was = this.gesture;
    this.gesture = null;
    this.#drawnIn = null;
    return was !== null;
  }
  press(at: Point, button: number, held: Modifiers): void {
    const { view } = this;
    view.nudger.end();
    view.place.session.set({ field: view.place.field });
    this.#pointer = at;
    const pane = paneAt(view.panes(), at);
    const isOpen = pane?.kind === 'scene' || pane?.kind === 'map';
    this.gesture = press(view, at, button, held);
    this.#drawnIn = button === 0 && isOpen && view.tool === 'cuboid' ? pane : null;
    view.stage.invalidate('overlay');
  }
  moved(at: Point, held: Modifiers, isHeld: boolean): void {
    const { view } = this;
    this.#pointer = at;
    if (this.gesture && isHeld) this.gesture.move(at, held);
    else if (!isHeld) {
      const pane = paneAt(view.panes(), at);
      const hover = pane && view.tool === 'select' ? seenUnder(view, pane, at) : null;
      view.place.session.set({ hover: hover?.region.id ?? null });
      view.place.host.style.cursor = cursorAt(view, at);
    }
    view.stage.invalidate('overlay');
  }
  release(at: Point, held: Modifiers): void {
    this.gesture?.end(at, held);
    this.drop();
    this.view.stage.invalidate('points');
  }
  double(at: Point): void {
    const { view } = this;
    const pane = paneAt(view.panes(), at);
    if (!pane) return;
    if (view.store.state.mode === 'grid') {
      view.goTo(pane.frame);
      view.store.set({ mode: 'scene' });
    } else if (view.tool === 'select' && seenUnder(view, pane, at)) view.run('space.fitting');
    else if (pane.kind === 'scene' || pane.kind === 'map') {
      const target = view.nearestPoint(pane, at);
      if (target)
        view.look((eyes) => {
          eyes.orbit = { ...eyes.orbit, target };
          eyes.map = { ...eyes.map, centre: target };
        });
    }
  }
  cancel(): void {
    this.view.cancel();
  }
  left(): void {
    this.#pointer = null;
    this.view.place.session.set({ hover: null });
    this.view.stage.invalidate('overlay');
  }
  zoom(at: Point, factor: number): void {
    const { view } = this;
    const pane = paneAt(view.panes(), at);
    if (pane) view.look((eyes) => eyes.zoom(pane, at, factor, view.cloud?.ground ?? level(0)));
  }
  /** How large the brush is where the pointer is. */
  brushCircle(): { at: Point; radius: number } | null {
    const { view } = this;
    if (view.tool !== 'brush' || !this.#pointer) return null;
    const pane = paneAt(view.panes(), this.#pointer);
    const middle = pane && view.nearestPoint(pane, this.#pointer);
    if (!pane?.sight || !middle) return null;
    const radius = view.store.state.brush * pixelsPerMetre(pane.sight, middle);
    return { at: this.#pointer, radius };
  }
}
