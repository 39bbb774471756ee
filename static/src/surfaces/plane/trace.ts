/** Puts the outline of a geometry on a canvas path, in image pixels. */
import { kindOf } from '../../core/geometry';
import { presentPoints } from '../../core/geometry/keypoints';
import { ringsOf } from '../../core/geometry/polygon';
import { rotatedCorners } from '../../core/geometry/rotatedBox';
import type {
  Keypoints,
  PlaneGeometry,
  Point,
  Polygon,
  Polyline,
  RotatedBox,
} from '../../core/region';

type Path = CanvasRenderingContext2D | Path2D;

function chain(path: Path, points: readonly Point[], isClosed: boolean): void {
  points.forEach(([x, y], i) => (i ? path.lineTo(x, y) : path.moveTo(x, y)));
  if (isClosed) path.closePath();
}

/** Adds the outline; masks have none (they are pixels). `dot`: radius of a key point. */
export function trace(path: Path, g: PlaneGeometry, dot: number): void {
  if ('width' in g && !('angle' in g)) path.rect(g.x, g.y, g.width, g.height);
  else if ('rx' in g) {
    const radians = (g.angle * Math.PI) / 180;
    path.moveTo(g.cx + g.rx * Math.cos(radians), g.cy + g.rx * Math.sin(radians));
    path.ellipse(g.cx, g.cy, g.rx, g.ry, radians, 0, 2 * Math.PI);
  } else
    switch (kindOf(g)) {
      case 'rotated_box':
        return chain(path, rotatedCorners(g as RotatedBox), true);
      case 'polygon':
        return ringsOf(g as Polygon).forEach((ring) => chain(path, ring, true));
      case 'polyline':
        return chain(path, (g as Polyline).points, false);
      case 'keypoints':
        for (const [x, y] of presentPoints(g as Keypoints)) {
          path.moveTo(x + dot, y);
          path.arc(x, y, dot, 0, 2 * Math.PI);
        }
    }
}

/** The joined pairs of a skeleton, where both points are there. */
export function traceBones(
  path: Path,
  g: Keypoints,
  edges: readonly (readonly [number, number])[],
): void {
  for (const [from, to] of edges) {
    const [a, b] = [g.points[from], g.points[to]];
    if (!a?.[2] || !b?.[2]) continue;
    path.moveTo(a[0], a[1]);
    path.lineTo(b[0], b[1]);
  }
}

/** Lines have no inside to fill. */
export const hasInside = (g: PlaneGeometry): boolean => !('points' in g) || 'rings' in g;
