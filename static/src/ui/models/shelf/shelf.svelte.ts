/** The shelf: what stands on it, and what is done to it. */
import { api } from '../../../live/api';
import { follow } from '../../../live/follow';
import { Resource } from '../../../live/resource.svelte';
import type { Job } from '../../../live/types';
import { t } from '../../../text';
import { toast, toastError, type Toast } from '../../base/toasts.svelte';
import type { Run, Shelf, TrainingNews, Version } from '../wire';

/** What most acts answer: the job that ranks, and which version it is about. */
interface Answer {
  readonly job: Job;
  readonly version?: number;
}

export class ShelfState {
  readonly page: Resource<Shelf>;
  /** The version that something is being done to. */
  busy = $state<string | null>(null);
  #runs = $state.raw<ReadonlyMap<string, Partial<Run>>>(new Map());

  constructor(readonly projectId: string) {
    this.page = new Resource((signal) => api.get<Shelf>(this.path, { signal }));
  }

  get path(): string {
    return `/api/projects/${this.projectId}/models/`;
  }
  get inUse(): Version | undefined {
    return this.page.data?.versions.find((version) => version.state === 'in_use');
  }
  /** The newest trainings, as far as the live line has told since they were fetched. */
  get runs(): readonly Run[] {
    return (this.page.data?.runs ?? []).map((run) => ({ ...run, ...this.#runs.get(run.id) }));
  }

  open(): () => void {
    void this.page.load();
    const leave = follow(this.projectId, ({ type, data }) => {
      if (type === 'model_version') void this.page.load();
      if (type === 'training') this.#hear(data as unknown as TrainingNews);
    });
    return () => (leave(), this.page.stop());
  }
  promote(version: Version, hold: boolean): Promise<void> {
    return this.#act(version.id, `${version.id}/promote/`, { hold }, () =>
      t('models.promoted', { number: version.number }),
    );
  }
  rollBack(): Promise<void> {
    return this.#act('back', 'roll-back/', undefined, (answer) =>
      t('models.promoted', { number: answer?.version ?? '' }),
    );
  }
  release(): Promise<void> {
    return this.#act('release', 'release/', undefined, () => t('models.released'));
  }
  archive(version: Version): Promise<void> {
    const [verb, state] =
      version.state === 'archived'
        ? (['restore', 'shelf'] as const)
        : (['archive', 'archived'] as const);
    return this.#act(
      version.id,
      `${version.id}/${verb}/`,
      undefined,
      () => t(`models.${verb}d`, { number: version.number }),
      { label: t('command.edit.undo'), run: () => void this.archive({ ...version, state }) },
    );
  }

  async #act(
    what: string,
    path: string,
    body: unknown,
    said: (answer: Answer | undefined) => string,
    undo?: Toast['action'],
  ): Promise<void> {
    this.busy = what;
    try {
      toast(said(await api.post<Answer | undefined>(this.path + path, body)), 'ok', undo);
      await this.page.load();
    } catch (problem) {
      toastError(problem);
    }
    this.busy = null;
  }
  #hear(news: TrainingNews): void {
    const known = this.page.data?.runs.find((run) => run.id === news.run);
    const ends = !['queued', 'running'].includes(news.state);
    // A run that was ordered or ended elsewhere changes more than its state.
    if (!known || (ends && !news.line)) void this.page.load();
    const last = news.points?.at(-1);
    const change = { state: news.state, ...(last ? { last, epoch: last.epoch } : {}) };
    this.#runs = new Map(this.#runs).set(news.run, { ...this.#runs.get(news.run), ...change });
  }
}
