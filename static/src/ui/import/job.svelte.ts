/** A job followed until it ends, by asking; slower when the page is out of sight. */
import { api } from '../../live/api';
import type { Job } from '../../live/types';

const ASK_EVERY_MS = 700;
const HIDDEN_EVERY_MS = 5000;

export class FollowedJob {
  job = $state.raw<Job | null>(null);
  problem = $state<unknown>(null);
  #timer = 0;
  #onend: (job: Job) => void;

  constructor(job: Job, onend: (job: Job) => void = () => {}) {
    this.job = job;
    this.#onend = onend;
    this.#again();
  }

  get isOver(): boolean {
    return this.job !== null && ['done', 'failed', 'cancelled'].includes(this.job.state);
  }

  async cancel(): Promise<void> {
    if (!this.job) return;
    try {
      await api.post(`/api/jobs/${this.job.id}/cancel/`);
      await this.#ask();
    } catch (refused) {
      this.problem = refused;
    }
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #again(): void {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(
      () => void this.#ask(),
      document.hidden ? HIDDEN_EVERY_MS : ASK_EVERY_MS,
    );
  }

  async #ask(): Promise<void> {
    if (!this.job) return;
    try {
      this.job = await api.get<Job>(`/api/jobs/${this.job.id}/`);
      this.problem = null;
    } catch (refused) {
      // The job runs on without us; ask again.
      this.problem = refused;
    }
    if (this.isOver) this.#onend(this.job);
    else this.#again();
  }
}
