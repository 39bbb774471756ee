/** Where a time axis is marked: steps that people count in, never decimal parts of a minute. */
import { clock } from './times';
import { spanOf, type Window } from './window';

export interface Tick {
  readonly time: number;
  /** Empty for the small marks between. */
  readonly label: string;
}

const below = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5];
const above = [1, 2, 5, 15, 30, 60, 120, 300, 900, 1800, 3600, 7200, 18_000, 43_200, 86_400];
const steps = [...below, ...above];
const day = 86_400;

/** The least step whose labels have room. */
export function stepFor(span: number, width: number, room_px: number): number {
  const least = (span / width) * room_px;
  const found = steps.find((step) => step >= least);
  if (found !== undefined) return found;
  const days = least / day;
  const scale = 10 ** Math.floor(Math.log10(days));
  return day * scale * ([1, 2, 5, 10].find((factor) => factor * scale >= days) ?? 10);
}

/** Into how many parts the small marks cut a step: five of 5 or 0.05, three of 15 or 30. */
function partsOf(step: number): number {
  const first = Number(step.toExponential()[0]);
  if ([15, 900].includes(step)) return 3;
  if ([30, 60, 1800, 3600].includes(step)) return 6;
  return first === 2 ? 4 : 5;
}

export function ticksOf(
  window: Window,
  width: number,
  room_px = 84,
  label: (time: number, step: number) => string = plain,
  /** Seconds from a round moment to second 0: marks stand at round times of the clock. */
  origin = 0,
): Tick[] {
  const step = stepFor(spanOf(window), width, room_px);
  const small = step / partsOf(step);
  const ticks: Tick[] = [];
  const first = Math.ceil((window.from + origin) / small - 1e-9);
  for (let n = first; n * small <= window.to + origin; n++) {
    const isLarge = n % partsOf(step) === 0;
    const time = n * small - origin;
    ticks.push({ time, label: isLarge ? label(time, step) : '' });
  }
  return ticks;
}

const plain = (time: number, step: number): string => clock(time, decimalsOf(step));

export const decimalsOf = (step: number): number =>
  step >= 1 ? 0 : Math.ceil(-Math.log10(step) - 1e-9);
