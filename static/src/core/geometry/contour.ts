/** Masks as polygons and back. Outlines run along the edges of pixels, so that nothing is lost. */
import type { Mask, Point, Polygon, Ring, Rings } from '../region';
import { crosses, signedArea } from './path';
import { partsOf, polygonOf } from './polygon';
import { decode, encode } from './rle';
import { simplifyRing } from './simplify';

/** Right, down, left, up: with the inside on the right, outlines run clockwise and holes the other way. */
const STEPS: readonly Point[] = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
];
/** From a corner, the pixel ahead on the right of each direction, and the one ahead on the left. */
const AHEAD_RIGHT: readonly Point[] = [
  [0, 0],
  [-1, 0],
  [-1, -1],
  [0, -1],
];
const AHEAD_LEFT: readonly Point[] = [
  [0, -1],
  [0, 0],
  [-1, 0],
  [-1, -1],
];

interface Loop {
  readonly ring: Point[];
  /** The middle of a pixel of the mask beside it. */
  readonly inside: Point;
}

/** Null where the mask is empty. `tolerance`: how many pixels the outline may stray. */
export function maskToPolygon(mask: Mask, tolerance: number): Polygon | null {
  const loops = loopsOf(mask);
  const outers = loops
    .filter(({ ring }) => signedArea(ring) > 0)
    .map(({ ring }) => ({ ring, holes: [] as Ring[], area: signedArea(ring) }))
    .sort((a, b) => a.area - b.area);
  for (const { ring, inside } of loops)
    if (signedArea(ring) < 0) outers.find((outer) => crosses(outer.ring, inside))?.holes.push(ring);
  const parts = outers.flatMap(({ ring, holes }): Rings[] => {
    const rings = [ring, ...holes].map((each) => simplifyRing(each, tolerance));
    const [outer, ...inner] = rings;
    // A speck may lose its inside; it keeps its own outline then.
    const outline = outer && outer.length > 2 && signedArea(outer) > 0 ? outer : ring;
    return [{ rings: [outline, ...inner.filter((each) => signedArea(each) < 0)] }];
  });
  return parts.length ? polygonOf(parts) : null;
}

/** Every pixel whose middle lies inside. */
export function polygonToMask(g: Polygon, height: number, width: number): Mask {
  const bits = new Uint8Array(height * width);
  for (const { rings } of partsOf(g)) fill(bits, rings, height, width);
  return encode(bits, height, width);
}

function fill(bits: Uint8Array, rings: readonly Ring[], height: number, width: number): void {
  const cuts = new Map<number, number[]>();
  for (const ring of rings)
    ring.forEach((a, i) => {
      const b = ring[(i + 1) % ring.length]!;
      const [left, right] = a[0] < b[0] ? [a, b] : [b, a];
      const last = Math.min(width, Math.ceil(right[0] - 0.5));
      for (let x = Math.max(0, Math.ceil(left[0] - 0.5)); x < last; x++) {
        const along = (x + 0.5 - left[0]) / (right[0] - left[0]);
        const column = cuts.get(x) ?? [];
        cuts.set(x, column);
        column.push(left[1] + along * (right[1] - left[1]));
      }
    });
  for (const [x, column] of cuts) {
    column.sort((a, b) => a - b);
    for (let i = 0; i + 1 < column.length; i += 2) {
      const from = Math.max(0, Math.ceil(column[i]! - 0.5));
      const to = Math.min(height, Math.ceil(column[i + 1]! - 0.5));
      if (to > from) bits.fill(1, x * height + from, x * height + to);
    }
  }
}

function loopsOf(mask: Mask): Loop[] {
  const [height, width] = mask.size;
  const bits = decode(mask);
  const isSet = (x: number, y: number): boolean =>
    x >= 0 && y >= 0 && x < width && y < height && bits[x * height + y] === 1;
  /** Upper edges of pixels that a loop has passed; every loop has one. */
  const passed = new Uint8Array(bits.length);
  const loops: Loop[] = [];
  for (let x = 0; x < width; x++)
    for (let y = 0; y < height; y++)
      if (isSet(x, y) && !isSet(x, y - 1) && !passed[x * height + y])
        loops.push({ ring: walk([x, y], isSet, passed, height), inside: [x + 0.5, y + 0.5] });
  return loops;
}

function walk(
  start: Point,
  isSet: (x: number, y: number) => boolean,
  passed: Uint8Array,
  height: number,
): Point[] {
  const ring: Point[] = [];
  let [x, y] = start;
  let way = 0;
  do {
    if (way === 0) passed[x * height + y] = 1;
    [x, y] = [x + STEPS[way]![0], y + STEPS[way]![1]];
    const [right, left] = [AHEAD_RIGHT[way]!, AHEAD_LEFT[way]!];
    // Pixels that touch by a corner only are two loops.
    const turned = !isSet(x + right[0], y + right[1]) ? 1 : isSet(x + left[0], y + left[1]) ? 3 : 0;
    if (turned) ring.push([x, y]);
    way = (way + turned) % 4;
  } while (way !== 0 || x !== start[0] || y !== start[1]);
  return ring;
}
