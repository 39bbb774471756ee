/** The three plans of a cuboid, from above, from its right and from behind; and the map without one. */
import type { Cuboid, Point, Vector3 } from '../../core/region';
import { placeIn, type Axis } from './cuboid';
import { flatSight, type Rect, type Sight } from './sight';
import { along, axesOf, cross, scale } from './vector';

export const planNames = ['top', 'side', 'rear'] as const;
export type PlanName = (typeof planNames)[number];

/** Which own axes a plan shows to the right and up, and which way. */
export const faces: {
  readonly [P in PlanName]: {
    readonly u: Axis;
    readonly uSign: 1 | -1;
    readonly v: Axis;
    readonly depth: Axis;
  };
} = {
  top: { u: 1, uSign: -1, v: 0, depth: 2 },
  side: { u: 0, uSign: 1, v: 2, depth: 1 },
  rear: { u: 1, uSign: -1, v: 2, depth: 0 },
};
/** How a plan is zoomed and shifted, in metres along its own right and up. */
export interface PlanCamera {
  readonly zoom: number;
  readonly shift: Point;
}
export const restingPlan: PlanCamera = { zoom: 1, shift: [0, 0] };

export interface Plan {
  readonly sight: Sight;
  readonly right: Vector3;
  readonly up: Vector3;
}
const share = 0.62;
const reach = 400;

/** A cuboid fills most of its plan; `slice` cuts away what lies farther from it than that. */
export function planOf(
  name: PlanName,
  cuboid: Cuboid,
  rect: Rect,
  camera: PlanCamera,
  slice: number,
): Plan {
  const axes = axesOf(cuboid.rotation);
  const { u, uSign, v, depth } = faces[name];
  const right = scale(axes[u], uSign);
  const up = axes[v];
  const fit = Math.min(
    (rect.width * share) / Math.max(cuboid.size[u], 0.4),
    (rect.height * share) / Math.max(cuboid.size[v], 0.4),
  );
  const eye = along(along(cuboid.center, right, camera.shift[0]), up, camera.shift[1]);
  const stand = { rect, eye, right, up, forward: cross(up, right) };
  return {
    sight: flatSight(stand, fit * camera.zoom, cuboid.size[depth] / 2 + slice),
    right,
    up,
  };
}
/** From above, forward up; `centre` and `zoom` in metres and pixels. */
export function mapOf(rect: Rect, centre: Vector3, zoom: number): Plan {
  const [right, up]: [Vector3, Vector3] = [
    [0, -1, 0],
    [1, 0, 0],
  ];
  const stand = { rect, eye: centre, right, up, forward: [0, 0, -1] as Vector3 };
  return { sight: flatSight(stand, zoom, reach), right, up };
}
/** The middle of the front of a cuboid, where its heading line begins, and where it ends. */
export const headingOf = (cuboid: Cuboid): [Vector3, Vector3] => [
  placeIn(cuboid, [0.35, 0, -1]),
  placeIn(cuboid, [1, 0, -1]),
];
