/** The annotate page without its looks: the tasks in hand, what goes out, what comes in. */
import { keymapOf } from '../../core/keymap';
import { classKeys, type Ontology } from '../../core/ontology';
import type { Content } from '../../core/region';
import { Outbox, type Settled, type Unsent } from '../../live/outbox';
import { WorkQueue, type Door } from '../../live/queue';
import { session as person } from '../../live/session';
import { openShelf } from '../../live/shelf';
import { LiveSocket } from '../../live/socket';
import type { Project, User, Work } from '../../live/types';
import { soleChoice, ratingKeys } from './answers';
import type { Ports } from './autosave';
import { deliver, doorOf, putDraft } from './door';
import { follow } from './follow';
import { History } from './history.svelte';
import { KeptDrafts } from './keptDrafts';
import { dockOf, rowsOf } from './layout';
import { leave, left } from './leaving';
import { News } from './news.svelte';
import { Sheet } from './sheet.svelte';

export type Opened = 'keys' | 'skip' | 'outbox' | 'guidelines' | null;
/** Work to show instead of what the server has for a task. */
interface Given {
  readonly content: Content;
  readonly revision: number;
}

const reviewers = new Set(['owner', 'manager', 'reviewer']);

export class Workbench {
  readonly ontology: Ontology;
  readonly queue: WorkQueue;
  readonly history: History;
  readonly news = new News();
  readonly socket: LiveSocket;
  /** Ends of autosaves that a submit must wait for, or the draft would outlive it. */
  readonly ending = new Map<string, Promise<void>>();
  readonly given = new Map<string, Given>();
  /** The task that the address names. */
  asked: string | undefined;
  current: Sheet | null = $state.raw(null);
  /** Rendered behind the current one. */
  behind: Sheet | null = $state.raw(null);
  dialog: Opened = $state(null);
  /** A line at the foot of the page, read aloud. */
  notice: { key: string; values: Record<string, string | number>; tone: 'info' | 'err' } | null =
    $state.raw(null);
  /** When the key or click was made that is being handled, on the page's clock. */
  actedAt = 0;
  /** A question to point at, because it was not answered. */
  missing: string | null = $state(null);
  #noticeTimer = 0;
  readonly #followQueue: () => void;
  readonly #followOutbox: () => void;
  readonly #stops: (() => void)[] = [];

  private constructor(
    readonly project: Project,
    readonly me: User,
    readonly outbox: Outbox,
    readonly drafts: KeptDrafts,
    door: Door,
  ) {
    this.ontology = project.ontology as unknown as Ontology;
    this.history = new History(me.id, project.id);
    this.queue = new WorkQueue(door, () => this.#onTheWay());
    this.socket = new LiveSocket(`projects/${project.id}`);
    this.#followQueue = follow((changed) => this.queue.watch(changed));
    this.#followOutbox = follow((changed) => outbox.watch(changed));
  }

  /** `door`: whence tasks come, where not from the queue of those who label. */
  static async open(project: Project, me: User, door?: Door): Promise<Workbench> {
    await left();
    const [shelf, drafts] = await Promise.all([
      openShelf<Unsent>('outbox'),
      KeptDrafts.open(me.id),
    ]);
    let bench: Workbench | null = null;
    const outbox = new Outbox(shelf, me.id, async (item) => {
      await bench?.ending.get(item.task);
      return deliver(item);
    });
    bench = new Workbench(project, me, outbox, drafts, door ?? doorOf(project.id));
    return bench;
  }

  async start(task: string | undefined): Promise<void> {
    this.#stops.push(
      this.queue.watch(() => this.#sync()),
      this.outbox.onSettled((settled) => this.#settled(settled)),
      this.socket.onEvent((event) => {
        if (this.news.hear(event) === 'refetch') void this.queue.refetch();
        const { current } = this;
        if (current && event.type === 'comment' && current.task.id === event.data.task)
          this.#hearTalk(current);
      }),
    );
    await this.outbox.start();
    this.asked = task;
    await this.queue.start(task);
    this.socket.open();
    await this.drafts.sendLeft(
      (id, body, revision) => putDraft(id, body, revision, false),
      this.#open(),
    );
  }
  close(): void {
    for (const stop of this.#stops) stop();
    for (const sheet of [this.current, this.behind]) if (sheet) this.#shut(sheet);
    this.outbox.stop();
    this.queue.close();
    this.socket.close();
    clearTimeout(this.#noticeTimer);
  }

  get keymap() {
    return keymapOf(person.preferences.keymap ?? {});
  }
  readonly classKeys = $derived.by(() => classKeys(this.ontology));
  readonly ratingKeys = $derived.by(() => ratingKeys(this.ontology, this.classKeys));
  readonly rows = $derived.by(() => rowsOf(this.ontology));
  readonly dock = $derived.by(() => dockOf(this.ontology));
  readonly sole = $derived.by(() => soleChoice(this.ontology));
  get submitsOnAnswer(): boolean {
    return this.sole !== null && (person.preferences.submit_on_answer ?? true);
  }
  get queueState() {
    this.#followQueue();
    const { state, problem, leaseLost, upcoming } = this.queue;
    return { state, problem, leaseLost, upcoming };
  }
  get post() {
    this.#followOutbox();
    return this.outbox.state;
  }
  get counts() {
    return this.news.counts ?? this.project.counts;
  }
  /** Whether closing the tab now would lose something. */
  get isAtRisk(): boolean {
    const saving = this.current?.autosave.state;
    return this.outbox.state.atRisk || (saving?.kind === 'waiting' && !saving.kept);
  }

  say(
    key: string,
    values: Record<string, string | number> = {},
    tone: 'info' | 'err' = 'info',
  ): void {
    this.notice = { key, values, tone };
    clearTimeout(this.#noticeTimer);
    this.#noticeTimer = window.setTimeout(() => (this.notice = null), tone === 'err' ? 9000 : 5000);
  }
  /** Shows work instead of what the server has, the next time its task opens. */
  give(task: string, given: Given): void {
    this.given.set(task, given);
    for (const sheet of [this.current, this.behind])
      if (sheet?.task.id === task) sheet.isDone = true;
  }
  async openAsked(task: string): Promise<void> {
    this.asked = task;
    await this.queue.openTask(task);
  }
  /** The network is back, or the page is seen again. */
  wake(): void {
    void this.outbox.flush();
    void this.current?.autosave.flush();
    if (this.queue.state === 'failed') void this.queue.start();
  }
  /** The page is hidden and may be closed. */
  rest(): void {
    this.current?.watch.away();
    void this.current?.autosave.flush(true);
  }

  #onTheWay(): string[] {
    const mine = this.outbox.state.waiting.filter(({ project }) => project === this.project.id);
    return mine.filter(({ kind }) => kind !== 'review').map(({ task }) => task);
  }
  #open(): string[] {
    return [this.current, this.behind].flatMap((sheet) => sheet?.task.id ?? []);
  }
  /** The sheets follow the queue: what was behind comes forward as it is, already rendered. */
  #sync(): void {
    const { current, upcoming } = this.queue;
    const before = [this.current, this.behind];
    const next = current && this.#sheet(current);
    const after = upcoming && upcoming.task.id !== current?.task.id ? this.#sheet(upcoming) : null;
    for (const sheet of before) if (sheet && sheet !== next && sheet !== after) this.#shut(sheet);
    if (next && next !== this.current) {
      next.shownAt = Infinity;
      // What was pressed before the task was seen was not meant for it.
      requestAnimationFrame(() => (next.shownAt = performance.now()));
      next.watch.worked();
      if (next.mayHaveTalk) this.#hearTalk(next);
      this.missing = null;
      this.socket.viewing(next.task.id);
    }
    this.current = next;
    this.behind = after;
  }
  #sheet(work: Work): Sheet {
    const open = [this.current, this.behind].find(
      (sheet) => sheet && sheet.task.id === work.task.id && !sheet.isDone,
    );
    return open ?? this.#newSheet(work);
  }
  #newSheet(work: Work): Sheet {
    const { id } = work.task;
    const kept = this.drafts.of(id);
    const given =
      this.given.get(id) ?? (kept && { content: kept.body as Content, revision: kept.revision });
    this.given.delete(id);
    return new Sheet(work, {
      ontology: this.ontology,
      me: this.me.id,
      prelabel: this.project.settings.prelabel,
      veils: this.project.settings.reveal === 'after',
      reviews: reviewers.has(this.project.role),
      asked: this.asked === id,
      ports: (sheet) => this.#ports(id, sheet),
      content: given?.content,
      revision: given?.revision,
    });
  }
  #ports(task: string, sheet: Sheet): Ports {
    return {
      read: () => sheet.draft(),
      send: async (body, revision, leaving) => {
        // A reviewer's mending is no draft of their own.
        if (sheet.mode === 'review') return { revision };
        return putDraft(task, body, revision, leaving);
      },
      keep: (body, revision) =>
        sheet.mode === 'review' ? Promise.resolve(true) : this.drafts.keep(task, body, revision),
      forget: () => this.drafts.forget(task),
    };
  }
  #hearTalk(sheet: Sheet): void {
    // Without it the work goes on; opening the task again asks again.
    sheet.threads.load().catch(() => this.say('annotate.talk.unread', {}, 'err'));
  }
  #shut(sheet: Sheet): void {
    if (!sheet.isDone) leave(sheet.task.id, sheet.autosave.flush());
    sheet.close();
  }
  #settled({ item, refusal }: Settled): void {
    this.ending.delete(item.task);
    if (!refusal) this.history.settled(item.key);
    else this.say('annotate.outbox.refused_now', { title: item.title, why: refusal.detail }, 'err');
    if (item.project === this.project.id) void this.queue.prefetch();
  }
}
