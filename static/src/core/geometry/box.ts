import type { Box, Point } from '../region';
import { cornersOf, middle, type Bounds } from './point';
import type { Handle, Shape } from './shape';

export const boxFrom = (a: Point, b: Point): Box => ({
  x: Math.min(a[0], b[0]),
  y: Math.min(a[1], b[1]),
  width: Math.abs(a[0] - b[0]),
  height: Math.abs(a[1] - b[1]),
});

/** The corner that makes the box from `fixed` a square (or keeps `ratio` = width / height). */
export function squareCorner(fixed: Point, to: Point, ratio = 1): Point {
  const [dx, dy] = [to[0] - fixed[0], to[1] - fixed[1]];
  const height = Math.max(Math.abs(dx) / ratio, Math.abs(dy));
  return [
    fixed[0] + (Math.sign(dx) || 1) * height * ratio,
    fixed[1] + (Math.sign(dy) || 1) * height,
  ];
}

/** Eight handles of an upright rectangle, named by compass. */
export function compass([minX, minY, maxX, maxY]: Bounds): Handle[] {
  const [nw, ne, se, sw] = cornersOf([minX, minY, maxX, maxY]);
  return [
    { id: 'n', at: middle(nw, ne), look: 'edge', cursor: 'ns-resize' },
    { id: 's', at: middle(sw, se), look: 'edge', cursor: 'ns-resize' },
    { id: 'w', at: middle(nw, sw), look: 'edge', cursor: 'ew-resize' },
    { id: 'e', at: middle(ne, se), look: 'edge', cursor: 'ew-resize' },
    { id: 'nw', at: nw, look: 'corner', cursor: 'nwse-resize' },
    { id: 'ne', at: ne, look: 'corner', cursor: 'nesw-resize' },
    { id: 'se', at: se, look: 'corner', cursor: 'nwse-resize' },
    { id: 'sw', at: sw, look: 'corner', cursor: 'nesw-resize' },
  ];
}

/** Drags a compass handle; the opposite side stays, and dragging past it turns the box over. */
export function dragCompass(bounds: Bounds, handle: string, to: Point, square: boolean): Bounds {
  const [minX, minY, maxX, maxY] = bounds;
  const west = handle.includes('w');
  const north = handle.includes('n');
  const fixed: Point = [west ? maxX : minX, north ? maxY : minY];
  const ratio = (maxX - minX) / (maxY - minY || 1) || 1;
  const free = square && handle.length === 2 ? squareCorner(fixed, to, ratio) : to;
  const x = /[ew]/.test(handle) ? free[0] : west ? minX : maxX;
  const y = /[ns]/.test(handle) ? free[1] : north ? minY : maxY;
  const box = boxFrom(fixed, [x, y]);
  return [box.x, box.y, box.x + box.width, box.y + box.height];
}

export const box: Shape<Box> = {
  bounds: ({ x, y, width, height }) => [x, y, x + width, y + height],
  contains: (g, [px, py]) => px >= g.x && py >= g.y && px <= g.x + g.width && py <= g.y + g.height,
  area: (g) => g.width * g.height,
  isEmpty: (g) => !(g.width > 0 && g.height > 0),
  move: (g, dx, dy) => ({ ...g, x: g.x + dx, y: g.y + dy }),
  grow: (g, dw, dh) => ({
    ...g,
    width: Math.max(1, g.width + dw),
    height: Math.max(1, g.height + dh),
  }),
  turn: (g) => g,
  handles: (g) => compass(box.bounds(g)),
  drag(g, handle, to, square) {
    const [minX, minY, maxX, maxY] = dragCompass(box.bounds(g), handle, to, square);
    return boxFrom([minX, minY], [maxX, maxY]);
  },
  strike: (g) => g,
  magnets: (g) => cornersOf(box.bounds(g)),
};
