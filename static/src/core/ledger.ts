/**
 * A map of entities, and the history of how it came to be.
 *
 * Everything that happens is a `Change`, the triple [id, before, after]. Creating is
 * [id, ∅, x], deleting is [id, x, ∅], and undoing a change is the same change read
 * backwards. The history, the autosave queue and the socket all speak this one word.
 */
import { same } from './same';

export interface Entity {
  readonly id: string;
}
export type Change<T> = readonly [id: string, before: T | undefined, after: T | undefined];
export type Origin = 'user' | 'history' | 'remote';
export type Watcher<T> = (changes: readonly Change<T>[], origin: Origin) => void;

/** What undo, redo or a remote change did, and which changes no longer fitted and were left out. */
export interface Outcome<T> {
  readonly applied: readonly Change<T>[];
  readonly skipped: readonly Change<T>[];
}

type Step<T> = readonly Change<T>[];

const reverse = <T>(step: Step<T>): Change<T>[] =>
  step.map(([id, before, after]): Change<T> => [id, after, before]).reverse();

/** Many changes to one entity become one: the first `before`, the last `after`. */
const fold = <T>(step: Step<T>): Change<T>[] => {
  const net = new Map<string, Change<T>>();
  for (const [id, before, after] of step) {
    const seen = net.get(id);
    net.set(id, [id, seen ? seen[1] : before, after]);
  }
  return [...net.values()].filter(([, before, after]) => !same(before, after));
};

export class Ledger<T extends Entity> {
  readonly #items = new Map<string, T>();
  readonly #watchers = new Set<Watcher<T>>();
  #past: Step<T>[] = [];
  #future: Step<T>[] = [];
  #gesture: Change<T>[] | null = null;

  get size(): number {
    return this.#items.size;
  }
  get canUndo(): boolean {
    return this.#past.length > 0 || (this.#gesture?.length ?? 0) > 0;
  }
  get canRedo(): boolean {
    return this.#future.length > 0 && !this.#gesture;
  }
  get(id: string): T | undefined {
    return this.#items.get(id);
  }
  values(): IterableIterator<T> {
    return this.#items.values();
  }

  /** Calls `watcher` after each batch of changes; the answer stops it. */
  watch(watcher: Watcher<T>): () => void {
    this.#watchers.add(watcher);
    return () => void this.#watchers.delete(watcher);
  }

  put(...items: T[]): void {
    this.#record(items.map((item) => [item.id, this.get(item.id), item]));
  }
  remove(...ids: string[]): void {
    this.#record(
      ids.filter((id) => this.#items.has(id)).map((id) => [id, this.get(id), undefined]),
    );
  }

  /** Runs `gesture` as one undo step; throwing rolls it back. */
  transact(gesture: () => void): void {
    if (this.#gesture) return gesture();
    this.begin();
    try {
      gesture();
    } catch (error) {
      this.rollback();
      throw error;
    }
    this.commit();
  }

  /** A drag spans many events: begin … put … put … commit (or rollback on Escape). */
  begin(): void {
    this.#gesture ??= [];
  }
  commit(): void {
    const step = fold(this.#gesture ?? []);
    this.#gesture = null;
    if (step.length) this.#remember(step);
  }
  rollback(): void {
    const step = this.#gesture ?? [];
    this.#gesture = null;
    this.#apply(reverse(step), 'history');
  }

  undo(): Outcome<T> {
    if (this.#gesture) {
      const step = reverse(this.#gesture);
      this.rollback();
      return { applied: step, skipped: [] };
    }
    return this.#travel(this.#past, this.#future);
  }
  redo(): Outcome<T> {
    if (this.#gesture) return { applied: [], skipped: [] };
    return this.#travel(this.#future, this.#past);
  }

  /**
   * Changes from the server or a colleague: applied, never on our undo stack.
   * One whose `before` is not what we hold is a conflict and is skipped.
   */
  receive(changes: readonly Change<T>[]): Outcome<T> {
    return this.#applyCurrent(changes, 'remote');
  }

  /** Replaces everything, history included. */
  reset(items: Iterable<T>): void {
    this.#past = [];
    this.#future = [];
    this.#gesture = null;
    const after = new Map([...items].map((item) => [item.id, item]));
    const gone = [...this.#items.values()].filter((item) => !after.has(item.id));
    this.#apply(
      [
        ...gone.map((item): Change<T> => [item.id, item, undefined]),
        ...[...after.values()].map((item): Change<T> => [item.id, this.get(item.id), item]),
      ],
      'remote',
    );
  }

  #record(changes: Change<T>[]): void {
    const real = changes.filter(([, before, after]) => !same(before, after));
    if (!real.length) return;
    if (this.#gesture) this.#gesture.push(...real);
    else this.#remember(real);
    this.#apply(real, 'user');
  }
  #remember(step: Step<T>): void {
    this.#past.push(step);
    this.#future = [];
  }
  #travel(from: Step<T>[], to: Step<T>[]): Outcome<T> {
    const step = from.pop();
    if (!step) return { applied: [], skipped: [] };
    const outcome = this.#applyCurrent(reverse(step), 'history');
    if (outcome.applied.length) to.push(outcome.applied);
    return outcome;
  }
  /** Applies the changes that still fit; a colleague's newer work is never overwritten. */
  #applyCurrent(changes: Step<T>, origin: Origin): Outcome<T> {
    const applied: Change<T>[] = [];
    const skipped: Change<T>[] = [];
    for (const change of changes) {
      const fits = same(this.get(change[0]), change[1]);
      (fits ? applied : skipped).push(change);
    }
    if (applied.length) this.#apply(applied, origin);
    return { applied, skipped };
  }
  #apply(changes: Step<T>, origin: Origin): void {
    if (!changes.length) return;
    for (const [id, , after] of changes) {
      if (after === undefined) this.#items.delete(id);
      else this.#items.set(id, after);
    }
    for (const watcher of [...this.#watchers]) watcher(changes, origin);
  }
}
