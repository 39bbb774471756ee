/** What every surface under a pointer shares: where it is, with which keys, and who listens. */
import type { Point } from '../core/region';
import type { Modifiers } from '../core/tool';

/** In pixels of the host. */
export function pointIn(host: HTMLElement, event: MouseEvent): Point {
  const { left, top } = host.getBoundingClientRect();
  return [event.clientX - left, event.clientY - top];
}
export const modifiersOf = (event: MouseEvent): Modifiers => ({
  shift: event.shiftKey,
  alt: event.altKey,
  mod: event.ctrlKey || event.metaKey,
});

const unitOf = (event: WheelEvent): number =>
  event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 32 : 1;

/** How much nearer a turn of the wheel brings; a touchpad's pinch comes with Control, in smaller steps. */
export const zoomOf = (event: WheelEvent, speed: number): number =>
  Math.exp(-event.deltaY * unitOf(event) * (event.ctrlKey ? 0.01 : speed));

/** How far a wheel moves the view, to the right and down; null where it means to zoom. */
export function panOf(event: WheelEvent): Point | null {
  const unit = unitOf(event);
  const isSideways = Math.abs(event.deltaX) > Math.abs(event.deltaY) && !event.ctrlKey;
  if (isSideways) return [-event.deltaX * unit, -event.deltaY * unit];
  return event.shiftKey ? [-event.deltaY * unit, 0] : null;
}

export interface Ears {
  down(event: PointerEvent): void;
  move(event: PointerEvent): void;
  up(event: PointerEvent): void;
  lost(event: PointerEvent): void;
  left(): void;
  double(event: MouseEvent): void;
  wheel(event: WheelEvent): void;
}
/** Listens until the signal says to stop. */
export function hear(host: HTMLElement, signal: AbortSignal, ears: Ears): void {
  host.addEventListener('pointerdown', ears.down, { signal });
  host.addEventListener('pointermove', ears.move, { signal });
  host.addEventListener('pointerup', ears.up, { signal });
  host.addEventListener('pointercancel', ears.lost, { signal });
  host.addEventListener('pointerleave', ears.left, { signal });
  host.addEventListener('dblclick', ears.double, { signal });
  host.addEventListener('contextmenu', (event) => event.preventDefault(), { signal });
  const wheel = (event: WheelEvent): void => {
    event.preventDefault();
    ears.wheel(event);
  };
  host.addEventListener('wheel', wheel, { signal, passive: false });
}
