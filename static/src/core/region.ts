/** Regions, relations and answers exactly as they travel; see docs for the coordinates. */

export type Point = readonly [x: number, y: number];
export type Ring = readonly Point[];

/**
 * Half open, in code points of the text. In a dialogue of the text of one `turn`, in a document of
 * one `page`, both counted from 0 and said there only.
 */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly turn?: number;
  readonly page?: number;
}
/** Half open, in seconds (of a series: since its first sample); the ends meet in an instant. */
export interface TimeRange {
  readonly start: number;
  readonly end: number;
  /** Of video: the container's frame numbers, half open as well. */
  readonly start_frame?: number;
  readonly end_frame?: number;
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

export type Vector3 = readonly [x: number, y: number, z: number];
export type Quaternion = readonly [qw: number, qx: number, qy: number, qz: number];
/** Metres in the sensor's frame: x forward, y left, z up. `size` is length, width, height. */
export interface Cuboid {
  readonly center: Vector3;
  readonly size: Vector3;
  /** A unit quaternion. */
  readonly rotation: Quaternion;
  /** Of a sequence; 0 where not said. */
  readonly frame?: number;
  /** Approved by a person: no automatic step moves it. */
  readonly confirmed?: boolean;
}
/** Runs of indices into the source file, ascending and apart. */
export interface PointLabels {
  readonly runs: readonly (readonly [start: number, length: number])[];
  readonly frame?: number;
}

export type TrackShape =
  'box' | 'rotated_box' | 'ellipse' | 'polygon' | 'polyline' | 'keypoints' | 'mask' | 'cuboid';
export type TrackGeometry = PlaneGeometry | Cuboid;
export interface Keyframe<G extends TrackGeometry = TrackGeometry> {
  readonly frame: number;
  readonly geometry: G;
  /** Not to be seen from here to the next keyframe. */
  readonly outside?: boolean;
  readonly occluded?: boolean;
  /** The mutable ones; they hold to the next keyframe. */
  readonly attributes?: { readonly [id: string]: Value };
  /** A person's where it is not said; `prediction`: a tracker proposed it, nobody confirmed it. */
  readonly origin?: RegionOrigin;
}
/** Keyframes ascend; `end` is the first frame without the object, the medium's where not said. */
export interface Track<G extends TrackGeometry = TrackGeometry> {
  readonly shape: TrackShape;
  readonly keyframes: readonly Keyframe<G>[];
  readonly end?: number;
}

/** `row` counts in the source from 0, whatever the view sorts by; without a column the whole row. */
export interface Cell {
  readonly row: number;
  readonly column?: string;
}
/** A whole turn of a dialogue. */
export interface Turn {
  readonly turn: number;
}
/** PDF points, origin top left of the page's unrotated crop box. */
export interface PageBox extends Box {
  readonly page: number;
}

/** Axial slices are numbered by z and show (x, y); coronal by y, (x, z); sagittal by x, (y, z). */
export type SlicePlane = 'axial' | 'coronal' | 'sagittal';
export interface OnSlice {
  readonly plane: SlicePlane;
  readonly slice: number;
}
/** On a volume every plane geometry but boxes and masks says its slice; coordinates in voxels. */
export type SliceGeometry = Exclude<PlaneGeometry, Box | Mask> & OnSlice;
/** A box in a volume, in voxels; a rectangle on one slice is one voxel thick. */
export interface VoxelBox extends Box {
  readonly z: number;
  readonly depth: number;
}
/** A mask in a volume: one for each axial slice that it touches, by the slice's number. */
export interface VolumeMask {
  readonly plane: 'axial';
  readonly slices: { readonly [slice: string]: Mask };
}

export type Geometry =
  | PlaneGeometry
  | Span
  | TimeRange
  | Cuboid
  | PointLabels
  | Track
  | Cell
  | Turn
  | PageBox
  | SliceGeometry
  | VoxelBox
  | VolumeMask;

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
  /** Only proposed, while somebody looks at proposals: shown, and never saved or sent. */
  readonly ghost?: boolean;
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
  /** When each word of the transcript is said, in seconds, inside the range and in order. */
  readonly words?: readonly {
    readonly text: string;
    readonly start: number;
    readonly end: number;
  }[];
}

export interface Relation {
  readonly id: string;
  readonly label: string;
  readonly from: string;
  readonly to: string;
  readonly directed?: boolean;
  /** Of an identity: the object's own name, on every relation of it. */
  readonly name?: string;
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
export const isGhost = (region: Region): boolean => region.origin.ghost === true;

/** What a model said as a person's: unchanged (confirmed) or changed (edited). */
export function vouch<Said extends { readonly origin?: RegionOrigin }>(
  said: Said,
  edited: boolean,
): Said {
  if (said.origin?.kind !== 'prediction') return said;
  const wasEdited = edited || said.origin.edited === true;
  return { ...said, origin: { ...said.origin, kind: 'human', edited: wasEdited } };
}

/**
 * Short, random and safe in a URL; unique within a task by a wide margin. Not randomUUID, which
 * browsers give on secure origins only: a server on the local network is plain http.
 */
export const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
