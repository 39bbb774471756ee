/** One training, followed while it runs. */
import { untrack } from 'svelte';
import { api } from '../../../live/api';
import { follow } from '../../../live/follow';
import { Resource } from '../../../live/resource.svelte';
import { toastError } from '../../base/toasts.svelte';
import { merged } from './curve';
import type { TrainingNews, WholeRun } from '../wire';

const ASK_MS = 5000;

export class RunWatch {
  readonly page: Resource<WholeRun>;
  busy = $state(false);
  #news = $state.raw<readonly TrainingNews[]>([]);

  constructor(
    readonly projectId: string,
    readonly id: string,
  ) {
    this.page = new Resource((signal) => api.get<WholeRun>(this.path, { signal }));
  }

  get path(): string {
    return `/api/projects/${this.projectId}/models/runs/${this.id}/`;
  }
  /** What was fetched, and what the live line has told since. */
  get run(): WholeRun | undefined {
    const data = this.page.data;
    return data && this.#news.reduce(merged, data);
  }
  get isLive(): boolean {
    return ['queued', 'running'].includes(this.run?.state ?? '');
  }

  open(): () => void {
    // An effect opens it: what is told meanwhile must not open it anew, without end.
    untrack(() => void this.#load());
    const leave = follow(this.projectId, ({ type, data }) => {
      const news = data as unknown as TrainingNews;
      if (type !== 'training' || news.run !== this.id) return;
      this.#news = [...this.#news, news];
      // States bring what only the server knows: the version, whether it can go on.
      if (!news.points && !news.line && !news.trial) void this.#load();
    });
    // Should the line be silent, the page still comes to know.
    const timer = setInterval(() => this.isLive && void this.#load(), ASK_MS);
    return () => (leave(), clearInterval(timer), this.page.stop());
  }
  cancel(): Promise<void> {
    return this.#ask('cancel');
  }
  resume(): Promise<void> {
    return this.#ask('resume');
  }

  async #load(): Promise<void> {
    const before = this.#news.length;
    await this.page.load();
    // What was told before the answer was asked for is in the answer.
    this.#news = this.#news.slice(before);
  }
  async #ask(verb: 'cancel' | 'resume'): Promise<void> {
    this.busy = true;
    try {
      await api.post(`${this.path}${verb}/`);
      await this.#load();
    } catch (problem) {
      toastError(problem);
    }
    this.busy = false;
  }
}
