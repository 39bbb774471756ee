import type { Keypoint, Keypoints, Point, Visibility } from '../region';
import { stretch } from './path';
import { boundsOf, distance, middle, turn } from './point';
import type { Shape } from './shape';

/** The points that are there, occluded or not. */
export const presentPoints = (g: Keypoints): Keypoint[] => g.points.filter(([, , v]) => v > 0);

const map = (g: Keypoints, change: (point: Point) => Point): Keypoints => ({
  points: g.points.map((point): Keypoint => {
    const [x, y] = change([point[0], point[1]]);
    return point[2] ? [x, y, point[2]] : point;
  }),
});
const place = (handle: string): number => Number(handle.slice(1));
/** Visible → occluded → absent → visible. */
const next: Record<Visibility, Visibility> = { 2: 1, 1: 0, 0: 2 };

export const keypoints: Shape<Keypoints> = {
  bounds: (g) => boundsOf(presentPoints(g)),
  contains: (g, at, slack) => presentPoints(g).some(([x, y]) => distance([x, y], at) <= slack),
  area: () => 0,
  isEmpty: (g) => presentPoints(g).length === 0,
  move: (g, dx, dy) => map(g, ([x, y]) => [x + dx, y + dy]),
  grow(g, dw, dh) {
    const bounds = keypoints.bounds(g);
    return map(g, (point) => stretch(point, bounds, dw, dh));
  },
  turn(g, degrees) {
    const [minX, minY, maxX, maxY] = keypoints.bounds(g);
    const centre = middle([minX, minY], [maxX, maxY]);
    return map(g, (point) => turn(point, centre, degrees));
  },
  handles: (g) =>
    g.points.flatMap(([x, y, v], i) =>
      v ? [{ id: `v${i}`, at: [x, y] as const, look: 'vertex' as const, cursor: 'move' }] : [],
    ),
  drag(g, handle, [x, y]) {
    const [, , v] = g.points[place(handle)]!;
    return { points: g.points.with(place(handle), [x, y, v]) };
  },
  strike(g, handle) {
    const [x, y, v] = g.points[place(handle)]!;
    const points = g.points.with(place(handle), [x, y, next[v]]);
    return keypoints.isEmpty({ points }) ? g : { points };
  },
  magnets: (g) => presentPoints(g).map(([x, y]): Point => [x, y]),
};
