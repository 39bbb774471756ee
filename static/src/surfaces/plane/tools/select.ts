/** Selects, moves, resizes, turns, edits vertices; pulls a marquee over empty ground. */
import {
  boundsOf,
  dragHandle,
  handlesOf,
  move,
  strikeHandle,
  type Handle,
} from '../../../core/geometry';
import { clampTo, distance, limitMove } from '../../../core/geometry/point';
import type { PlaneGeometry, Point, Region } from '../../../core/region';
import type { Effect, PointerGesture, Reduced, Reshaped, Sight, Tool } from '../../../core/tool';

type Shapes = readonly Region<PlaneGeometry>[];
export type SelectState =
  | { readonly mode: 'idle' }
  /** Pressed on regions, not far enough yet to be a move. */
  | {
      readonly mode: 'press';
      readonly from: Point;
      readonly shapes: Shapes;
      readonly click: readonly string[];
    }
  | { readonly mode: 'move'; readonly from: Point; readonly shapes: Shapes; readonly by: Point }
  | {
      readonly mode: 'handle';
      readonly shape: Region<PlaneGeometry>;
      readonly handle: string;
      readonly now: PlaneGeometry;
    }
  | { readonly mode: 'marquee'; readonly from: Point; readonly to: Point; readonly adds: boolean };

const idle: SelectState = { mode: 'idle' };

/** Handles show, and can be taken, when one region is selected and may be changed. */
export function handleAt(at: Point, sight: Sight): Handle | null {
  const [only, more] = sight.selected;
  if (!only || more || !sight.isEditable(only.id)) return null;
  // The last handles lie on top of the first.
  const near = handlesOf(only.geometry, sight.slack)
    .filter((handle) => distance(handle.at, at) <= sight.slack)
    .sort((a, b) => distance(a.at, at) - distance(b.at, at));
  return near[0] ?? null;
}

function press(gesture: PointerGesture, sight: Sight): Reduced<SelectState> {
  const handle = handleAt(gesture.raw, sight);
  const [only] = sight.selected;
  if (handle && only) return takeHandle(only, handle, gesture.alt);

  const under = sight.under(gesture.raw);
  const ids = sight.selected.map(({ id }) => id);
  const top = under.find(({ id }) => ids.includes(id)) ?? under[0];
  if (!top)
    return [{ mode: 'marquee', from: gesture.raw, to: gesture.raw, adds: gesture.shift }, []];

  const isSelected = ids.includes(top.id);
  if (gesture.shift) {
    const next = isSelected ? ids.filter((id) => id !== top.id) : [...ids, top.id];
    return [idle, [{ do: 'select', ids: next }]];
  }
  const shapes = (isSelected ? sight.selected : [top]).filter(({ id }) => sight.isEditable(id));
  const click = [clicked(under, top, isSelected && ids.length === 1, gesture.alt).id];
  const effects: Effect[] = isSelected ? [] : [{ do: 'select', ids: [top.id] }];
  return [{ mode: 'press', from: gesture.raw, shapes, click }, effects];
}

/** Alt-click goes down through what lies under the pointer. */
function clicked(under: Shapes, top: Region<PlaneGeometry>, isOnly: boolean, alt: boolean) {
  if (!alt || !isOnly) return top;
  return under[(under.findIndex(({ id }) => id === top.id) + 1) % under.length] ?? top;
}

function takeHandle(
  shape: Region<PlaneGeometry>,
  { id }: Handle,
  strikes: boolean,
): Reduced<SelectState> {
  if (!strikes) return [{ mode: 'handle', shape, handle: id, now: shape.geometry }, []];
  const geometry = strikeHandle(shape.geometry, id);
  if (geometry === shape.geometry) return [idle, []];
  return [idle, [{ do: 'reshape', shapes: [{ id: shape.id, geometry }] }]];
}

function pull(state: SelectState, gesture: PointerGesture, sight: Sight): SelectState {
  switch (state.mode) {
    case 'press': {
      const isFar = distance(state.from, gesture.raw) > sight.slack / 2;
      return isFar && state.shapes.length
        ? pull({ mode: 'move', from: state.from, shapes: state.shapes, by: [0, 0] }, gesture, sight)
        : state;
    }
    case 'move': {
      const by: Point = [gesture.raw[0] - state.from[0], gesture.raw[1] - state.from[1]];
      return { ...state, by: settle(state.shapes, gesture.shift ? straight(by) : by, sight) };
    }
    case 'handle': {
      const isTurn = state.handle === 'turn';
      const to = isTurn ? gesture.raw : clampTo(gesture.at, sight.width, sight.height);
      const now = dragHandle(state.shape.geometry, state.handle, to, gesture.shift);
      return { ...state, now };
    }
    case 'marquee':
      return { ...state, to: gesture.raw };
    default:
      return state;
  }
}

/** With Shift a move keeps to one axis. */
const straight = ([dx, dy]: Point): Point => (Math.abs(dx) > Math.abs(dy) ? [dx, 0] : [0, dy]);

/** Keeps the moved shapes in the image and lets their edges snap. */
function settle(shapes: Shapes, by: Point, sight: Sight): Point {
  const all = shapes.map(({ geometry }) => boundsOf(geometry));
  const around = (pick: (...values: number[]) => number, i: 0 | 1 | 2 | 3): number =>
    all.reduce((best, bounds) => pick(best, bounds[i]), all[0]![i]);
  const [minX, minY] = [around(Math.min, 0), around(Math.min, 1)];
  const [maxX, maxY] = [around(Math.max, 2), around(Math.max, 3)];
  const [sx, sy] = sight.snapMove([minX + by[0], minY + by[1], maxX + by[0], maxY + by[1]]);
  return limitMove([minX, minY, maxX, maxY], [by[0] + sx, by[1] + sy], sight.width, sight.height);
}

const moved = (state: Extract<SelectState, { mode: 'move' }>): Reshaped[] =>
  state.shapes.map(({ id, geometry }) => ({ id, geometry: move(geometry, ...state.by) }));

function release(state: SelectState, sight: Sight): readonly Effect[] {
  switch (state.mode) {
    case 'press':
      return [{ do: 'select', ids: state.click }];
    case 'move':
      return [{ do: 'reshape', shapes: moved(state) }];
    case 'handle':
      return state.now === state.shape.geometry
        ? []
        : [{ do: 'reshape', shapes: [{ id: state.shape.id, geometry: state.now }] }];
    case 'marquee': {
      const kept = state.adds ? sight.selected.map(({ id }) => id) : [];
      const isClick = distance(state.from, state.to) <= sight.slack / 2;
      const caught = isClick ? [] : sight.pickAll(state.from, state.to).map(({ id }) => id);
      return [{ do: 'select', ids: [...new Set([...kept, ...caught])] }];
    }
    default:
      return [];
  }
}

export const selectTool: Tool<SelectState> = {
  id: 'select',
  cursor: 'default',
  makes: null,
  start: idle,
  reduce(state, gesture, sight) {
    switch (gesture.type) {
      case 'down':
        return press(gesture, sight);
      case 'move':
        return [pull(state, gesture, sight), []];
      case 'up':
        return [idle, release(pull(state, gesture, sight), sight)];
      case 'cancel':
        return [idle, []];
      default:
        return [state, []];
    }
  },
  preview(state) {
    if (state.mode === 'move') return { shapes: moved(state) };
    if (state.mode === 'handle') return { shapes: [{ id: state.shape.id, geometry: state.now }] };
    if (state.mode === 'marquee') return { shapes: [], marquee: [state.from, state.to] };
    return null;
  },
};
