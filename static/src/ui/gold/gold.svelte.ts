/** The gold of a project, a shelf at a time, and what a manager does with it. */
import { api } from '../../live/api';
import { Resource } from '../../live/resource.svelte';
import { t } from '../../text';
import { toast, toastError } from '../base/toasts.svelte';
import type { GoldList, GoldRow, Shelf, Use } from './wire';

export class GoldShelf {
  readonly path: string;
  readonly page: Resource<GoldList>;
  shelf = $state<Shelf>('hidden');
  more = $state.raw<readonly GoldRow[]>([]);
  next = $state<string | null>(null);
  busy = $state<string | null>(null);

  constructor(readonly projectId: string) {
    this.path = `/api/projects/${projectId}/gold/`;
    this.page = new Resource(async (signal) => {
      const found = await api.get<GoldList>(this.path, { query: { use: this.shelf }, signal });
      this.more = [];
      this.next = found.next;
      return found;
    });
  }

  get rows(): GoldRow[] {
    return [...(this.page.data?.results ?? []), ...this.more];
  }

  show(shelf: Shelf): void {
    this.shelf = shelf;
    void this.page.load();
  }
  async older(): Promise<void> {
    await this.#doing('more', async () => {
      const query = { use: this.shelf, after: this.next };
      const found = await api.get<GoldList>(this.path, { query });
      this.more = [...this.more, ...found.results];
      this.next = found.next;
    });
  }
  promote(least: number, count: number): Promise<boolean> {
    return this.#adding('promote', { least, count });
  }
  draw(count: number): Promise<boolean> {
    return this.#adding('draw', { count });
  }
  use(task: string, use: Use): Promise<boolean> {
    return this.#changing(() => api.patch(this.path, { tasks: [task], use }));
  }
  explain(task: string, explanation: string): Promise<boolean> {
    return this.#changing(() => api.patch(this.path, { tasks: [task], explanation }));
  }
  state(task: string, annotation: string): Promise<boolean> {
    return this.#changing(() => api.put(`/api/tasks/${task}/gold/`, { annotation }));
  }
  drop(task: string): Promise<boolean> {
    return this.#changing(() => api.delete(`/api/tasks/${task}/gold/`));
  }
  /** Reserve a drawn task; true where it is to be answered now. */
  async answer(task: string): Promise<boolean> {
    let isOpen = false;
    await this.#doing(task, async () => {
      const found = await api.post<{ is_done: boolean }>(`/api/tasks/${task}/gold/answer/`, {});
      isOpen = !found.is_done;
      if (found.is_done) await this.page.load();
    });
    return isOpen;
  }

  #adding(verb: 'promote' | 'draw', asked: object): Promise<boolean> {
    return this.#doing(verb, async () => {
      const { added } = await api.post<{ added: string[] }>(`${this.path}${verb}/`, asked);
      toast(t(`gold.${verb}.done`, { count: added.length }), added.length ? 'ok' : undefined);
      if (verb === 'draw') this.shelf = 'waiting';
      await this.page.load();
    });
  }
  #changing(work: () => Promise<unknown>): Promise<boolean> {
    return this.#doing('change', async () => {
      await work();
      await this.page.load();
    });
  }
  async #doing(name: string, work: () => Promise<unknown>): Promise<boolean> {
    this.busy = name;
    try {
      await work();
      return true;
    } catch (problem) {
      toastError(problem);
      return false;
    } finally {
      this.busy = null;
    }
  }
}
