/** Makes and reshapes the spans of one text: from UTF-16 units of the screen to regions of the wire. */
import type { AnnotationDocument } from '../../core/document';
import { Offsets } from '../../core/offsets';
import { regionLabelsOn } from '../../core/ontology';
import { isSuggested, type Region } from '../../core/region';
import type { Session } from '../../core/session';
import { isSpan, marksOf, twinOf, type Mark } from './marks';
import type { Stretch } from './words';

export class Marker {
  readonly offsets: Offsets;
  readonly #document: AnnotationDocument;

  constructor(
    readonly text: string,
    readonly field: string,
    readonly session: Session,
    /** Tells the person something: a key of the catalogue. */
    readonly notify: (key: string) => void,
  ) {
    this.offsets = new Offsets(text);
    this.#document = session.document;
  }

  /** The labels that mark spans here. */
  get labels(): string[] {
    const labels = regionLabelsOn(this.session.ontology, this.field);
    return labels.filter(({ kind }) => kind === 'span').map(({ id }) => id);
  }
  get canMark(): boolean {
    return !this.session.state.readonly && this.labels.length > 0;
  }
  /** What the next span will be, if it is one of ours. */
  get chosen(): string | null {
    const { label } = this.session.state;
    return label !== null && this.labels.includes(label) ? label : null;
  }
  marks(): Mark[] {
    return marksOf(this.#document.regions(this.field), this.session.ontology, this.offsets);
  }

  /** The span of the chosen class; where the same exists it is that one, confirmed if the model made it. */
  create({ from, to }: Stretch): Region | null {
    const label = this.chosen;
    if (from >= to || label === null || !this.canMark) return null;
    const made = this.session.newRegion(label, this.field, this.#span({ from, to }));
    const region: Region = { ...made, text: this.text.slice(from, to) };
    const twin = twinOf(this.#document.regions(this.field), region);
    if (!twin) this.#document.putRegions(region);
    else if (isSuggested(twin)) this.#document.confirm(twin.id);
    else this.notify('annotate.prose.twice');
    return twin ? (this.#document.region(twin.id) ?? twin) : region;
  }
  reshape(id: string, { from, to }: Stretch): void {
    const geometry = this.#span({ from, to });
    const before = this.#document.region(id)?.geometry;
    const isSame =
      before && isSpan(before) && before.start === geometry.start && before.end === geometry.end;
    if (from >= to || isSame || !this.session.editable([id]).length) return;
    this.#document.editRegion(id, { geometry, text: this.text.slice(from, to) });
  }
  /** As one step to undo; answers how many are new. */
  createAll(stretches: readonly Stretch[]): number {
    const before = this.#document.regions().length;
    this.#document.transact(() => {
      for (const stretch of stretches) this.create(stretch);
    });
    return this.#document.regions().length - before;
  }

  #span({ from, to }: Stretch): { start: number; end: number } {
    return { start: this.offsets.toCodePoint(from), end: this.offsets.toCodePoint(to) };
  }
}
