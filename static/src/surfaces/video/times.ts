/** Frame numbers and times, by the table of time stamps; a rate is never multiplied with anything. */

/** The frame shown at a time: the last one that has appeared by then. */
export function frameAtTime(times: Float64Array, time: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! <= time) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}

/**
 * The frame whose time stamp a player told. Players round time stamps, some to milliseconds, so the
 * nearest counts.
 */
export function frameOfStamp(times: Float64Array, stamp: number): number {
  const before = frameAtTime(times, stamp);
  const after = Math.min(before + 1, times.length - 1);
  return times[after]! - stamp < stamp - times[before]! ? after : before;
}

/** When a frame begins; past the last one, when the video ends. */
export const timeOf = (times: Float64Array, frame: number, duration: number): number =>
  frame < times.length ? times[Math.max(0, frame)]! : Math.max(duration, times.at(-1) ?? 0);

/** A time inside a frame, so that a player asked for it shows that frame whatever it rounds. */
export function inside(times: Float64Array, frame: number, duration: number): number {
  const start = times[frame]!;
  return start + (timeOf(times, frame + 1, duration) - start) / 2;
}

/** `1:02.340`, with hours where there are some. */
export function clock(seconds: number, digits = 3): string {
  const unit = 10 ** digits;
  const all = Math.round(Math.max(0, seconds) * unit);
  const [whole, rest] = [Math.floor(all / unit), all % unit];
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const two = (value: number): string => String(value).padStart(2, '0');
  const head = hours ? `${hours}:${two(minutes)}` : String(minutes);
  const tail = digits ? `.${String(rest).padStart(digits, '0')}` : '';
  return `${head}:${two(whole % 60)}${tail}`;
}
