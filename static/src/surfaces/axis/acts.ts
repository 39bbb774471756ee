/** What the commands of an axis do; `name` is a command without its family. */
import { create, mark, merge, splitAt } from './effects';
import { moved } from './ranges';
import { around, panBy, spanOf, zoomAt } from './window';
import type { AxisView } from './view';

type Act = (view: AxisView) => boolean;
const done =
  (act: (view: AxisView) => void): Act =>
  (view) => {
    act(view);
    return true;
  };

/** A new range is a tenth of what is seen, and at most so long, */
const new_s = 2;
/** unless it could not be seen then. */
const new_px = 12;

const acts: { readonly [name: string]: Act } = {
  new: (view) => {
    if (!view.canMark || view.place.session.state.readonly) return false;
    const { from, to } = view.window;
    const start = view.cursor >= from && view.cursor <= to ? view.cursor : (from + to) / 2;
    const usual = Math.min(new_s, spanOf(view.window) / 10);
    const length = Math.max(usual, new_px * view.secondsPerPixel);
    const end = start + (view.drawsInstants ? 0 : length);
    return create(view, moved({ start, end }, 0, view.limits), null) !== null;
  },
  in: (view) => mark(view, 'in'),
  out: (view) => mark(view, 'out'),
  split: (view) => splitAt(view, view.cursor),
  merge,
  snap: ({ place: { session } }) => {
    session.set({ snap: !session.state.snap });
    return true;
  },
  home: done((view) => view.goTo(view.extent.from)),
  end: done((view) => view.goTo(view.extent.to)),
  pageBack: done((view) => view.look(panBy(view.window, -0.9 * spanOf(view.window), view.extent))),
  pageOn: done((view) => view.look(panBy(view.window, 0.9 * spanOf(view.window), view.extent))),
  zoomIn: done((view) => zoom(view, 1.6)),
  zoomOut: done((view) => zoom(view, 1 / 1.6)),
  fit: done((view) => view.look(view.extent)),
  selection: (view) => {
    const found = view.selectedStretch;
    if (!found) return false;
    view.look(around({ from: found.start, to: found.end }, view.extent, view.shortestWindow));
    return true;
  },
};

/** About the cursor where it is seen, else about the middle. */
function zoom(view: AxisView, factor: number): void {
  const { from, to } = view.window;
  const isSeen = view.cursor >= from && view.cursor <= to;
  const time = isSeen ? view.cursor : (from + to) / 2;
  view.look(zoomAt(view.window, time, factor, view.extent, view.shortestWindow));
}

/** Carries a command out; arrows without a selection move the cursor. */
export function runAct(view: AxisView, name: string): boolean {
  if (acts[name]) return acts[name](view);
  if (view.nudger.run(name)) return true;
  if (name !== 'left' && name !== 'right') return false;
  const step = Math.max(view.finest, view.secondsPerPixel * 8);
  view.goTo(view.cursor + (name === 'left' ? -step : step));
  return true;
}
