/** Mouse, pen, touch and wheel over an axis, told apart and handed on in screen pixels of the host. */
import type { Modifiers } from '../../core/tool';
import { hear, modifiersOf, panOf, pointIn, zoomOf } from '../pointing';

export interface Press extends Modifiers {
  readonly x: number;
  readonly y: number;
}
export interface PointerTarget {
  press(at: Press): void;
  move(at: Press, isHeld: boolean): void;
  release(at: Press): void;
  double(at: Press): void;
  cancel(): void;
  left(): void;
  /** By screen pixels to the right. */
  pan(dx: number): void;
  zoom(at: Press, factor: number): void;
}

/** Starts listening; the answer stops it. */
export function listen(host: HTMLElement, target: PointerTarget): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const touches = new Map<number, number>();
  let held: number | null = null;
  let panning: { id: number; x: number } | null = null;

  const at = (event: MouseEvent): Press => {
    const [x, y] = pointIn(host, event);
    return { x, y, ...modifiersOf(event) };
  };
  const letGo = (): void => {
    if (held !== null) target.cancel();
    held = null;
  };
  /** Two fingers move and spread the axis. */
  const pinch = (event: PointerEvent, here: Press): void => {
    const other = [...touches].find(([id]) => id !== event.pointerId)?.[1];
    const from = touches.get(event.pointerId);
    if (other === undefined || from === undefined) return;
    target.pan((here.x - from) / 2);
    const [before, after] = [Math.abs(from - other), Math.abs(here.x - other)];
    if (before > 8) target.zoom({ ...here, x: (here.x + other) / 2 }, after / before);
  };
  const down = (event: PointerEvent): void => {
    host.focus({ preventScroll: true });
    const here = at(event);
    if (event.pointerType === 'touch') {
      touches.set(event.pointerId, here.x);
      if (touches.size > 1) return letGo();
    }
    if (event.button > 1) return;
    event.preventDefault();
    host.setPointerCapture(event.pointerId);
    if (event.button === 1) panning = { id: event.pointerId, x: here.x };
    else {
      held = event.pointerId;
      target.press(here);
    }
  };
  const move = (event: PointerEvent): void => {
    const here = at(event);
    if (touches.size > 1) {
      pinch(event, here);
      touches.set(event.pointerId, here.x);
    } else if (panning?.id === event.pointerId) {
      target.pan(here.x - panning.x);
      panning = { id: event.pointerId, x: here.x };
    } else if (held === null || held === event.pointerId) target.move(here, held !== null);
  };
  const up = (event: PointerEvent): void => {
    touches.delete(event.pointerId);
    if (panning?.id === event.pointerId) panning = null;
    else if (held === event.pointerId) {
      held = null;
      target.release(at(event));
    }
  };
  const lost = (event: PointerEvent): void => {
    touches.delete(event.pointerId);
    panning = null;
    letGo();
  };
  const wheel = (event: WheelEvent): void => {
    const by = panOf(event);
    if (by) target.pan(by[0]);
    else target.zoom(at(event), zoomOf(event, 0.002));
  };
  const left = (): void => target.left();
  const double = (event: MouseEvent): void => target.double(at(event));
  hear(host, signal, { down, move, up, lost, left, double, wheel });
  return () => stop.abort();
}
