/** How acceptance stands, kept up to date, and what a manager does about it. */
import { api } from '../../../live/api';
import { follow } from '../../../live/follow';
import { Resource } from '../../../live/resource.svelte';
import type { Job } from '../../../live/types';
import { t } from '../../../text';
import { toast, toastError } from '../../base/toasts.svelte';
import { isLive } from '../../jobs/jobs';
import { JobWatch } from '../../jobs/watch.svelte';
import type { Acceptance, Entry, Look, Policy } from './wire';

const MOVING = ['acceptance', 'annotation', 'model_version', 'ontology'];
const SETTLE_MS = 500;

export class AcceptanceState {
  readonly path: string;
  readonly page: Resource<Acceptance>;
  readonly work: JobWatch;
  /** What is under way by a press of a button. */
  busy = $state<string | null>(null);

  constructor(readonly projectId: string) {
    this.path = `/api/projects/${projectId}/learning/acceptance/`;
    this.page = new Resource((signal) => api.get<Acceptance>(this.path, { signal }));
    this.work = new JobWatch(() => void this.page.load());
  }

  get job(): Job | null {
    const watched = this.work.job;
    return watched && isLive(watched) ? watched : (this.page.data?.job ?? null);
  }
  get isWorking(): boolean {
    return this.job !== null && isLive(this.job);
  }

  open(): () => void {
    void this.page.load();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const leave = follow(this.projectId, ({ type }) => {
      if (!MOVING.includes(type)) return;
      clearTimeout(timer);
      timer = setTimeout(() => void this.page.load(), SETTLE_MS);
    });
    return () => (leave(), clearTimeout(timer), this.page.stop(), this.work.stop());
  }

  state(changes: Partial<Policy>): Promise<void> {
    return this.#doing('policy', () => api.put<Policy>(this.path, changes));
  }
  look(): Promise<void> {
    return this.#doing('look', () => api.post<Look>(`${this.path}preview/`, {}));
  }
  accept(): Promise<void> {
    return this.#starting('accept', `${this.path}accept/`);
  }
  undo(entry: Entry): Promise<void> {
    return this.#starting(`undo ${entry.id}`, `${this.path}${entry.id}/undo/`);
  }
  ask(count: number): Promise<void> {
    return this.#doing('ask', async () => {
      const { asked } = await api.post<{ asked: number }>(`${this.path}audits/`, { count });
      toast(t('acceptance.asked', { count: asked }), 'ok');
    });
  }

  #starting(name: string, path: string): Promise<void> {
    return this.#doing(name, async () => {
      const { job } = await api.post<{ job: Job }>(path, {});
      this.work.start(job);
    });
  }
  async #doing(name: string, work: () => Promise<unknown>): Promise<void> {
    this.busy = name;
    try {
      await work();
    } catch (problem) {
      toastError(problem);
    }
    await this.page.load();
    this.busy = null;
  }
}
