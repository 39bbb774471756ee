/** What the pointer does to ranges, as a reducer: (state, gesture) → [state, effects]. */
import type { Modifiers } from '../../core/tool';
import type { Hit, Part } from './hit';
import type { Lane } from './lanes';
import { between, moved, resized, type Limits, type Stretch } from './ranges';

export interface At extends Modifiers {
  /** Screen pixels of the surface. */
  readonly x: number;
  readonly y: number;
  readonly time: number;
}
export type Gesture =
  | { readonly type: 'down' | 'move' | 'up' | 'double'; readonly at: At }
  | { readonly type: 'cancel' };

/** What the reducer may look at. */
export interface Sight {
  readonly limits: Limits;
  readonly canDraw: boolean;
  readonly selection: readonly string[];
  hit(at: At): Hit | null;
  /** Everything under the point, what one most likely means first. */
  under(at: At): readonly string[];
  laneAt(at: At): Lane | null;
  isEditable(id: string): boolean;
  stretch(id: string): Stretch;
  /** The region of the same lane that begins where this one ends, or ends where it begins. */
  neighbour(id: string, part: 'start' | 'end'): { id: string; part: 'start' | 'end' } | null;
  snap(time: number, at: At, except: readonly string[]): number;
  snapShift(ends: readonly number[], at: At, except: readonly string[]): number;
  allowsInstant(lane: Lane | null): boolean;
}

export interface Reshaped extends Stretch {
  readonly id: string;
}
export type Effect =
  | { readonly do: 'create'; readonly stretch: Stretch; readonly lane: Lane | null }
  | { readonly do: 'reshape'; readonly shapes: readonly Reshaped[] }
  | { readonly do: 'select'; readonly ids: readonly string[] }
  | { readonly do: 'seek'; readonly time: number }
  | { readonly do: 'open'; readonly id: string };

export type State =
  | { readonly is: 'idle' }
  | { readonly is: 'pressed'; readonly at: At; readonly hit: Hit | null }
  | { readonly is: 'drawing'; readonly at: At; readonly from: number; readonly to: number }
  | {
      readonly is: 'moving';
      readonly at: At;
      readonly ids: readonly string[];
      readonly shapes: readonly Reshaped[];
    }
  | {
      readonly is: 'sizing';
      readonly at: At;
      readonly hit: { readonly id: string; readonly part: 'start' | 'end' };
      readonly shapes: readonly Reshaped[];
    };

export const idle: State = { is: 'idle' };
const still_px = 3;
type Reduced = readonly [state: State, effects: readonly Effect[]];

export function reduce(state: State, gesture: Gesture, sight: Sight): Reduced {
  if (gesture.type === 'cancel') return [idle, []];
  const { at } = gesture;
  if (gesture.type === 'double') return [idle, opened(at, sight)];
  if (gesture.type === 'down') return [{ is: 'pressed', at, hit: sight.hit(at) }, []];
  if (gesture.type === 'move') return [dragged(state, at, sight), []];
  return [idle, released(state, at, sight)];
}

/** What an unfinished gesture would make. */
export function previewOf(
  state: State,
  sight: Sight,
): readonly (Stretch & { id: string | null })[] {
  if (state.is === 'moving' || state.is === 'sizing') return state.shapes;
  const made = state.is === 'drawing' && between(state.from, state.to, sight.limits);
  return made ? [{ id: null, ...made }] : [];
}

function dragged(state: State, at: At, sight: Sight): State {
  if (state.is === 'pressed') {
    if (Math.abs(at.x - state.at.x) < still_px) return state;
    const next = begun(state.at, state.hit, sight);
    return next.is === 'pressed' ? next : dragged(next, at, sight);
  }
  if (state.is === 'drawing') return { ...state, to: sight.snap(at.time, at, []) };
  if (state.is === 'moving') return { ...state, shapes: shifted(state.at, at, state.ids, sight) };
  if (state.is === 'sizing') return { ...state, shapes: sized(state.hit, at, sight) };
  return state;
}

function begun(at: At, hit: Hit | null, sight: Sight): State {
  if (hit && sight.isEditable(hit.id)) {
    if (hit.part !== 'body')
      return { is: 'sizing', at, hit: { id: hit.id, part: hit.part }, shapes: [] };
    const all = sight.selection.includes(hit.id) ? sight.selection : [hit.id];
    return { is: 'moving', at, ids: all.filter((id) => sight.isEditable(id)), shapes: [] };
  }
  if (!sight.canDraw || hit) return { is: 'pressed', at, hit };
  const from = sight.snap(at.time, at, []);
  return { is: 'drawing', at, from, to: from };
}

function shifted(from: At, at: At, ids: readonly string[], sight: Sight): Reshaped[] {
  const by = at.time - from.time;
  const stretches = ids.map((id) => ({ id, ...sight.stretch(id) }));
  const ends = stretches.flatMap(({ start, end }) => [start + by, end + by]);
  const whole = { start: Math.min(...ends) - by, end: Math.max(...ends) - by };
  const wanted = by + sight.snapShift(ends, at, ids);
  const shift = moved(whole, wanted, sight.limits).start - whole.start;
  return stretches.map(({ id, start, end }) => ({ id, start: start + shift, end: end + shift }));
}

/** With Shift the neighbour that shares the edge goes along. */
function sized(
  { id, part }: { id: string; part: 'start' | 'end' },
  at: At,
  sight: Sight,
): Reshaped[] {
  const other = at.shift ? sight.neighbour(id, part) : null;
  const except = other ? [id, other.id] : [id];
  const time = sight.snap(at.time, at, except);
  const own = { id, ...resized(sight.stretch(id), part, time, sight.limits) };
  if (!other || !sight.isEditable(other.id)) return [own];
  const edge = resized(sight.stretch(other.id), other.part, own[part], sight.limits);
  const met = resized(own, part, edge[other.part], sight.limits);
  return [
    { id, ...met },
    { id: other.id, ...edge },
  ];
}

function released(state: State, at: At, sight: Sight): Effect[] {
  if (state.is === 'pressed') return clicked(state.at, state.hit, sight);
  if (state.is === 'moving' || state.is === 'sizing')
    return [
      { do: 'reshape', shapes: state.shapes },
      ...(state.is === 'sizing' && sight.selection.includes(state.hit.id)
        ? []
        : [selecting(state.is === 'sizing' ? [state.hit.id] : state.ids)]),
    ];
  if (state.is !== 'drawing') return [];
  const stretch = between(state.from, sight.snap(at.time, at, []), sight.limits);
  return stretch ? [{ do: 'create', stretch, lane: sight.laneAt(state.at) }] : [];
}

function clicked(at: At, hit: Hit | null, sight: Sight): Effect[] {
  const ids = hit ? [hit.id] : sight.under(at);
  const last = sight.selection.at(-1);
  // Again at the same place: the next one that lies there.
  const next = ids[(ids.indexOf(last ?? '') + 1) % (ids.length || 1)];
  if (at.shift || at.mod) {
    if (next === undefined) return [];
    const rest = sight.selection.filter((id) => id !== next);
    return [selecting(rest.length < sight.selection.length ? rest : [...rest, next])];
  }
  const seek: Effect = { do: 'seek', time: at.time };
  if (next === undefined) return sight.selection.length ? [selecting([]), seek] : [seek];
  return sight.laneAt(at) ? [selecting([next])] : [selecting([next]), seek];
}

function opened(at: At, sight: Sight): Effect[] {
  const id = sight.hit(at)?.id ?? sight.under(at)[0];
  if (id !== undefined) return [{ do: 'open', id }];
  const lane = sight.laneAt(at);
  if (!sight.canDraw || !sight.allowsInstant(lane)) return [];
  const time = sight.snap(at.time, at, []);
  return [{ do: 'create', stretch: { start: time, end: time }, lane }];
}

const selecting = (ids: readonly string[]): Effect => ({ do: 'select', ids });

export const cursorOf = (part: Part | null, canDraw: boolean): string =>
  part === 'body' ? 'grab' : part ? 'ew-resize' : canDraw ? 'crosshair' : 'default';
