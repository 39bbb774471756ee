/** A calibrated camera: the picture's place in a pane, and what of the scene it sees. */
import type { Cuboid, Point, Vector3 } from '../../core/region';
import { cornersOf } from './cuboid';
import { lensSight, project, type Rect, type Sight } from './sight';
import { unit } from './vector';

/** As the server's facts tell it; see docs/pointcloud.md. */
export interface Calibration {
  /** 3 x 3, pixels. */
  readonly intrinsic: readonly (readonly number[])[];
  /** 4 x 4, sensor to camera. */
  readonly extrinsic: readonly (readonly number[])[];
}
export interface Lens extends Calibration {
  readonly width: number;
  readonly height: number;
}
/** How the picture is zoomed in its pane, and which of its pixels is in the middle. */
export interface Glass {
  readonly zoom: number;
  readonly middle: Point;
}

/** The largest place for the picture in a pane at zoom 1; what sticks out is cut. */
export function placed(lens: Lens, rect: Rect, glass: Glass | null): Rect {
  const fit = Math.min(rect.width / lens.width, rect.height / lens.height);
  const by = fit * (glass?.zoom ?? 1);
  const [mx, my] = glass?.middle ?? [lens.width / 2, lens.height / 2];
  return {
    x: rect.x + rect.width / 2 - mx * by,
    y: rect.y + rect.height / 2 - my * by,
    width: lens.width * by,
    height: lens.height * by,
  };
}
/** `shown` is where the whole picture lies, `rect` the pane that cuts it. */
export function lensView(lens: Lens, shown: Rect, rect: Rect): Sight {
  const by = shown.width / lens.width;
  const [k, e] = [lens.intrinsic, lens.extrinsic];
  const depth = e[2]!;
  const image = (i: number): number[] =>
    [0, 1, 2, 3].map((j) => k[i]![0]! * e[0]![j]! + k[i]![1]! * e[1]![j]! + k[i]![2]! * depth[j]!);
  const onPage = (i: number, offset: number): number[] =>
    image(i).map((one, j) => one * by + depth[j]! * offset);
  const matrix = [...onPage(0, shown.x), ...onPage(1, shown.y), ...depth, ...depth];
  const eye = backThrough(e, [0, 0, 0], 1);
  return lensSight(rect, matrix, ([x, y]) => {
    const [px, py] = [(x - shown.x) / by, (y - shown.y) / by];
    const v = (py - k[1]![2]!) / k[1]![1]!;
    const u = (px - k[0]![2]! - k[0]![1]! * v) / k[0]![0]!;
    return { from: eye, direction: unit(backThrough(e, [u, v, 1], 0)) };
  });
}
/** From the camera's frame to the sensor's: the rotation is a rotation, so it is turned over. */
function backThrough(e: readonly (readonly number[])[], at: Vector3, w: 0 | 1): Vector3 {
  const away = at.map((one, i) => one - w * e[i]![3]!);
  return [0, 1, 2].map((j) =>
    [0, 1, 2].reduce((sum, i) => sum + e[i]![j]! * away[i]!, 0),
  ) as unknown as Vector3;
}
/** Around the part of a cuboid that a camera sees, in pixels of the picture; null where none is. */
export function outlineOf(lens: Lens, cuboid: Cuboid): Rect | null {
  const whole: Rect = { x: 0, y: 0, width: lens.width, height: lens.height };
  const sight = lensView(lens, whole, whole);
  const seen = cornersOf(cuboid).flatMap((corner) => project(sight, corner) ?? []);
  if (seen.length < 24) return null;
  const xs = seen.filter((_, i) => i % 3 === 0);
  const ys = seen.filter((_, i) => i % 3 === 1);
  const [left, right] = [Math.max(0, Math.min(...xs)), Math.min(lens.width, Math.max(...xs))];
  const [top, bottom] = [Math.max(0, Math.min(...ys)), Math.min(lens.height, Math.max(...ys))];
  if (right - left < 2 || bottom - top < 2) return null;
  return { x: left, y: top, width: right - left, height: bottom - top };
}
/** The camera in which most of a cuboid is seen, largest; -1 where none sees it. */
export function bestCamera(lenses: readonly (Lens | null)[], cuboid: Cuboid): number {
  const areas = lenses.map((lens) => {
    const seen = lens && outlineOf(lens, cuboid);
    return seen ? seen.width * seen.height : 0;
  });
  const most = Math.max(0, ...areas);
  return most > 0 ? areas.indexOf(most) : -1;
}
