/** Makes and reshapes the spans and boxes of a document. */
import type { AnnotationDocument } from '../../core/document';
import { findLabel, regionLabelsOn, type Label } from '../../core/ontology';
import { isSuggested, type PageBox, type Region } from '../../core/region';
import type { Session } from '../../core/session';
import { isPageBox } from './boxes';
import { asksOrder, isPageSpan, orderAttribute, type OnPage } from './marks';
import type { PageText } from './pageText';
import { asksLines } from './tables';

/** Text of one page, in UTF-16 units. */
export interface PageStretch {
  readonly page: number;
  readonly from: number;
  readonly to: number;
}

export class Marker {
  readonly #document: AnnotationDocument;

  constructor(
    readonly field: string,
    readonly session: Session,
    /** Tells the person something: a key of the catalogue. */
    readonly notify: (key: string) => void,
  ) {
    this.#document = session.document;
  }

  get #labels(): Label[] {
    return regionLabelsOn(this.session.ontology, this.field);
  }
  get canMark(): boolean {
    return !this.session.state.readonly && this.#labels.length > 0;
  }
  /** Whether there is a label of that kind here. */
  makes(kind: 'span' | 'page_box'): boolean {
    return this.#labels.some((label) => label.kind === kind);
  }
  /** The label of that kind which the next region gets, if one is chosen. */
  chosen(kind: 'span' | 'page_box'): string | null {
    const { label } = this.session.state;
    return this.#labels.find((one) => one.id === label && one.kind === kind)?.id ?? null;
  }
  get asksOrder(): boolean {
    return this.#labels.some((label) =>
      [null, ...(label.classes ?? []).map(({ id }) => id)].some((id) => asksOrder(label, id)),
    );
  }

  get makesTables(): boolean {
    const { ontology } = this.session;
    return this.#labels.some((label) =>
      [null, ...(label.classes ?? []).map(({ id }) => id)].some((id) =>
        asksLines(ontology, label.id, id),
      ),
    );
  }

  /** The span of the chosen class; where the same exists it is that one, confirmed if a model made it. */
  createSpan({ page, from, to }: PageStretch, words: PageText): Region | null {
    const label = this.chosen('span');
    if (from >= to || label === null || !this.canMark) return null;
    const geometry = spanOf(page, from, to, words);
    const made = this.session.newRegion(label, this.field, geometry);
    return this.#put({ ...made, text: words.text.slice(from, to) });
  }
  /** `words`: what is printed in it, where that was read. */
  createBox(geometry: PageBox, words: string | null = null): Region | null {
    const label =
      this.chosen('page_box') ?? this.#labels.find(({ kind }) => kind === 'page_box')?.id ?? null;
    if (label === null || !this.canMark || geometry.width < 1 || geometry.height < 1) return null;
    const made = this.session.newRegion(label, this.field, geometry);
    return this.#put(words === null ? made : { ...made, text: words });
  }
  reshapeSpan(id: string, { page, from, to }: PageStretch, words: PageText): void {
    const region = this.#document.region(id);
    if (!region || from >= to || !this.session.editable([id]).length) return;
    const geometry = spanOf(page, from, to, words);
    if (!isSame(region.geometry, geometry))
      this.#document.editRegion(id, { geometry, text: words.text.slice(from, to) });
  }
  reshapeBox(id: string, geometry: PageBox): void {
    const region = this.#document.region(id);
    if (!region || !this.session.editable([id]).length) return;
    if (!isSame(region.geometry, geometry)) this.#document.editRegion(id, { geometry });
  }
  /** The next number of the reading order goes to a region; one that has the last gives it back. */
  number(id: string): boolean {
    const region = this.#document.region(id);
    if (!region || !this.session.editable([id]).length) return false;
    if (!asksOrder(findLabel(this.session.ontology, region.label), region.class)) return false;
    const last = this.#lastNumber();
    const { [orderAttribute]: now, ...rest } = region.attributes;
    const attributes = now === last && last > 0 ? rest : { ...rest, [orderAttribute]: last + 1 };
    this.#document.editRegion(id, { attributes });
    return true;
  }
  /** Takes every number away, as one step to undo; answers how many there were. */
  clearNumbers(): number {
    const numbered = this.#document
      .regions(this.field)
      .filter(({ attributes }) => typeof attributes[orderAttribute] === 'number');
    const ids = this.session.editable(numbered.map(({ id }) => id));
    this.#document.transact(() => {
      for (const id of ids) {
        const { [orderAttribute]: _, ...attributes } = this.#document.region(id)!.attributes;
        this.#document.editRegion(id, { attributes });
      }
    });
    return ids.length;
  }
  /** As one step to undo; answers how many are new. */
  createAll(stretches: readonly PageStretch[], texts: ReadonlyMap<number, PageText>): number {
    const before = this.#document.regions().length;
    this.#document.transact(() => {
      for (const stretch of stretches) this.createSpan(stretch, texts.get(stretch.page)!);
    });
    return this.#document.regions().length - before;
  }

  #lastNumber(): number {
    const numbers = this.#document
      .regions(this.field)
      .map(({ attributes }) => attributes[orderAttribute]);
    return Math.max(0, ...numbers.filter((one): one is number => typeof one === 'number'));
  }
  #put(region: Region): Region {
    const twin = this.#document
      .regions(this.field)
      .find(
        (other) =>
          other.label === region.label &&
          other.class === region.class &&
          isSame(other.geometry, region.geometry),
      );
    if (!twin) this.#document.putRegions(region);
    else if (isSuggested(twin)) this.#document.confirm(twin.id);
    else this.notify('annotate.prose.twice');
    return twin ? (this.#document.region(twin.id) ?? twin) : region;
  }
}

const spanOf = (page: number, from: number, to: number, { offsets }: PageText): OnPage => ({
  page,
  start: offsets.toCodePoint(from),
  end: offsets.toCodePoint(to),
});

function isSame(a: Region['geometry'], b: Region['geometry']): boolean {
  if (isPageBox(a) && isPageBox(b))
    return (['page', 'x', 'y', 'width', 'height'] as const).every((key) => a[key] === b[key]);
  return (
    isPageSpan(a) && isPageSpan(b) && a.page === b.page && a.start === b.start && a.end === b.end
  );
}
