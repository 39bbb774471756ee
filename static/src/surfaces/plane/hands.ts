/** What the pointer's events do to a view. */
import { toImage } from './camera';
import type { PointerTarget } from './pointer';
import type { PlaneView } from './view';

export function hands(view: PlaneView): PointerTarget {
  const { desk, stage, place } = view;
  const { session } = place;
  const drawn = (): void => stage.invalidate('overlay');

  return {
    get pans() {
      return session.state.tool === 'pan';
    },
    spacePans: view.spacePans,
    press(at, modifiers) {
      view.pointer = at;
      view.nudger.end();
      session.set({ field: place.field });
      desk.press(toImage(view.camera, at), modifiers);
      drawn();
    },
    moved(at, modifiers, isHeld) {
      view.pointer = at;
      const here = toImage(view.camera, at);
      if (isHeld || desk.isBusy) desk.move(here, modifiers);
      else {
        // Only the select tool would do something to the region under the pointer.
        const points = session.state.tool === 'select' || session.state.relating;
        session.set({ hover: (points && view.sight.under(here)[0]?.id) || null });
        view.showCursor();
      }
      drawn();
    },
    release(at, modifiers) {
      desk.release(toImage(view.camera, at), modifiers);
      view.showCursor();
      drawn();
    },
    double(at, modifiers) {
      desk.double(toImage(view.camera, at), modifiers);
      drawn();
    },
    cancel() {
      desk.say('cancel');
      drawn();
    },
    left() {
      view.pointer = null;
      session.set({ hover: null });
      drawn();
    },
    pan: (dx, dy) => view.panBy(dx, dy),
    zoom: (at, factor) => view.zoomBy(factor, at),
    hand(state) {
      if (state === 'none') view.showCursor();
      else place.host.style.cursor = state === 'open' ? 'grab' : 'grabbing';
    },
  };
}
