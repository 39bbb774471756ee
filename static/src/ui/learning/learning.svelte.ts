/** What the tabs of the learning page share: how learning stands, kept up to date, and the round under way. */
import { api } from '../../live/api';
import { follow } from '../../live/follow';
import { Resource } from '../../live/resource.svelte';
import type { Job } from '../../live/types';
import { t } from '../../text';
import { toast, toastError } from '../base/toasts.svelte';
import { isLive } from '../jobs/jobs';
import { JobWatch } from '../jobs/watch.svelte';
import type { Learning, ModelVersion } from './wire';

const MOVING = ['annotation', 'model_version', 'ontology', 'import'];
const SETTLE_MS = 400;

export class LearningState {
  readonly path: string;
  readonly page: Resource<Learning>;
  readonly round: JobWatch;
  activating = $state<string | null>(null);

  constructor(readonly projectId: string) {
    this.path = `/api/projects/${projectId}/learning/`;
    this.page = new Resource((signal) => api.get<Learning>(this.path, { signal }));
    this.round = new JobWatch(() => void this.page.load());
  }

  /** The round that runs or waits. */
  get job(): Job | null {
    const watched = this.round.job;
    return watched && isLive(watched) ? watched : (this.page.data?.job ?? null);
  }
  get isWorking(): boolean {
    return this.job !== null && isLive(this.job);
  }
  get target(): Learning['target'] {
    return this.page.data?.target ?? null;
  }

  /** Load, and load again when labels or versions move; returns the end of it. */
  open(): () => void {
    void this.page.load();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const leave = follow(this.projectId, ({ type }) => {
      if (!MOVING.includes(type)) return;
      clearTimeout(timer);
      timer = setTimeout(() => void this.page.load(), SETTLE_MS);
    });
    return () => (leave(), clearTimeout(timer), this.page.stop(), this.round.stop());
  }

  /** Watch a round that somebody else started. */
  notice(job: Job | null | undefined): void {
    if (job && isLive(job) && this.round.job?.id !== job.id) this.round.start(job);
  }

  async start(what: 'train' | 'rank'): Promise<void> {
    try {
      const { job } = await api.post<{ job: Job }>(`${this.path}${what}/`);
      this.round.start(job);
    } catch (problem) {
      toastError(problem);
    }
  }

  async activate(version: Pick<ModelVersion, 'id' | 'number'>): Promise<void> {
    this.activating = version.id;
    try {
      await api.post(`${this.path}versions/${version.id}/activate/`);
      toast(t('learning.activated', { number: version.number }), 'ok');
      await this.page.load();
    } catch (problem) {
      toastError(problem);
    }
    this.activating = null;
  }
}
