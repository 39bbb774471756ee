import type { Point, Polygon, Ring, Rings } from '../region';
import { boundsOf, middle } from './point';
import type { Shape } from './shape';
import {
  crosses,
  movePoints,
  pathHandles,
  setVertex,
  signedArea,
  stretch,
  turnPoints,
} from './path';

export const partsOf = (g: Polygon): readonly Rings[] => ('parts' in g ? g.parts : [g]);
export const ringsOf = (g: Polygon): Ring[] => partsOf(g).flatMap((part) => part.rings);

/** Several parts only where there are several, as the wire has it. */
export const polygonOf = (parts: readonly Rings[]): Polygon =>
  parts.length === 1 ? { rings: parts[0]!.rings } : { parts };

const mapRings = (g: Polygon, change: (ring: Ring) => Ring): Polygon =>
  polygonOf(partsOf(g).map((part) => ({ rings: part.rings.map(change) })));

/** Vertex handles are named `v<part>.<ring>.<vertex>`. */
function changeRing(g: Polygon, handle: string, change: (ring: Ring, i: number) => Ring): Polygon {
  const [part = 0, ring = 0, vertex = 0] = handle.slice(1).split('.').map(Number);
  const parts = partsOf(g);
  const rings = parts[part]?.rings;
  if (!rings?.[ring]) return g;
  const changed = rings.with(ring, change(rings[ring], vertex));
  const kept = changed.filter((item) => item.length >= 3);
  // A polygon never loses its outline; a hole or a part that falls below a triangle goes.
  if (!changed[0] || changed[0].length < 3)
    return parts.length > 1 ? polygonOf(parts.toSpliced(part, 1)) : g;
  return polygonOf(parts.with(part, { rings: kept }));
}

/** Cuts a hole into the part that holds its first point. */
export function withHole(g: Polygon, hole: Ring): Polygon {
  const parts = partsOf(g);
  const at = parts.findIndex((part) => part.rings[0] && crosses(part.rings[0], hole[0]!));
  if (at < 0) return g;
  return polygonOf(parts.with(at, { rings: [...parts[at]!.rings, hole] }));
}

export const polygon: Shape<Polygon> = {
  bounds: (g) => boundsOf(ringsOf(g).flat()),
  contains: (g, at) =>
    partsOf(g).some(({ rings }) => rings.filter((ring) => crosses(ring, at)).length % 2 === 1),
  area: (g) =>
    partsOf(g).reduce((sum, { rings }) => {
      const [outer = 0, ...holes] = rings.map((ring) => Math.abs(signedArea(ring)));
      return sum + outer - holes.reduce((a, b) => a + b, 0);
    }, 0),
  isEmpty: (g) => !(polygon.area(g) > 0),
  move: (g, dx, dy) => mapRings(g, (ring) => movePoints(ring, dx, dy)),
  grow(g, dw, dh) {
    const bounds = polygon.bounds(g);
    return mapRings(g, (ring) => ring.map((point) => stretch(point, bounds, dw, dh)));
  },
  turn(g, degrees) {
    const [minX, minY, maxX, maxY] = polygon.bounds(g);
    const centre: Point = middle([minX, minY], [maxX, maxY]);
    return mapRings(g, (ring) => turnPoints(ring, centre, degrees));
  },
  handles: (g, slack) =>
    partsOf(g).flatMap(({ rings }, part) =>
      rings.flatMap((ring, i) => pathHandles(ring, `${part}.${i}.`, true, slack)),
    ),
  drag: (g, handle, to) =>
    changeRing(g, handle, (ring, i) => setVertex(ring, handle.startsWith('m'), i, to)),
  strike: (g, handle) =>
    handle.startsWith('v') ? changeRing(g, handle, (ring, i) => ring.toSpliced(i, 1)) : g,
  magnets: (g) => ringsOf(g).flat(),
};
