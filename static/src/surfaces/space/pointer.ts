/** Mouse, pen and touch over the views, in pixels of the surface. */
import type { Point } from '../../core/region';
import type { Held } from './gestures';

export interface Pointed {
  press(at: Point, button: number, held: Held): void;
  moved(at: Point, held: Held, isHeld: boolean): void;
  release(at: Point, held: Held): void;
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

  const at = (event: MouseEvent): Point => {
    const { left, top } = host.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  };
  const held = (event: MouseEvent): Held => ({
    shift: event.shiftKey,
    alt: event.altKey,
    mod: event.ctrlKey || event.metaKey,
  });
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
        return target.press(at(event), 2, held(event));
      }
    }
    if (active !== null) return;
    active = event.pointerId;
    host.setPointerCapture(event.pointerId);
    target.press(at(event), event.button, held(event));
  };
  const move = (event: PointerEvent): void => {
    if (touches.has(event.pointerId)) touches.set(event.pointerId, at(event));
    if (touches.size === 2 && spread) {
      const now = gap();
      target.zoom(at(event), now / spread);
      spread = now;
    }
    if (active === null || active === event.pointerId)
      target.moved(at(event), held(event), active !== null);
  };
  const up = (event: PointerEvent): void => {
    touches.delete(event.pointerId);
    if (active !== event.pointerId) return;
    active = null;
    target.release(at(event), held(event));
  };
  const lost = (event: PointerEvent): void => {
    touches.delete(event.pointerId);
    active = null;
    target.cancel();
  };
  const wheel = (event: WheelEvent): void => {
    event.preventDefault();
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 32 : 1;
    const speed = event.ctrlKey ? 0.01 : 0.0016;
    target.zoom(at(event), Math.exp(-event.deltaY * unit * speed));
  };
  host.addEventListener('pointerdown', down, { signal });
  host.addEventListener('pointermove', move, { signal });
  host.addEventListener('pointerup', up, { signal });
  host.addEventListener('pointercancel', lost, { signal });
  host.addEventListener('pointerleave', () => target.left(), { signal });
  host.addEventListener('dblclick', (event) => target.double(at(event)), { signal });
  host.addEventListener('contextmenu', (event) => event.preventDefault(), { signal });
  host.addEventListener('wheel', wheel, { signal, passive: false });
  return () => stop.abort();
}
