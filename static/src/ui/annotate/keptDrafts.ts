/** Drafts that the server does not have yet, kept on this machine for one person. */
import { ApiError } from '../../live/api';
import { openShelf, type Shelf } from '../../live/shelf';
import type { DraftBody } from './autosave';

export interface KeptDraft {
  readonly user: string;
  readonly task: string;
  readonly body: DraftBody;
  /** The draft revision it was made from. */
  readonly revision: number;
}
type Put = (task: string, body: DraftBody, revision: number) => Promise<unknown>;

export class KeptDrafts {
  readonly #known = new Map<string, KeptDraft>();

  private constructor(
    readonly shelf: Shelf<KeptDraft>,
    readonly user: string,
  ) {}

  static async open(user: string, shelf?: Shelf<KeptDraft>): Promise<KeptDrafts> {
    const drafts = new KeptDrafts(shelf ?? (await openShelf<KeptDraft>('drafts')), user);
    await drafts.#read();
    return drafts;
  }

  of(task: string): KeptDraft | undefined {
    return this.#known.get(task);
  }
  /** False where this machine cannot keep it. */
  async keep(task: string, body: DraftBody, revision: number): Promise<boolean> {
    const draft = { user: this.user, task, body, revision };
    this.#known.set(task, draft);
    try {
      // What the page holds are proxies at times; a copy is plain.
      await this.shelf.put(this.#key(task), structuredClone(draft));
      return this.shelf.durable;
    } catch {
      return false;
    }
  }
  async forget(task: string): Promise<void> {
    if (!this.#known.delete(task)) return;
    await this.shelf.remove(this.#key(task)).catch(() => undefined);
  }
  /** Sends what an earlier visit left; one that is stale waits until its task is opened. */
  async sendLeft(put: Put, except: readonly string[]): Promise<void> {
    for (const { task, body, revision } of [...this.#known.values()]) {
      if (except.includes(task)) continue;
      try {
        await put(task, body, revision);
        await this.forget(task);
      } catch (error) {
        if (error instanceof ApiError && error.offline) return;
        if (error instanceof ApiError && error.status === 404) await this.forget(task);
      }
    }
  }

  #key(task: string): string {
    return `${this.user}/${task}`;
  }
  async #read(): Promise<void> {
    for (const draft of await this.shelf.all().catch(() => []))
      if (draft.user === this.user) this.#known.set(draft.task, draft);
  }
}
