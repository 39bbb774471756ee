/** Regions of a map are those of a picture; their names say how long or large they are on the ground. */
import { boundsOf } from '../../core/geometry';
import { mask as maskShape } from '../../core/geometry/mask';
import { ringsOf, partsOf } from '../../core/geometry/polygon';
import { rotatedCorners } from '../../core/geometry/rotatedBox';
import { kindOf } from '../../core/geometry';
import type {
  Box,
  Ellipse,
  Mask,
  PlaneGeometry,
  Point,
  Polygon,
  Polyline,
  RotatedBox,
} from '../../core/region';
import { regionMarks, type Marks } from '../plane/marks';
import type { Place } from '../surface';
import {
  areaText,
  groundArea,
  groundDistance,
  lengthText,
  lonLatOf,
  pixelSize,
  type Lattice,
  type Sized,
} from './lattice';

export function mapMarks(place: Place, lattice: Lattice | null, size: Sized): Marks {
  const marks = regionMarks(place);
  if (!lattice) return marks;
  return {
    ...marks,
    dress(shape, look) {
      const said = groundText(shape.geometry, lattice, size);
      return said ? { ...look, text: `${look.text} · ${said}` } : look;
    },
  };
}

/** Metres of a line, square metres of what has an inside; null for points. */
export function groundText(g: PlaneGeometry, lattice: Lattice, size: Sized): string | null {
  const there = (point: Point): Point => lonLatOf(lattice, size, point);
  switch (kindOf(g)) {
    case 'keypoints':
      return null;
    case 'polyline': {
      const line = (g as Polyline).points.map(there);
      const length = line
        .slice(1)
        .reduce((sum, point, i) => sum + groundDistance(line[i]!, point), 0);
      return lengthText(length);
    }
    case 'polygon':
      return areaText(
        partsOf(g as Polygon).reduce((sum, part) => {
          const [outer = 0, ...holes] = ringsOf(part).map((ring) => groundArea(ring.map(there)));
          return sum + outer - holes.reduce((a, b) => a + b, 0);
        }, 0),
      );
    case 'box': {
      const { x, y, width, height } = g as Box;
      const corners: Point[] = [
        [x, y],
        [x + width, y],
        [x + width, y + height],
        [x, y + height],
      ];
      return areaText(groundArea(corners.map(there)));
    }
    case 'rotated_box':
      return areaText(groundArea(rotatedCorners(g as RotatedBox).map(there)));
    default: {
      const [x0, y0, x1, y1] = boundsOf(g);
      const [across, down] = pixelSize(lattice, size, [(x0 + x1) / 2, (y0 + y1) / 2]);
      const pixels =
        'rx' in g ? Math.PI * (g as Ellipse).rx * (g as Ellipse).ry : maskShape.area(g as Mask);
      return areaText(pixels * across * down);
    }
  }
}
