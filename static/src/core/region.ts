/** Regions, relations and answers exactly as they travel; see docs for the coordinates. */

export type Point = readonly [x: number, y: number];
export type Ring = readonly Point[];

/** Half open, in code points of the text (span) or seconds (range). */
export interface Span {
  readonly start: number;
  readonly end: number;
}
/** Pixels of the upright image, floats. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
/** `angle` in degrees, clockwise about the centre. */
export interface RotatedBox {
  readonly cx: number;
  readonly cy: number;
  readonly width: number;
  readonly height: number;
  readonly angle: number;
}
export interface Ellipse {
  readonly cx: number;
  readonly cy: number;
  readonly rx: number;
  readonly ry: number;
  readonly angle: number;
}
/** The first ring is the outline, the rest are holes. */
export interface Rings {
  readonly rings: readonly Ring[];
}
export type Polygon = Rings | { readonly parts: readonly Rings[] };
export interface Polyline {
  readonly points: readonly Point[];
}
/** 0 absent, 1 occluded, 2 visible. */
export type Visibility = 0 | 1 | 2;
export type Keypoint = readonly [x: number, y: number, v: Visibility];
export interface Keypoints {
  readonly points: readonly Keypoint[];
}
/** COCO run lengths, column by column, the first run counting zeros. */
export interface Mask {
  readonly size: readonly [height: number, width: number];
  readonly counts: readonly number[] | string;
}

export type PlaneGeometry = Box | RotatedBox | Ellipse | Polygon | Polyline | Keypoints | Mask;
export type Geometry = PlaneGeometry | Span;

export type Value = string | number | boolean | null | readonly Value[] | { [key: string]: Value };

/**
 * Who vouches for a region. `prediction`: the model alone, drawn dashed. Once a person confirms
 * or edits it, it is `human`, and `prediction` and `model_version` still tell where it came from.
 */
export interface RegionOrigin {
  readonly kind: 'human' | 'prediction';
  readonly prediction?: string;
  readonly model_version?: number | string;
  readonly edited?: boolean;
}

export interface Region<G extends Geometry = Geometry> {
  readonly id: string;
  /** The ontology label, e.g. `object`. */
  readonly label: string;
  /** The field it lies on, e.g. `photo`. */
  readonly on: string;
  readonly class: string | null;
  readonly geometry: G;
  readonly attributes: { readonly [id: string]: Value };
  readonly origin: RegionOrigin;
  readonly score?: number;
  /** The transcript of a region, or the surface text of a span. */
  readonly text?: string;
}

export interface Relation {
  readonly id: string;
  readonly label: string;
  readonly from: string;
  readonly to: string;
  readonly directed?: boolean;
}

/** Label id → value: a class id, a list of them, a number, a text … */
export type Answer = Value;
export type Answers = { readonly [label: string]: Answer };

/** The body of an annotation, a draft or a prediction. */
export interface Content {
  readonly regions: readonly Region[];
  readonly relations: readonly Relation[];
  readonly answers: Answers;
}

export const isSuggested = (region: Region): boolean => region.origin.kind === 'prediction';

/** The region as a person's: unchanged (confirmed) or changed (edited). */
export function vouch(region: Region, edited: boolean): Region {
  if (!isSuggested(region)) return region;
  const wasEdited = edited || region.origin.edited === true;
  return { ...region, origin: { ...region.origin, kind: 'human', edited: wasEdited } };
}

/**
 * Short, random and safe in a URL; unique within a task by a wide margin. Not randomUUID, which
 * browsers give on secure origins only: a server on the local network is plain http.
 */
export const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
