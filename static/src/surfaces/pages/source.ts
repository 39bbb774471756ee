/** What the server knows of a document: its pages, their pictures, their words. */
import { api } from '../../live/api';
import { isMedia, type FieldValue, type Media } from '../surface';
import type { PageShape, Turn } from './layout';
import { PageText, type WirePage } from './pageText';

export class DocumentSource {
  readonly pages: readonly PageShape[];
  /** Code points a page; 0 for a scan. */
  readonly counts: readonly number[];
  readonly #broken: ReadonlySet<number>;
  readonly #words = new Map<number, PageText>();
  readonly #asked = new Map<number, Promise<PageText>>();
  readonly #read = new Set<number>();
  #texts: Promise<readonly string[]> | null = null;

  constructor(readonly media: Media) {
    const { facts = {} } = media;
    const turns = numbers(facts.rotations);
    this.pages = ((facts.pages ?? []) as unknown as [number, number][]).map(
      ([width, height], i) => ({ width, height, turn: (turns[i] ?? 0) as Turn }),
    );
    this.counts = numbers(facts.page_texts);
    this.#broken = new Set(numbers(facts.broken).map((page) => page - 1));
  }

  pictureUrl(page: number, scale: string): string {
    return `${this.media.base}/page?page=${page}&scale=${scale}`;
  }
  thumbUrl(page: number): string {
    return `${this.media.base}/thumb?page=${page}`;
  }
  hasText(page: number): boolean {
    return (this.counts[page] ?? 0) > 0;
  }
  /** The words of a page if they are here already. */
  known(page: number): PageText | undefined {
    return this.#words.get(page);
  }
  /** Fetches the words of a page once; a page without any answers at once. */
  words(page: number): Promise<PageText> {
    let asked = this.#asked.get(page);
    if (!asked) {
      const isEmpty = !this.hasText(page) || this.#broken.has(page);
      asked = (
        isEmpty
          ? Promise.resolve<WirePage>({ text: '', runs: [] })
          : api.get<WirePage>(`${this.media.base}/words`, { query: { page } })
      ).then(({ text, runs }) => {
        const words = new PageText(text, runs);
        this.#words.set(page, words);
        return words;
      });
      asked.catch(() => this.#asked.delete(page));
      this.#asked.set(page, asked);
    }
    return asked;
  }
  /** A page without a text of its own, whose print can be read. */
  isScan(page: number): boolean {
    return !this.hasText(page) && !this.#broken.has(page);
  }
  isRead(page: number): boolean {
    return this.#read.has(page);
  }
  /** What is printed on a scan: from now on it can be selected and found, though no span counts in it. */
  async read(page: number): Promise<PageText> {
    const { text, runs } = await api.get<WirePage>(`${this.media.base}/scan`, { query: { page } });
    const words = new PageText(text, runs);
    this.#read.add(page);
    this.#words.set(page, words);
    this.#asked.set(page, Promise.resolve(words));
    return words;
  }
  /** The text of every page, for the search; of scans what has been read. */
  async texts(): Promise<readonly string[]> {
    const own = await this.#ownTexts();
    return own.map((text, page) => (this.isRead(page) ? this.known(page)!.text : text));
  }
  #ownTexts(): Promise<readonly string[]> {
    this.#texts ??= api
      .get<{ texts: string[] }>(`${this.media.base}/texts`)
      .then(({ texts }) => texts);
    this.#texts.catch(() => (this.#texts = null));
    return this.#texts;
  }
}

const numbers = (value: unknown): number[] =>
  Array.isArray(value) ? value.filter((one): one is number => typeof one === 'number') : [];

const sources = new Map<string, DocumentSource>();
const keep = 3;

/** The last few stay, so that the prefetched task has its first words. */
export function sourceOf(value: FieldValue): DocumentSource | null {
  if (!isMedia(value) || !value.base) return null;
  const known = sources.get(value.base);
  if (known) return known;
  const made = new DocumentSource(value);
  sources.set(value.base, made);
  const [oldest] = sources.keys();
  if (sources.size > keep && oldest !== undefined) sources.delete(oldest);
  return made;
}
