import type { Mask, Point } from '../region';
import { boundsOf, cornersOf, type Bounds } from './point';
import { decode, encode, runsOf } from './rle';
import type { Shape } from './shape';

interface Facts {
  readonly bounds: Bounds;
  readonly area: number;
  /** First bit after each run. */
  readonly ends: readonly number[];
}
const known = new WeakMap<Mask, Facts>();

/** Walks the runs once per mask; masks never change, so the answer is kept. */
function factsOf(mask: Mask): Facts {
  const seen = known.get(mask);
  if (seen) return seen;
  const [height] = mask.size;
  const corners: Point[] = [];
  const ends: number[] = [];
  let area = 0;
  let at = 0;
  runsOf(mask).forEach((run, i) => {
    if (i % 2 && run) {
      area += run;
      const [first, last] = [Math.floor(at / height), Math.floor((at + run - 1) / height)];
      // A run over several columns touches the top and the bottom.
      const top = first === last ? at % height : 0;
      const bottom = first === last ? ((at + run - 1) % height) + 1 : height;
      corners.push([first, top], [last + 1, bottom]);
    }
    ends.push((at += run));
  });
  const facts = { bounds: boundsOf(corners), area, ends };
  known.set(mask, facts);
  return facts;
}

function isSet(mask: Mask, x: number, y: number): boolean {
  const [height, width] = mask.size;
  if (x < 0 || y < 0 || x >= width || y >= height) return false;
  const bit = Math.floor(x) * height + Math.floor(y);
  const { ends } = factsOf(mask);
  let [from, to] = [0, ends.length];
  while (from < to) {
    const half = (from + to) >> 1;
    if (ends[half]! <= bit) from = half + 1;
    else to = half;
  }
  return from < ends.length && from % 2 === 1;
}

/** Shifts by whole pixels; what leaves the image is lost. */
function shift(mask: Mask, dx: number, dy: number): Mask {
  const [height, width] = mask.size;
  const [right, down] = [Math.round(dx), Math.round(dy)];
  const [bits, moved] = [decode(mask), new Uint8Array(height * width)];
  for (let x = Math.max(0, right); x < Math.min(width, width + right); x++) {
    const from = (x - right) * height;
    const column = bits.subarray(from + Math.max(0, -down), from + height - Math.max(0, down));
    moved.set(column, x * height + Math.max(0, down));
  }
  return encode(moved, height, width);
}

export const mask: Shape<Mask> = {
  bounds: (g) => factsOf(g).bounds,
  contains: (g, [x, y]) => isSet(g, x, y),
  area: (g) => factsOf(g).area,
  isEmpty: (g) => factsOf(g).area === 0,
  move: shift,
  grow: (g) => g,
  turn: (g) => g,
  handles: () => [],
  drag: (g) => g,
  strike: (g) => g,
  magnets: (g) => cornersOf(factsOf(g).bounds),
};
