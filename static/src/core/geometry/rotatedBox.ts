import type { Point, RotatedBox } from '../region';
import { compass, dragCompass } from './box';
import { boundsOf, cornersOf, turn, type Bounds } from './point';
import type { Handle, Shape } from './shape';

/** The box before it was turned, about its own centre. */
const upright = ({ cx, cy, width, height }: RotatedBox): Bounds => [
  cx - width / 2,
  cy - height / 2,
  cx + width / 2,
  cy + height / 2,
];
const centre = ({ cx, cy }: RotatedBox): Point => [cx, cy];

export const rotatedCorners = (g: RotatedBox): Point[] =>
  cornersOf(upright(g)).map((corner) => turn(corner, centre(g), g.angle));

/** Into (-180, 180]. */
export const wrapAngle = (degrees: number): number => {
  const turned = ((degrees % 360) + 360) % 360;
  return turned > 180 ? turned - 360 : turned;
};

const cursors = ['ns-resize', 'nesw-resize', 'ew-resize', 'nwse-resize'];
const bearings = ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'];
/** The resize cursor nearest to where a handle of a turned box points. */
const cursorOf = (handle: string, angle: number): string =>
  cursors[(((bearings.indexOf(handle) + Math.round(angle / 45)) % 4) + 4) % 4]!;

export const rotatedBox: Shape<RotatedBox> = {
  bounds: (g) => boundsOf(rotatedCorners(g)),
  contains(g, at) {
    const [x, y] = turn(at, centre(g), -g.angle);
    return Math.abs(x - g.cx) <= g.width / 2 && Math.abs(y - g.cy) <= g.height / 2;
  },
  area: (g) => g.width * g.height,
  isEmpty: (g) => !(g.width > 0 && g.height > 0),
  move: (g, dx, dy) => ({ ...g, cx: g.cx + dx, cy: g.cy + dy }),
  grow(g, dw, dh) {
    const [width, height] = [Math.max(1, g.width + dw), Math.max(1, g.height + dh)];
    const shift: Point = [g.cx + (width - g.width) / 2, g.cy + (height - g.height) / 2];
    const [cx, cy] = turn(shift, centre(g), g.angle);
    return { ...g, cx, cy, width, height };
  },
  turn: (g, degrees) => ({ ...g, angle: wrapAngle(g.angle + degrees) }),
  handles(g, slack) {
    const around = (at: Point): Point => turn(at, centre(g), g.angle);
    const sides = compass(upright(g)).map((handle): Handle => ({
      ...handle,
      at: around(handle.at),
      cursor: cursorOf(handle.id, g.angle),
    }));
    const top = around([g.cx, g.cy - g.height / 2 - slack * 3]);
    return [...sides, { id: 'turn', at: top, look: 'turn', cursor: 'grab' }];
  },
  drag(g, handle, to, square) {
    if (handle === 'turn') {
      const angle = (Math.atan2(to[1] - g.cy, to[0] - g.cx) * 180) / Math.PI + 90;
      return { ...g, angle: wrapAngle(square ? Math.round(angle / 15) * 15 : angle) };
    }
    const local = turn(to, centre(g), -g.angle);
    const [minX, minY, maxX, maxY] = dragCompass(upright(g), handle, local, square);
    const [cx, cy] = turn([(minX + maxX) / 2, (minY + maxY) / 2], centre(g), g.angle);
    return { ...g, cx, cy, width: maxX - minX, height: maxY - minY };
  },
  strike: (g) => g,
  magnets: rotatedCorners,
};
