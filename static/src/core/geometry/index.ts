/** Asks the right shape: one function per question, whatever the kind of geometry. */
import type { Geometry, PlaneGeometry, Point, Region } from '../region';
import type { LabelKind } from '../ontology';
import { box } from './box';
import { ellipse } from './ellipse';
import { keypoints } from './keypoints';
import { mask } from './mask';
import type { Bounds } from './point';
import { polygon } from './polygon';
import { polyline } from './polyline';
import { rotatedBox } from './rotatedBox';
import type { Handle, Shape } from './shape';

export type { Bounds } from './point';
export type { Handle } from './shape';

export type PlaneKind =
  'box' | 'rotated_box' | 'ellipse' | 'polygon' | 'polyline' | 'keypoints' | 'mask';

const shapes = { box, rotated_box: rotatedBox, ellipse, polygon, polyline, keypoints, mask };

/** The wire tells kinds apart by their fields alone. */
export function kindOf(g: PlaneGeometry): PlaneKind {
  if ('counts' in g) return 'mask';
  if ('rings' in g || 'parts' in g) return 'polygon';
  if ('rx' in g) return 'ellipse';
  if ('points' in g) return g.points.some((point) => point.length === 3) ? 'keypoints' : 'polyline';
  return 'angle' in g ? 'rotated_box' : 'box';
}

/** What only the kinds without a plane of their own have. */
const elsewhere = ['start', 'center', 'runs', 'keyframes', 'row', 'turn', 'slices'] as const;
export const isPlane = (g: Geometry): g is PlaneGeometry => !elsewhere.some((key) => key in g);
export const isPlaneRegion = (region: Region): region is Region<PlaneGeometry> =>
  isPlane(region.geometry);
export const planeKinds: ReadonlySet<LabelKind> = new Set(Object.keys(shapes) as PlaneKind[]);

/** kindOf has looked, so the cast cannot lie. */
const shapeOf = <G extends PlaneGeometry>(g: G): Shape<G> =>
  shapes[kindOf(g)] as unknown as Shape<G>;

export const boundsOf = (g: PlaneGeometry): Bounds => shapeOf(g).bounds(g);
export const contains = (g: PlaneGeometry, at: Point, slack: number): boolean =>
  shapeOf(g).contains(g, at, slack);
export const areaOf = (g: PlaneGeometry): number => shapeOf(g).area(g);
export const isEmpty = (g: PlaneGeometry): boolean => shapeOf(g).isEmpty(g);
export const move = (g: PlaneGeometry, dx: number, dy: number): PlaneGeometry =>
  shapeOf(g).move(g, dx, dy);
export const grow = (g: PlaneGeometry, dw: number, dh: number): PlaneGeometry =>
  shapeOf(g).grow(g, dw, dh);
export const turn = (g: PlaneGeometry, degrees: number): PlaneGeometry =>
  shapeOf(g).turn(g, degrees);
export const handlesOf = (g: PlaneGeometry, slack: number): Handle[] =>
  shapeOf(g).handles(g, slack);
export const dragHandle = (
  g: PlaneGeometry,
  handle: string,
  to: Point,
  square: boolean,
): PlaneGeometry => shapeOf(g).drag(g, handle, to, square);
export const strikeHandle = (g: PlaneGeometry, handle: string): PlaneGeometry =>
  shapeOf(g).strike(g, handle);
export const magnetsOf = (g: PlaneGeometry): readonly Point[] => shapeOf(g).magnets(g);
