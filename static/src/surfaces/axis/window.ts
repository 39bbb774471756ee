/** What is seen of a time axis; every function answers a new window. */

/** Seconds; `to` is later than `from`. */
export interface Window {
  readonly from: number;
  readonly to: number;
}
/** All there is: a window never leaves it. */
export type Extent = Window;

export const spanOf = ({ from, to }: Window): number => to - from;

export const toX = (window: Window, width: number, time: number): number =>
  ((time - window.from) / spanOf(window)) * width;
export const toTime = (window: Window, width: number, x: number): number =>
  window.from + (x / width) * spanOf(window);

/** Keeps the length where it fits and moves the window inside. */
export function within(window: Window, extent: Extent): Window {
  const span = Math.min(spanOf(window), spanOf(extent));
  const from = Math.max(extent.from, Math.min(extent.to - span, window.from));
  return { from, to: from + span };
}

/** What lies at `time` stays where it is; `shortest` is the least that may be seen. */
export function zoomAt(
  window: Window,
  time: number,
  factor: number,
  extent: Extent,
  shortest: number,
): Window {
  const least = Math.min(shortest, spanOf(extent));
  const span = Math.max(least, Math.min(spanOf(extent), spanOf(window) / factor));
  const share = (time - window.from) / spanOf(window);
  const from = time - share * span;
  return within({ from, to: from + span }, extent);
}

export const panBy = (window: Window, seconds: number, extent: Extent): Window =>
  within({ from: window.from + seconds, to: window.to + seconds }, extent);

/** Around a stretch with a margin on either side. */
export function around(stretch: Window, extent: Extent, shortest: number): Window {
  const span = Math.max(shortest, spanOf(stretch) * 1.3);
  const middle = (stretch.from + stretch.to) / 2;
  return within({ from: middle - span / 2, to: middle + span / 2 }, extent);
}

/** The least move that brings a stretch into sight; wider than the window, its start. */
export function revealing(window: Window, stretch: Window, extent: Extent): Window {
  const margin = spanOf(window) * 0.1;
  if (stretch.from >= window.from && stretch.to <= window.to) return window;
  const fits = spanOf(stretch) + 2 * margin <= spanOf(window);
  const from =
    !fits || stretch.from < window.from
      ? stretch.from - margin
      : stretch.to + margin - spanOf(window);
  return within({ from, to: from + spanOf(window) }, extent);
}

/** The next page once a moving point has left the window. */
export function following(window: Window, time: number, extent: Extent): Window {
  if (time >= window.from && time < window.to) return window;
  const from = time - spanOf(window) * 0.05;
  return within({ from, to: from + spanOf(window) }, extent);
}
