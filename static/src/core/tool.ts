/**
 * A tool is a reducer: (state, gesture) → [state, effects]. It holds no canvas and no document,
 * so each is tested in Node; what it wants done to the document it asks for in effects, and one
 * finished gesture is one undo step.
 */
import type { LabelKind } from './ontology';
import type { Stroke } from './geometry/brush';
import type { Bounds } from './geometry/point';
import type { Mask, PlaneGeometry, Point, Region } from './region';

export interface Modifiers {
  readonly shift: boolean;
  readonly alt: boolean;
  /** Control, or Command on a Mac. */
  readonly mod: boolean;
}
export type Gesture =
  | ({
      readonly type: 'down' | 'move' | 'up' | 'double';
      /** In image pixels: `raw` where the pointer is, `at` where snapping puts it. */
      readonly at: Point;
      readonly raw: Point;
    } & Modifiers)
  /** Enter, Backspace: what the keyboard says to a shape being drawn. */
  | { readonly type: 'finish' | 'back' | 'cancel' };

export type PointerGesture = Extract<Gesture, { at: Point }>;

/** What a tool may look at. */
export interface Sight {
  readonly width: number;
  readonly height: number;
  /** Eight screen pixels, in image pixels: how near is near. */
  readonly slack: number;
  readonly brush: number;
  readonly selected: readonly Region<PlaneGeometry>[];
  /** How many points the active skeleton has; 0 where a region takes as many as one sets. */
  readonly skeleton: number;
  /** The selected mask that a stroke goes into, if any. */
  readonly canvas: Region<Mask> | null;
  /** What lies under a point, what one most likely means first. */
  under(at: Point): Region<PlaneGeometry>[];
  pickAll(from: Point, to: Point): Region<PlaneGeometry>[];
  isEditable(id: string): boolean;
  /** How much more to move so that an edge meets a neighbour's. */
  snapMove(bounds: Bounds): Point;
}

export type Effect =
  | {
      readonly do: 'create';
      readonly kind: LabelKind;
      readonly geometry: PlaneGeometry;
      /** A piece of this region: of the same label and class, with the same attributes. */
      readonly like?: string;
    }
  | { readonly do: 'reshape'; readonly shapes: readonly Reshaped[] }
  | { readonly do: 'remove'; readonly ids: readonly string[] }
  /** To the top: last in drawing and in reading order. */
  | { readonly do: 'raise'; readonly ids: readonly string[] }
  | { readonly do: 'select'; readonly ids: readonly string[] };
export interface Reshaped {
  readonly id: string;
  readonly geometry: PlaneGeometry;
}

/** A place that was pointed at, on the thing or off it. */
export interface ClickMark {
  readonly at: Point;
  readonly on: boolean;
}

/** What to show of an unfinished gesture. */
export interface Preview {
  /** Shapes under way: those with an id stand in for their regions. */
  readonly shapes: readonly (Reshaped | { readonly id: null; readonly geometry: PlaneGeometry })[];
  readonly stroke?: Stroke;
  readonly marquee?: readonly [Point, Point] | undefined;
  /** Open vertices of a shape being drawn; the first is a magnet that closes it. */
  readonly vertices?: readonly Point[];
  readonly clicks?: readonly ClickMark[];
  /** Said beside the pointer: a key of the surface's catalogue, and its places. */
  readonly says?: readonly [key: string, values: Readonly<Record<string, number>>];
}

export type Reduced<S> = readonly [state: S, effects: readonly Effect[]];

export interface Tool<S> {
  readonly id: string;
  readonly cursor: string;
  /** The kind of region it makes, if it makes any. */
  readonly makes: LabelKind | null;
  readonly start: S;
  reduce(state: S, gesture: Gesture, sight: Sight): Reduced<S>;
  preview(state: S): Preview | null;
}

/** The tool that draws regions of a label's kind. */
export const toolFor: { readonly [K in LabelKind]?: string } = {
  box: 'box',
  rotated_box: 'rotated_box',
  ellipse: 'ellipse',
  polygon: 'polygon',
  polyline: 'polyline',
  keypoints: 'keypoints',
  mask: 'brush',
  span: 'select',
  cuboid: 'cuboid',
  point_labels: 'lasso',
  page_box: 'box',
};
