/** Reviewing: the queue by likely error, the answers side by side, decisions that can be taken back. */
import type { Content } from '../../core/region';
import { api } from '../../live/api';
import type { Door } from '../../live/queue';
import { Resource } from '../../live/resource.svelte';
import type { Annotation, Page, Project, User, Work } from '../../live/types';
import { fromWire, toSend } from '../annotate/content';
import { doorOf } from '../annotate/door';
import { Sheet } from '../annotate/sheet.svelte';
import { Workbench } from '../annotate/workbench.svelte';
import { toastError } from '../base/toasts.svelte';
import type { Decision, Progress, Waiting } from './wire';

const SHOWN = 12;
type Verdict = 'accept' | 'fix' | 'reject';
/** How to take the latest verdict back. */
interface Undoable {
  readonly task: string;
  readonly undo: () => Promise<unknown>;
}

export class ReviewState {
  readonly queue: Resource<Page<Waiting>>;
  readonly progress: Resource<Progress>;
  bench: Workbench | null = $state.raw(null);
  problem: unknown = $state.raw(null);
  /** The answer that is taken; its content is what a verdict stores. */
  taken: Annotation | null = $state.raw(null);
  comment = $state('');
  /** A rejection must say why. */
  wantsWhy = $state(false);
  busy = $state(false);
  /** What was done last, in words. */
  said: { key: string; values: Record<string, string | number> } | null = $state.raw(null);
  undoable: Undoable | null = $state.raw(null);
  /** Seen in this visit, with or without a verdict: they do not come again by themselves. */
  readonly #seen = new Set<string>();
  #running: Promise<void> = Promise.resolve();
  #sides: { work: Work; sheets: Sheet[] } | null = null;

  constructor(
    readonly project: Project,
    readonly me: User,
  ) {
    const path = `/api/projects/${project.id}/reviews`;
    this.queue = new Resource((signal) =>
      api.get<Page<Waiting>>(`${path}/queue/`, { query: { limit: SHOWN }, signal }),
    );
    this.progress = new Resource((signal) => api.get<Progress>(`${path}/progress/`, { signal }));
  }

  /** Opens the bench on a task, or on the likeliest error; returns the end of it. */
  async open(task: string | undefined): Promise<void> {
    try {
      this.bench = await Workbench.open(this.project, this.me, this.#door());
      await this.bench.start(task);
      await this.#settle();
    } catch (problem) {
      this.problem = problem;
    }
  }
  close(): void {
    this.#shutSides();
    this.bench?.close();
  }

  get sheet(): Sheet | null {
    return this.bench?.current ?? null;
  }
  get answers(): readonly Annotation[] {
    return this.sheet?.annotations ?? [];
  }
  get contents(): readonly Content[] {
    return this.answers.map(fromWire);
  }
  get isFixing(): boolean {
    return this.sheet?.isFixing ?? false;
  }
  get decides(): boolean {
    return this.answers.length > 1;
  }
  get waiting(): Waiting | undefined {
    return this.queue.data?.results.find(({ task }) => task === this.sheet?.task.id);
  }

  /** One read-only sheet an answer, made once a task. */
  sides(): readonly Sheet[] {
    const { bench, sheet } = this;
    if (!bench || !sheet) return [];
    if (this.#sides?.work === sheet.work) return this.#sides.sheets;
    this.#shutSides();
    const sheets = sheet.annotations.map(
      (annotation) =>
        new Sheet(
          { ...sheet.work, annotations: [annotation], draft: null },
          { ...sheet.options, asked: true, content: undefined },
        ),
    );
    this.#sides = { work: sheet.work, sheets };
    return sheets;
  }

  take(at: number): void {
    const annotation = this.answers[at];
    if (!annotation || !this.sheet) return;
    this.taken = annotation;
    this.sheet.review(annotation);
  }
  fix(): void {
    if (this.taken) this.sheet?.fix();
  }
  compare(): void {
    const at = this.answers.findIndex(({ id }) => id === this.taken?.id);
    this.take(Math.max(at, 0));
  }

  /** Several answers: what is taken becomes the final label. One: it is accepted, mended or not. */
  async accept(): Promise<void> {
    const { sheet, taken } = this;
    if (!sheet || !taken || this.busy) return;
    const { content } = toSend(sheet.document.toContent());
    if (this.decides) await this.#decide(content);
    else await this.#judge(sheet.isFixed ? 'fix' : 'accept', sheet.isFixed ? content : null);
  }
  async reject(): Promise<void> {
    if (!this.taken || this.busy) return;
    this.wantsWhy = !this.comment.trim();
    if (!this.wantsWhy) await this.#judge('reject', null);
  }
  async next(): Promise<void> {
    await this.bench?.queue.advance();
    await this.#settle();
  }
  async openTask(task: string): Promise<void> {
    await this.bench?.openAsked(task);
    await this.#settle();
  }
  /** Offered while the next task is still on its way, so it waits for that. */
  async undo(): Promise<void> {
    await this.#running;
    const last = this.undoable;
    if (!last || this.busy) return;
    this.undoable = null;
    await this.#run(async () => {
      await last.undo();
      this.said = { key: 'review.undone', values: {} };
      this.#seen.delete(last.task);
      await this.openTask(last.task);
    });
  }

  async #decide(content: Content): Promise<void> {
    const task = this.sheet!.task.id;
    const path = `/api/tasks/${task}/adjudication/`;
    await this.#run(async () => {
      const found = await api.post<Decision>(path, { ...content, comment: this.comment.trim() });
      this.said = { key: 'review.decided', values: { count: found.supporters.length } };
      this.undoable = { task, undo: () => api.delete(path) };
      await this.next();
    });
  }
  async #judge(verdict: Verdict, content: Content | null): Promise<void> {
    const { id, task } = this.taken!;
    const path = `/api/annotations/${id}/reviews/`;
    const words = { accept: 'accepted', fix: 'fixed', reject: 'rejected' }[verdict];
    await this.#run(async () => {
      const body = { verdict, comment: this.comment.trim(), ...(content ?? {}) };
      await api.post(path, body);
      this.said = { key: `review.${words}`, values: {} };
      this.undoable = { task, undo: () => api.delete(path) };
      await this.next();
    });
  }
  #run(work: () => Promise<void>): Promise<void> {
    return (this.#running = this.#work(work));
  }
  async #work(work: () => Promise<void>): Promise<void> {
    this.busy = true;
    try {
      await work();
    } catch (problem) {
      toastError(problem);
    }
    this.busy = false;
  }
  /** A task has come: the first answer not yet judged is taken, the lists are asked again. */
  async #settle(): Promise<void> {
    const { sheet } = this;
    [this.comment, this.wantsWhy] = ['', false];
    if (sheet) {
      this.#seen.add(sheet.task.id);
      this.taken = sheet.reviewed;
    } else this.taken = null;
    await Promise.all([this.queue.load(), this.progress.load()]);
  }
  #shutSides(): void {
    for (const side of this.#sides?.sheets ?? []) side.close();
    this.#sides = null;
  }
  /** Tasks come from the review queue, and are only looked at: no place is held. */
  #door(): Door {
    const labelling = doorOf(this.project.id);
    const open = async (task: string): Promise<Work> => {
      const work = await labelling.open(task);
      if (work.lease) await labelling.release(work.lease.id);
      return { ...work, lease: null, draft: null, predictions: [] };
    };
    const path = `/api/projects/${this.project.id}/reviews/queue/`;
    return {
      ...labelling,
      open,
      next: async (holding) => {
        const query = { limit: SHOWN };
        let page: Page<Waiting> = await api.get<Page<Waiting>>(path, { query });
        for (;;) {
          const held = new Set([...holding, ...this.#seen]);
          const found = page.results.find(({ task }) => !held.has(task));
          if (found) return open(found.task);
          if (!page.next) return null;
          page = await api.page<Waiting>(page.next);
        }
      },
    };
  }
}
