/** What gestures see of an axis: where regions lie, what they may snap to, what may be changed. */
import { findLabel } from '../../core/ontology';
import type { At, Sight } from './gesture';
import { hitEnds, hitLane, under, type Hit } from './hit';
import { laneKey, type Lane } from './lanes';
import { inside } from './layout';
import { isRange, type Limits, type RangeRegion, type Stretch } from './ranges';
import { snapMove, snapTo } from './snap';
import type { AxisView } from './view';

const reach_px = 8;
const touching_s = 1e-6;

export class AxisSight implements Sight {
  constructor(private readonly view: AxisView) {}

  get limits(): Limits {
    return this.view.limits;
  }
  get canDraw(): boolean {
    return !this.view.place.session.state.readonly && this.view.canMark;
  }
  get selection(): readonly string[] {
    const { session } = this.view.place;
    return session.selected.filter(isRange).map(({ id }) => id);
  }
  hit({ x, y }: At): Hit | null {
    const chosen = new Set(this.selection);
    return this.view.laneAt(x, y)
      ? hitLane(this.view.blocks, x, y, chosen)
      : hitEnds(this.view.blocks, x, chosen);
  }
  under({ x, y }: At): readonly string[] {
    return inside(this.view.layout.media, x, y) ? under(this.view.blocks, x) : [];
  }
  laneAt({ x, y }: At): Lane | null {
    return this.view.laneAt(x, y);
  }
  isEditable(id: string): boolean {
    return this.view.place.session.editable([id]).length > 0;
  }
  stretch(id: string): Stretch {
    const region = this.#region(id);
    return region ? region.geometry : { start: 0, end: 0 };
  }
  neighbour(id: string, part: 'start' | 'end') {
    const region = this.#region(id);
    if (!region) return null;
    const other = part === 'start' ? 'end' : 'start';
    const key = laneKey(region, this.view.by);
    const found = this.view.ranges.find(
      (one) =>
        one.id !== id &&
        laneKey(one, this.view.by) === key &&
        Math.abs(one.geometry[other] - region.geometry[part]) < touching_s,
    );
    return found ? { id: found.id, part: other as 'start' | 'end' } : null;
  }
  snap(time: number, at: At, except: readonly string[]): number {
    const kept = Math.max(this.limits.from, Math.min(this.limits.to, time));
    const edges = this.#edges(kept, at, except);
    return edges.length ? snapTo(kept, edges, this.#reach(at)).time : kept;
  }
  snapShift(ends: readonly number[], at: At, except: readonly string[]): number {
    const edges = this.#edges(at.time, at, except);
    return edges.length ? snapMove(ends, edges, this.#reach(at)) : 0;
  }
  allowsInstant(lane: Lane | null): boolean {
    const label = lane?.label ?? this.view.labelToDraw;
    return findLabel(this.view.place.ontology, label ?? '')?.instant === true;
  }

  #region(id: string): RangeRegion | undefined {
    const region = this.view.place.document.region(id);
    return region && isRange(region) ? region : undefined;
  }
  /** With Alt one means the medium's own edges, from further away. */
  #reach({ alt }: At): number {
    return (alt ? 3 : 1) * reach_px * this.view.secondsPerPixel;
  }
  #edges(time: number, at: At, except: readonly string[]): number[] {
    const own = at.alt ? this.view.ownEdges(time, this.#reach(at)) : [];
    if (!this.view.place.session.state.snap && !at.alt) return own;
    const left = new Set(except);
    const others = this.view.ranges.filter(({ id }) => !left.has(id));
    return [...own, this.view.cursor, ...others.flatMap(({ geometry: g }) => [g.start, g.end])];
  }
}
