/**
 * The annotation document: regions, relations and answers of one task in one ledger, so that
 * undo and redo run across the whole task whatever was touched.
 */
import { Ledger, type Change, type Origin, type Outcome } from './ledger';
import { isGhost, vouch, type Answer, type Content, type Region, type Relation } from './region';

/** `rank` is the place in the drawing order (z), kept apart from the region so that undo restores it. */
type RegionItem = { readonly id: string; readonly rank: number; readonly region: Region };
type RelationItem = { readonly id: string; readonly rank: number; readonly relation: Relation };
type AnswerItem = { readonly id: string; readonly label: string; readonly answer: Answer };
export type Item = RegionItem | RelationItem | AnswerItem;

export interface DocumentChanges {
  readonly regions: readonly Change<Region>[];
  readonly relations: readonly Change<Relation>[];
  readonly answers: readonly Change<Answer>[];
  readonly origin: Origin;
}
export type DocumentWatcher = (changes: DocumentChanges) => void;

const regionKey = (id: string): string => `region:${id}`;
const relationKey = (id: string): string => `relation:${id}`;
const answerKey = (label: string): string => `answer:${label}`;

export class AnnotationDocument {
  readonly #ledger = new Ledger<Item>();
  #regions: readonly Region[] | null = null;
  #relations: readonly Relation[] | null = null;
  /** Counts changes of any origin: what autosave compares. */
  revision = 0;

  constructor(content?: Content) {
    this.#ledger.watch((changes) => {
      this.revision++;
      if (changes.some(([id]) => id.startsWith('region:'))) this.#regions = null;
      if (changes.some(([id]) => id.startsWith('relation:'))) this.#relations = null;
    });
    if (content) this.load(content);
  }

  get canUndo(): boolean {
    return this.#ledger.canUndo;
  }
  get canRedo(): boolean {
    return this.#ledger.canRedo;
  }

  /** In drawing order, the topmost last. */
  regions(on?: string): readonly Region[] {
    this.#regions ??= this.#ranked().map((item) => item.region);
    return on === undefined ? this.#regions : this.#regions.filter((region) => region.on === on);
  }
  region(id: string): Region | undefined {
    return this.#regionItem(id)?.region;
  }
  relations(): readonly Relation[] {
    this.#relations ??= [...this.#ledger.values()]
      .flatMap((item) => ('relation' in item ? [item] : []))
      .sort((a, b) => a.rank - b.rank)
      .map((item) => item.relation);
    return this.#relations;
  }
  relationsOf(regionId: string): Relation[] {
    return this.relations().filter(({ from, to }) => from === regionId || to === regionId);
  }
  answer(label: string): Answer | undefined {
    const item = this.#ledger.get(answerKey(label));
    return item && 'answer' in item ? item.answer : undefined;
  }

  /** New regions go on top; known ones keep their place. */
  putRegions(...regions: Region[]): void {
    let top = this.#top();
    const items = regions.map((region): RegionItem => {
      const rank = this.#regionItem(region.id)?.rank ?? ++top;
      return { id: regionKey(region.id), rank, region };
    });
    this.#ledger.put(...items);
  }
  /** A person changes a region: a suggestion touched is the person's from now on. */
  editRegion(id: string, patch: Partial<Omit<Region, 'id' | 'origin'>>): void {
    const region = this.region(id);
    if (region) this.putRegions(vouch({ ...region, ...patch }, true));
  }
  confirm(...ids: string[]): void {
    this.putRegions(...this.#known(ids).map((item) => vouch(item.region, false)));
  }
  /** Takes the relations that would dangle with them, in the same undo step. */
  removeRegions(...ids: string[]): void {
    const gone = new Set(ids);
    const dangling = this.relations().filter(({ from, to }) => gone.has(from) || gone.has(to));
    this.#ledger.remove(...dangling.map(({ id }) => relationKey(id)), ...ids.map(regionKey));
  }
  /** Others become part of one region: their relations are its own now, and they go. */
  absorb(into: string, ...others: string[]): void {
    const gone = new Set(others);
    const at = (id: string): string => (gone.has(id) ? into : id);
    const known = new Set(
      this.relations()
        .filter(({ from, to }) => !gone.has(from) && !gone.has(to))
        .map(({ label, from, to }) => `${label}|${from}|${to}`),
    );
    const moved = this.relations()
      .filter(({ from, to }) => gone.has(from) || gone.has(to))
      .map((relation) => ({ ...relation, from: at(relation.from), to: at(relation.to) }))
      .filter(({ label, from, to }) => {
        const key = `${label}|${from}|${to}`;
        const isNew = from !== to && !known.has(key);
        known.add(key);
        return isNew;
      });
    this.transact(() => {
      this.putRelations(...moved);
      this.removeRegions(...others);
    });
  }
  putRelations(...relations: Relation[]): void {
    let rank = this.relations().length ? this.#top() : 0;
    this.#ledger.put(
      ...relations.map((relation): RelationItem => {
        const known = this.#ledger.get(relationKey(relation.id));
        const place = known && 'rank' in known ? known.rank : ++rank;
        return { id: relationKey(relation.id), rank: place, relation };
      }),
    );
  }
  /** Shows regions that are only proposed, in place of those shown before; outside the history. */
  showGhosts(...ghosts: Region[]): void {
    const before = this.#ranked().filter(({ region }) => isGhost(region));
    const top = this.#top();
    this.#ledger.receive([
      ...before.map((item): Change<Item> => [item.id, item, undefined]),
      ...ghosts.map((region, at): Change<Item> => {
        const id = regionKey(region.id);
        return [id, undefined, { id, rank: top + 1 + at, region }];
      }),
    ]);
  }
  /** What a model says, beneath what is there; outside the history, as nobody here did it. */
  suggest({ regions, relations }: Pick<Content, 'regions' | 'relations'>): void {
    const bottom = Math.min(0, ...this.#ranked().map(({ rank }) => rank)) - regions.length;
    this.#ledger.receive([
      ...regions.map((region, at): Change<Item> => {
        const id = regionKey(region.id);
        return [id, undefined, { id, rank: bottom + at, region }];
      }),
      ...relations.map((relation, rank): Change<Item> => {
        const id = relationKey(relation.id);
        return [id, undefined, { id, rank, relation }];
      }),
    ]);
  }
  removeRelations(...ids: string[]): void {
    this.#ledger.remove(...ids.map(relationKey));
  }
  /** `undefined` takes the answer back. */
  setAnswer(label: string, answer: Answer | undefined): void {
    const id = answerKey(label);
    if (answer === undefined) this.#ledger.remove(id);
    else this.#ledger.put({ id, label, answer });
  }

  raise(...ids: string[]): void {
    let top = this.#top();
    this.#rerank(ids, () => ++top);
  }
  lower(...ids: string[]): void {
    const ranks = this.#ranked().map((item) => item.rank);
    let bottom = Math.min(0, ...ranks.slice(0, 1)) - ids.length - 1;
    this.#rerank(ids, () => ++bottom);
  }

  transact(gesture: () => void): void {
    this.#ledger.transact(gesture);
  }
  begin(): void {
    this.#ledger.begin();
  }
  commit(): void {
    this.#ledger.commit();
  }
  rollback(): void {
    this.#ledger.rollback();
  }
  /** Names what could not be undone because somebody else changed it since. */
  undo(): Outcome<Item> {
    return this.#ledger.undo();
  }
  redo(): Outcome<Item> {
    return this.#ledger.redo();
  }
  receive(changes: readonly Change<Item>[]): Outcome<Item> {
    return this.#ledger.receive(changes);
  }

  watch(watcher: DocumentWatcher): () => void {
    return this.#ledger.watch((changes, origin) => watcher({ ...split(changes), origin }));
  }

  /** Replaces everything, history included. */
  load(content: Content): void {
    this.#ledger.reset([
      ...content.regions.map((region, rank): Item => ({ id: regionKey(region.id), rank, region })),
      ...content.relations.map((relation, rank): Item => ({
        id: relationKey(relation.id),
        rank,
        relation,
      })),
      ...Object.entries(content.answers).map(([label, answer]): Item => ({
        id: answerKey(label),
        label,
        answer,
      })),
    ]);
  }
  toContent(): Content {
    const answers = [...this.#ledger.values()].flatMap((item) =>
      'answer' in item ? [[item.label, item.answer] as const] : [],
    );
    return {
      regions: this.regions().filter((region) => !isGhost(region)),
      relations: this.relations(),
      answers: Object.fromEntries(answers),
    };
  }

  #regionItem(id: string): RegionItem | undefined {
    const item = this.#ledger.get(regionKey(id));
    return item && 'region' in item ? item : undefined;
  }
  #known(ids: readonly string[]): RegionItem[] {
    return ids.flatMap((id) => this.#regionItem(id) ?? []);
  }
  #ranked(): RegionItem[] {
    return [...this.#ledger.values()]
      .flatMap((item) => ('region' in item ? [item] : []))
      .sort((a, b) => a.rank - b.rank);
  }
  #top(): number {
    let top = -1;
    for (const item of this.#ledger.values()) if ('rank' in item) top = Math.max(top, item.rank);
    return top;
  }
  #rerank(ids: readonly string[], next: () => number): void {
    const items = this.#known(ids).sort((a, b) => a.rank - b.rank);
    this.#ledger.put(...items.map((item) => ({ ...item, rank: next() })));
  }
}

/** Sorts a batch of the ledger into the three things people know. */
function split(changes: readonly Change<Item>[]): Omit<DocumentChanges, 'origin'> {
  const regions: Change<Region>[] = [];
  const relations: Change<Relation>[] = [];
  const answers: Change<Answer>[] = [];
  for (const [key, before, after] of changes) {
    const id = key.slice(key.indexOf(':') + 1);
    if (key.startsWith('region:')) regions.push([id, pick(before).region, pick(after).region]);
    else if (key.startsWith('relation:'))
      relations.push([id, pick(before).relation, pick(after).relation]);
    else answers.push([id, pick(before).answer, pick(after).answer]);
  }
  return { regions, relations, answers };
}

type Parts = { region?: Region; relation?: Relation; answer?: Answer };
const pick = (item: Item | undefined): Parts => item ?? {};
