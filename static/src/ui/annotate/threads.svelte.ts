/** What is said about the regions of one task: read once somebody may have spoken, told live. */
import { api } from '../../live/api';
import type { Thread } from '../../live/types';
import { toastError } from '../base/toasts.svelte';

/** Whose region it is; `annotation` where it is not one's own. */
export interface About {
  readonly region: string;
  readonly person: string;
  readonly annotation: string | null;
}

export class Threads {
  all: readonly Thread[] = $state.raw([]);
  #path: string;

  constructor(task: string) {
    this.#path = `/api/tasks/${task}/threads/`;
  }
  async load(): Promise<void> {
    this.all = await api.get<Thread[]>(this.#path);
  }
  of({ region, person }: Omit<About, 'annotation'>): Thread | undefined {
    return this.all.find((one) => one.region === region && one.answer_of.id === person);
  }
  /** Regions of a person's answer about which a matter is open. */
  waiting(person: string): ReadonlySet<string> {
    const open = this.all.filter((one) => !one.is_resolved && one.answer_of.id === person);
    return new Set(open.map(({ region }) => region));
  }
  /** False where it could not be said; the words stay in the box then. */
  async say({ region, annotation }: About, text: string): Promise<boolean> {
    return this.#change(async () => {
      const said = await api.post<Thread>(this.#path, { region, annotation, text });
      this.#put(said);
    });
  }
  async settle(thread: Thread, is_resolved: boolean): Promise<boolean> {
    return this.#change(async () =>
      this.#put(await api.patch<Thread>(`${this.#path}${thread.id}/`, { is_resolved })),
    );
  }
  async takeBack(thread: Thread, comment: string): Promise<boolean> {
    return this.#change(async () => {
      await api.delete(`${this.#path}${thread.id}/comments/${comment}/`);
      await this.load();
    });
  }

  #put(thread: Thread): void {
    const others = this.all.filter(({ id }) => id !== thread.id);
    this.all = [...others, thread].sort((a, b) => Number(a.id) - Number(b.id));
  }
  async #change(act: () => Promise<void>): Promise<boolean> {
    try {
      await act();
      return true;
    } catch (problem) {
      toastError(problem);
      return false;
    }
  }
}
