/** Shapes placed by key, in the middle of what is seen: the keyboard's way to draw. */
import type { PlaneKind } from '../../core/geometry';
import { blankMask, paint } from '../../core/geometry/brush';
import type { Keypoint, PlaneGeometry, Point } from '../../core/region';
import type { Size } from './camera';

/** `size`: how large, in image pixels; `points`: how many points a skeleton has. */
export function seed(
  kind: PlaneKind,
  [cx, cy]: Point,
  size: number,
  points: number,
  image: Size,
): PlaneGeometry {
  const half = size / 2;
  const corners: Point[] = [
    [cx - half, cy - half],
    [cx + half, cy - half],
    [cx + half, cy + half],
    [cx - half, cy + half],
  ];
  switch (kind) {
    case 'box':
      return { x: cx - half, y: cy - half, width: size, height: size };
    case 'rotated_box':
      return { cx, cy, width: size, height: size / 2, angle: 0 };
    case 'ellipse':
      return { cx, cy, rx: half, ry: half, angle: 0 };
    case 'polygon':
      return { rings: [corners] };
    case 'polyline':
      return { points: [corners[3]!, corners[1]!] };
    case 'keypoints':
      return { points: spread(points || 1, [cx, cy], half) };
    case 'mask':
      return paint(blankMask(image.height, image.width), {
        points: [[cx, cy]],
        width: size,
        erase: false,
      });
  }
}

/** One point in the middle, more of them around it. */
const spread = (count: number, [cx, cy]: Point, radius: number): Keypoint[] =>
  Array.from({ length: count }, (_, i): Keypoint => {
    const angle = (2 * Math.PI * i) / count - Math.PI / 2;
    const r = count > 1 ? radius : 0;
    return [cx + r * Math.cos(angle), cy + r * Math.sin(angle), 2];
  });
