/** Makes and changes what is said of a dialogue: spans in turns, labels and ratings of turns. */
import type { AnnotationDocument } from '../../core/document';
import { Offsets } from '../../core/offsets';
import { regionLabelsOn, type Label } from '../../core/ontology';
import { isSuggested, type Region } from '../../core/region';
import type { Session } from '../../core/session';
import type { Stretch } from '../prose/words';
import { isFor, isTurn, isTurnSpan, type Stars, type TurnSpan } from './marks';
import type { Talk } from './turns';

/** Text of one turn, in UTF-16 units. */
export interface TurnStretch extends Stretch {
  readonly turn: number;
}

export class Marker {
  readonly #document: AnnotationDocument;
  readonly #offsets = new Map<number, Offsets>();
  /** Regions whose class was changed by the key press that is being handled. */
  readonly #changed = new Set<string>();

  constructor(
    readonly turns: readonly Talk[],
    readonly field: string,
    readonly session: Session,
    /** Tells the person something: a key of the catalogue. */
    readonly notify: (key: string) => void,
  ) {
    this.#document = session.document;
  }

  offsets(turn: number): Offsets {
    const known = this.#offsets.get(turn) ?? new Offsets(this.turns[turn]?.text ?? '');
    this.#offsets.set(turn, known);
    return known;
  }
  labels(kind: 'span' | 'turn'): Label[] {
    return regionLabelsOn(this.session.ontology, this.field).filter((label) => label.kind === kind);
  }
  can(kind: 'span' | 'turn'): boolean {
    return !this.session.state.readonly && this.labels(kind).length > 0;
  }
  /** The label of that kind that a key chose for what comes next. */
  chosen(kind: 'span' | 'turn'): Label | null {
    const { label } = this.session.state;
    return this.labels(kind).find(({ id }) => id === label) ?? null;
  }
  /** A class key has already made it another class: the same press must not take it away. */
  noteChange(id: string): void {
    this.#changed.add(id);
    queueMicrotask(() => this.#changed.clear());
  }

  /** The span of the chosen class; where the same exists it is that one, confirmed if a model made it. */
  createSpan({ turn, from, to }: TurnStretch): Region | null {
    const label = this.chosen('span');
    if (from >= to || !label || !this.can('span')) return null;
    const geometry = this.#span({ turn, from, to });
    const made = this.session.newRegion(label.id, this.field, geometry);
    const region: Region = { ...made, text: this.#text(turn).slice(from, to) };
    const twin = this.#document
      .regions(this.field)
      .find(
        (one) =>
          one.label === region.label &&
          one.class === region.class &&
          isSame(one.geometry, geometry),
      );
    if (!twin) this.#document.putRegions(region);
    else if (isSuggested(twin)) this.#document.confirm(twin.id);
    else this.notify('annotate.prose.twice');
    return twin ? (this.#document.region(twin.id) ?? twin) : region;
  }
  /** As one step to undo; answers how many are new. */
  createAll(stretches: readonly TurnStretch[]): number {
    const before = this.#document.regions().length;
    this.#document.transact(() => {
      for (const stretch of stretches) this.createSpan(stretch);
    });
    return this.#document.regions().length - before;
  }
  reshape(id: string, stretch: TurnStretch): void {
    const before = this.#document.region(id)?.geometry;
    const geometry = this.#span(stretch);
    if (stretch.from >= stretch.to || !before || isSame(before, geometry)) return;
    if (!this.session.editable([id]).length) return;
    const text = this.#text(stretch.turn).slice(stretch.from, stretch.to);
    this.#document.editRegion(id, { geometry, text });
  }

  /**
   * The chosen class goes to a whole turn: the one there was of this label becomes it, and a
   * second press takes it away. Labels with `multiple` let a turn have several.
   */
  markTurn(turn: number): Region | null {
    const label = this.chosen('turn');
    if (!label || !this.can('turn')) return null;
    if (!isFor(label, this.turns[turn]?.role ?? '')) {
      this.notify('dialogue.other_role');
      return null;
    }
    const made = this.session.newRegion(label.id, this.field, { turn });
    const mine = this.#of(turn, label.id);
    const same = mine.find((region) => region.class === made.class);
    if (same) return this.#again(same);
    const [other] = label.multiple ? [] : mine;
    if (other && this.session.editable([other.id]).length)
      this.#document.editRegion(other.id, { class: made.class });
    else if (!other) this.#document.putRegions(made);
    return this.#document.region(other?.id ?? made.id) ?? null;
  }
  /** So many points; the same again takes them back. */
  rate(turn: number, { label, attribute, region, value }: Stars, points: number): void {
    if (!this.can('turn')) return;
    if (!region) {
      const made = this.session.newRegion(label.id, this.field, { turn });
      const attributes = { ...made.attributes, [attribute.id]: points };
      this.#document.putRegions({ ...made, attributes });
      return;
    }
    if (!this.session.editable([region.id]).length) return;
    const { [attribute.id]: _, ...rest } = region.attributes;
    const attributes = value === points ? rest : { ...rest, [attribute.id]: points };
    // A label that is nothing but its rating goes with the rating.
    const isEmpty = !label.classes?.length && Object.keys(attributes).length === 0;
    if (isEmpty) this.#document.removeRegions(region.id);
    else this.#document.editRegion(region.id, { attributes });
  }

  #again(region: Region): Region | null {
    if (this.#changed.has(region.id)) return region;
    if (isSuggested(region)) this.#document.confirm(region.id);
    else if (this.session.editable([region.id]).length) {
      this.#document.removeRegions(region.id);
      return null;
    }
    return this.#document.region(region.id) ?? null;
  }
  #of(turn: number, label: string): Region[] {
    return this.#document
      .regions(this.field)
      .filter(
        ({ label: of, geometry }) => of === label && isTurn(geometry) && geometry.turn === turn,
      );
  }
  #text(turn: number): string {
    return this.turns[turn]?.text ?? '';
  }
  #span({ turn, from, to }: TurnStretch): TurnSpan {
    const offsets = this.offsets(turn);
    return { turn, start: offsets.toCodePoint(from), end: offsets.toCodePoint(to) };
  }
}

const isSame = (a: Region['geometry'], b: TurnSpan): boolean =>
  isTurnSpan(a) && a.turn === b.turn && a.start === b.start && a.end === b.end;
