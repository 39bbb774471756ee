/**
 * Saves a draft a moment after each edit, one request at a time, under If-Match. Without network
 * the draft is kept here and sent later; against newer work of another tab it stops and asks.
 */
import { ApiError } from '../../live/api';
import type { Draft } from '../../live/types';

export type SaveState =
  | { readonly kind: 'clean' }
  /** Edited; about to be saved, or being saved. */
  | { readonly kind: 'saving' }
  | { readonly kind: 'saved'; readonly at: number }
  /** The network or the server is away; kept on this machine. */
  | { readonly kind: 'waiting'; readonly kept: boolean }
  /** Somebody (this person in another tab) saved something newer. */
  | { readonly kind: 'stale'; readonly current: Draft | null }
  | { readonly kind: 'refused'; readonly problem: ApiError };

export interface DraftBody {
  readonly regions: readonly unknown[];
  readonly relations: readonly unknown[];
  readonly answers: object;
  readonly lead_time: number;
}
export interface Ports {
  read(): DraftBody;
  send(body: DraftBody, revision: number, leaving: boolean): Promise<{ revision: number }>;
  /** On this machine, until the server has it; false where that is impossible. */
  keep(body: DraftBody, revision: number): Promise<boolean>;
  forget(): Promise<void>;
}

const delay_ms = 400;
const firstRetry_ms = 1000;
const lastRetry_ms = 30_000;

export class Autosave {
  state: SaveState = { kind: 'clean' };
  /** Edits since the last one that the server has. */
  edits = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<void> | null = null;
  #tries = 0;
  #stopped = false;
  readonly #watchers = new Set<() => void>();

  constructor(
    readonly ports: Ports,
    public revision: number,
  ) {}

  watch(watcher: () => void): () => void {
    this.#watchers.add(watcher);
    return () => void this.#watchers.delete(watcher);
  }

  get isSaving(): boolean {
    return this.#running !== null;
  }
  /** Something was edited. */
  touched(): void {
    if (this.#stopped) return;
    this.edits++;
    if (this.state.kind === 'stale') {
      void this.ports.keep(this.ports.read(), this.revision);
      this.#changed();
      return;
    }
    if (this.state.kind !== 'waiting') this.#become({ kind: 'saving' });
    this.#schedule(delay_ms);
  }
  /** Saves now what is not saved: the page is hidden, or the network is back. */
  async flush(leaving = false): Promise<void> {
    if (!this.#hasMore) return;
    clearTimeout(this.#timer);
    // Two that waited for the same save must not both go on: the second would come as stale.
    while (this.#running) await this.#running;
    if (this.#hasMore) await (this.#running = this.#save(leaving));
  }
  /** No more saves: the work was submitted or left. Ends once none is under way. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#running;
    await this.ports.forget();
  }

  /** The person looked at the newer draft and keeps their own. */
  async keepMine(): Promise<void> {
    if (this.state.kind !== 'stale') return;
    this.revision = this.state.current?.revision ?? 0;
    this.edits ||= 1;
    this.#become({ kind: 'saving' });
    await this.flush();
  }
  /** The person takes the newer draft, which the page has loaded. */
  async tookTheirs(revision: number): Promise<void> {
    this.revision = revision;
    this.edits = 0;
    this.#become({ kind: 'clean' });
    await this.ports.forget();
  }

  get #hasMore(): boolean {
    return this.edits > 0 && !this.#stopped && this.state.kind !== 'stale';
  }
  #schedule(wait: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), wait);
  }
  async #save(leaving: boolean): Promise<void> {
    const body = this.ports.read();
    const sent = this.edits;
    const keeping = this.ports.keep(body, this.revision);
    try {
      // A page that closes runs no further than here: what is not on its way now never will be.
      if (!leaving) await keeping;
      const { revision } = await this.ports.send(body, this.revision, leaving);
      await keeping; // or what is stored here would outlive what is forgotten below
      this.revision = revision;
      this.edits -= sent;
      this.#tries = 0;
      if (!this.edits) await this.ports.forget();
      this.#become(this.edits ? { kind: 'saving' } : { kind: 'saved', at: Date.now() });
    } catch (error) {
      this.#failed(error, await keeping);
    } finally {
      this.#running = null;
    }
  }
  #failed(error: unknown, kept: boolean): void {
    const problem = error instanceof ApiError ? error : null;
    if (problem?.status === 412) {
      this.#become({ kind: 'stale', current: (problem.current as Draft | undefined) ?? null });
    } else if (problem && [400, 403, 404, 409, 413].includes(problem.status)) {
      this.#become({ kind: 'refused', problem });
    } else {
      this.#become({ kind: 'waiting', kept });
      this.#schedule(Math.min(lastRetry_ms, firstRetry_ms * 2 ** this.#tries++));
    }
  }
  #become(state: SaveState): void {
    if (this.#stopped && state.kind !== 'saved') return;
    this.state = state;
    this.#changed();
  }
  #changed(): void {
    for (const watcher of [...this.#watchers]) watcher();
  }
}
