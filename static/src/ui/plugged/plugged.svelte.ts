/** The models that people brought into a project, and what a manager does about them. */
import { api } from '../../live/api';
import { follow } from '../../live/follow';
import { Resource } from '../../live/resource.svelte';
import type { Plugged, PluggedPage } from './wire';

const CHECK_MS = 1500;

export class PluggedState {
  readonly path: string;
  readonly list: Resource<readonly Plugged[]>;
  folders = $state.raw<readonly string[]>([]);
  busy = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly projectId: string) {
    this.path = `/api/projects/${projectId}/plugged/`;
    this.list = new Resource(async (signal) => {
      const { results, folders } = await api.get<PluggedPage>(this.path, { signal });
      this.folders = folders;
      return results;
    });
  }

  open(): () => void {
    void this.#look();
    const leave = follow(this.projectId, ({ type }) => {
      if (type === 'job') void this.#look();
    });
    return () => {
      leave();
      clearTimeout(this.#timer);
      this.list.stop();
    };
  }
  of = (id: string | undefined): Plugged | undefined =>
    this.list.data?.find((plugged) => plugged.id === id);

  /** The new model, or throws what is wrong with it. */
  async plug(form: FormData): Promise<Plugged> {
    this.busy = true;
    try {
      const plugged = await api.post<Plugged>(this.path, form);
      await this.#look();
      return plugged;
    } finally {
      this.busy = false;
    }
  }
  /** What is wrong, or null. */
  async declare(plugged: Plugged, declaration: object): Promise<unknown> {
    this.busy = true;
    try {
      await api.patch<Plugged>(`${this.path}${plugged.id}/`, { declaration });
      await this.#look();
      return null;
    } catch (problem) {
      return problem;
    } finally {
      this.busy = false;
    }
  }
  /** Forgotten, or throws what stands against it. */
  async remove(plugged: Plugged): Promise<void> {
    await api.delete(`${this.path}${plugged.id}/`);
    await this.#look();
  }

  /** Ask again while one is being looked into: its job may end unheard. */
  async #look(): Promise<void> {
    await this.list.load();
    clearTimeout(this.#timer);
    if (this.list.data?.some(({ state }) => state === 'checking'))
      this.#timer = setTimeout(() => void this.#look(), CHECK_MS);
  }
}
