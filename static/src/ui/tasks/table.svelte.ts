/** What the task table shows and does, apart from how it is drawn. */
import { api, ApiError } from '../../live/api';
import type { Job, Page, Task } from '../../live/types';
import { Pages } from './pages';
import { ALL, extend, isSelected, NONE, target, toggle, type Selection } from './selection';

export type BulkAction = 'delete' | 'priority' | 'overlap' | 'reset' | 'accept';
export type BulkAnswer = { affected: number } | { job: Job };

const LIMIT = 100;
export const COUNTED_TO = 10_000;

export class TaskTable {
  filter = $state('');
  order = $state('');
  selection = $state.raw<Selection>(NONE);
  /** The row the keyboard is at. */
  cursor = $state(0);
  /** Counted to the last one, rather than estimated. */
  exact = $state(false);
  #version = $state(0);
  #counted = $state<number | null>(null);
  #pages: Pages<Task>;
  #anchor = 0;
  readonly #path: string;

  constructor(projectId: string) {
    this.#path = `/api/projects/${projectId}/tasks/`;
    this.#pages = this.#fresh();
  }

  get length(): number {
    return this.#read().length;
  }
  get begun(): boolean {
    return this.#read().begun;
  }
  get complete(): boolean {
    return this.#read().complete;
  }
  get problem(): unknown {
    return this.#read().problem;
  }
  /** A filter the server does not accept is shown in the filter bar, not in place of the rows. */
  get refused(): ApiError | null {
    const problem = this.problem;
    return problem instanceof ApiError && problem.status === 400 ? problem : null;
  }
  get count(): number | null {
    return this.complete ? this.length : (this.#counted ?? this.#read().count);
  }
  /** Without a filter the server knows its counts; with one it counts no further than this, and not for long. */
  get isExact(): boolean {
    const known = this.count !== null && this.count <= COUNTED_TO;
    return this.complete || this.exact || !this.filter.trim() || known;
  }
  row(at: number): Task | undefined {
    return this.#read().row(at);
  }
  get current(): Task | undefined {
    return this.row(this.cursor);
  }

  show(filter: string, order: string): void {
    this.filter = filter;
    this.order = order;
    this.reload();
  }
  reload(): void {
    this.selection = NONE;
    this.cursor = 0;
    this.exact = false;
    this.#counted = null;
    this.#pages = this.#fresh();
    this.#version += 1;
    void this.#pages.see(0, 0);
  }
  see(from: number, to: number): void {
    void this.#pages.see(from, to);
  }
  retry(): void {
    void this.#pages.retry();
  }
  /** Whether its row is at hand, so that news of it is worth asking for. */
  holds(id: string): boolean {
    for (const task of this.#pages.loaded()) if (task.id === id) return true;
    return false;
  }
  replace(task: Task): void {
    this.#pages.replace((row) => row.id === task.id, task);
  }

  async countExactly(): Promise<number> {
    const query = { filter: this.filter, count: 'exact', limit: 1 };
    const { count = 0 } = await api.get<Page<Task>>(this.#path, { query });
    this.#counted = count;
    this.exact = true;
    return count;
  }

  isSelected(at: number): boolean {
    const task = this.row(at);
    return task !== undefined && isSelected(this.selection, task.id);
  }
  toggle(at: number): void {
    const task = this.row(at);
    if (!task) return;
    this.selection = toggle(this.selection, task.id);
    this.#anchor = at;
  }
  /** The rows from the last one toggled to this one become what it was. */
  extendTo(at: number): void {
    const [from, to] = [Math.min(this.#anchor, at), Math.max(this.#anchor, at)];
    const rows = Array.from({ length: to - from + 1 }, (_, step) => this.row(from + step));
    const ids = rows.flatMap((task) => (task ? [task.id] : []));
    this.selection = extend(this.selection, ids, true);
  }
  selectAll(): void {
    this.selection = ALL;
  }
  selectNone(): void {
    this.selection = NONE;
  }

  async act(action: BulkAction, value?: number): Promise<BulkAnswer> {
    const what = { action, ...target(this.selection, this.filter) };
    return api.post<BulkAnswer>(
      `${this.#path}bulk/`,
      value === undefined ? what : { ...what, value },
    );
  }

  #fresh(): Pages<Task> {
    const query = { filter: this.filter, order: this.order, count: 'estimate', limit: LIMIT };
    const ask = (url: string | null) =>
      url === null ? api.get<Page<Task>>(this.#path, { query }) : api.page<Task>(url);
    const pages = new Pages<Task>(ask, () => {
      if (pages === this.#pages) this.#version += 1;
    });
    return pages;
  }
  /** Reading through here makes whoever reads hear of changes. */
  #read(): Pages<Task> {
    void this.#version;
    return this.#pages;
  }
}
