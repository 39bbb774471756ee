/** What each command of the keymap does on a volume; what it does not know goes to the plane. */
import type { Region } from '../../core/region';
import { notify } from '../notice';
import { axesOf, planes, stretchOf } from './grid';
import { growFrom } from './growing';
import { interpolate } from './interpolation';
import { boxOf, isOnSlice, isVolumeMask, isVoxelBox, sidesOf } from './onSlice';
import { widened } from './reach';
import type { VolumeView } from './view';
import { presetsFor } from './windowing';

type Run = (view: VolumeView) => boolean;
const done = (act: (view: VolumeView) => void): Run => {
  return (view) => {
    act(view);
    return true;
  };
};
const stride = 10;
/** By such a share of its width a range of values grows and shrinks. */
const step = 0.1;

/** Arrow keys nudge while something is selected; then the plane has them. */
const free = (act: (view: VolumeView) => void): Run => {
  return (view) => {
    const { session, document, field } = view.place;
    const isHeld = session.state.selection.some((id) => document.region(id)?.on === field);
    if (isHeld && session.state.tool === 'select') return false;
    act(view);
    return true;
  };
};
const stepping = (by: number) => (view: VolumeView) => view.step(by);
const brighten = (level: number, width: number): Run =>
  free((view) => {
    const { window } = view;
    view.setWindow({
      center: window.center + level * window.width * 0.05,
      width: window.width * 1.1 ** width,
    });
  });

const commands: { readonly [id: string]: Run } = {
  'slice.up': free(stepping(-1)),
  'slice.down': free(stepping(1)),
  'slice.previous': done(stepping(-1)),
  'slice.next': done(stepping(1)),
  'slice.back': done(stepping(-stride)),
  'slice.forward': done(stepping(stride)),
  'slice.first': done(stepping(-Infinity)),
  'slice.last': done(stepping(Infinity)),
  'time.previous': (view) => travel(view, -1),
  'time.next': (view) => travel(view, 1),
  'volume.plane': (view) => {
    const at = planes.indexOf(view.active.plane);
    if (view.panes.length > 1) view.enlarge(planes[(at + 1) % planes.length]!);
    return view.panes.length > 1;
  },
  'volume.single': done((view) => view.showAll(view.isSingle)),
  'volume.lines': done((view) => view.showLines(!view.hasLines)),
  'window.darker': brighten(1, 0),
  'window.brighter': brighten(-1, 0),
  'window.harder': brighten(0, -1),
  'window.softer': brighten(0, 1),
  'window.invert': done((view) => view.setWindow(view.window, !view.isInverted)),
  'window.next': (view) => {
    const presets = presetsFor(view.grid);
    const at = presets.findIndex(
      ({ window }) => window.center === view.window.center && window.width === view.window.width,
    );
    const next = presets[(at + 1) % presets.length];
    if (next) view.setWindow(next.window);
    return true;
  },
  'window.reset': done((view) => view.setWindow(view.grid.window, view.grid.isInverted)),
  'region.deeper': (view) => change(view, deepened(1)),
  'region.shallower': (view) => change(view, deepened(-1)),
  'region.sliceBack': (view) => shifted(view, -1),
  'region.sliceOn': (view) => shifted(view, 1),
  'mask.interpolate': filled,
  'region.new': atCursor,
  'reach.like': done((view) => view.reachLike(view.cursor)),
  'reach.wider': done((view) => view.setReach(widened(view.reach, step, view.grid))),
  'reach.narrower': done((view) => view.setReach(widened(view.reach, -step, view.grid))),
  // Tab goes through all regions, not through those of this slice.
  'region.next': () => false,
  'region.previous': () => false,
};
const left = new Set(['region.next', 'region.previous']);
const own = new Set(['tool.cursor', 'tool.window', 'tool.grow']);

export function runVolume(view: VolumeView, command: string): boolean {
  if (commands[command]?.(view)) return true;
  if (left.has(command)) return false;
  if (own.has(command) && view.tools.includes(command.slice(5))) {
    view.active.view.desk.say('cancel');
    view.place.session.set({ tool: command.slice(5) });
    return true;
  }
  return view.active.view.run(command);
}

function travel(view: VolumeView, by: number): boolean {
  if (view.grid.times > 1) view.setTime(view.time + by);
  return view.grid.times > 1;
}

type Change = (region: Region, view: VolumeView) => Region['geometry'] | null;

/** All selected regions that may be changed, in one undo step. */
function change(view: VolumeView, by: Change): boolean {
  const { session, document, field } = view.place;
  const changed = session.editable(session.state.selection).flatMap((id) => {
    const region = document.region(id);
    const geometry = region && region.on === field ? by(region, view) : null;
    return geometry && geometry !== region?.geometry ? [{ id, geometry }] : [];
  });
  document.transact(() => {
    for (const { id, geometry } of changed) document.editRegion(id, { geometry });
  });
  return changed.length > 0;
}

const deepened =
  (by: number): Change =>
  ({ geometry }, { active, grid }) => {
    if (!isVoxelBox(geometry)) return null;
    const { w } = axesOf[active.plane];
    const sides = [...sidesOf(geometry)];
    const [start, size] = sides[w]!;
    sides[w] = [start, Math.max(1, Math.min(grid.size[w] - start, size + by))];
    return boxOf(sides);
  };

/** Moves boxes and outlines to the next slice, and goes with them. */
function shifted(view: VolumeView, by: number): boolean {
  const { w } = axesOf[view.active.plane];
  const isMoved = change(view, ({ geometry }, { active, grid }) => {
    if (isVoxelBox(geometry)) {
      const sides = [...sidesOf(geometry)];
      const [start, size] = sides[w]!;
      sides[w] = [Math.max(0, Math.min(grid.size[w] - size, start + by)), size];
      return sides[w][0] === start ? null : boxOf(sides);
    }
    if (!isOnSlice(geometry) || geometry.plane !== active.plane) return null;
    const slice = geometry.slice + by;
    return slice < 0 || slice >= grid.size[w] ? null : { ...geometry, slice };
  });
  if (isMoved) view.step(by);
  return isMoved;
}

/** The keyboard's press of the tools that go by values: where the planes' cursor is. */
function atCursor(view: VolumeView): boolean {
  const { cursor, grid, active, place } = view;
  const { tool, readonly } = place.session.state;
  if (readonly || !view.isReaching) return false;
  if (tool === 'grow') return growFrom(view, cursor);
  const { u, v } = axesOf[active.plane];
  const [su, sv] = stretchOf(grid, active.plane);
  const at = [(cursor[u] + 0.5) * su, (cursor[v] + 0.5) * sv] as const;
  const held = { shift: false, alt: false, mod: false };
  active.view.desk.press(at, held);
  active.view.desk.release(at, held);
  return true;
}

/** Fills what lies between the painted slices of the selected masks. */
function filled(view: VolumeView): boolean {
  const { session, document } = view.place;
  const masks = session.state.selection.filter((id) => {
    const geometry = document.region(id)?.geometry;
    return geometry !== undefined && isVolumeMask(geometry);
  });
  const isDone = change(view, ({ geometry }, { active, grid }) =>
    isVolumeMask(geometry) ? interpolate(geometry, active.plane, grid) : null,
  );
  if (!isDone)
    notify(view.place.host, masks.length ? 'volume.nothing_between' : 'volume.select_mask');
  return true;
}
