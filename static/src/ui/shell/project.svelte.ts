/** The project whose pages are open, loaded once for all of them. */
import { api, ApiError } from '../../live/api';
import type { Project, Role } from '../../live/types';

class OpenProject {
  project = $state.raw<Project | null>(null);
  etag = $state('');
  problem = $state<unknown>(null);
  #id = '';

  /** Shows what is known at once and asks again. */
  async open(id: string): Promise<void> {
    if (this.#id !== id) this.project = this.problem = null;
    this.#id = id;
    await this.reload();
  }

  async reload(): Promise<void> {
    const id = this.#id;
    try {
      const { data, etag } = await api.getTagged<Project>(`/api/projects/${id}/`);
      if (id === this.#id) this.become(data, etag);
    } catch (problem) {
      if (id === this.#id) this.problem = problem;
    }
  }

  /** Edit under If-Match: a stale edit is refused by the server, never overwrites. */
  async patch(
    change: Partial<Pick<Project, 'name' | 'description' | 'guidelines' | 'ontology'>> & {
      settings?: Partial<Project['settings']>;
    },
  ): Promise<void> {
    const { data, etag } = await api.patchTagged<Project>(`/api/projects/${this.#id}/`, change, {
      ifMatch: this.etag || undefined,
    });
    this.become(data, etag);
  }

  become(project: Project, etag: string): void {
    this.project = project;
    this.etag = etag;
    this.problem = null;
  }

  /** The project is not there, or not for this person. */
  get isMissing(): boolean {
    return this.problem instanceof ApiError && [403, 404].includes(this.problem.status);
  }

  may(...roles: Role[]): boolean {
    return this.project !== null && roles.includes(this.project.role);
  }
  get manages(): boolean {
    return this.may('owner', 'manager');
  }
}

export const openProject = new OpenProject();
