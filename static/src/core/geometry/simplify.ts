/** Fewer points for nearly the same line (Douglas and Peucker 1973, doi:10.3138/FM57-6770-U75U-7727). */
import type { Point, Polygon, Polyline, Ring, Rings } from '../region';
import { distance, toSegment } from './point';
import { signedArea } from './path';
import { partsOf, polygonOf } from './polygon';

/** No point of the line given is further than `tolerance` from the line returned; both ends stay. */
export function simplifyPath(points: readonly Point[], tolerance: number): Point[] {
  const keep = new Uint8Array(points.length);
  keep[0] = keep[points.length - 1] = 1;
  const spans: [number, number][] = [[0, points.length - 1]];
  for (let span = spans.pop(); span; span = spans.pop()) {
    const [from, to] = span;
    let [worst, far] = [-1, tolerance];
    for (let i = from + 1; i < to; i++) {
      const off = toSegment(points[i]!, points[from]!, points[to]!);
      if (off > far) [worst, far] = [i, off];
    }
    if (worst < 0) continue;
    keep[worst] = 1;
    spans.push([from, worst], [worst, to]);
  }
  return points.filter((_, i) => keep[i]);
}

/** A ring has no ends: it is cut at its first point and at the one furthest from it. */
export function simplifyRing(ring: Ring, tolerance: number): Point[] {
  if (ring.length <= 3 || tolerance <= 0) return [...ring];
  const start = ring[0]!;
  const far = ring.reduce(
    (best, point, i) => (distance(point, start) > distance(ring[best]!, start) ? i : best),
    0,
  );
  if (!far) return [...ring];
  const there = simplifyPath(ring.slice(0, far + 1), tolerance);
  const back = simplifyPath([...ring.slice(far), start], tolerance);
  return [...there, ...back.slice(1, -1)];
}

/** What falls below a triangle goes; an outline that would go stays as it was. */
export function simplifyPolygon(g: Polygon, tolerance: number): Polygon {
  const isSound = (ring: Ring): boolean => ring.length >= 3 && signedArea(ring) !== 0;
  const simpler = ({ rings }: Rings): Rings => {
    const [outer, ...holes] = rings.map((ring) => simplifyRing(ring, tolerance));
    const outline = outer && isSound(outer) ? outer : rings[0]!;
    return { rings: [outline, ...holes.filter(isSound)] };
  };
  return polygonOf(partsOf(g).map(simpler));
}

export const simplify = <G extends Polygon | Polyline>(g: G, tolerance: number): G =>
  ('rings' in g || 'parts' in g
    ? simplifyPolygon(g, tolerance)
    : { points: simplifyPath(g.points, tolerance) }) as G;
