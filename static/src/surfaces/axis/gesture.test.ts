/** Gestures on ranges: what is made, moved, resized and selected, and what Escape leaves. */
import { describe, expect, it } from 'vitest';
import {
  idle,
  previewOf,
  reduce,
  type At,
  type Effect,
  type Gesture,
  type Sight,
  type State,
} from './gesture';
import type { Hit } from './hit';
import type { Stretch } from './ranges';
import { snapTo } from './snap';

const stretches: { [id: string]: Stretch } = {
  a: { start: 1, end: 3 },
  b: { start: 3, end: 5 },
};
function sight(hit: Hit | null, more: Partial<Sight> = {}): Sight {
  return {
    limits: { from: 0, to: 10, shortest: 0.1 },
    canDraw: true,
    selection: [],
    hit: () => hit,
    under: () => [],
    laneAt: () => null,
    isEditable: () => true,
    stretch: (id) => stretches[id]!,
    neighbour: (id, part) => (id === 'a' && part === 'end' ? { id: 'b', part: 'start' } : null),
    snap: (time, { alt }) => (alt ? snapTo(time, [6], 0.5).time : time),
    snapShift: () => 0,
    allowsInstant: () => false,
    ...more,
  };
}
const at = (time: number, more: Partial<At> = {}): At => ({
  x: time * 100,
  y: 10,
  time,
  shift: false,
  alt: false,
  mod: false,
  ...more,
});
function play(seen: Sight, ...gestures: Gesture[]): [State, Effect[]] {
  let state: State = idle;
  const done: Effect[] = [];
  for (const gesture of gestures) {
    const [next, effects] = reduce(state, gesture, seen);
    state = next;
    done.push(...effects);
  }
  return [state, done];
}
const drag = (from: number, to: number, more: Partial<At> = {}): Gesture[] => [
  { type: 'down', at: at(from, more) },
  { type: 'move', at: at((from + to) / 2, more) },
  { type: 'move', at: at(to, more) },
  { type: 'up', at: at(to, more) },
];

describe('a drag', () => {
  it('over nothing makes a range, in either direction', () => {
    const [, effects] = play(sight(null), ...drag(5, 2));
    expect(effects).toEqual([{ do: 'create', stretch: { start: 2, end: 5 }, lane: null }]);
  });
  it('snaps with Alt', () => {
    const [, effects] = play(sight(null), ...drag(4, 5.7, { alt: true }));
    expect(effects[0]).toMatchObject({ stretch: { start: 4, end: 6 } });
  });
  it('makes nothing where one may only look', () => {
    expect(play(sight(null, { canDraw: false }), ...drag(2, 5))[1]).toEqual([
      { do: 'seek', time: 2 },
    ]);
  });
  it('of a body moves it as far as it can go', () => {
    const [, effects] = play(sight({ id: 'a', part: 'body' }), ...drag(2, -3));
    expect(effects[0]).toEqual({ do: 'reshape', shapes: [{ id: 'a', start: 0, end: 2 }] });
  });
  it('of one of several moves all, apart from what is locked', () => {
    const seen = sight(
      { id: 'a', part: 'body' },
      { selection: ['a', 'b'], isEditable: (id) => id === 'a' },
    );
    expect(play(seen, ...drag(2, 3))[1][0]).toEqual({
      do: 'reshape',
      shapes: [{ id: 'a', start: 2, end: 4 }],
    });
  });
  it('of an end resizes; with Shift the neighbour goes along', () => {
    const seen = sight({ id: 'a', part: 'end' });
    expect(play(seen, ...drag(3, 4))[1][0]).toEqual({
      do: 'reshape',
      shapes: [{ id: 'a', start: 1, end: 4 }],
    });
    expect(play(seen, ...drag(3, 9, { shift: true }))[1][0]).toEqual({
      do: 'reshape',
      shapes: [
        { id: 'a', start: 1, end: 4.9 },
        { id: 'b', start: 4.9, end: 5 },
      ],
    });
  });
  it('shows what it would make, and nothing after Escape', () => {
    const seen = sight(null);
    const [state] = play(seen, ...drag(2, 5).slice(0, 3));
    expect(previewOf(state, seen)).toEqual([{ id: null, start: 2, end: 5 }]);
    expect(reduce(state, { type: 'cancel' }, seen)).toEqual([idle, []]);
  });
});

describe('a click', () => {
  const click = (time: number, more: Partial<At> = {}): Gesture[] => [
    { type: 'down', at: at(time, more) },
    { type: 'up', at: at(time, more) },
  ];
  it('puts the cursor, and lets go of the selection', () => {
    expect(play(sight(null, { selection: ['a'] }), ...click(7))[1]).toEqual([
      { do: 'select', ids: [] },
      { do: 'seek', time: 7 },
    ]);
  });
  it('goes through what lies on top of each other', () => {
    const seen = (selection: string[]) => sight(null, { under: () => ['b', 'a'], selection });
    expect(play(seen([]), ...click(3))[1][0]).toEqual({ do: 'select', ids: ['b'] });
    expect(play(seen(['b']), ...click(3))[1][0]).toEqual({ do: 'select', ids: ['a'] });
  });
  it('adds and takes away with Shift', () => {
    const hit: Hit = { id: 'a', part: 'body' };
    const seen = (selection: string[]) => sight(hit, { selection });
    const shift = { shift: true };
    expect(play(seen(['b']), ...click(2, shift))[1]).toEqual([{ do: 'select', ids: ['b', 'a'] }]);
    expect(play(seen(['b', 'a']), ...click(2, shift))[1]).toEqual([{ do: 'select', ids: ['b'] }]);
  });
  it('twice opens a region, or makes an instant where the label takes one', () => {
    const twice: Gesture = { type: 'double', at: at(2) };
    expect(play(sight({ id: 'a', part: 'body' }), twice)[1]).toEqual([{ do: 'open', id: 'a' }]);
    expect(play(sight(null), twice)[1]).toEqual([]);
    expect(play(sight(null, { allowsInstant: () => true }), twice)[1]).toEqual([
      { do: 'create', stretch: { start: 2, end: 2 }, lane: null },
    ]);
  });
});
