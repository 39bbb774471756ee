/** One job kept up to date: by the project's live line, and by asking when that is silent. */
import { api } from '../../live/api';
import { follow } from '../../live/follow';
import type { Job } from '../../live/types';
import { isLive } from './jobs';

const ASK_MS = 2000;

export class JobWatch {
  job = $state.raw<Job | null>(null);
  #stop: () => void = () => {};
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #ended: (job: Job) => void;

  constructor(ended: (job: Job) => void = () => {}) {
    this.#ended = ended;
  }

  start(job: Job): void {
    this.stop();
    this.job = job;
    if (!isLive(job)) return;
    this.#stop =
      job.project === null
        ? () => {}
        : follow(job.project, ({ type, data }) => {
            if (type === 'job') this.#hear(data as unknown as Job);
          });
    this.#askLater();
  }
  stop(): void {
    this.#stop();
    clearTimeout(this.#timer);
  }
  async cancel(): Promise<void> {
    if (this.job) this.#hear(await api.post<Job>(`/api/jobs/${this.job.id}/cancel/`));
  }

  #askLater(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#ask(), ASK_MS);
  }
  async #ask(): Promise<void> {
    const id = this.job?.id;
    const job = await api.get<Job>(`/api/jobs/${id}/`).catch(() => null);
    if (job) this.#hear(job);
    else this.#askLater();
  }
  #hear(job: Job): void {
    if (job?.id !== this.job?.id || !this.job || !isLive(this.job)) return;
    this.job = { ...this.job, ...job };
    if (isLive(this.job)) return this.#askLater();
    this.stop();
    this.#ended(this.job);
  }
}
