/**
 * Writes on their way to the server, in order. Each is kept until the server has answered, so
 * that closing the tab or losing the network loses nothing; its key makes a repeat harmless.
 * What the server refuses is set aside with the reason, and kept until a person decides.
 */
import { ApiError } from './api';
import type { Shelf } from './shelf';
import type { Place } from './types';

export interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly errors: readonly Place[];
  readonly current?: unknown;
}
export interface Unsent {
  /** The Idempotency-Key, and its identity here. */
  readonly key: string;
  readonly user: string;
  readonly project: string;
  readonly task: string;
  readonly kind: 'submit' | 'revise' | 'skip' | 'review';
  readonly method: 'POST' | 'PATCH';
  readonly path: string;
  readonly body: unknown;
  readonly ifMatch?: number;
  /** What to call it on the screen. */
  readonly title: string;
  readonly at: number;
  readonly refusal?: Refusal;
}
export type Draftable = Omit<Unsent, 'at' | 'refusal'>;

export interface OutboxState {
  readonly waiting: readonly Unsent[];
  readonly refused: readonly Unsent[];
  readonly sending: boolean;
  /** When the next try is due, in milliseconds since 1970; null when none is needed. */
  readonly retryAt: number | null;
  /** A write to the local store failed or is under way: closing the tab now would lose it. */
  readonly atRisk: boolean;
}

/** Sends one; throws ApiError. */
export type Deliver = (item: Unsent) => Promise<unknown>;
export type Settled = {
  readonly item: Unsent;
  readonly answer?: unknown;
  readonly refusal?: Refusal;
};

const firstRetry_ms = 1000;
const lastRetry_ms = 30_000;
const isTemporary = (error: unknown): boolean =>
  !(error instanceof ApiError) ||
  error.offline ||
  error.status === 401 ||
  error.status === 408 ||
  error.status === 425 ||
  error.status === 429 ||
  error.status >= 500;

export class Outbox {
  #items: Unsent[] = [];
  #current: string | null = null;
  #running: Promise<void> | null = null;
  #again = false;
  #tries = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #retryAt: number | null = null;
  #storing = 0;
  readonly #stateWatchers = new Set<() => void>();
  readonly #settleWatchers = new Set<(settled: Settled) => void>();

  constructor(
    readonly shelf: Shelf<Unsent>,
    readonly user: string,
    readonly deliver: Deliver,
    /** Only one tab sends at a time. */
    readonly exclusively: (run: () => Promise<void>) => Promise<void> = oneTab,
  ) {}

  get state(): OutboxState {
    return {
      waiting: this.#items.filter((item) => !item.refusal),
      refused: this.#items.filter((item) => item.refusal),
      sending: this.#current !== null,
      retryAt: this.#retryAt,
      atRisk: this.#storing > 0 || (!this.shelf.durable && this.#items.length > 0),
    };
  }
  watch(watcher: () => void): () => void {
    this.#stateWatchers.add(watcher);
    return () => void this.#stateWatchers.delete(watcher);
  }
  onSettled(watcher: (settled: Settled) => void): () => void {
    this.#settleWatchers.add(watcher);
    return () => void this.#settleWatchers.delete(watcher);
  }

  /** Takes up what an earlier visit left behind. */
  async start(): Promise<void> {
    await this.#reread();
    void this.flush();
  }
  stop(): void {
    clearTimeout(this.#timer);
  }

  /** Kept before it is sent; the answer says that it is kept. */
  async add(item: Draftable): Promise<void> {
    const kept: Unsent = { ...item, at: Date.now() };
    this.#items.push(kept);
    this.#storing++;
    this.#changed();
    try {
      await this.shelf.put(kept.key, kept);
    } finally {
      this.#storing--;
      this.#changed();
    }
    void this.flush();
  }

  /** Takes back what has not been sent; null when it is too late. */
  async take(key: string): Promise<Unsent | null> {
    const item = this.#items.find((one) => one.key === key);
    if (!item || this.#current === key) return null;
    await this.discard(key);
    return item;
  }
  async discard(key: string): Promise<void> {
    this.#items = this.#items.filter((item) => item.key !== key);
    await this.shelf.remove(key);
    this.#changed();
  }
  /** Sends a refused one again, as it is. */
  async retry(key: string): Promise<void> {
    const item = this.#items.find((one) => one.key === key);
    if (!item) return;
    const { refusal: _, ...fresh } = item;
    this.#items = this.#items.map((one) => (one.key === key ? fresh : one));
    await this.shelf.put(key, fresh);
    await this.flush();
  }

  /** Tries now: after an edit, on `online`, when the person asks. */
  flush(): Promise<void> {
    this.#again = true;
    return (this.#running ??= this.#run().finally(() => {
      this.#running = null;
      this.#changed();
    }));
  }

  async #run(): Promise<void> {
    while (this.#again) {
      this.#again = false;
      clearTimeout(this.#timer);
      this.#retryAt = null;
      await this.exclusively(() => this.#pump());
    }
  }
  async #pump(): Promise<void> {
    await this.#reread();
    for (;;) {
      const item = this.#items.find((one) => !one.refusal);
      if (!item) return;
      if (!(await this.#send(item))) return;
    }
  }
  /** False when it must be tried again later. */
  async #send(item: Unsent): Promise<boolean> {
    this.#current = item.key;
    this.#changed();
    try {
      const answer = await this.deliver(item);
      this.#tries = 0;
      await this.#settle(item, { item, answer });
      return true;
    } catch (error) {
      if (isTemporary(error)) {
        this.#later();
        return false;
      }
      const refusal = refusalOf(error as ApiError);
      this.#items = this.#items.map((one) => (one.key === item.key ? { ...one, refusal } : one));
      await this.shelf.put(item.key, { ...item, refusal });
      this.#tell({ item: { ...item, refusal }, refusal });
      return true;
    } finally {
      this.#current = null;
      this.#changed();
    }
  }
  async #settle(item: Unsent, settled: Settled): Promise<void> {
    this.#items = this.#items.filter((one) => one.key !== item.key);
    await this.shelf.remove(item.key);
    this.#tell(settled);
  }
  #later(): void {
    const wait = Math.min(lastRetry_ms, firstRetry_ms * 2 ** this.#tries++);
    this.#retryAt = Date.now() + wait;
    this.#timer = setTimeout(() => void this.flush(), wait);
  }
  /** Another tab may have sent ours, or died and left us its own. */
  async #reread(): Promise<void> {
    if (!this.shelf.durable || this.#storing) return;
    const kept = (await this.shelf.all()).filter((item) => item.user === this.user);
    const known = new Set(kept.map(({ key }) => key));
    const gone = this.#items.filter(({ key }) => !known.has(key));
    this.#items = kept.sort((a, b) => a.at - b.at);
    for (const item of gone) this.#tell({ item });
    this.#changed();
  }
  #tell(settled: Settled): void {
    for (const watcher of [...this.#settleWatchers]) watcher(settled);
  }
  #changed(): void {
    for (const watcher of [...this.#stateWatchers]) watcher();
  }
}

function refusalOf({ status, code, title, detail, errors, current }: ApiError): Refusal {
  return { status, code, detail: detail || title, errors, current };
}

/** Browsers give locks on secure origins only; without them the keys keep repeats harmless. */
async function oneTab(run: () => Promise<void>): Promise<void> {
  const locks = typeof navigator === 'object' ? navigator.locks : undefined;
  await (locks ? locks.request('penumbra-outbox', run) : run());
}
