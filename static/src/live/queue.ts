/**
 * The task in hand and the one ready behind it. The server gives a person two leases a project;
 * tasks still on their way out of the outbox are held too, or it would hand them out again.
 */
import { ApiError } from './api';
import type { Lease, Work } from './types';

export interface Door {
  next(holding: readonly string[]): Promise<Work | null>;
  open(task: string): Promise<Work>;
  renew(lease: string): Promise<Lease>;
  release(lease: string): Promise<void>;
}
export type QueueState = 'idle' | 'loading' | 'ready' | 'finished' | 'failed';

/** Renewed this long before it ends, so that one lost request does no harm. */
const renewBefore_ms = 120_000;

export class WorkQueue {
  current: Work | null = null;
  upcoming: Work | null = null;
  state: QueueState = 'idle';
  problem: unknown = null;
  /** Set when the server no longer reserves the current task for us. */
  leaseLost = false;
  #fetching: Promise<void> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #watchers = new Set<() => void>();

  constructor(
    readonly door: Door,
    /** Tasks submitted here that the server may not know about yet. */
    readonly onTheWay: () => readonly string[],
  ) {}

  watch(watcher: () => void): () => void {
    this.#watchers.add(watcher);
    return () => void this.#watchers.delete(watcher);
  }

  /** Opens one task, or the next. */
  async start(task?: string): Promise<void> {
    await this.#load(() => (task === undefined ? this.#next([]) : this.door.open(task)));
  }
  /** The task behind becomes the current one at once; with none behind, the server is asked. */
  async advance(): Promise<void> {
    const ready = this.upcoming;
    this.upcoming = null;
    if (ready) {
      this.#become(ready, 'ready');
      return;
    }
    await this.#load(async () => {
      await this.#fetching;
      const fetched = this.upcoming as Work | null;
      this.upcoming = null;
      return fetched ?? (await this.#next([]));
    });
  }
  /** Goes to another task; the one in hand stays ours and comes next. */
  async openTask(task: string): Promise<void> {
    const left = this.current;
    await this.#load(() => this.door.open(task));
    if (left?.lease && left.task.id !== task && this.current?.task.id === task)
      this.upcoming = left;
    this.#changed();
  }
  /** Shows work that we already have (taken back from the outbox). */
  show(work: Work): void {
    if (this.current?.lease) this.upcoming = this.current;
    this.#become(work, 'ready');
  }

  /** Fetches the task after this one; harmless to call at any time. */
  prefetch(): Promise<void> {
    const wanted = this.current && !this.upcoming && this.onTheWay().length === 0;
    if (!wanted) return this.#fetching ?? Promise.resolve();
    this.#fetching ??= this.#prefetch().finally(() => {
      this.#fetching = null;
      this.#changed();
    });
    return this.#fetching;
  }
  /** A new model or ontology makes the prefetched task stale. */
  async refetch(): Promise<void> {
    this.upcoming = null;
    this.#changed();
    await this.prefetch();
  }
  close(): void {
    clearTimeout(this.#timer);
    this.#watchers.clear();
  }

  async #prefetch(): Promise<void> {
    const asked = this.current;
    if (!asked) return;
    try {
      const work = await this.#next([asked.task.id]);
      const fits = work && work.task.id !== this.current?.task.id;
      if (fits) this.upcoming = work;
    } catch {
      // The next advance asks again and reports what is wrong.
    }
  }
  #next(holding: readonly string[]): Promise<Work | null> {
    return this.door.next([...new Set([...holding, ...this.onTheWay()])]);
  }
  async #load(fetch: () => Promise<Work | null>): Promise<void> {
    this.state = 'loading';
    this.problem = null;
    this.#changed();
    try {
      const work = await fetch();
      this.#become(work, work ? 'ready' : 'finished');
    } catch (error) {
      this.problem = error;
      this.state = 'failed';
      this.#changed();
    }
  }
  #become(work: Work | null, state: QueueState): void {
    this.current = work;
    this.state = state;
    this.leaseLost = false;
    this.#keepLease();
    this.#changed();
    void this.prefetch();
  }
  #keepLease(): void {
    clearTimeout(this.#timer);
    const lease = this.current?.lease;
    if (!lease) return;
    const left = Date.parse(lease.expires_at) - Date.now();
    const wait = Math.max(5000, left > 2 * renewBefore_ms ? left - renewBefore_ms : left / 2);
    this.#timer = setTimeout(() => void this.#renew(lease), wait);
  }
  async #renew(lease: Lease): Promise<void> {
    try {
      const renewed = await this.door.renew(lease.id);
      if (this.current?.lease?.id !== lease.id) return;
      this.current = { ...this.current, lease: renewed };
    } catch (error) {
      if (this.current?.lease?.id !== lease.id) return;
      this.leaseLost = error instanceof ApiError && [403, 404, 409].includes(error.status);
    }
    if (!this.leaseLost) this.#keepLease();
    this.#changed();
  }
  #changed(): void {
    for (const watcher of [...this.#watchers]) watcher();
  }
}
