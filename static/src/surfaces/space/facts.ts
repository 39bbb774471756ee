/** What the server says of a cloud or a scene, see docs/pointcloud.md; and the addresses of its views. */
import type { Vector3 } from '../../core/region';
import { isMedia, type FieldValue } from '../surface';
import type { Calibration, Lens } from './lens';

export interface FrameFacts {
  readonly points: number;
  readonly finite: number;
  readonly min?: Vector3;
  readonly max?: Vector3;
  /** Why this frame is dark. */
  readonly fault?: string;
  readonly time?: number;
  /** 4 x 4, sensor to world. */
  readonly pose?: readonly (readonly number[])[];
  readonly images?: readonly string[];
  /** Where they differ from the first frame's. */
  readonly calibrations?: { readonly [camera: string]: Calibration };
}
export interface CameraFacts extends Partial<Calibration> {
  readonly id: string;
  readonly width: number;
  readonly height: number;
}
export interface CloudFacts {
  readonly frames: number;
  readonly points: number;
  readonly format: string;
  readonly attributes: readonly string[];
  readonly intensity: readonly [number, number] | null;
  readonly has_colours: boolean;
  readonly origin: Vector3;
  readonly first_level: number;
  readonly sequence: readonly FrameFacts[];
  readonly cameras: readonly CameraFacts[];
}
export interface Source {
  readonly base: string;
  readonly facts: CloudFacts;
}
/** Null for a value that is no stored cloud. */
export function sourceOf(value: FieldValue): Source | null {
  if (!isMedia(value) || !value.base || !value.facts || !('sequence' in value.facts)) return null;
  return { base: value.base, facts: value.facts as unknown as CloudFacts };
}
export function address(
  base: string,
  view: string,
  given: Readonly<Record<string, number>> = {},
): string {
  const query = Object.entries(given).map(([name, one]) => `${name}=${one}`);
  return `${base}/${view}${query.length ? `?${query.join('&')}` : ''}`;
}
/** The camera as it stood in a frame; null where nothing is known of how it sees. */
export function lensOf(facts: CloudFacts, camera: number, frame: number): Lens | null {
  const one = facts.cameras[camera];
  if (!one?.width) return null;
  const own = facts.sequence[frame]?.calibrations?.[one.id];
  const { intrinsic, extrinsic } = own ?? one;
  if (!intrinsic || !extrinsic) return null;
  return { intrinsic, extrinsic, width: one.width, height: one.height };
}
/** How many levels a frame has. */
export function levelsOf(points: number, first: number): number {
  return points <= first ? 1 : 1 + Math.ceil(Math.log2(points / first));
}

/** The camera that looks ahead, by its name; the first where none says so. */
export function frontCamera({ cameras }: CloudFacts): number {
  const named = cameras.filter(({ id }) => /front|forward|ahead/i.test(id));
  const [best] = named.sort((a, b) => a.id.length - b.id.length);
  return best ? cameras.indexOf(best) : 0;
}
