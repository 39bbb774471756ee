/** The text of one page and where its characters stand; see labeling/media/document/glyphs.py. */
import { Offsets } from '../../core/offsets';
import type { Bounds } from '../../core/geometry/point';
import type { Point } from '../../core/region';

export type Way = 'right' | 'left' | 'down' | 'up';
/** As the server sends it: offsets in code points, places in points of the unturned page. */
export interface WireRun {
  readonly start: number;
  readonly way: Way;
  readonly box: Bounds;
  /** Where each character begins along the way, and where the last one ends. */
  readonly edges: readonly number[];
}
export interface WirePage {
  readonly text: string;
  readonly runs: readonly WireRun[];
}

/** How far from a row of letters the pointer still means it, in points. */
const reach = 6;

export class PageText {
  readonly offsets: Offsets;

  constructor(
    readonly text: string,
    readonly runs: readonly WireRun[],
  ) {
    this.offsets = new Offsets(text);
  }

  /** Whether the pointer is over letters, so that a drag selects them. */
  covers([x, y]: Point): boolean {
    return this.runs.some(
      ({ box: [x0, y0, x1, y1] }) =>
        x >= x0 - reach && x <= x1 + reach && y >= y0 - 1 && y <= y1 + 1,
    );
  }
  /** The place between characters nearest to a point, in UTF-16 units; null on a page without text. */
  offsetAt(point: Point): number | null {
    let best: WireRun | null = null;
    let least = Infinity;
    for (const run of this.runs) {
      const distance = distanceTo(run, point);
      if (distance < least) [best, least] = [run, distance];
    }
    if (!best) return null;
    const along = isAcross(best.way) ? point[0] : point[1];
    return this.offsets.toUnit(best.start + nearestEdge(best, along));
  }
  /** The boxes of [from, to) in UTF-16 units: one for each run. */
  boxes(from: number, to: number): Bounds[] {
    const [start, end] = [this.offsets.toCodePoint(from), this.offsets.toCodePoint(to)];
    return this.runs.flatMap((run) => {
      const first = Math.max(start, run.start) - run.start;
      const last = Math.min(end, run.start + run.edges.length - 1) - run.start;
      return first < last ? [cut(run, run.edges[first]!, run.edges[last]!)] : [];
    });
  }
  /** Where a caret stands: a box without extent along the row; null where there is no text. */
  caret(unit: number): Bounds | null {
    const at = this.offsets.toCodePoint(unit);
    let before: WireRun | undefined;
    for (const run of this.runs) {
      const last = run.start + run.edges.length - 1;
      if (at >= run.start && at <= last) return cut(run, ...edgeAt(run, at - run.start));
      if (last <= at) before = run;
    }
    const near = before ?? this.runs[0];
    const end = before ? before.edges.length - 1 : 0;
    return near ? cut(near, ...edgeAt(near, end)) : null;
  }
  /** The place above or below, as the eye finds it. */
  rowFrom(unit: number, by: 1 | -1): number | null {
    const here = this.caret(unit);
    if (!here) return null;
    const x = (here[0] + here[2]) / 2;
    const y = (here[1] + here[3]) / 2;
    const isBeyond = ({ box }: WireRun): boolean =>
      by > 0 ? (box[1] + box[3]) / 2 > here[3] : (box[1] + box[3]) / 2 < here[1];
    let best: WireRun | null = null;
    let least = Infinity;
    for (const run of this.runs.filter(isBeyond)) {
      const aside = Math.max(run.box[0] - x, 0, x - run.box[2]);
      const away = Math.abs((run.box[1] + run.box[3]) / 2 - y) + aside * 2;
      if (away < least) [best, least] = [run, away];
    }
    if (!best) return null;
    const along = isAcross(best.way) ? x : (best.box[1] + best.box[3]) / 2;
    return this.offsets.toUnit(best.start + nearestEdge(best, along));
  }
  /** Start and end of the printed line that an offset lies in. */
  lineAround(unit: number): { from: number; to: number } {
    const from = this.text.lastIndexOf('\n', unit - 1) + 1;
    const end = this.text.indexOf('\n', unit);
    return { from, to: end < 0 ? this.text.length : end };
  }
}

const isAcross = (way: Way): boolean => way === 'right' || way === 'left';

function cut({ way, box: [x0, y0, x1, y1] }: WireRun, a: number, b: number): Bounds {
  const [low, high] = [Math.min(a, b), Math.max(a, b)];
  return isAcross(way) ? [low, y0, high, y1] : [x0, low, x1, high];
}
const edgeAt = ({ edges }: WireRun, index: number): [number, number] => [
  edges[index]!,
  edges[index]!,
];

function nearestEdge({ edges }: WireRun, along: number): number {
  let best = 0;
  edges.forEach((edge, i) => {
    if (Math.abs(edge - along) < Math.abs(edges[best]! - along)) best = i;
  });
  return best;
}

/** Across the rows counts more: what is on the pointer's line is meant before what is nearer. */
function distanceTo({ box: [x0, y0, x1, y1], way }: WireRun, [x, y]: Point): number {
  const dx = Math.max(x0 - x, 0, x - x1);
  const dy = Math.max(y0 - y, 0, y - y1);
  return isAcross(way) ? dx + dy * 4 : dx * 4 + dy;
}
