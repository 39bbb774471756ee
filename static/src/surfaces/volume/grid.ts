/** The grid of a volume: its axes, its planes, and millimetres. */
import type { SlicePlane, Vector3 } from '../../core/region';
import type { Media } from '../surface';

export const planes: readonly SlicePlane[] = ['axial', 'coronal', 'sagittal'];

/** Axes by number: 0 is x (to the patient's left), 1 y (to the back), 2 z (to the feet). */
export type Axis = 0 | 1 | 2;
/** A plane shows `u` to the right and `v` downward; its slices are numbered along `w`. */
export interface Axes {
  readonly u: Axis;
  readonly v: Axis;
  readonly w: Axis;
}
export const axesOf: Readonly<Record<SlicePlane, Axes>> = {
  axial: { u: 0, v: 1, w: 2 },
  coronal: { u: 0, v: 2, w: 1 },
  sagittal: { u: 1, v: 2, w: 0 },
};
/** Where the edges of a plane lead: left, right, top, bottom. */
export const edgesOf: Readonly<Record<SlicePlane, readonly [string, string, string, string]>> = {
  axial: ['R', 'L', 'A', 'P'],
  coronal: ['R', 'L', 'S', 'I'],
  sagittal: ['A', 'P', 'S', 'I'],
};

export interface Grid {
  /** Voxels along x, y, z. */
  readonly size: Vector3;
  /** Millimetres from voxel to voxel. */
  readonly spacing: Vector3;
  /** Whether millimetres and directions are known; if not they are voxels. */
  readonly isPlaced: boolean;
  /** Rows of the matrix that takes voxels to millimetres, right-anterior-superior. */
  readonly affine: readonly (readonly number[])[];
  readonly times: number;
  readonly modality: string;
  readonly unit: string;
  readonly window: Window;
  readonly isInverted: boolean;
  readonly range: readonly [low: number, high: number];
  /** value = stored * slope + intercept */
  readonly slope: number;
  readonly intercept: number;
}
export interface Window {
  readonly center: number;
  readonly width: number;
}

interface Facts {
  readonly depth?: number;
  readonly times?: number;
  readonly spacing?: Vector3;
  readonly placed?: boolean;
  readonly affine?: number[][];
  readonly modality?: string;
  readonly unit?: string;
  readonly window?: Window;
  readonly inverted?: boolean;
  readonly range?: [number, number];
  readonly slope?: number;
  readonly intercept?: number;
}

export function gridOf(media: Media): Grid {
  const facts = (media.facts ?? {}) as Facts;
  return {
    size: [media.width ?? 1, media.height ?? 1, facts.depth ?? 1],
    spacing: facts.spacing ?? [1, 1, 1],
    isPlaced: facts.placed === true,
    affine: facts.affine ?? [],
    times: facts.times ?? 1,
    modality: facts.modality ?? '',
    unit: facts.unit ?? '',
    window: facts.window ?? { center: 128, width: 256 },
    isInverted: facts.inverted === true,
    range: facts.range ?? [0, 255],
    slope: facts.slope ?? 1,
    intercept: facts.intercept ?? 0,
  };
}

/** Screen units a voxel along u and v: 1 along the finer one, so that nothing of a slice is lost. */
export function stretchOf(grid: Grid, plane: SlicePlane): readonly [number, number] {
  const { u, v } = axesOf[plane];
  const [a, b] = [grid.spacing[u], grid.spacing[v]];
  if (Math.abs(a - b) < 1e-3 * Math.min(a, b)) return [1, 1];
  return [a / Math.min(a, b), b / Math.min(a, b)];
}

/** A slice as it is shown, in whole units. */
export function shownSize(grid: Grid, plane: SlicePlane): { width: number; height: number } {
  const { u, v } = axesOf[plane];
  const [su, sv] = stretchOf(grid, plane);
  return {
    width: Math.max(1, Math.round(grid.size[u] * su)),
    height: Math.max(1, Math.round(grid.size[v] * sv)),
  };
}

/** Where the middle of a voxel is in the patient, left-posterior-superior as DICOM counts. */
export function placeOf(grid: Grid, [x, y, z]: Vector3): Vector3 | null {
  const rows = grid.affine;
  if (!grid.isPlaced || rows.length < 3) return null;
  const at = (row: number): number => {
    const [a = 0, b = 0, c = 0, d = 0] = rows[row] ?? [];
    return a * x + b * y + c * z + d;
  };
  return [-at(0), -at(1), at(2)];
}

export const clampIndex = (grid: Grid, axis: Axis, index: number): number =>
  Math.max(0, Math.min(grid.size[axis] - 1, Math.round(index)));
