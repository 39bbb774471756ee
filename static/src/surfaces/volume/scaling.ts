/** Plane geometries in voxels and in units of the screen, where the two axes differ in scale. */
import { kindOf } from '../../core/geometry';
import type {
  Box,
  Ellipse,
  Keypoints,
  Mask,
  PlaneGeometry,
  Point,
  Polygon,
  Polyline,
  Rings,
  RotatedBox,
} from '../../core/region';

/** Everything but masks, which are grids: those are sampled. */
export type Outline = Exclude<PlaneGeometry, Mask>;

export function scaled(g: Outline, sx: number, sy: number): Outline {
  if (sx === 1 && sy === 1) return g;
  const point = ([x, y]: Point): Point => [x * sx, y * sy];
  const rings = ({ rings: all }: Rings): Rings => ({ rings: all.map((ring) => ring.map(point)) });
  switch (kindOf(g)) {
    case 'box': {
      const { x, y, width, height } = g as Box;
      return { x: x * sx, y: y * sy, width: width * sx, height: height * sy };
    }
    case 'rotated_box':
      return scaledBox(g as RotatedBox, sx, sy);
    case 'ellipse':
      return scaledEllipse(g as Ellipse, sx, sy);
    case 'polygon': {
      const polygon = g as Polygon;
      return 'parts' in polygon ? { parts: polygon.parts.map(rings) } : rings(polygon);
    }
    case 'keypoints':
      return {
        points: (g as Keypoints).points.map(([x, y, v]) => [x * sx, y * sy, v] as const),
      };
    default:
      return { points: (g as Polyline).points.map(point) };
  }
}

/**
 * A turned rectangle stretched is a rhomboid; of it the long side and the area are kept, so that
 * going there and back changes nothing.
 */
function scaledBox({ cx, cy, width, height, angle }: RotatedBox, sx: number, sy: number): Outline {
  const radians = (angle * Math.PI) / 180;
  const [x, y] = [Math.cos(radians) * sx, Math.sin(radians) * sy];
  const longer = Math.hypot(x, y);
  return {
    cx: cx * sx,
    cy: cy * sy,
    width: width * longer,
    height: (height * sx * sy) / longer,
    angle: angle % 90 ? (Math.atan2(y, x) * 180) / Math.PI : angle,
  };
}

/** An ellipse stretched is an ellipse: the axes are those of its matrix times its transpose. */
function scaledEllipse({ cx, cy, rx, ry, angle }: Ellipse, sx: number, sy: number): Outline {
  const radians = (angle * Math.PI) / 180;
  const [c, s] = [Math.cos(radians), Math.sin(radians)];
  const [a11, a12, a21, a22] = [sx * c * rx, -sx * s * ry, sy * s * rx, sy * c * ry];
  const [a, b, d] = [a11 * a11 + a12 * a12, a11 * a21 + a12 * a22, a21 * a21 + a22 * a22];
  const [mean, half] = [(a + d) / 2, Math.hypot((a - d) / 2, b)];
  const turned = half < 1e-12 * mean ? 0 : (Math.atan2(2 * b, a - d) * 90) / Math.PI;
  const [long, short] = [Math.sqrt(mean + half), Math.sqrt(Math.max(0, mean - half))];
  return { cx: cx * sx, cy: cy * sy, rx: long, ry: short, angle: turned };
}
