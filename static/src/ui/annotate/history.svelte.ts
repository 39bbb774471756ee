/** The tasks a person has done lately in a project, to go back to; kept in this browser. */
import type { Work } from '../../live/types';
import type { Content } from '../../core/region';

export interface Done {
  readonly task: string;
  readonly title: string;
  readonly at: number;
  readonly how: 'submitted' | 'skipped' | 'reviewed';
  /** Its key in the outbox, while it may still be there. */
  readonly key?: string;
}
/** What it takes to open a task again that the server has not heard of yet. */
export interface Taken {
  readonly work: Work;
  readonly content: Content;
  readonly revision: number;
}

const longest = 30;

export class History {
  done: readonly Done[] = $state.raw([]);
  readonly #taken = new Map<string, Taken>();
  readonly #kept: string;

  constructor(user: string, project: string) {
    this.#kept = `penumbra.done.${user}.${project}`;
    try {
      this.done = JSON.parse(localStorage.getItem(this.#kept) ?? '[]') as Done[];
    } catch {
      this.done = [];
    }
  }

  add(done: Done, taken?: Taken): void {
    this.done = [done, ...this.done.filter(({ task }) => task !== done.task)].slice(0, longest);
    if (taken && done.key) this.#taken.set(done.key, taken);
    this.#keep();
  }
  taken(key: string): Taken | undefined {
    return this.#taken.get(key);
  }
  remove(task: string): void {
    this.done = this.done.filter((one) => one.task !== task);
    this.#keep();
  }
  settled(key: string): void {
    this.#taken.delete(key);
  }
  #keep(): void {
    try {
      localStorage.setItem(this.#kept, JSON.stringify(this.done));
    } catch {
      // A full or forbidden store only forgets the list.
    }
  }
}
