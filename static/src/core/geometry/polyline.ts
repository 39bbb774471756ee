import type { Polyline } from '../region';
import { isNear, lengthOf, movePoints, pathHandles, setVertex, stretch, turnPoints } from './path';
import { boundsOf, middle } from './point';
import type { Shape } from './shape';

const place = (handle: string): number => Number(handle.slice(1));

export const polyline: Shape<Polyline> = {
  bounds: (g) => boundsOf(g.points),
  contains: (g, at, slack) => isNear(g.points, at, slack, false),
  area: () => 0,
  isEmpty: (g) => !(g.points.length >= 2 && lengthOf(g.points) > 0),
  move: (g, dx, dy) => ({ points: movePoints(g.points, dx, dy) }),
  grow(g, dw, dh) {
    const bounds = polyline.bounds(g);
    return { points: g.points.map((point) => stretch(point, bounds, dw, dh)) };
  },
  turn(g, degrees) {
    const [minX, minY, maxX, maxY] = polyline.bounds(g);
    return { points: turnPoints(g.points, middle([minX, minY], [maxX, maxY]), degrees) };
  },
  handles: (g, slack) => pathHandles(g.points, '', false, slack),
  drag: (g, handle, to) => ({
    points: setVertex(g.points, handle.startsWith('m'), place(handle), to),
  }),
  strike: (g, handle) =>
    handle.startsWith('v') && g.points.length > 2
      ? { points: g.points.toSpliced(place(handle), 1) }
      : g,
  magnets: (g) => g.points,
};
