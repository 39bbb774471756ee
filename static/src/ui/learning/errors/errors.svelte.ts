/** Going through doubtful labels: the list, where one is, decisions that can be taken back. */
import { api } from '../../../live/api';
import { Resource } from '../../../live/resource.svelte';
import type { Job } from '../../../live/types';
import { toastError } from '../../base/toasts.svelte';
import { isLive } from '../../jobs/jobs';
import { JobWatch } from '../../jobs/watch.svelte';
import { secondsLeft } from './pace';
import type { Finding, FindingList, Summary, Verb } from './wire';

const PAGE = 100;
const FETCH_AHEAD = 10;
const DONE = { keep: 'kept', fix: 'fixed', undo: 'open' } as const;

export interface Filters {
  readonly pair: string;
  readonly annotator: string;
}
/** A pair of classes as the value of a select. */
export const pairKey = (pair: { kind: string; given: string | null; suggested: string | null }) =>
  [pair.kind, pair.given ?? '', pair.suggested ?? ''].join('\n');

export class ErrorsState {
  readonly summary: Resource<Summary>;
  readonly watch: JobWatch;
  findings = $state.raw<readonly Finding[] | null>(null);
  problem = $state.raw<unknown>(undefined);
  at = $state(0);
  filters = $state.raw<Filters>({ pair: '', annotator: '' });
  /** Waiting for the server to say yes. */
  busy = $state.raw<ReadonlySet<string>>(new Set());
  #decidedAt = $state.raw<readonly number[]>([]);
  #undoable: string[] = [];
  readonly #regretted = new Set<string>();
  #next: string | null = null;
  #asked = 0;

  constructor(readonly projectId: string) {
    this.summary = new Resource((signal) => api.get<Summary>(this.path, { signal }));
    this.watch = new JobWatch(() => void this.reload());
  }

  get path(): string {
    return `/api/projects/${this.projectId}/learning/errors/`;
  }
  get current(): Finding | undefined {
    return this.findings?.[this.at];
  }
  get job(): Job | null {
    const job = this.watch.job ?? this.summary.data?.job ?? null;
    return job && (isLive(job) || job.error) ? job : null;
  }
  get isSearching(): boolean {
    return this.job !== null && isLive(this.job);
  }
  get left(): number {
    return this.summary.data?.counts.open ?? 0;
  }
  get secondsLeft(): number | null {
    return secondsLeft(this.#decidedAt, this.left);
  }
  /** Query of the list, and of the file to take along. */
  get query(): Record<string, string> {
    const [kind, given, suggested] = this.filters.pair.split('\n');
    const { annotator } = this.filters;
    return {
      ...(kind ? { kind, given: given ?? '', suggested: suggested ?? '' } : {}),
      ...(annotator ? { annotator } : {}),
    };
  }

  open(): () => void {
    void this.reload();
    return () => (this.summary.stop(), this.watch.stop());
  }
  reload = async (): Promise<void> => {
    await Promise.all([this.summary.load(), this.load()]);
    const job = this.summary.data?.job;
    if (job && isLive(job) && this.watch.job?.id !== job.id) this.watch.start(job);
  };
  filter(filters: Filters): void {
    this.filters = filters;
    void this.load();
  }
  load = async (): Promise<void> => {
    const asked = ++this.#asked;
    try {
      const query = { ...this.query, limit: PAGE };
      const page = await api.get<FindingList>(`${this.path}findings/`, { query });
      if (asked !== this.#asked) return;
      [this.findings, this.#next, this.at] = [page.results, page.next, 0];
      this.problem = undefined;
    } catch (problem) {
      if (asked === this.#asked) this.problem = problem;
    }
  };
  async search(): Promise<void> {
    try {
      this.watch.start((await api.post<{ job: Job }>(this.path)).job);
    } catch (problem) {
      toastError(problem);
    }
  }

  go(by: number): void {
    const last = (this.findings?.length ?? 1) - 1;
    this.at = Math.max(0, Math.min(last, this.at + by));
    if (last - this.at < FETCH_AHEAD) void this.#more();
  }
  /** Keep or take the suggestion; the next one shows at once. */
  decide(verb: 'keep' | 'fix'): void {
    const finding = this.current;
    if (!finding || finding.state !== 'open' || !finding.can_decide || this.busy.has(finding.id))
      return;
    this.#undoable.push(finding.id);
    this.#decidedAt = [...this.#decidedAt, performance.now()];
    void this.#say(finding, verb);
    this.#toNextOpen();
  }
  /** Take back the latest decision of this visit, or the one that is looked at. */
  undo(): void {
    const here = this.current && this.current.state !== 'open' ? this.current.id : undefined;
    const id = here ?? this.#undoable.at(-1);
    const place = this.findings?.findIndex((one) => one.id === id) ?? -1;
    const finding = this.findings?.[place];
    if (!finding) return;
    this.#undoable = this.#undoable.filter((one) => one !== id);
    this.at = place;
    // The decision is still on its way: it is taken back once it has arrived.
    if (this.busy.has(finding.id)) this.#regretted.add(finding.id);
    else void this.#say(finding, 'undo');
  }

  async #say(finding: Finding, verb: Verb): Promise<void> {
    this.busy = new Set([...this.busy, finding.id]);
    this.#put({ ...finding, state: DONE[verb] });
    try {
      const path = `${this.path}findings/${finding.id}/${verb}/`;
      this.#put(await api.post<Finding>(path));
      void this.summary.load();
    } catch (problem) {
      this.#undoable = this.#undoable.filter((one) => one !== finding.id);
      this.#put(finding);
      toastError(problem);
    }
    this.busy = new Set([...this.busy].filter((one) => one !== finding.id));
    const now = this.findings?.find((one) => one.id === finding.id);
    if (this.#regretted.delete(finding.id) && now && now.state !== 'open')
      await this.#say(now, 'undo');
  }
  #put(finding: Finding): void {
    this.findings = (this.findings ?? []).map((one) => (one.id === finding.id ? finding : one));
  }
  #toNextOpen(): void {
    const after = this.findings?.findIndex((one, place) => place > this.at && one.state === 'open');
    this.go(after !== undefined && after > 0 ? after - this.at : 1);
  }
  async #more(): Promise<void> {
    if (!this.#next) return;
    const { pathname, search } = new URL(this.#next, location.href);
    [this.#next] = [null];
    try {
      const page = await api.get<FindingList>(pathname + search);
      const known = new Set(this.findings?.map(({ id }) => id));
      const fresh = page.results.filter(({ id }) => !known.has(id));
      this.findings = [...(this.findings ?? []), ...fresh];
      this.#next = page.next;
    } catch (problem) {
      toastError(problem);
    }
  }
}
