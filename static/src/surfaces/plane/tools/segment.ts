/**
 * Segment by clicks: a click on a thing, Alt (or Control) off it, or a box around it; the server
 * proposes the outline, each click refines it, Enter takes it as the kind of region wanted.
 */
import { polygonToMask } from '../../../core/geometry/contour';
import { boundsOf } from '../../../core/geometry';
import { boundsOf as boundsAround, clampTo, type Bounds } from '../../../core/geometry/point';
import type { LabelKind } from '../../../core/ontology';
import type { Box, PlaneGeometry, Point, Polygon } from '../../../core/region';
import type { ClickMark, Effect, Gesture, Preview, Sight } from '../../../core/tool';
import type { Running } from '.';

/** What is asked of the server, in pixels of the picture. */
export interface Prompt {
  readonly clicks: readonly { readonly x: number; readonly y: number; readonly on: boolean }[];
  readonly box: Box | null;
  readonly window: Box | null;
}
/** What the tool needs of the surface. */
export interface Segmenting {
  readonly makes: LabelKind;
  /** The part of the picture that is seen. */
  window(): Box;
  ask(prompt: Prompt): Promise<Polygon | null>;
  /** The outline has come, or there is none: `failed` was thrown by `ask`. */
  answered(found: 'outline' | 'nothing' | 'failed', why?: unknown): void;
}

export class SegmentTool implements Running {
  readonly id = 'segment';
  readonly cursor = 'crosshair';
  #clicks: readonly ClickMark[] = [];
  #box: Box | null = null;
  #window: Box | null = null;
  #from: Point | null = null;
  #to: Point | null = null;
  #ghost: Polygon | null = null;
  /** Answers to older questions are not waited for. */
  #asked = 0;
  #waits = false;

  constructor(private readonly on: Segmenting) {}

  get makes(): LabelKind {
    return this.on.makes;
  }
  get isIdle(): boolean {
    return !this.#from && !this.#isSaid;
  }
  get #isSaid(): boolean {
    return this.#clicks.length > 0 || this.#box !== null;
  }

  send(gesture: Gesture, sight: Sight): readonly Effect[] {
    switch (gesture.type) {
      case 'down':
        this.#from = this.#to = gesture.raw;
        return [];
      case 'move':
        if (this.#from) this.#to = gesture.raw;
        return [];
      case 'up':
        this.#to = gesture.raw;
        this.#released(gesture.alt || gesture.mod, sight);
        return [];
      case 'back':
        this.#back();
        return [];
      case 'finish':
        return this.#finish(sight);
      case 'cancel':
        this.#drop();
        return [];
      default:
        return [];
    }
  }
  preview(): Preview | null {
    if (this.isIdle) return null;
    const [from, to] = [this.#from, this.#to];
    const pulled: readonly [Point, Point] | null = from && to ? [from, to] : null;
    return {
      shapes: this.#ghost ? [{ id: null, geometry: this.#ghost }] : [],
      clicks: this.#clicks,
      marquee: pulled ?? (this.#box && cornersOf(this.#box)) ?? undefined,
      says: [this.#waits ? 'segmenting' : this.#ghost ? 'segmented' : 'unsegmented', {}],
    };
  }

  #released(isOff: boolean, sight: Sight): void {
    const [from, to] = [this.#from, this.#to];
    this.#from = this.#to = null;
    if (!from || !to) return;
    const [a, b] = [from, to].map((at) => clampTo(at, sight.width, sight.height)) as [Point, Point];
    const isBox = Math.min(Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1])) > sight.slack / 2;
    if (isBox && !isOff) {
      this.#box = boxAround(a, b);
      this.#clicks = [];
    } else this.#clicks = [...this.#clicks, { at: b, on: !isOff }];
    this.#look();
    void this.#ask();
  }
  /** The last click goes, then the box. */
  #back(): void {
    if (this.#clicks.length) this.#clicks = this.#clicks.slice(0, -1);
    else this.#box = null;
    if (this.#isSaid) void this.#ask();
    else this.#drop();
  }
  #finish(sight: Sight): Effect[] {
    const ghost = this.#ghost;
    if (!ghost || this.#waits) return [];
    this.#drop();
    const kind = this.makes;
    return [{ do: 'create', kind, geometry: shapeOf(ghost, kind, sight) }];
  }
  #drop(): void {
    this.#asked++;
    this.#clicks = [];
    this.#box = this.#window = this.#ghost = this.#from = this.#to = null;
    this.#waits = false;
  }
  /** One window serves all clicks of a thing, unless one falls outside. */
  #look(): void {
    const points: Point[] = this.#clicks.map(({ at }) => at);
    if (this.#box) points.push(...cornersOf(this.#box));
    if (!this.#window || !points.every((at) => isIn(at, this.#window!))) {
      const seen = this.on.window();
      this.#window = boxAround(...cornersOf(this.#window ?? seen), ...cornersOf(seen), ...points);
    }
  }
  async #ask(): Promise<void> {
    const asked = ++this.#asked;
    this.#waits = true;
    const clicks = this.#clicks.map(({ at: [x, y], on }) => ({ x, y, on }));
    try {
      const outline = await this.on.ask({ clicks, box: this.#box, window: this.#window });
      if (asked !== this.#asked) return;
      this.#ghost = outline;
      this.#waits = false;
      this.on.answered(outline ? 'outline' : 'nothing');
    } catch (why) {
      if (asked !== this.#asked) return;
      this.#waits = false;
      this.on.answered('failed', why);
    }
  }
}

/** The outline as the kind of region wanted. */
function shapeOf(ghost: Polygon, kind: LabelKind, sight: Sight): PlaneGeometry {
  if (kind === 'mask') return polygonToMask(ghost, sight.height, sight.width);
  return kind === 'box' ? boxIn(boundsOf(ghost)) : ghost;
}

const boxIn = ([x0, y0, x1, y1]: Bounds): Box => ({
  x: x0,
  y: y0,
  width: x1 - x0,
  height: y1 - y0,
});
const boxAround = (...points: Point[]): Box => boxIn(boundsAround(points));
const cornersOf = ({ x, y, width, height }: Box): [Point, Point] => [
  [x, y],
  [x + width, y + height],
];
const isIn = ([x, y]: Point, box: Box): boolean =>
  x >= box.x && y >= box.y && x <= box.x + box.width && y <= box.y + box.height;
