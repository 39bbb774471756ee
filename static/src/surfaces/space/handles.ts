/** What can be taken hold of: sides, corners and the turning knob in a plan; faces in depth. */
import type { Cuboid, Point, Vector3 } from '../../core/region';
import { entry, localOf, moved, placeIn, pulled, turned, type Axis, type Side } from './cuboid';
import { faces, type Plan, type PlanName } from './plans';
import { atLevel, atPlane, pixelsPerMetre, project, type Sight } from './sight';
import { add, axesOf, cross, dot, scale, subtract } from './vector';

/** `u` and `v` say which side or corner of a plan: -1, 0 or 1 along its right and up. */
export type Handle =
  | { readonly kind: 'side'; readonly u: Side | 0; readonly v: Side | 0 }
  | { readonly kind: 'turn' }
  | { readonly kind: 'body' }
  | { readonly kind: 'face'; readonly axis: Axis; readonly side: Side };
export interface Placed {
  readonly handle: Handle;
  readonly at: Point;
}
const knobDistance = 26;
const corners: readonly Side[] = [-1, 1];

/** Handles of a cuboid in one of its plans, the knob first, then corners, sides, and its inside. */
export function planHandles(name: PlanName, cuboid: Cuboid, { sight }: Plan): Placed[] {
  const at = (u: number, v: number): Point => onScreen(sight, placeIn(cuboid, share(name, u, v)));
  const knob = at(0, 1);
  const sides: [Side | 0, Side | 0][] = [
    ...corners.flatMap((u) => corners.map((v): [Side, Side] => [u, v])),
    [-1, 0],
    [1, 0],
    [0, -1],
    [0, 1],
  ];
  return [
    { handle: { kind: 'turn' }, at: [knob[0], knob[1] - knobDistance] },
    ...sides.map(([u, v]): Placed => ({ handle: { kind: 'side', u, v }, at: at(u, v) })),
  ];
}
/** Own coordinates, in half sizes, of a plan's u and v. */
function share(name: PlanName, u: number, v: number): Vector3 {
  const plan = faces[name];
  const at: [number, number, number] = [0, 0, 0];
  at[plan.u] = u * plan.uSign;
  at[plan.v] = v;
  return at;
}
const onScreen = (sight: Sight, at: Vector3): Point => {
  const seen = project(sight, at);
  return seen ? [seen[0], seen[1]] : [NaN, NaN];
};

/** The handle under the pointer: sides answer along their whole length. */
export function planHandleAt(
  name: PlanName,
  cuboid: Cuboid,
  plan: Plan,
  pointer: Point,
  slack: number,
): Handle | null {
  const all = planHandles(name, cuboid, plan);
  const near = all.find(({ at }) => Math.hypot(at[0] - pointer[0], at[1] - pointer[1]) <= slack);
  if (near) return near.handle;
  const { from } = plan.sight.ray(pointer);
  const local = localOf(cuboid, from);
  const { u, uSign, v } = faces[name];
  const perPixel = 1 / pixelsPerMetre(plan.sight, cuboid.center);
  const [du, dv] = [u, v].map((axis) => Math.abs(local[axis]) - cuboid.size[axis] / 2) as [
    number,
    number,
  ];
  const reach = slack * 0.6 * perPixel;
  if (du > reach || dv > reach) return null;
  if (Math.abs(du) <= reach && dv <= 0) return { kind: 'side', u: sideOf(local[u] * uSign), v: 0 };
  if (Math.abs(dv) <= reach && du <= 0) return { kind: 'side', u: 0, v: sideOf(local[v]) };
  return { kind: 'body' };
}
const sideOf = (value: number): Side => (value < 0 ? -1 : 1);

/** The cuboid after its handle in a plan went from one pixel to another. */
export function pulledInPlan(
  name: PlanName,
  cuboid: Cuboid,
  plan: Plan,
  handle: Handle,
  from: Point,
  to: Point,
): Cuboid {
  const [a, b] = [plan.sight.ray(from).from, plan.sight.ray(to).from];
  const by = subtract(b, a);
  if (handle.kind === 'body') return moved(cuboid, by);
  if (handle.kind === 'turn') return knobTurned(cuboid, plan, a, b);
  if (handle.kind === 'face') return cuboid;
  const { u, uSign, v } = faces[name];
  let found = cuboid;
  if (handle.u) {
    const side = (handle.u * uSign) as Side;
    found = pulled(found, u, side, dot(by, plan.right) * handle.u);
  }
  if (handle.v) found = pulled(found, v, handle.v, dot(by, plan.up) * handle.v);
  return found;
}
/** By the angle between where the knob was taken and where it is, seen from the middle. */
function knobTurned(cuboid: Cuboid, { right, up }: Plan, from: Vector3, to: Vector3): Cuboid {
  const angle = (at: Vector3): number => {
    const away = subtract(at, cuboid.center);
    return Math.atan2(dot(away, up), dot(away, right));
  };
  return turned(cuboid, cross(right, up), angle(to) - angle(from));
}

/** Middles of the faces that look at the beholder. */
export function faceHandles(sight: Sight, cuboid: Cuboid): Placed[] {
  const axes = axesOf(cuboid.rotation);
  return ([0, 1, 2] as const).flatMap((axis) =>
    corners.flatMap((side) => {
      const middle = placeIn(cuboid, unitShare(axis, side));
      const seen = project(sight, middle);
      if (!seen) return [];
      const { direction } = sight.ray([seen[0], seen[1]]);
      if (dot(direction, axes[axis]) * side >= 0) return [];
      return [{ handle: { kind: 'face' as const, axis, side }, at: [seen[0], seen[1]] as Point }];
    }),
  );
}
const unitShare = (axis: Axis, side: Side): Vector3 =>
  [0, 1, 2].map((i) => (i === axis ? side : 0)) as unknown as Vector3;

export function depthHandleAt(
  sight: Sight,
  cuboid: Cuboid,
  pointer: Point,
  slack: number,
): Handle | null {
  const near = faceHandles(sight, cuboid).find(
    ({ at }) => Math.hypot(at[0] - pointer[0], at[1] - pointer[1]) <= slack,
  );
  if (near) return near.handle;
  const { from, direction } = sight.ray(pointer);
  return entry(cuboid, from, direction) === null ? null : { kind: 'body' };
}
/** In a view with depth a face moves along its own axis, the body along the level it stands on. */
export function pulledInDepth(
  sight: Sight,
  cuboid: Cuboid,
  handle: Handle,
  from: Point,
  to: Point,
): Cuboid {
  if (handle.kind === 'face') return facePulled(sight, cuboid, handle.axis, handle.side, from, to);
  if (handle.kind !== 'body') return cuboid;
  const level = cuboid.center[2];
  const [a, b] = [atLevel(sight.ray(from), level), atLevel(sight.ray(to), level)];
  const isSound =
    a &&
    b &&
    Math.hypot(...subtract(b, a)) < 4 * Math.hypot(...subtract(a, sight.ray(from).from)) + 20;
  if (isSound) return moved(cuboid, subtract(b, a));
  // Seen along the level: across the view instead.
  const facing = scale(sight.ray(from).direction, -1);
  const [c, d] = [
    atPlane(sight.ray(from), cuboid.center, facing),
    atPlane(sight.ray(to), cuboid.center, facing),
  ];
  return c && d ? moved(cuboid, subtract(d, c)) : cuboid;
}
function facePulled(
  sight: Sight,
  cuboid: Cuboid,
  axis: Axis,
  side: Side,
  from: Point,
  to: Point,
): Cuboid {
  const middle = placeIn(cuboid, unitShare(axis, side));
  const normal = scale(axesOf(cuboid.rotation)[axis], side);
  const [a, b] = [onScreen(sight, middle), onScreen(sight, add(middle, scale(normal, 0.1)))];
  // Pixels for each metre along the face's axis, as the view shows it.
  const way: Point = [(b[0] - a[0]) * 10, (b[1] - a[1]) * 10];
  const square = way[0] ** 2 + way[1] ** 2;
  if (!(square > 4)) return cuboid;
  const by = ((to[0] - from[0]) * way[0] + (to[1] - from[1]) * way[1]) / square;
  return pulled(cuboid, axis, side, by);
}
