/** A project's flows, and what a manager does about them. */
import { api } from '../../live/api';
import { Resource } from '../../live/resource.svelte';
import type { Flow, FlowNode, FlowPage, Step } from './wire';

export class FlowState {
  readonly path: string;
  readonly page: Resource<FlowPage>;
  busy = $state(false);

  constructor(projectId: string) {
    this.path = `/api/projects/${projectId}/flows/`;
    this.page = new Resource((signal) => api.get<FlowPage>(this.path, { signal }));
  }

  open(): () => void {
    void this.page.load();
    return () => this.page.stop();
  }
  of = (id: string | undefined): Flow | undefined =>
    this.page.data?.results.find((flow) => flow.id === id);

  /** What the steps would be, or throws what is wrong with them. */
  async look(field: string, steps: readonly Step[], signal: AbortSignal): Promise<FlowNode[]> {
    const body = { field, steps };
    const { graph } = await api.post<{ graph: FlowNode[] }>(`${this.path}check/`, body, { signal });
    return graph;
  }
  /** The flow as it is kept, or throws what is wrong with it. */
  async save(
    known: Flow | undefined,
    flow: { name: string; field: string; steps: readonly Step[] },
  ): Promise<Flow> {
    this.busy = true;
    try {
      const { name, steps } = flow;
      const kept = known
        ? await api.patch<Flow>(`${this.path}${known.id}/`, { name, steps })
        : await api.post<Flow>(this.path, flow);
      await this.page.load();
      return kept;
    } finally {
      this.busy = false;
    }
  }
  /** Forgotten, or throws what stands against it. */
  async remove(flow: Flow): Promise<void> {
    await api.delete(`${this.path}${flow.id}/`);
    await this.page.load();
  }
}
