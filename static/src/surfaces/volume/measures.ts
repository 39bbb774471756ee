/** Lengths, areas and volumes in millimetres; in voxels where the file does not say how large one is. */
import { areaOf } from '../../core/geometry';
import { lengthOf } from '../../core/geometry/path';
import type { Geometry, PlaneGeometry, Polyline, VolumeMask } from '../../core/region';
import { axesOf, type Grid } from './grid';
import { isOnSlice, isVolumeMask, isVoxelBox } from './onSlice';

export interface Measure {
  readonly value: number;
  readonly unit: 'mm' | 'mm2' | 'ml' | 'px' | 'px2' | 'voxels';
}

/** The size of a region that one would ask for; null where it has none (points). */
export function measureOf(g: Geometry, grid: Grid): Measure | null {
  const { isPlaced, spacing } = grid;
  const cubed = spacing[0] * spacing[1] * spacing[2];
  const inSpace = (voxels: number): Measure =>
    isPlaced ? { value: (voxels * cubed) / 1000, unit: 'ml' } : { value: voxels, unit: 'voxels' };
  if (isVolumeMask(g)) return inSpace(countOf(g));
  if (isVoxelBox(g)) return inSpace(g.width * g.height * g.depth);
  if (!isOnSlice(g)) return null;
  const { u, v } = axesOf[g.plane];
  const [across, down] = isPlaced ? [spacing[u], spacing[v]] : [1, 1];
  if ('points' in g) {
    if (g.points.some((point) => point.length === 3)) return null;
    const line = (g as Polyline).points.map(([x, y]) => [x * across, y * down] as const);
    return { value: lengthOf(line), unit: isPlaced ? 'mm' : 'px' };
  }
  const area = areaOf(g as PlaneGeometry) * across * down;
  return { value: area, unit: isPlaced ? 'mm2' : 'px2' };
}

const countOf = ({ slices }: VolumeMask): number =>
  Object.values(slices).reduce((sum, mask) => sum + areaOf(mask), 0);

const signs: Readonly<Record<Measure['unit'], string>> = {
  mm: 'mm',
  mm2: 'mm²',
  ml: 'ml',
  px: 'px',
  px2: 'px²',
  voxels: 'vx',
};

/** Three figures, as one reads a ruler. */
export function measureText({ value, unit }: Measure): string {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return `${value.toFixed(digits)} ${signs[unit]}`;
}
