/** What a pointer does over a plane before the plane's own tools get it: slices, window, cursor. */
import type { Vector3 } from '../../core/region';
import { axesOf } from './grid';
import { growFrom } from './growing';
import type { Pane } from './pane';
import type { VolumeView } from './view';
import { dragged } from './windowing';

/** A notch of a wheel is a slice; a touchpad's small steps add up to one. */
const notch = 40;

export function listenOver(volume: VolumeView, pane: Pane): () => void {
  const stop = new AbortController();
  const options = { signal: stop.signal, capture: true };
  let travelled = 0;
  let held: { id: number; move: (event: PointerEvent) => void } | null = null;
  let pressed: PointerEvent | null = null;

  const cursorTo = (event: PointerEvent): void => {
    const voxel = pane.voxel(pane.at(event));
    if (voxel) volume.moveCursor(keepSlice(voxel));
  };
  /** The plane that one points at stays at its slice. */
  const keepSlice = (voxel: Vector3): Vector3 => {
    const { w } = axesOf[pane.plane];
    return voxel.with(w, volume.cursor[w]) as unknown as Vector3;
  };
  const hold = (event: PointerEvent, move: (event: PointerEvent) => void): void => {
    held = { id: event.pointerId, move };
    pane.root.setPointerCapture(event.pointerId);
    event.preventDefault();
    event.stopPropagation();
    pane.view.focus();
  };
  const windowing = (event: PointerEvent): ((to: PointerEvent) => void) => {
    const from = volume.window;
    return (to) => {
      const [dx, dy] = [to.clientX - event.clientX, to.clientY - event.clientY];
      volume.setWindow(dragged(from, dx, dy, volume.grid));
    };
  };

  const down = (event: PointerEvent): void => {
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLButtonElement)
      return;
    volume.activate(pane);
    const { tool } = volume.place.session.state;
    pressed = event.button === 0 && tool === 'select' ? event : null;
    if (event.button === 2 || (event.button === 0 && tool === 'window'))
      hold(event, windowing(event));
    else if (event.button === 0 && tool === 'cursor') {
      hold(event, cursorTo);
      cursorTo(event);
    } else if (event.button === 0 && volume.isReaching && (event.altKey || tool === 'grow')) {
      const voxel = pane.voxel(pane.at(event));
      hold(event, () => undefined);
      if (voxel && event.altKey) volume.reachLike(voxel);
      else if (voxel) growFrom(volume, voxel, event.shiftKey);
    }
  };
  const move = (event: PointerEvent): void => {
    if (held?.id !== event.pointerId) return;
    event.stopPropagation();
    held.move(event);
  };
  const up = (event: PointerEvent): void => {
    if (held?.id === event.pointerId) {
      held = null;
      event.stopPropagation();
    } else if (pressed && isStill(pressed, event) && !event.shiftKey) {
      // A click beside every region brings the other planes there.
      const isFree = !pane.view.sight.under(pane.at(event)).length;
      if (isFree && !volume.place.session.state.relating) cursorTo(event);
    }
    pressed = null;
  };
  const wheel = (event: WheelEvent): void => {
    const isSideways = Math.abs(event.deltaX) > Math.abs(event.deltaY);
    if (event.ctrlKey || event.metaKey || event.shiftKey || isSideways) return;
    event.preventDefault();
    event.stopPropagation();
    volume.activate(pane);
    travelled += event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 32 : 1);
    const steps = Math.trunc(travelled / notch);
    if (!steps) return;
    travelled = 0;
    volume.step(Math.abs(event.deltaY) >= notch ? Math.sign(steps) : steps, pane.plane);
  };

  pane.root.addEventListener('pointerdown', down, options);
  pane.root.addEventListener('pointermove', move, options);
  pane.root.addEventListener('pointerup', up, options);
  pane.root.addEventListener('pointercancel', up, options);
  pane.root.addEventListener('wheel', wheel, { ...options, passive: false });
  pane.root.addEventListener('focusin', () => volume.activate(pane), options);
  pane.root.addEventListener('contextmenu', (event) => event.preventDefault(), options);
  return () => stop.abort();
}

const isStill = (from: PointerEvent, to: PointerEvent): boolean =>
  Math.hypot(from.clientX - to.clientX, from.clientY - to.clientY) < 4;
