/** The trial of a version beside the one in use. */
import { api } from '../../../live/api';
import { Resource } from '../../../live/resource.svelte';
import { toastError } from '../../base/toasts.svelte';

export interface Arm {
  readonly version: number;
  readonly id: string;
  readonly inputs: number;
  readonly errors: number;
  readonly mean_ms: number | null;
  readonly slowest_ms: number | null;
  /** Mean probability of the answers given. */
  readonly score: number | null;
}
export type Mode = 'shadow' | 'canary';
export interface Rollout {
  readonly id: string;
  readonly mode: Mode;
  readonly share: number;
  readonly stable: Arm;
  readonly candidate: Arm;
  readonly compared: number;
  readonly agreement: number | null;
  readonly started_at: string;
  readonly started_by: string;
}
const LOOK_MS = 5000;

export class RolloutState {
  readonly running: Resource<Rollout | null>;
  busy = $state(false);
  readonly #path: string;

  constructor(learningPath: string) {
    this.#path = `${learningPath}rollout/`;
    this.running = new Resource(async (signal) => {
      const { running } = await api.get<{ running: Rollout | null }>(this.#path, { signal });
      return running;
    });
  }

  open(): () => void {
    void this.running.load();
    const timer = setInterval(() => {
      if (this.running.data) void this.running.load();
    }, LOOK_MS);
    return () => {
      clearInterval(timer);
      this.running.stop();
    };
  }
  start(version: string, mode: Mode, share: number): Promise<void> {
    return this.#doing(() => api.post(this.#path, { version: Number(version), mode, share }));
  }
  stop(): Promise<void> {
    return this.#doing(() => api.delete(this.#path));
  }
  promote(): Promise<void> {
    return this.#doing(() => api.post(`${this.#path}promote/`));
  }

  async #doing(work: () => Promise<unknown>): Promise<void> {
    this.busy = true;
    try {
      await work();
    } catch (problem) {
      toastError(problem);
    }
    await this.running.load();
    this.busy = false;
  }
}
