/** What every kind of plane geometry can do; each lives in a file of its own. */
import type { PlaneGeometry, Point } from '../region';
import type { Bounds } from './point';

export interface Handle {
  /** Names the part of the shape, e.g. `se`, `turn`, `v0.1.3` (vertex), `m0.1.3` (edge's middle). */
  readonly id: string;
  readonly at: Point;
  readonly look: 'corner' | 'edge' | 'vertex' | 'middle' | 'turn';
  readonly cursor: string;
}

export interface Shape<G extends PlaneGeometry> {
  bounds(g: G): Bounds;
  /** Inside, or within `slack` of the line where there is no inside. */
  contains(g: G, at: Point, slack: number): boolean;
  area(g: G): number;
  /** Without any size, so that it means nothing. */
  isEmpty(g: G): boolean;
  move(g: G, dx: number, dy: number): G;
  /** Grows or shrinks by pixels, the top left corner staying. */
  grow(g: G, dw: number, dh: number): G;
  turn(g: G, degrees: number): G;
  handles(g: G, slack: number): Handle[];
  /** The geometry with a handle dragged from where `g` has it; `square` keeps proportions. */
  drag(g: G, handle: string, to: Point, square: boolean): G;
  /** Alt-click on a handle: drops a vertex, turns a key point's visibility. */
  strike(g: G, handle: string): G;
  /** Where neighbours snap to. */
  magnets(g: G): readonly Point[];
}
