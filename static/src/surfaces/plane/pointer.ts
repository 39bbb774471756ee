/** Mouse, pen, touch and wheel, told apart and handed on in screen pixels of the host. */
import type { Point } from '../../core/region';
import type { Modifiers } from '../../core/tool';
import { hear, modifiersOf, panOf, pointIn, zoomOf } from '../pointing';

export interface PointerTarget {
  /** Whether a press with the main button pans now (pan tool). */
  readonly pans: boolean;
  /** Whether holding Space pans; a video plays by it. */
  readonly spacePans: boolean;
  press(at: Point, modifiers: Modifiers): void;
  /** `isHeld`: with the button down. */
  moved(at: Point, modifiers: Modifiers, isHeld: boolean): void;
  release(at: Point, modifiers: Modifiers): void;
  double(at: Point, modifiers: Modifiers): void;
  cancel(): void;
  left(): void;
  pan(dx: number, dy: number): void;
  zoom(at: Point, factor: number): void;
  /** A hand instead of the tool's cursor. */
  hand(state: 'none' | 'open' | 'closed'): void;
}

const isTextBox = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Starts listening; the answer stops it. */
export function listen(host: HTMLElement, target: PointerTarget): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const touches = new Map<number, Point>();
  let held: number | null = null;
  let panning: { id: number; at: Point } | null = null;
  let hasSpace = false;

  const at = (event: MouseEvent): Point => pointIn(host, event);
  const letGo = (): void => {
    if (held !== null) target.cancel();
    held = null;
  };

  /** Two fingers move and spread the picture. */
  const pinch = (id: number, to: Point): void => {
    const other = [...touches].find(([key]) => key !== id)?.[1];
    const from = touches.get(id);
    if (!other || !from) return;
    const before = Math.hypot(from[0] - other[0], from[1] - other[1]);
    const after = Math.hypot(to[0] - other[0], to[1] - other[1]);
    target.pan((to[0] - from[0]) / 2, (to[1] - from[1]) / 2);
    target.zoom([(to[0] + other[0]) / 2, (to[1] + other[1]) / 2], before ? after / before : 1);
  };

  const down = (event: PointerEvent): void => {
    host.focus({ preventScroll: true });
    if (event.pointerType === 'touch') {
      touches.set(event.pointerId, at(event));
      if (touches.size > 1) return letGo();
    }
    const pans = event.button === 1 || (event.button === 0 && (hasSpace || target.pans));
    if (event.button > 1 || (event.button === 1 && held !== null)) return;
    event.preventDefault();
    host.setPointerCapture(event.pointerId);
    if (pans) {
      panning = { id: event.pointerId, at: at(event) };
      target.hand('closed');
    } else {
      held = event.pointerId;
      target.press(at(event), modifiersOf(event));
    }
  };
  const move = (event: PointerEvent): void => {
    const here = at(event);
    if (touches.size > 1) {
      pinch(event.pointerId, here);
      touches.set(event.pointerId, here);
    } else if (panning?.id === event.pointerId) {
      target.pan(here[0] - panning.at[0], here[1] - panning.at[1]);
      panning = { id: event.pointerId, at: here };
    } else if (held === null || held === event.pointerId) {
      // A brush needs every point the device saw, not one a frame.
      const all = held === null ? [event] : (event.getCoalescedEvents?.() ?? []);
      for (const one of all.length ? all : [event])
        target.moved(at(one), modifiersOf(one), held !== null);
    }
  };
  const up = (event: PointerEvent): void => {
    touches.delete(event.pointerId);
    if (panning?.id === event.pointerId) {
      panning = null;
      target.hand(hasSpace ? 'open' : 'none');
    } else if (held === event.pointerId) {
      held = null;
      target.release(at(event), modifiersOf(event));
    }
  };
  const lost = (event: PointerEvent): void => {
    touches.delete(event.pointerId);
    panning = null;
    letGo();
  };
  const wheel = (event: WheelEvent): void => {
    const by = panOf(event);
    if (by) target.pan(...by);
    else target.zoom(at(event), zoomOf(event, 0.0018));
  };
  const space = (event: KeyboardEvent): void => {
    if (!target.spacePans || event.code !== 'Space' || isTextBox(event.target)) return;
    const isDown = event.type === 'keydown';
    if (isDown && !host.matches(':hover, :focus')) return;
    // Space would scroll the page, or press a focused button.
    if (isDown) event.preventDefault();
    if (isDown === hasSpace) return;
    hasSpace = isDown;
    if (!panning) target.hand(hasSpace ? 'open' : 'none');
  };

  const left = (): void => target.left();
  const double = (event: MouseEvent): void => target.double(at(event), modifiersOf(event));
  hear(host, signal, { down, move, up, lost, left, double, wheel });
  window.addEventListener('keydown', space, { signal });
  window.addEventListener('keyup', space, { signal });
  return () => stop.abort();
}
