/** What lies under a point of the time line. */
import { frameUnder, xOf, type Scale } from './scale';
import type { Row } from './rows';

export const rowHeight = 22;

export type Hit =
  | { readonly on: 'keyframe'; readonly id: string; readonly frame: number }
  | { readonly on: 'end'; readonly id: string; readonly frame: number }
  | { readonly on: 'track'; readonly id: string; readonly frame: number }
  | {
      readonly on: 'rangeStart' | 'rangeEnd' | 'range';
      readonly id: string;
      readonly frame: number;
    }
  | { readonly on: 'lane'; readonly label: string; readonly frame: number }
  | { readonly on: 'ground'; readonly frame: number };

const near = 5;

/** `y` counts from the top of the first row. */
export function hitAt(
  rows: readonly Row[],
  scale: Scale,
  x: number,
  y: number,
  frames: number,
): Hit {
  const frame = frameUnder(scale, x, frames);
  const row = y < 0 ? undefined : rows[Math.floor(y / rowHeight)];
  if (!row) return { on: 'ground', frame };
  const middle = (at: number): number => xOf(scale, at + 0.5);
  if (row.kind === 'track') {
    const { id, track, end } = row;
    const keys = track.keyframes
      .map((key) => ({ frame: key.frame, far: Math.abs(middle(key.frame) - x) }))
      .filter(({ far }) => far <= near)
      .sort((a, b) => a.far - b.far);
    const [key] = keys;
    const isEnd = end !== undefined && Math.abs(xOf(scale, end) - x) <= near;
    // Where a keyframe sits on the end, its right half is the end's.
    if (isEnd && (!key || x > middle(key.frame) + 1)) return { on: 'end', id, frame };
    if (key) return { on: 'keyframe', id, frame: key.frame };
    return { on: 'track', id, frame };
  }
  for (const { id, span } of row.bars) {
    const [left, right] = [xOf(scale, span[0]), xOf(scale, span[1])];
    if (x < left - near || x > right + near) continue;
    const reach = Math.min(near, Math.max(2, (right - left) / 3));
    if (x >= right - reach) return { on: 'rangeEnd', id, frame };
    if (x <= left + reach) return { on: 'rangeStart', id, frame };
    return { on: 'range', id, frame };
  }
  return { on: 'lane', label: row.label, frame };
}

/** Whether a hit can be pulled along the time line. */
export const isHandle = ({ on }: Hit): boolean => !['ground', 'lane', 'track'].includes(on);
