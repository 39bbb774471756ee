/** Changes of a range by keys: what each command does to a stretch. */
import { moved, resized, type Limits, type Stretch } from './ranges';

type Change = (stretch: Stretch, step: number, limits: Limits) => Stretch;

const shift =
  (by: number): Change =>
  (stretch, step, limits) =>
    moved(stretch, by * step, limits);
const put =
  (part: 'start' | 'end', by: number): Change =>
  (stretch, step, limits) =>
    resized(stretch, part, stretch[part] + by * step, limits);

export const changes: { readonly [command: string]: Change } = {
  left: shift(-1),
  right: shift(1),
  endBack: put('end', -1),
  endOn: put('end', 1),
  startBack: put('start', -1),
  startOn: put('start', 1),
};

/** In two at a time; null where either part would be too short. */
export function split(
  stretch: Stretch,
  at: number,
  { shortest }: Limits,
): [Stretch, Stretch] | null {
  if (at - stretch.start < shortest || stretch.end - at < shortest) return null;
  return [
    { start: stretch.start, end: at },
    { start: at, end: stretch.end },
  ];
}

/** The step of a key: ten milliseconds, or a screen pixel where that is more. */
export const stepOf = (secondsPerPixel: number, least = 0.01): number =>
  Math.max(least, secondsPerPixel);
