/** Where the parts of an axis surface lie, top to bottom, whatever room there is. */
import type { Lane } from './lanes';

export interface Rect {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}
export interface LaneRow extends Rect {
  readonly lane: Lane;
}
export interface Layout {
  /** Left of everything: names and scales. */
  readonly gutter: number;
  readonly overview: Rect;
  readonly ruler: Rect;
  /** The medium: waveform, spectrogram or channels; its owner divides it. */
  readonly media: Rect;
  readonly lanes: readonly LaneRow[];
}

export const inside = ({ left, top, width, height }: Rect, x: number, y: number): boolean =>
  x >= left && x < left + width && y >= top && y < top + height;

const ruler_px = 24;
const overview_px = 40;
const small_px = 300;

export function layoutOf(
  width: number,
  height: number,
  lanes: readonly Lane[],
  bottom_px: number,
): Layout {
  const gutter = width < 620 ? 92 : 132;
  const room = Math.max(80, height - bottom_px);
  const across = { left: gutter, width: Math.max(1, width - gutter - 12) };
  const overview = { ...across, top: 8, height: room < small_px ? 0 : overview_px };
  const ruler = {
    ...across,
    top: overview.height ? overview.top + overview.height + 4 : 2,
    height: ruler_px,
  };
  const top = ruler.top + ruler.height;
  const left = room - top;
  // Lanes take at most half; with many of them each is thinner, and none vanishes.
  const wanted = lanes.length * 32;
  const row = lanes.length
    ? Math.max(9, Math.min(32, Math.min(wanted, left / 2) / lanes.length))
    : 0;
  const media = { ...across, top, height: Math.max(24, left - row * lanes.length - (row ? 8 : 0)) };
  const rows = lanes.map((lane, at) => ({
    ...across,
    lane,
    top: media.top + media.height + 6 + at * row,
    height: row,
  }));
  return { gutter, overview, ruler, media, lanes: rows };
}
