/** The regions of a document as marks on its pages. */
import type { Bounds } from '../../core/geometry/point';
import {
  attributesOf,
  colourOf,
  findClass,
  findLabel,
  nameOf,
  type Label,
  type Ontology,
} from '../../core/ontology';
import { isSuggested, type PageBox, type Region, type Span } from '../../core/region';
import { boundsOf, isPageBox } from './boxes';
import type { PageText } from './pageText';

export interface PageMark {
  readonly region: Region;
  readonly id: string;
  readonly page: number;
  readonly kind: 'span' | 'box';
  readonly colour: string;
  /** What its chip says. */
  readonly name: string;
  readonly suggested: boolean;
  /** Its place in the reading order, where its label asks for one. */
  readonly order: number | null;
}
export type OnPage = Span & { readonly page: number };

export const isPageSpan = (geometry: Region['geometry']): geometry is OnPage =>
  'start' in geometry && 'page' in geometry;

/** The attribute that holds the reading order: a number called `order`. */
export const orderAttribute = 'order';
export const asksOrder = (label: Label | undefined, classId: string | null): boolean =>
  attributesOf(label, classId).some(({ id, kind }) => id === orderAttribute && kind === 'number');

export class PageMarks {
  readonly #byPage = new Map<number, PageMark[]>();
  readonly #byId = new Map<string, PageMark>();

  constructor(regions: readonly Region[], ontology: Ontology) {
    for (const region of regions) {
      const mark = markOf(region, ontology);
      if (!mark) continue;
      this.#byId.set(mark.id, mark);
      const there = this.#byPage.get(mark.page);
      if (there) there.push(mark);
      else this.#byPage.set(mark.page, [mark]);
    }
  }

  get all(): IterableIterator<PageMark> {
    return this.#byId.values();
  }
  get(id: string | undefined): PageMark | undefined {
    return id === undefined ? undefined : this.#byId.get(id);
  }
  on(page: number): readonly PageMark[] {
    return this.#byPage.get(page) ?? [];
  }
}

function markOf(region: Region, ontology: Ontology): PageMark | null {
  const { geometry } = region;
  const isBox = isPageBox(geometry);
  if (!isBox && !isPageSpan(geometry)) return null;
  const label = findLabel(ontology, region.label);
  const found = findClass(label, region.class);
  const order = region.attributes[orderAttribute];
  const suggested = isSuggested(region);
  const name = found ? nameOf(found) : (region.class ?? (label ? nameOf(label) : region.label));
  const score =
    suggested && region.score !== undefined ? ` ${Math.round(region.score * 100)}%` : '';
  return {
    region,
    id: region.id,
    page: geometry.page,
    kind: isBox ? 'box' : 'span',
    colour: colourOf(label, region.class),
    name: suggested ? `${name}?${score}` : name,
    suggested,
    order: typeof order === 'number' && asksOrder(label, region.class) ? order : null,
  };
}

/** Where a mark lies on its page; of a span only once its page's words are known. */
export function boundsOn(mark: PageMark, words: PageText | undefined): Bounds[] {
  const { geometry } = mark.region;
  if (mark.kind === 'box') return [boundsOf(geometry as PageBox)];
  if (!words) return [];
  const { start, end } = geometry as Span;
  return words.boxes(words.offsets.toUnit(start), words.offsets.toUnit(end));
}
