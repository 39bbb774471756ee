/** The time line's axis: frames from left to right, every frame as wide as the others. */

/** `from`: the frame at the left edge, not always a whole one; `per`: screen pixels a frame. */
export interface Scale {
  readonly from: number;
  readonly per: number;
}

const widest = 48;

export const xOf = ({ from, per }: Scale, frame: number): number => (frame - from) * per;
export const frameAt = ({ from, per }: Scale, x: number): number => from + x / per;
/** The frame whose stripe holds the point. */
export const frameUnder = (scale: Scale, x: number, frames: number): number =>
  Math.max(0, Math.min(frames - 1, Math.floor(frameAt(scale, x))));

export const wholeScale = (frames: number, width: number): Scale => ({
  from: 0,
  per: Math.min(widest, Math.max(1, width) / Math.max(1, frames)),
});

/** Never beyond the ends, never smaller than the whole. */
export function within({ from, per }: Scale, frames: number, width: number): Scale {
  const smallest = wholeScale(frames, width).per;
  const wide = Math.max(smallest, Math.min(widest, per));
  const most = Math.max(0, frames - width / wide);
  return { from: Math.max(0, Math.min(most, from)), per: wide };
}

/** What is under the point stays there. */
export function zoomed(
  scale: Scale,
  x: number,
  factor: number,
  frames: number,
  width: number,
): Scale {
  const at = frameAt(scale, x);
  const { per } = within({ ...scale, per: scale.per * factor }, frames, width);
  return within({ from: at - x / per, per }, frames, width);
}

/** Moved, if need be, so that a frame is well in sight. */
export function showing(scale: Scale, frame: number, frames: number, width: number): Scale {
  const x = xOf(scale, frame);
  if (x >= 0 && x + scale.per <= width) return scale;
  const lead = x < 0 ? 0.85 : 0.15;
  return within({ ...scale, from: frame - (width * lead) / scale.per }, frames, width);
}

/** Frames between two ticks, so that their words have room. */
export function tickStep(per: number, room: number): number {
  const wanted = room / per;
  for (let unit = 1; ; unit *= 10)
    for (const step of [1, 2, 5]) if (unit * step >= wanted) return unit * step;
}
