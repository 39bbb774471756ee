/** What a press means, by the tool in hand and by what lies under it. */
import type { Point, Region } from '../../core/region';
import type { Modifiers } from '../../core/tool';
import { entry } from './cuboid';
import { paneAt, type Pane } from './eyes';
import { astray, brushing, drawing, enclosing, handling, looking, type Gesture } from './gestures';
import { depthHandleAt, planHandleAt, type Handle } from './handles';
import type { Seen } from './sequence';
import type { SpaceView } from './view';

export const slack = 10;

/** The handle of the selected cuboid under the pointer, where it may be changed. */
export function handleUnder(view: SpaceView, pane: Pane, at: Point): Handle | null {
  const seen = view.selectedIn(pane);
  if (!seen || !pane.sight || !view.editor.isEditable(seen.region.id)) return null;
  if (pane.kind === 'plan' || pane.kind === 'cell')
    return planHandleAt(pane.name, seen.cuboid, pane.plan, at, slack);
  if (pane.kind === 'scene' || pane.kind === 'picture')
    return depthHandleAt(pane.sight, seen.cuboid, at, slack);
  return null;
}
/** What a click selects: in depth the nearest, from above the smallest. */
export function seenUnder(view: SpaceView, pane: Pane, at: Point): Seen | null {
  if (!pane.sight) return null;
  const { from, direction } = pane.sight.ray(at);
  const all = view.scenery.seen(pane.frame).flatMap((seen) => {
    const depth = entry(seen.cuboid, from, direction);
    if (depth === null) return [];
    const [length, width, height] = seen.cuboid.size;
    return [{ seen, rank: pane.sight!.isFlat ? length * width * height : depth }];
  });
  all.sort((a, b) => a.rank - b.rank);
  return all[0]?.seen ?? null;
}

export function press(view: SpaceView, at: Point, button: number, held: Modifiers): Gesture | null {
  const pane = paneAt(view.panes(), at);
  if (!pane) return null;
  if (pane.kind === 'thumb') {
    view.store.set({ camera: pane.camera, follows: false });
    return null;
  }
  if (button !== 0) return looking(view, pane, at, 'pan', null);
  if (view.place.session.state.relating) return relating(view, pane, at);
  const tool = view.tool;
  if (tool === 'cuboid' && (pane.kind === 'scene' || pane.kind === 'map')) {
    const handle = pane.kind === 'scene' ? null : handleUnder(view, pane, at);
    return handle ? taken(view, pane, at, handle) : drawing(view, pane, at);
  }
  if (pane.kind !== 'picture' && pane.kind !== 'cell' && pane.kind !== 'empty') {
    if (tool === 'lasso') return enclosing(view, pane, at, 'lasso');
    if (tool === 'rectangle') return enclosing(view, pane, at, 'rectangle');
    if (tool === 'brush') return brushing(view, pane, at, held);
    if (tool === 'fit' && pane.kind !== 'plan')
      return looking(view, pane, at, pane.kind === 'scene' ? 'turn' : 'pan', () =>
        view.fitAt(pane, at),
      );
  }
  if (pane.kind === 'cell' || pane.kind === 'empty') view.goTo(pane.frame);
  const handle = handleUnder(view, pane, at);
  if (handle && !(handle.kind === 'body' && held.shift)) return taken(view, pane, at, handle);
  const how = pane.kind === 'scene' ? 'turn' : 'pan';
  const look = looking(view, pane, at, how, (now) => select(view, pane, at, now));
  return tool === 'cuboid' && pane.kind === 'picture' ? astray(view, look, at) : look;
}
function taken(view: SpaceView, pane: Pane, at: Point, handle: Handle): Gesture | null {
  const seen = view.selectedIn(pane);
  if (!seen) return null;
  // In depth the body is only moved by a drag that begins on it, else one looks around.
  if (handle.kind === 'body' && pane.kind === 'scene' && !isOnBody(view, pane, at, seen))
    return looking(view, pane, at, 'turn', (now) => select(view, pane, at, now));
  return handling(view, pane, seen.region.id, seen.cuboid, handle, at, () =>
    select(view, pane, at, { shift: false, alt: false, mod: false }),
  );
}
const isOnBody = (view: SpaceView, pane: Pane, at: Point, seen: Seen): boolean =>
  seenUnder(view, pane, at)?.region.id === seen.region.id;

function select(view: SpaceView, pane: Pane, at: Point, held: Modifiers): void {
  const { session } = view.place;
  if (pane.kind === 'plan') return;
  const found = seenUnder(view, pane, at)?.region.id ?? view.pointRegionUnder(pane, at)?.id;
  if (found === undefined) {
    if (!held.shift && !held.mod) session.select([]);
    return;
  }
  const { selection } = session.state;
  if (!held.shift && !held.mod) session.select([found]);
  else if (selection.includes(found)) session.select(selection.filter((id) => id !== found));
  else session.select([...selection, found]);
}
function relating(view: SpaceView, pane: Pane, at: Point): Gesture | null {
  const { session } = view.place;
  const target: Region | undefined = seenUnder(view, pane, at)?.region;
  if (target) session.relateTo(target.id);
  else session.set({ relating: null });
  return null;
}
/** The cursor over a pane. */
export function cursorAt(view: SpaceView, at: Point): string {
  const pane = paneAt(view.panes(), at);
  if (!pane) return 'default';
  if (pane.kind === 'thumb') return 'pointer';
  const { tool } = view;
  const isOpen = pane.kind === 'scene' || pane.kind === 'map';
  if (tool === 'cuboid' && isOpen) return 'crosshair';
  if (tool === 'fit' && isOpen) return 'cell';
  if (['lasso', 'rectangle', 'brush'].includes(tool) && pane.kind !== 'picture') return 'crosshair';
  const handle = handleUnder(view, pane, at);
  if (!handle) return seenUnder(view, pane, at) ? 'pointer' : 'default';
  if (handle.kind === 'turn') return 'grab';
  if (handle.kind === 'body') return 'move';
  if (handle.kind === 'face') return 'pointer';
  if (handle.u && handle.v) return handle.u === handle.v ? 'nesw-resize' : 'nwse-resize';
  return handle.u ? 'ew-resize' : 'ns-resize';
}
