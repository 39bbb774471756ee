/** Cutting polygons in two by a line: where it crosses, the two sides come apart. */
import type { Point, Polygon, Ring, Rings } from '../region';
import { crosses, signedArea } from './path';
import { partsOf, polygonOf } from './polygon';

interface Node {
  readonly at: Point;
  next: Node;
  /** Along the cut, for crossings. */
  readonly t?: number;
  partner?: Node;
  isUsed: boolean;
}

/** The pieces, largest first; one where the cut from `a` to `b` does not go through. */
export function slice(g: Polygon, a: Point, b: Point): Polygon[] {
  const pieces = partsOf(g).map((part) => slicePart(part, a, b));
  if (pieces.every(({ length }) => length === 1)) return [g];
  // Parts that the cut missed stay together with the largest piece.
  const whole = pieces.filter(({ length }) => length === 1).flat();
  const [first, ...others] = pieces
    .filter(({ length }) => length > 1)
    .flat()
    .sort((one, other) => areaOf(other) - areaOf(one));
  return [polygonOf([first!, ...whole]), ...others.map((piece) => polygonOf([piece]))];
}

function slicePart(part: Rings, a: Point, b: Point): Rings[] {
  const oriented = part.rings.map((ring, i) =>
    signedArea(ring) > 0 === (i === 0) ? [...ring] : [...ring].reverse(),
  );
  // A cut through a vertex would touch two edges or none: it passes by a hair.
  const hair = 1e-7 * Math.hypot(b[0] - a[0], b[1] - a[1]);
  if (!hair) return [part];
  const aside = normal(a, b, hair);
  const [from, to] = [plus(a, aside), plus(b, aside)];
  const starts = oriented.map((ring) => linked(ring, from, to));
  const crossings = starts
    .flatMap(nodesOf)
    .filter(({ t }) => t !== undefined)
    .sort((one, other) => one.t! - other.t!);
  let cuts = 0;
  for (let i = 0; i + 1 < crossings.length; i += 2) {
    const [one, other] = [crossings[i]!, crossings[i + 1]!];
    if (one.t! < 0 || other.t! > 1) continue;
    [one.partner, other.partner] = [other, one];
    cuts++;
  }
  return cuts ? gathered(starts.flatMap(nodesOf)) : [part];
}

/** Goes round from every node not gone by yet; at a cut over to its other end. */
function gathered(nodes: readonly Node[]): Rings[] {
  const loops: Point[][] = [];
  for (const start of nodes) {
    if (start.isUsed) continue;
    const loop: Point[] = [];
    let node = start;
    while (!node.isUsed) {
      node.isUsed = true;
      loop.push(node.at);
      if (node.partner) {
        loop.push(node.partner.at);
        node = node.partner.next;
      } else node = node.next;
    }
    loops.push(loop);
  }
  const outers = loops.filter((loop) => signedArea(loop) > 0);
  const holes = loops.filter((loop) => signedArea(loop) < 0);
  return outers.map((outer) => ({
    rings: [outer, ...holes.filter((hole) => crosses(outer, hole[0]!))],
  }));
}

/** The ring as a chain, with a node wherever the line through the cut crosses it. */
function linked(ring: Ring, a: Point, b: Point): Node {
  const nodes = ring.flatMap((p, i): Node[] => {
    const q = ring[(i + 1) % ring.length]!;
    const [dp, dq] = [sideOf(p, a, b), sideOf(q, a, b)];
    const own = node(p);
    if (dp > 0 === dq > 0) return [own];
    const along = dp / (dp - dq);
    const at: Point = [p[0] + along * (q[0] - p[0]), p[1] + along * (q[1] - p[1])];
    return [own, node(at, placeOn(at, a, b))];
  });
  nodes.forEach((each, i) => (each.next = nodes[(i + 1) % nodes.length]!));
  return nodes[0]!;
}

function node(at: Point, t?: number): Node {
  const made = { at, isUsed: false, ...(t === undefined ? {} : { t }) } as Node;
  made.next = made;
  return made;
}
function nodesOf(start: Node): Node[] {
  const all = [start];
  for (let each = start.next; each !== start; each = each.next) all.push(each);
  return all;
}

const areaOf = ({ rings }: Rings): number => rings.reduce((sum, ring) => sum + signedArea(ring), 0);
const plus = (p: Point, by: Point): Point => [p[0] + by[0], p[1] + by[1]];
const normal = (a: Point, b: Point, length: number): Point => {
  const scale = length / Math.hypot(b[0] - a[0], b[1] - a[1]);
  return [(a[1] - b[1]) * scale, (b[0] - a[0]) * scale];
};
const sideOf = (p: Point, a: Point, b: Point): number =>
  (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]);
const placeOn = (p: Point, a: Point, b: Point): number => {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  return ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / (dx * dx + dy * dy);
};
