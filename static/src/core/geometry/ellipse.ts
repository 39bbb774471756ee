import type { Ellipse, RotatedBox } from '../region';
import { turn } from './point';
import { rotatedBox } from './rotatedBox';
import type { Shape } from './shape';

/** An ellipse is handled as the turned box around it. */
const frame = ({ cx, cy, rx, ry, angle }: Ellipse): RotatedBox => ({
  cx,
  cy,
  width: 2 * rx,
  height: 2 * ry,
  angle,
});
const inside = ({ cx, cy, width, height, angle }: RotatedBox): Ellipse => ({
  cx,
  cy,
  rx: width / 2,
  ry: height / 2,
  angle,
});

export const ellipse: Shape<Ellipse> = {
  bounds({ cx, cy, rx, ry, angle }) {
    const [c, s] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
    const [w, h] = [Math.hypot(rx * c, ry * s), Math.hypot(rx * s, ry * c)];
    return [cx - w, cy - h, cx + w, cy + h];
  },
  contains(g, at) {
    const [x, y] = turn(at, [g.cx, g.cy], -g.angle);
    return ((x - g.cx) / g.rx) ** 2 + ((y - g.cy) / g.ry) ** 2 <= 1;
  },
  area: (g) => Math.PI * g.rx * g.ry,
  isEmpty: (g) => !(g.rx > 0 && g.ry > 0),
  move: (g, dx, dy) => ({ ...g, cx: g.cx + dx, cy: g.cy + dy }),
  grow: (g, dw, dh) => inside(rotatedBox.grow(frame(g), dw, dh)),
  turn: (g, degrees) => inside(rotatedBox.turn(frame(g), degrees)),
  handles: (g, slack) => rotatedBox.handles(frame(g), slack),
  drag: (g, handle, to, square) => inside(rotatedBox.drag(frame(g), handle, to, square)),
  strike: (g) => g,
  magnets: (g) => rotatedBox.handles(frame(g), 0).flatMap((h) => (h.look === 'edge' ? [h.at] : [])),
};
