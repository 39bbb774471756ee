/** Ranges of actions: frames first, times from the table. */
import type { TimeRange } from '../../core/region';
import type { Interval } from '../../core/track';
import { timeOf } from './times';

/** Of the frames [start, end), kept inside the video and at least one long. */
export function rangeOf([start, end]: Interval, times: Float64Array, duration: number): TimeRange {
  const first = Math.max(0, Math.min(times.length - 1, start));
  const last = Math.max(first + 1, Math.min(times.length, end));
  return {
    start: timeOf(times, first, duration),
    end: timeOf(times, last, duration),
    start_frame: first,
    end_frame: last,
  };
}

/** Moved whole, as far as there are frames. */
export function shifted([start, end]: Interval, by: number, frames: number): Interval {
  const step = Math.max(-start, Math.min(frames - end, by));
  return [start + step, end + step];
}
