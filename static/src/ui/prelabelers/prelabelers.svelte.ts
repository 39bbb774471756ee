/** A project's pre-labelers, kept up to date, and what a manager does about them. */
import { api } from '../../live/api';
import { follow } from '../../live/follow';
import { Resource } from '../../live/resource.svelte';
import type { Job } from '../../live/types';
import { toastError } from '../base/toasts.svelte';
import { isLive } from '../jobs/jobs';
import { JobWatch } from '../jobs/watch.svelte';
import type { Card, PrelabelerPage, Use, UseChange } from './wire';

const MOVING = ['annotation', 'ontology', 'import', 'job'];
const SETTLE_MS = 1200;
type Tell = (problem: unknown) => void;

export class PrelabelerState {
  readonly path: string;
  readonly page: Resource<PrelabelerPage>;
  readonly work: JobWatch;
  readonly trials: JobWatch;
  /** The card that is being changed or tried. */
  busy = $state<string | null>(null);

  constructor(readonly projectId: string) {
    this.path = `/api/projects/${projectId}/prelabelers/`;
    this.page = new Resource((signal) => api.get<PrelabelerPage>(this.path, { signal }));
    this.work = new JobWatch(() => void this.page.load());
    this.trials = new JobWatch(() => void this.#tried());
  }

  get job(): Job | null {
    const watched = this.work.job;
    return watched && isLive(watched) ? watched : (this.page.data?.job ?? null);
  }

  open(): () => void {
    void this.page.load();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const leave = follow(this.projectId, ({ type }) => {
      if (!MOVING.includes(type) || timer) return;
      timer = setTimeout(() => ((timer = undefined), void this.page.load()), SETTLE_MS);
    });
    return () => {
      leave();
      clearTimeout(timer);
      for (const one of [this.page, this.work, this.trials]) one.stop();
    };
  }

  /** Keep up with a job that somebody else started. */
  notice(job: Job | null | undefined): void {
    if (job && isLive(job) && this.work.job?.id !== job.id) this.work.start(job);
  }

  /** The try of a card that this page started, while it goes on. */
  trialOf(card: Card): Job | null {
    const job = this.trials.job;
    return this.busy === keyOf(card) && job && isLive(job) ? job : null;
  }

  /** What went wrong is `told`, and returned to who wants to show its places. */
  change(card: Card, changes: UseChange, told: Tell = toastError): Promise<unknown> {
    const work = async (): Promise<void> => {
      await api.patch<Use>(this.#pathOf(card), changes);
      await this.page.load();
    };
    return this.#doing(card, work, told);
  }

  try(card: Card): Promise<unknown> {
    return this.#doing(
      card,
      async () => {
        const { job } = await api.post<{ job: Job }>(`${this.#pathOf(card)}try/`, {});
        this.trials.start(job);
        if (!isLive(job)) await this.#tried();
      },
      toastError,
      true,
    );
  }

  async #doing(
    card: Card,
    work: () => Promise<void>,
    told: Tell,
    goesOn = false,
  ): Promise<unknown> {
    this.busy = keyOf(card);
    try {
      await work();
      if (!goesOn) this.busy = null;
      return null;
    } catch (problem) {
      this.busy = null;
      told(problem);
      await this.page.load();
      return problem;
    }
  }
  async #tried(): Promise<void> {
    await this.page.load();
    this.busy = null;
  }
  #pathOf = (card: Card): string =>
    `${this.path}${encodeURIComponent(card.id)}/${encodeURIComponent(card.field.id)}/`;
}

export const keyOf = (card: Card): string => `${card.id}:${card.field.id}`;
