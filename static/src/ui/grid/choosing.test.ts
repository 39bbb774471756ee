import { describe, expect, it } from 'vitest';
import { framed, moved, nothing, pressed, type Chosen } from './choosing';

const bare = { shift: false, mod: false };
const tiles = ({ tiles: chosen }: Chosen): number[] => [...chosen].sort((a, b) => a - b);

describe('choosing tiles', () => {
  it('takes one by a click, more by Ctrl, a stretch by Shift', () => {
    const one = pressed(nothing, 3, bare);
    expect(tiles(one)).toEqual([3]);
    const two = pressed(one, 6, { shift: false, mod: true });
    expect(tiles(two)).toEqual([3, 6]);
    expect(tiles(pressed(two, 3, { shift: false, mod: true }))).toEqual([6]);
    expect(tiles(pressed(one, 1, { shift: true, mod: false }))).toEqual([1, 2, 3]);
    expect(tiles(pressed(two, 8, { shift: true, mod: true }))).toEqual([3, 6, 7, 8]);
  });
  it('goes by arrows, and stays where the grid ends', () => {
    const at = (key: string, from: number, shift = false): number[] | null => {
      const found = moved({ ...nothing, cursor: from, anchor: from }, key, shift, 4, 10);
      return found && tiles(found);
    };
    expect(at('ArrowDown', 1)).toEqual([5]);
    expect(at('ArrowDown', 8)).toEqual([8]);
    expect(at('ArrowUp', 2)).toEqual([2]);
    expect(at('ArrowRight', 9)).toEqual([9]);
    expect(at('End', 0)).toEqual([9]);
    expect(at('ArrowDown', 1, true)).toEqual([1, 2, 3, 4, 5]);
    expect(at('x', 1)).toBeNull();
    expect(moved(nothing, 'ArrowDown', false, 4, 0)).toBeNull();
  });
  it('takes what a dragged frame touches', () => {
    const places = [0, 1, 2, 3].map((i) => ({
      left: i * 10,
      right: i * 10 + 9,
      top: 0,
      bottom: 9,
    }));
    const frame = { left: 12, right: 25, top: 3, bottom: 30 };
    expect(tiles(framed(nothing, frame, places, false))).toEqual([1, 2]);
    const before = pressed(nothing, 0, bare);
    expect(tiles(framed(before, frame, places, true))).toEqual([0, 1, 2]);
  });
});
