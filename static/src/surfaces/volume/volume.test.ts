import { expect, it } from 'vitest';
import type { Ellipse, RotatedBox, VolumeMask } from '../../core/region';
import { gridOf, placeOf, shownSize, type Grid } from './grid';
import { joined } from './growing';
import { interpolate, signedDistance } from './interpolation';
import { measureOf, measureText } from './measures';
import { putShape, shapeOn } from './onSlice';
import { coloursFor, holds, reachAround, usualReach, widened } from './reach';
import { scaled } from './scaling';
import { unpacked } from './slices';
import { bitsOfShown, bitsOn, blankBits, shownMask, slicesOf, withBits, type Bits } from './voxels';
import { dragged, greysFor, presetsFor } from './windowing';

const grid: Grid = gridOf({
  url: '',
  width: 8,
  height: 6,
  facts: {
    depth: 5,
    spacing: [0.5, 0.75, 2],
    placed: true,
    affine: [
      [-0.5, 0, 0, 10],
      [0, -0.75, 0, 20],
      [0, 0, -2, 30],
      [0, 0, 0, 1],
    ],
    modality: 'CT',
    unit: 'HU',
    range: [-1000, 1000],
  },
});
const disc = (plane: 'axial' | 'coronal' | 'sagittal', x: number, y: number, r: number): Bits => {
  const bits = blankBits(grid, plane);
  bits.at.forEach((_, i) => {
    if (Math.hypot((i % bits.width) - x, Math.floor(i / bits.width) - y) <= r) bits.at[i] = 1;
  });
  return bits;
};
const ones = (bits: Bits | null): number => bits?.at.reduce((sum, bit) => sum + bit, 0) ?? 0;

it('a slice is shown in the proportions of the body', () => {
  expect(shownSize(grid, 'axial')).toEqual({ width: 8, height: 9 });
  expect(shownSize(grid, 'coronal')).toEqual({ width: 8, height: 20 });
  expect(placeOf(grid, [2, 0, 1])).toEqual([-9, -20, 28]);
});

it('a mask painted on any plane is read on every plane', () => {
  for (const plane of ['axial', 'coronal', 'sagittal'] as const) {
    const bits = disc(plane, 2, 2, 1);
    const mask = withBits(null, plane, 3, bits, grid)!;
    expect([...bitsOn(mask, plane, 3, grid)!.at]).toEqual([...bits.at]);
    expect(slicesOf(mask, plane, grid)).toEqual([3]);
    expect(bitsOn(mask, plane, 2, grid)).toBeNull();
  }
});

it('planes that cross see each other: the voxel is one', () => {
  const bits = blankBits(grid, 'coronal');
  bits.at[1 * bits.width + 6] = 1;
  const mask = withBits(null, 'coronal', 4, bits, grid)!;
  expect(Object.keys(mask.slices)).toEqual(['1']);
  expect(bitsOn(mask, 'axial', 1, grid)!.at[4 * 8 + 6]).toBe(1);
  expect(bitsOn(mask, 'sagittal', 6, grid)!.at[1 * 6 + 4]).toBe(1);
});

it('rubbing a slice out leaves the others, and the last one nothing', () => {
  const one = withBits(null, 'axial', 1, disc('axial', 3, 3, 1), grid);
  const two = withBits(one, 'axial', 2, disc('axial', 3, 3, 1), grid);
  const blank = blankBits(grid, 'axial');
  expect(slicesOf(withBits(two, 'axial', 1, blank, grid)!, 'axial', grid)).toEqual([2]);
  expect(withBits(one, 'axial', 1, blank, grid)).toBeNull();
});

it('what is shown stretched comes back without loss', () => {
  for (const plane of ['axial', 'coronal', 'sagittal'] as const) {
    const bits = disc(plane, 3, 2, 2);
    const back = bitsOfShown(shownMask(bits, grid, plane), grid, plane);
    expect([...back.at]).toEqual([...bits.at]);
  }
});

it('gaps are filled between shapes, also where they lie apart', () => {
  let mask = withBits(null, 'axial', 0, disc('axial', 1, 2, 1), grid)!;
  mask = withBits(mask, 'axial', 4, disc('axial', 5, 2, 1), grid)!;
  const filled = interpolate(mask, 'axial', grid);
  expect(slicesOf(filled, 'axial', grid)).toEqual([0, 1, 2, 3, 4]);
  const middle = bitsOn(filled, 'axial', 2, grid)!;
  expect(middle.at[2 * 8 + 3]).toBe(1);
  expect(ones(middle)).toBe(ones(disc('axial', 3, 2, 1)));
  expect(interpolate(filled, 'axial', grid)).toBe(filled);
});

it('interpolation goes along the plane in which one painted', () => {
  let mask = withBits(null, 'coronal', 1, disc('coronal', 3, 2, 1), grid)!;
  mask = withBits(mask, 'coronal', 4, disc('coronal', 3, 2, 1), grid)!;
  const filled = interpolate(mask, 'coronal', grid);
  expect(ones(bitsOn(filled, 'coronal', 2, grid))).toBe(5);
  expect(ones(bitsOn(filled, 'coronal', 3, grid))).toBe(5);
});

it('distances are true in millimetres', () => {
  const bits = blankBits(grid, 'axial');
  bits.at[2 * 8 + 2] = 1;
  const found = signedDistance(bits, 0.5, 0.75);
  expect(found[2 * 8 + 5]).toBeCloseTo(1.5);
  expect(found[4 * 8 + 2]).toBeCloseTo(1.5);
  expect(found[5 * 8 + 6]).toBeCloseTo(Math.hypot(2, 2.25));
  expect(found[2 * 8 + 2]).toBeCloseTo(-0.5);
});

it('a box is seen on every plane that cuts it and keeps its third side', () => {
  const box = { x: 1, y: 2, z: 1, width: 4, height: 3, depth: 2 };
  expect(shapeOn(box, { plane: 'axial', slice: 2 }, grid)).toEqual({
    x: 1,
    y: 3,
    width: 4,
    height: 4.5,
  });
  expect(shapeOn(box, { plane: 'axial', slice: 3 }, grid)).toBeNull();
  const spot = { plane: 'coronal', slice: 3 } as const;
  const shown = shapeOn(box, spot, grid)!;
  expect(shown).toEqual({ x: 1, y: 4, width: 4, height: 8 });
  const taller = putShape({ ...shown, height: 12 } as typeof shown, box, spot, grid);
  expect(taller).toEqual({ ...box, depth: 3 });
});

it('a new rectangle is one voxel thick, and an outline says its slice', () => {
  const spot = { plane: 'sagittal', slice: 6 } as const;
  expect(putShape({ x: 0, y: 0, width: 3, height: 8 }, null, spot, grid)).toEqual({
    x: 6,
    width: 1,
    y: 0,
    height: 3,
    z: 0,
    depth: 3,
  });
  const line = putShape(
    {
      points: [
        [0, 0],
        [3, 8],
      ],
    },
    null,
    spot,
    grid,
  );
  expect(line).toEqual({
    points: [
      [0, 0],
      [3, 3],
    ],
    ...spot,
  });
});

it('an ellipse and a turned box stretched and shrunk are as before', () => {
  const ellipse: Ellipse = { cx: 4, cy: 3, rx: 3, ry: 1, angle: 30 };
  const there = scaled(ellipse, 1, 4) as Ellipse;
  const back = scaled(there, 1, 0.25) as Ellipse;
  for (const key of ['cx', 'cy', 'rx', 'ry', 'angle'] as const)
    expect(back[key]).toBeCloseTo(ellipse[key]);
  expect(there.rx * there.ry).toBeCloseTo(12);
  const box: RotatedBox = { cx: 4, cy: 3, width: 3, height: 1, angle: 30 };
  const again = scaled(scaled(box, 1, 4), 1, 0.25) as RotatedBox;
  for (const key of ['cx', 'cy', 'width', 'height', 'angle'] as const)
    expect(again[key]).toBeCloseTo(box[key]);
});

it('measures are in millimetres and millilitres', () => {
  const line = {
    points: [
      [0, 0],
      [4, 4],
    ],
    plane: 'axial',
    slice: 0,
  } as const;
  expect(measureText(measureOf(line, grid)!)).toBe('3.61 mm');
  const ring = {
    rings: [
      [
        [0, 0],
        [4, 0],
        [4, 4],
        [0, 4],
      ],
    ],
    plane: 'coronal',
    slice: 0,
  } as const;
  expect(measureText(measureOf(ring, grid)!)).toBe('16.0 mm²');
  const mask = withBits(null, 'axial', 0, disc('axial', 3, 3, 1), grid) as VolumeMask;
  expect(measureOf(mask, grid)!.value).toBeCloseTo((5 * 0.75) / 1000);
  expect(measureOf(line, { ...grid, isPlaced: false })!.unit).toBe('px');
});

it('a window maps values to greys, and a drag changes it', () => {
  const greys = greysFor(grid, { center: 0, width: 100 }, false);
  expect([greys[32_768 - 51], greys[32_768], greys[32_768 + 51]]).toEqual([0, 128, 255]);
  expect(greysFor(grid, { center: 0, width: 100 }, true)[32_768 - 51]).toBe(255);
  expect(dragged({ center: 0, width: 100 }, 0, 250, grid)).toEqual({ center: 100, width: 100 });
  expect(presetsFor(grid).map(({ id }) => id)).toContain('lung');
});

it('slices are unpacked from differences', () => {
  // -2 and then 3 more: 254, 255 and 3, 0.
  const found = unpacked(new Uint8Array([254, 3, 5, 0, 255, 0, 0, 0]), 2, 2);
  expect([...found.values]).toEqual([-2, 1, 5, 5]);
});

it('a range of values tints what it holds, and is taken from what one points at', () => {
  const reach = { low: 100, high: 200 };
  const colours = coloursFor(greysFor(grid, grid.window, false), grid, reach);
  const plain = coloursFor(greysFor(grid, grid.window, false), grid, null);
  const differs = (value: number): boolean => colours[value + 32_768] !== plain[value + 32_768];
  expect([99, 100, 200, 201].map(differs)).toEqual([false, true, true, false]);
  const values = Int16Array.from({ length: 48 }, (_, i) => (i % 8 < 4 ? 50 : 900));
  const found = reachAround({ width: 8, height: 6, values }, 1, 3, grid);
  expect([50, 900].map(holds(found, grid))).toEqual([true, false]);
  expect(widened(found, 1, grid).low).toBeLessThan(found.low);
  expect(usualReach(grid).high).toBe(1000);
});

it('what was grown joins a mask, or is taken out of it', () => {
  const one = withBits(null, 'axial', 2, disc('axial', 2, 2, 1), grid)!;
  const other = withBits(one, 'axial', 3, disc('axial', 4, 3, 1), grid)!;
  const both = joined(one, other, false)!;
  expect(slicesOf(both, 'axial', grid)).toEqual([2, 3]);
  expect(slicesOf(joined(both, one, true)!, 'axial', grid)).toEqual([3]);
  expect(joined(one, other, true)).toBeNull();
});
