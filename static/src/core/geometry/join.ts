/** The union of polygons: the edges of each that do not lie inside the other, strung together anew. */
import type { Point, Polygon, Ring, Rings } from '../region';
import { crosses, edges, signedArea } from './path';
import { toSegment } from './point';
import { partsOf, polygonOf } from './polygon';
import { simplifyRing } from './simplify';

type Edge = readonly [from: Point, to: Point];

/** Points nearer than this, in pixels, are one. */
const GRAIN = 1e-4;

/** Apart from each other they become one polygon of several parts. */
export const join = (first: Polygon, ...others: Polygon[]): Polygon =>
  polygonOf(
    others.flatMap(partsOf).reduce((joined, part) => joinPart(joined, part), [...partsOf(first)]),
  );

/** Into `parts`, which are apart from each other. */
function joinPart(parts: readonly Rings[], part: Rings): Rings[] {
  const [a, b] = [parts.flatMap(edgesOf), edgesOf(part)];
  const kept = [
    ...split(a, b).filter((edge) => isKept(edge, [part], b, true)),
    ...split(b, a).filter((edge) => isKept(edge, parts, a, false)),
  ];
  return gathered(loopsOf(kept));
}

/** An edge on the other's edge is kept once where both run one way, and not at all as a seam. */
function isKept(
  [from, to]: Edge,
  others: readonly Rings[],
  border: readonly Edge[],
  isFirst: boolean,
): boolean {
  const at: Point = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
  const under = border.find(([a, b]) => toSegment(at, a, b) < GRAIN && isAlong([from, to], [a, b]));
  if (under) return isFirst && dot([from, to], under) > 0;
  return !others.some(({ rings }) => rings.filter((ring) => crosses(ring, at)).length % 2 === 1);
}

/** Outlines clockwise and holes the other way: then the inside is always on the right. */
function edgesOf({ rings }: Rings): Edge[] {
  return rings.flatMap((ring, i) =>
    edges(signedArea(ring) > 0 === (i === 0) ? ring : [...ring].reverse(), true),
  );
}

function split(mine: readonly Edge[], others: readonly Edge[]): Edge[] {
  return mine.flatMap(([a, b]) => {
    const cuts = others
      .flatMap((other) => meetings([a, b], other))
      .filter((t) => t > 0 && t < 1)
      .sort((one, other) => one - other);
    const points = [a, ...cuts.map((t): Point => between(a, b, t)), b];
    return points.flatMap((point, i): Edge[] => {
      const next = points[i + 1];
      return next && Math.hypot(next[0] - point[0], next[1] - point[1]) > GRAIN
        ? [[point, next]]
        : [];
    });
  });
}

/** Where, from 0 to 1 along the first, the second meets it: crossing it, or lying on it. */
function meetings([a, b]: Edge, [c, d]: Edge): number[] {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const length = dx * dx + dy * dy;
  const ends = [c, d]
    .filter((point) => toSegment(point, a, b) < GRAIN)
    .map((point) => ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / length);
  const cross = dx * (d[1] - c[1]) - dy * (d[0] - c[0]);
  if (ends.length || Math.abs(cross) < 1e-12) return ends;
  const t = ((c[0] - a[0]) * (d[1] - c[1]) - (c[1] - a[1]) * (d[0] - c[0])) / cross;
  const u = ((c[0] - a[0]) * dy - (c[1] - a[1]) * dx) / cross;
  return u >= 0 && u <= 1 ? [t] : [];
}

/** Follows the edges from point to point, turning as far right as it can where several go on. */
function loopsOf(all: readonly Edge[]): Point[][] {
  const from = new Map<string, Edge[]>();
  for (const edge of all) from.set(keyOf(edge[0]), [...(from.get(keyOf(edge[0])) ?? []), edge]);
  const loops: Point[][] = [];
  const used = new Set<Edge>();
  for (const start of all) {
    const loop: Point[] = [];
    let edge: Edge | undefined = start;
    while (edge && !used.has(edge)) {
      used.add(edge);
      loop.push(edge[0]);
      const last: Edge = edge;
      edge = (from.get(keyOf(edge[1])) ?? [])
        .filter((next) => !used.has(next))
        .sort((one, other) => turnOf(last, other) - turnOf(last, one))[0];
    }
    // Points that only the cutting brought lie on a straight line and go.
    if (loop.length > 2) loops.push(simplifyRing(loop, GRAIN));
  }
  return loops.filter((loop) => Math.abs(signedArea(loop)) > GRAIN);
}

function gathered(loops: readonly Ring[]): Rings[] {
  const outers = loops.filter((loop) => signedArea(loop) > 0);
  const holes = loops.filter((loop) => signedArea(loop) < 0);
  return outers.map((outer) => ({
    rings: [outer, ...holes.filter((hole) => crosses(outer, between(hole[0]!, hole[1]!, 0.5)))],
  }));
}

const keyOf = ([x, y]: Point): string => `${Math.round(x / GRAIN)},${Math.round(y / GRAIN)}`;
const between = (a: Point, b: Point, t: number): Point => [
  a[0] + t * (b[0] - a[0]),
  a[1] + t * (b[1] - a[1]),
];
const dot = ([a, b]: Edge, [c, d]: Edge): number =>
  (b[0] - a[0]) * (d[0] - c[0]) + (b[1] - a[1]) * (d[1] - c[1]);
const turnOf = ([a, b]: Edge, [c, d]: Edge): number =>
  Math.atan2((b[0] - a[0]) * (d[1] - c[1]) - (b[1] - a[1]) * (d[0] - c[0]), dot([a, b], [c, d]));
/** Whether two edges run along one line. */
const isAlong = ([a, b]: Edge, [c, d]: Edge): boolean => {
  const cross = (b[0] - a[0]) * (d[1] - c[1]) - (b[1] - a[1]) * (d[0] - c[0]);
  const size = Math.hypot(b[0] - a[0], b[1] - a[1]) * Math.hypot(d[0] - c[0], d[1] - c[1]);
  return Math.abs(cross) <= 1e-6 * size;
};
