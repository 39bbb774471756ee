/** Window and level: which values are black and which white. */
import type { Grid, Window } from './grid';

export interface Preset {
  readonly id: string;
  readonly window: Window;
}
/** The usual ones of CT, in Hounsfield units. */
export const ctPresets: readonly Preset[] = [
  { id: 'soft', window: { center: 40, width: 400 } },
  { id: 'lung', window: { center: -600, width: 1500 } },
  { id: 'bone', window: { center: 400, width: 1800 } },
  { id: 'brain', window: { center: 40, width: 80 } },
  { id: 'liver', window: { center: 60, width: 160 } },
  { id: 'vessels', window: { center: 200, width: 700 } },
];

/** What the file suggests, all there is, and the usual ones where they mean something. */
export function presetsFor(grid: Grid): readonly Preset[] {
  const [low, high] = grid.range;
  const full = { center: (low + high) / 2, width: Math.max(high - low, 1e-9) };
  return [
    { id: 'file', window: grid.window },
    { id: 'full', window: full },
    ...(grid.modality === 'CT' && grid.unit === 'HU' ? ctPresets : []),
  ];
}

/** The grey of every stored value, at stored + 32768. */
export function greysFor(grid: Grid, { center, width }: Window, isInverted: boolean): Uint8Array {
  const greys = new Uint8Array(65_536);
  const { slope, intercept } = grid;
  for (let i = 0; i < greys.length; i++) {
    const value = (i - 32_768) * slope + intercept;
    const share = Math.max(0, Math.min(1, (value - center) / width + 0.5));
    greys[i] = Math.round(255 * (isInverted ? 1 - share : share));
  }
  return greys;
}

/** A drag by screen pixels: across for contrast, down for darker. */
export function dragged(from: Window, dx: number, dy: number, grid: Grid): Window {
  const finest = Math.max((grid.range[1] - grid.range[0]) / 4096, 1e-9);
  const width = Math.max(finest, from.width * Math.exp(dx / 180));
  return { width, center: from.center + (dy * from.width) / 250 };
}
