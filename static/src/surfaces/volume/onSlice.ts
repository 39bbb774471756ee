/** What there is of a volume's regions on one slice, and what a shape drawn there becomes. */
import type {
  Box,
  Geometry,
  Mask,
  OnSlice,
  PlaneGeometry,
  SliceGeometry,
  SlicePlane,
  VolumeMask,
  VoxelBox,
} from '../../core/region';
import { axesOf, stretchOf, type Axis, type Grid } from './grid';
import { scaled, type Outline } from './scaling';
import { bitsOfShown, bitsOn, shownMask, withBits } from './voxels';

/** A slice of a plane. */
export interface Spot {
  readonly plane: SlicePlane;
  readonly slice: number;
}

export const isVolumeMask = (g: Geometry): g is VolumeMask => 'slices' in g;
export const isVoxelBox = (g: Geometry): g is VoxelBox => 'depth' in g && 'z' in g;
export const isOnSlice = (g: Geometry): g is SliceGeometry => 'plane' in g && 'slice' in g;
const isMask = (g: PlaneGeometry): g is Mask => 'counts' in g;
const isBox = (g: PlaneGeometry): g is Box => 'width' in g && !('angle' in g);

/** Starts and sizes of a box along x, y, z. */
export const sidesOf = (g: VoxelBox): readonly (readonly [start: number, size: number])[] => [
  [g.x, g.width],
  [g.y, g.height],
  [g.z, g.depth],
];
export function boxOf(sides: readonly (readonly [number, number])[]): VoxelBox {
  const [[x, width], [y, height], [z, depth]] = sides as [
    [number, number],
    [number, number],
    [number, number],
  ];
  return { x, y, z, width, height, depth };
}

/** In units of the screen; null where the region is not on this slice. */
export function shapeOn(g: Geometry, { plane, slice }: Spot, grid: Grid): PlaneGeometry | null {
  const stretch = stretchOf(grid, plane);
  if (isVolumeMask(g)) {
    const bits = bitsOn(g, plane, slice, grid);
    return bits && shownMask(bits, grid, plane);
  }
  if (isVoxelBox(g)) {
    const { u, v, w } = axesOf[plane];
    const sides = sidesOf(g);
    const [start, size] = sides[w]!;
    if (slice >= start + size || slice + 1 <= start) return null;
    const [[x, width], [y, height]] = [sides[u]!, sides[v]!];
    return scaled({ x, y, width, height }, ...stretch);
  }
  if (!isOnSlice(g) || g.plane !== plane || g.slice !== slice) return null;
  const { plane: _plane, slice: _slice, ...outline } = g;
  return scaled(outline as Outline, ...stretch);
}

/** A shape drawn here, as the region's geometry from now on; null where nothing is left of it. */
export function putShape(
  shape: PlaneGeometry,
  before: Geometry | null,
  spot: Spot,
  grid: Grid,
): Geometry | null {
  const { plane, slice } = spot;
  if (isMask(shape)) {
    const mask = before && isVolumeMask(before) ? before : null;
    return withBits(mask, plane, slice, bitsOfShown(shape, grid, plane), grid);
  }
  const [su, sv] = stretchOf(grid, plane);
  const outline = scaled(shape, 1 / su, 1 / sv);
  if (!isBox(outline)) return { ...outline, plane, slice } as SliceGeometry & OnSlice;
  const { u, v, w } = axesOf[plane];
  const sides: (readonly [number, number])[] =
    before && isVoxelBox(before)
      ? [...sidesOf(before)]
      : [
          [0, 1],
          [0, 1],
          [0, 1],
        ];
  if (!before) sides[w] = [slice, 1];
  sides[u] = within(grid, u, outline.x, outline.width);
  sides[v] = within(grid, v, outline.y, outline.height);
  return boxOf(sides);
}

/** Units are rounded to whole ones, so an edge may come out a hair outside. */
function within(grid: Grid, axis: Axis, start: number, size: number): readonly [number, number] {
  const from = Math.max(0, Math.min(grid.size[axis] - 1e-3, start));
  return [from, Math.min(grid.size[axis], start + size) - from];
}
