/** Exams, pauses and skills of a project, and what people do about them. */
import { api } from '../../live/api';
import { Resource } from '../../live/resource.svelte';
import { toastError } from '../base/toasts.svelte';
import type { ExamBoard, Terms } from './wire';

export class Board {
  readonly project: string;
  readonly path: string;
  readonly page: Resource<ExamBoard>;
  busy = $state<string | null>(null);

  constructor(readonly projectId: string) {
    this.project = `/api/projects/${projectId}`;
    this.path = `${this.project}/exams/`;
    this.page = new Resource((signal) => api.get<ExamBoard>(this.path, { signal }));
  }

  save(id: string | null, terms: Terms): Promise<void> {
    return id ? api.patch(`${this.path}${id}/`, terms) : api.post(this.path, terms);
  }
  remove(id: string): Promise<boolean> {
    return this.#doing(`remove ${id}`, () => api.delete(`${this.path}${id}/`));
  }
  start(id: string): Promise<boolean> {
    return this.#doing(`start ${id}`, () => api.post(`${this.path}${id}/start/`, {}));
  }
  leave(id: string): Promise<boolean> {
    return this.#doing(`leave ${id}`, () => api.post(`${this.path}${id}/leave/`, {}));
  }
  decide(attempt: string, passes: boolean): Promise<boolean> {
    const path = `${this.path}attempts/${attempt}/`;
    return this.#doing(`decide ${attempt}`, () => api.post(path, { passes }));
  }
  appeal(appeal: string): Promise<boolean> {
    return this.#doing('appeal', () => api.post(`${this.project}/pauses/appeal/`, { appeal }));
  }
  pause(user: string, note: string): Promise<boolean> {
    return this.#doing('pause', () => api.post(`${this.project}/pauses/`, { user, note }));
  }
  answer(pause: string, lifts: boolean, answer: string): Promise<boolean> {
    const path = `${this.project}/pauses/${pause}/`;
    return this.#doing(`answer ${pause}`, () => api.post(path, { lifts, answer }));
  }
  grant(user: string, skill: string): Promise<boolean> {
    return this.#doing('grant', () => api.post(`${this.project}/skills/`, { user, skill }));
  }
  take(skill: string): Promise<boolean> {
    return this.#doing(`take ${skill}`, () => api.delete(`${this.project}/skills/${skill}/`));
  }

  async #doing(name: string, work: () => Promise<unknown>): Promise<boolean> {
    this.busy = name;
    try {
      await work();
      await this.page.load();
      return true;
    } catch (problem) {
      toastError(problem);
      return false;
    } finally {
      this.busy = null;
    }
  }
}
