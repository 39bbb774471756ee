import { describe, expect, it } from 'vitest';
import { boundsOf, contains } from '../../../core/geometry';
import type { PlaneGeometry, Point, Region } from '../../../core/region';
import type { Effect, Gesture, Modifiers, Sight } from '../../../core/tool';
import { startTools } from '.';

const region = (id: string, geometry: PlaneGeometry): Region<PlaneGeometry> => ({
  id,
  label: 'object',
  on: 'photo',
  class: 'car',
  geometry,
  attributes: {},
  origin: { kind: 'human' },
});
const a = region('a', { x: 10, y: 10, width: 20, height: 20 });
const b = region('b', { x: 60, y: 60, width: 20, height: 20 });
const polygon = region('p', {
  rings: [
    [
      [0, 0],
      [50, 0],
      [50, 50],
      [0, 50],
    ],
  ],
});
const mask = region('m', { size: [10, 10], counts: [0, 100] });

const look = (more: Partial<Sight> & { regions?: Region<PlaneGeometry>[] } = {}): Sight => {
  const regions = more.regions ?? [a, b];
  return {
    width: 100,
    height: 100,
    slack: 4,
    brush: 2,
    selected: [],
    skeleton: 0,
    canvas: null,
    under: (at) => regions.filter(({ geometry }) => contains(geometry, at, 0)),
    pickAll: () => regions,
    isEditable: () => true,
    snapMove: () => [0, 0],
    ...more,
  };
};

/** Plays gestures on one tool and gathers what it asks for. */
function play(tool: string, sight: Sight = look()) {
  const running = startTools().get(tool)!;
  const effects: Effect[] = [];
  const send = (gesture: Gesture) => effects.push(...running.send(gesture, sight));
  const point =
    (type: 'down' | 'move' | 'up' | 'double') =>
    (at: Point, keys: Partial<Modifiers> = {}) =>
      send({ type, at, raw: at, shift: false, alt: false, mod: false, ...keys });
  const [down, move, up, double] = [point('down'), point('move'), point('up'), point('double')];
  return {
    effects,
    running,
    down,
    move,
    up,
    double,
    say: (type: 'finish' | 'back' | 'cancel') => send({ type }),
    click: (at: Point, keys?: Partial<Modifiers>) => (down(at, keys), up(at, keys)),
    drag: (from: Point, to: Point, keys?: Partial<Modifiers>) => {
      down(from, keys);
      move(to, keys);
      up(to, keys);
    },
  };
}
const created = (effects: readonly Effect[]): PlaneGeometry[] =>
  effects.flatMap((effect) => (effect.do === 'create' ? [effect.geometry] : []));

describe('box', () => {
  it('is drawn by a drag in any direction', () => {
    const hand = play('box');
    hand.drag([30, 40], [10, 20]);
    expect(created(hand.effects)).toEqual([{ x: 10, y: 20, width: 20, height: 20 }]);
  });
  it('is drawn by two clicks', () => {
    const hand = play('box');
    hand.click([10, 10]);
    hand.move([20, 20]);
    expect(hand.effects).toEqual([]);
    hand.click([30, 50]);
    expect(created(hand.effects)).toEqual([{ x: 10, y: 10, width: 20, height: 40 }]);
  });
  it('stays inside the image', () => {
    const hand = play('box');
    hand.drag([90, 90], [140, 120]);
    expect(created(hand.effects)).toEqual([{ x: 90, y: 90, width: 10, height: 10 }]);
  });
  it('is square with Shift', () => {
    const hand = play('box');
    hand.drag([10, 10], [30, 20], { shift: true });
    expect(created(hand.effects)).toEqual([{ x: 10, y: 10, width: 20, height: 20 }]);
  });
  it('leaves nothing behind on Escape', () => {
    const hand = play('box');
    hand.down([10, 10]);
    hand.move([50, 50]);
    hand.say('cancel');
    hand.up([50, 50]);
    expect(hand.effects).toEqual([]);
    expect(hand.running.isIdle).toBe(true);
  });
});

describe('rotated box', () => {
  it('takes its angle from the first side and its depth from the third point', () => {
    const hand = play('rotated_box');
    hand.drag([20, 20], [20, 60]);
    hand.move([10, 60]);
    hand.click([10, 60]);
    const [geometry] = created(hand.effects);
    expect(geometry).toMatchObject({ angle: 90, width: 40 });
    boundsOf(geometry!).forEach((v, i) => expect(v).toBeCloseTo([10, 20, 20, 60][i]!, 9));
  });
});

describe('polygon', () => {
  const corners: Point[] = [
    [10, 10],
    [40, 10],
    [40, 40],
  ];
  it('closes on Enter, on its first point, and on a double click', () => {
    const ends: ((hand: ReturnType<typeof play>) => void)[] = [
      (hand) => hand.say('finish'),
      (hand) => hand.click([11, 11]),
      (hand) => (hand.click([40, 40]), hand.double([40, 40])),
    ];
    for (const end of ends) {
      const hand = play('polygon');
      for (const corner of corners) hand.click(corner);
      end(hand);
      expect(created(hand.effects)).toEqual([{ rings: [corners] }]);
    }
  });
  it('takes the last vertex back, and with the first one gives up', () => {
    const hand = play('polygon');
    for (const corner of [...corners, [5, 50] as const]) hand.click(corner);
    hand.say('back');
    hand.say('finish');
    expect(created(hand.effects)).toEqual([{ rings: [corners] }]);
    hand.click([1, 1]);
    hand.say('back');
    expect(hand.running.isIdle).toBe(true);
  });
  it('does not close with two points', () => {
    const hand = play('polygon');
    hand.click([10, 10]);
    hand.click([40, 10]);
    hand.say('finish');
    expect(hand.effects).toEqual([]);
    expect(hand.running.isIdle).toBe(false);
  });
  it('cuts a hole into the polygon it starts in', () => {
    const hand = play('hole', look({ regions: [polygon] }));
    for (const corner of corners) hand.click(corner);
    hand.say('finish');
    expect(hand.effects[0]).toMatchObject({ do: 'reshape', shapes: [{ id: 'p' }] });
  });
});

describe('key points', () => {
  it('end with the last point of the skeleton; Shift says occluded', () => {
    const hand = play('keypoints', look({ skeleton: 2 }));
    hand.click([1, 2]);
    hand.click([3, 4], { shift: true });
    expect(created(hand.effects)).toEqual([
      {
        points: [
          [1, 2, 2],
          [3, 4, 1],
        ],
      },
    ]);
  });
  it('without a skeleton gather until Enter or a double click', () => {
    const hand = play('keypoints', look({ skeleton: 0 }));
    hand.click([1, 2]);
    hand.click([30, 40]);
    expect(hand.running.isIdle).toBe(false);
    hand.say('finish');
    hand.click([50, 6]);
    hand.click([50, 6]);
    hand.double([50, 6]);
    expect(created(hand.effects)).toEqual([
      {
        points: [
          [1, 2, 2],
          [30, 40, 2],
        ],
      },
      { points: [[50, 6, 2]] },
    ]);
  });
  it('left out are absent', () => {
    const hand = play('keypoints', look({ skeleton: 3 }));
    hand.click([1, 2]);
    hand.say('finish');
    expect(created(hand.effects)).toEqual([
      {
        points: [
          [1, 2, 2],
          [0, 0, 0],
          [0, 0, 0],
        ],
      },
    ]);
  });
});

describe('brush', () => {
  it('starts a mask where none is selected', () => {
    const hand = play('brush', look({ width: 10, height: 10 }));
    hand.drag([2, 2], [6, 2]);
    expect(boundsOf(created(hand.effects)[0]!)).toEqual([1, 1, 7, 3]);
  });
  it('goes into the selected mask', () => {
    const half = region('m', { size: [10, 10], counts: [0, 50, 50] }) as Sight['canvas'];
    const hand = play('brush', look({ canvas: half, width: 10, height: 10 }));
    hand.drag([8, 2], [8, 3]);
    expect(hand.effects[0]).toMatchObject({ do: 'reshape', shapes: [{ id: 'm' }] });
  });
  it('an eraser that leaves nothing removes the mask', () => {
    const hand = play('eraser', look({ regions: [mask], brush: 90 }));
    hand.drag([2, 2], [8, 8]);
    expect(hand.effects).toEqual([{ do: 'remove', ids: ['m'] }]);
  });
});

describe('select', () => {
  it('moves what it presses on, in one effect, and selects it', () => {
    const hand = play('select');
    hand.drag([20, 20], [25, 30]);
    expect(hand.effects).toEqual([
      { do: 'select', ids: ['a'] },
      { do: 'reshape', shapes: [{ id: 'a', geometry: { x: 15, y: 20, width: 20, height: 20 } }] },
    ]);
  });
  it('moves all that is selected, and none of it out of the image', () => {
    const hand = play('select', look({ selected: [a, b] }));
    hand.drag([20, 20], [90, 20]);
    expect(hand.effects).toMatchObject([
      { do: 'reshape', shapes: [{ geometry: { x: 30 } }, { geometry: { x: 80 } }] },
    ]);
  });
  it('does not take a trembling hand for a move', () => {
    const hand = play('select', look({ selected: [a] }));
    hand.drag([20, 20], [21, 21]);
    expect(hand.effects).toEqual([{ do: 'select', ids: ['a'] }]);
  });
  it('adds and takes away with Shift', () => {
    const add = play('select', look({ selected: [a] }));
    add.click([70, 70], { shift: true });
    expect(add.effects[0]).toEqual({ do: 'select', ids: ['a', 'b'] });
    const take = play('select', look({ selected: [a, b] }));
    take.click([70, 70], { shift: true });
    expect(take.effects[0]).toEqual({ do: 'select', ids: ['a'] });
  });
  it('resizes by a handle', () => {
    const hand = play('select', look({ selected: [a] }));
    hand.drag([30, 30], [50, 40]);
    expect(hand.effects).toEqual([
      { do: 'reshape', shapes: [{ id: 'a', geometry: { x: 10, y: 10, width: 40, height: 30 } }] },
    ]);
  });
  it('neither moves nor resizes what is locked', () => {
    const hand = play('select', look({ selected: [a], isEditable: () => false }));
    hand.drag([30, 30], [50, 40]);
    hand.drag([20, 20], [50, 40]);
    expect(hand.effects.filter((effect) => effect.do === 'reshape')).toEqual([]);
  });
  it('drops a vertex by Alt-click', () => {
    const hand = play('select', look({ selected: [polygon], regions: [polygon] }));
    hand.click([50, 50], { alt: true });
    expect(hand.effects).toMatchObject([{ do: 'reshape', shapes: [{ id: 'p' }] }]);
  });
  it('goes down through what lies under the pointer by Alt-click', () => {
    const below = region('c', { x: 0, y: 0, width: 60, height: 60 });
    const hand = play('select', look({ selected: [a], regions: [a, below] }));
    hand.click([20, 20], { alt: true });
    expect(hand.effects).toEqual([{ do: 'select', ids: ['c'] }]);
  });
  it('lets go of everything by a click on empty ground, and catches by a marquee', () => {
    const hand = play('select', look({ selected: [a] }));
    hand.click([95, 5]);
    hand.drag([95, 5], [5, 95]);
    expect(hand.effects).toEqual([
      { do: 'select', ids: [] },
      { do: 'select', ids: ['a', 'b'] },
    ]);
  });
  it('forgets a drag on Escape', () => {
    const hand = play('select', look({ selected: [a] }));
    hand.down([20, 20]);
    hand.move([60, 60]);
    hand.say('cancel');
    hand.up([60, 60]);
    expect(hand.effects).toEqual([]);
  });
});
