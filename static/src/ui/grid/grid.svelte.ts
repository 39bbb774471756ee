/** A page of tasks answered together: classes are given to tiles, and sent by one key. */
import { findClass, type Label } from '../../core/ontology';
import { api, asPage } from '../../live/api';
import type { Page, Project, Task } from '../../live/types';

export const orders = ['-uncertainty', 'id', '-score'] as const;
export type Order = (typeof orders)[number];
interface Stored {
  readonly annotations: readonly string[];
  readonly left_out: Readonly<Record<string, number>>;
  readonly detail: string | null;
}
/** What one press of Enter sent. */
export interface Sent {
  readonly annotations: readonly string[];
  /** How many were left out, by reason. */
  readonly leftOut: Readonly<Record<string, number>>;
  readonly detail: string | null;
}
export const pageSize = 60;

export class GridWork {
  tasks: readonly Task[] = $state.raw([]);
  /** Task id → class, given here and not yet sent. */
  marks: ReadonlyMap<string, string> = $state.raw(new Map());
  order: Order = $state('id');
  isBusy = $state(false);
  problem: unknown = $state.raw(undefined);
  /** The list has been read at least once. */
  isBegun = $state(false);
  /** Sent and still open: the server wants them looked at one by one. */
  singly: ReadonlySet<string> = $state.raw(new Set());
  last: Sent | null = $state.raw(null);
  #next: string | null = null;

  constructor(
    readonly project: Project,
    readonly question: Label,
    readonly me: string,
  ) {
    if (project.settings.order === 'uncertain') this.order = '-uncertainty';
  }

  get hasMore(): boolean {
    return this.#next !== null;
  }
  guess(task: Task): string | null {
    const said = task.predicted?.[this.question.id];
    return typeof said === 'string' && findClass(this.question, said) ? said : null;
  }
  isOpen(task: Task): boolean {
    return !this.singly.has(task.id);
  }
  /** The first page again: what was answered is gone from it. */
  async load(): Promise<void> {
    const query = {
      filter: 'state in ("open", "in_progress")',
      order: this.order,
      limit: pageSize,
    };
    const path = `/api/projects/${this.project.id}/tasks/`;
    await this.#read(async () => asPage(await api.get<Page<Task> | Task[]>(path, { query })));
  }
  /** Leaves these tasks as they are. */
  async pass(): Promise<void> {
    const next = this.#next;
    if (next) await this.#read(() => api.page<Task>(next));
    else await this.load();
  }
  assign(tasks: readonly Task[], classId: string | null): void {
    const marks = new Map(this.marks);
    for (const task of tasks.filter((one) => this.isOpen(one)))
      if (classId === null) marks.delete(task.id);
      else marks.set(task.id, classId);
    this.marks = marks;
  }
  /** Takes the model's word for those that have no class yet. */
  believe(tasks: readonly Task[]): number {
    const marks = new Map(this.marks);
    for (const task of tasks) {
      const guess = this.guess(task);
      if (guess !== null && !marks.has(task.id) && this.isOpen(task)) marks.set(task.id, guess);
    }
    const given = marks.size - this.marks.size;
    this.marks = marks;
    return given;
  }
  async send(): Promise<Sent | null> {
    if (!this.marks.size || this.isBusy) return null;
    this.isBusy = true;
    const sent = new Set(this.marks.keys());
    const stored: Stored[] = [];
    try {
      const path = `/api/projects/${this.project.id}/annotations/bulk/`;
      for (const { id } of this.question.classes ?? []) {
        const ids = [...this.marks].filter(([, given]) => given === id).map(([task]) => task);
        if (!ids.length) continue;
        stored.push(await api.post<Stored>(path, { ids, label: this.question.id, class: id }));
        // What is stored needs no mark, should the next class fail.
        this.marks = new Map([...this.marks].filter(([, given]) => given !== id));
      }
    } finally {
      this.isBusy = false;
      if (stored.length) this.last = summed(stored);
    }
    await this.load();
    const again = this.tasks.filter(({ id }) => sent.has(id)).map(({ id }) => id);
    this.singly = new Set([...this.singly, ...again]);
    return this.last;
  }
  /** Takes back what the last press of Enter stored. */
  async undo(): Promise<number> {
    const { last } = this;
    if (!last?.annotations.length) return 0;
    const path = `/api/projects/${this.project.id}/annotations/bulk/undo/`;
    const { annotations } = last;
    const { withdrawn } = await api.post<{ withdrawn: number }>(path, { annotations });
    this.last = null;
    await this.load();
    return withdrawn;
  }

  async #read(first: () => Promise<Page<Task>>): Promise<void> {
    this.isBusy = true;
    try {
      let page = await first();
      // Tasks that want several answers stay open: a whole page may have mine already.
      while (!this.#unanswered(page).length && page.next) page = await api.page<Task>(page.next);
      this.tasks = this.#unanswered(page);
      this.#next = page.next;
      this.problem = undefined;
    } catch (problem) {
      this.problem = problem;
    } finally {
      this.isBusy = false;
      this.isBegun = true;
    }
  }
  #unanswered({ results }: Page<Task>): readonly Task[] {
    return results.filter(({ annotators }) => !annotators.includes(this.me));
  }
}

function summed(all: readonly Stored[]): Sent {
  const leftOut: Record<string, number> = {};
  for (const [why, count] of all.flatMap(({ left_out }) => Object.entries(left_out)))
    if (count) leftOut[why] = (leftOut[why] ?? 0) + count;
  return {
    annotations: all.flatMap(({ annotations }) => annotations),
    leftOut,
    detail: all.find(({ detail }) => detail)?.detail ?? null,
  };
}
