/** What the pointer does to an axis: gestures on ranges, and dragging the overview's window. */
import { cursorOf, reduce, type At, type Gesture } from './gesture';
import { inside } from './layout';
import type { PointerTarget, Press } from './pointer';
import { panBy, spanOf, toTime, zoomAt } from './window';
import type { AxisView } from './view';

export function hands(view: AxisView): PointerTarget {
  let held: 'overview' | 'ruler' | 'own' | 'gesture' | null = null;
  const at = (press: Press): At => ({ ...press, time: view.time(press.x) });
  const send = (gesture: Gesture): void => {
    const [state, effects] = reduce(view.state, gesture, view.sight);
    view.state = state;
    view.act(effects);
    view.board.invalidate('overlay');
  };
  /** A press in the overview brings the window there. */
  const scroll = ({ x }: Press): void => {
    const { left, width } = view.layout.overview;
    const time = toTime(view.extent, width, x - left);
    const half = spanOf(view.window) / 2;
    view.look({ from: time - half, to: time + half });
  };
  return {
    press(press) {
      const { overview, ruler } = view.layout;
      if (inside(overview, press.x, press.y)) held = 'overview';
      else if (inside(ruler, press.x, press.y)) held = 'ruler';
      else if (view.pressed(press)) held = 'own';
      else held = 'gesture';
      if (held === 'overview') scroll(press);
      else if (held === 'ruler') view.seek(view.time(press.x));
      else if (held === 'gesture') send({ type: 'down', at: at(press) });
    },
    move(press, isHeld) {
      view.pointer = press;
      if (!isHeld) point(view, press);
      else if (held === 'overview') scroll(press);
      else if (held === 'ruler') view.seek(view.time(press.x));
      else if (held === 'own') view.dragged(press);
      else send({ type: 'move', at: at(press) });
      view.board.invalidate('overlay');
    },
    release(press) {
      if (held === 'own') view.dropped();
      else if (held === 'gesture') send({ type: 'up', at: at(press) });
      held = null;
    },
    double(press) {
      const { overview, ruler } = view.layout;
      if (!inside(overview, press.x, press.y) && !inside(ruler, press.x, press.y))
        send({ type: 'double', at: at(press) });
    },
    cancel() {
      held = null;
      send({ type: 'cancel' });
    },
    left() {
      view.pointer = null;
      view.place.session.set({ hover: null });
      view.board.invalidate('overlay');
    },
    pan(dx) {
      view.look(panBy(view.window, -dx * view.secondsPerPixel, view.extent));
    },
    zoom(press, factor) {
      const time = view.time(Math.max(view.layout.media.left, press.x));
      view.look(zoomAt(view.window, time, factor, view.extent, view.shortestWindow));
    },
  };
}

/** Shows what a press would take. */
function point(view: AxisView, press: Press): void {
  const { overview, ruler } = view.layout;
  const onScale = inside(overview, press.x, press.y) || inside(ruler, press.x, press.y);
  const here = { ...press, time: view.time(press.x) };
  const hit = onScale ? null : view.sight.hit(here);
  const part = hit && view.sight.isEditable(hit.id) ? hit.part : null;
  view.place.host.style.cursor = onScale ? 'pointer' : cursorOf(part, view.sight.canDraw);
  view.place.session.set({ hover: hit?.id ?? view.sight.under(here)[0] ?? null });
}
