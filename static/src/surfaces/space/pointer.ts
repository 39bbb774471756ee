/** Mouse, pen and touch over the views, in pixels of the surface. */
import type { Point } from '../../core/region';
import type { Modifiers } from '../../core/tool';
import { hear, modifiersOf, pointIn, zoomOf } from '../pointing';

export interface Pointed {
  press(at: Point, button: number, held: Modifiers): void;
  moved(at: Point, held: Modifiers, isHeld: boolean): void;
  release(at: Point, held: Modifiers): void;
  double(at: Point): void;
  cancel(): void;
  left(): void;
  zoom(at: Point, factor: number): void;
}

/** Starts listening; the answer stops it. */
export function listen(host: HTMLElement, target: Pointed): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const touches = new Map<number, Point>();
  let active: number | null = null;
  let spread = 0;

  const at = (event: MouseEvent): Point => pointIn(host, event);
  const gap = (): number => {
    const [a, b] = [...touches.values()];
    return a && b ? Math.hypot(a[0] - b[0], a[1] - b[1]) : 0;
  };
  const down = (event: PointerEvent): void => {
    host.focus({ preventScroll: true });
    event.preventDefault();
    if (event.pointerType === 'touch') {
      touches.set(event.pointerId, at(event));
      spread = gap();
      if (touches.size === 2) {
        // Two fingers move the view and bring it nearer.
        target.cancel();
        active = event.pointerId;
        return target.press(at(event), 2, modifiersOf(event));
      }
    }
    if (active !== null) return;
    active = event.pointerId;
    host.setPointerCapture(event.pointerId);
    target.press(at(event), event.button, modifiersOf(event));
  };
  const move = (event: PointerEvent): void => {
    if (touches.has(event.pointerId)) touches.set(event.pointerId, at(event));
    if (touches.size === 2 && spread) {
      const now = gap();
      target.zoom(at(event), now / spread);
      spread = now;
    }
    if (active === null || active === event.pointerId)
      target.moved(at(event), modifiersOf(event), active !== null);
  };
  const up = (event: PointerEvent): void => {
    touches.delete(event.pointerId);
    if (active !== event.pointerId) return;
    active = null;
    target.release(at(event), modifiersOf(event));
  };
  const lost = (event: PointerEvent): void => {
    touches.delete(event.pointerId);
    active = null;
    target.cancel();
  };
  const wheel = (event: WheelEvent): void => target.zoom(at(event), zoomOf(event, 0.0016));
  const left = (): void => target.left();
  const double = (event: MouseEvent): void => target.double(at(event));
  hear(host, signal, { down, move, up, lost, left, double, wheel });
  return () => stop.abort();
}
