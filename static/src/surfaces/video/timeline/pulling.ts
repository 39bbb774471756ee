/** One press on the time line: picking, going there, or pulling something; a pull is one undo step. */
import type { Region } from '../../../core/region';
import { dragged } from './drag';
import { isHandle, type Hit } from './hit';
import { rangeOf } from '../ranges';
import type { Clockwork } from './timeline';

type Held = Extract<Hit, { id: string }>;

export class Pulling {
  #mode: 'none' | 'scrub' | 'pull' | 'draw' | 'pick' = 'none';
  #held: Held | null = null;
  #from = 0;
  #hasMoved = false;
  /** As it was when it was taken. */
  #region: Region | null = null;
  #lane = '';

  constructor(private readonly owner: Clockwork) {}

  get isHeld(): boolean {
    return this.#mode !== 'none';
  }
  press(hit: Hit, frame: number, onAxis: boolean, adds: boolean): void {
    const { session, document } = this.owner.place;
    this.#from = frame;
    this.#hasMoved = false;
    [this.#held, this.#region] = [null, null];
    this.#mode = onAxis ? 'scrub' : 'pick';
    if ('id' in hit) {
      this.#select(hit.id, adds);
      const mayChange = session.editable([hit.id]).length > 0;
      this.#region = document.region(hit.id) ?? null;
      this.#held = hit;
      if (onAxis && isHandle(hit) && mayChange) this.#mode = 'pull';
      else if (hit.on !== 'track' || !onAxis) this.#mode = 'pick';
    } else if (hit.on === 'lane' && onAxis && !session.state.readonly) {
      this.#mode = 'draw';
      this.#lane = hit.label;
    }
    if (this.#mode === 'scrub') this.owner.goTo(frame);
  }
  pull(frame: number): void {
    if (this.#mode === 'scrub') this.owner.goTo(frame);
    if (this.#mode !== 'pull' && this.#mode !== 'draw') return;
    if (!this.#hasMoved && frame === this.#from) return;
    if (!this.#hasMoved) this.owner.place.document.begin();
    this.#hasMoved = true;
    if (this.#mode === 'draw') this.#draw(frame);
    else this.#reshape(frame);
  }
  release(): void {
    const { document } = this.owner.place;
    const mode = this.#mode;
    this.#mode = 'none';
    if (this.#hasMoved) return document.commit();
    // A press that pulled nothing goes where it was.
    if (mode === 'pull' || mode === 'draw')
      this.owner.goTo(
        this.#held?.on === 'keyframe' && mode === 'pull' ? this.#held.frame : this.#from,
      );
    if (mode === 'pick' && this.#held && this.#region) this.owner.visit(this.#region);
  }
  cancel(): void {
    if (this.#hasMoved && this.isHeld) this.owner.place.document.rollback();
    this.#mode = 'none';
  }

  #select(id: string, adds: boolean): void {
    const { session } = this.owner.place;
    const { selection } = session.state;
    const others = selection.filter((one) => one !== id);
    if (!adds) session.select([id]);
    else session.select(selection.includes(id) ? others : [...others, id]);
  }
  #reshape(frame: number): void {
    if (!this.#region || !this.#held) return;
    const geometry = dragged(this.#region, this.#held, frame, this.owner.source);
    if (geometry) this.owner.place.document.editRegion(this.#region.id, { geometry });
  }
  /** A new range from where the press was. */
  #draw(frame: number): void {
    const { session, document, field } = this.owner.place;
    const { times, duration } = this.owner.source;
    const [start, end] = [Math.min(this.#from, frame), Math.max(this.#from, frame) + 1];
    const geometry = rangeOf([start, end], times, duration);
    const region = this.#region
      ? { ...this.#region, geometry }
      : session.newRegion(this.#lane, field, geometry);
    document.putRegions(region);
    if (!this.#region) session.select([region.id]);
    this.#region = region;
  }
}
