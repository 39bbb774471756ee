/** One task open for work: its document, what the model suggests, its autosave, its views. */
import { AnnotationDocument } from '../../core/document';
import type { Ontology } from '../../core/ontology';
import { isGhost, isSuggested, type Answer, type Content, type Region } from '../../core/region';
import { Session } from '../../core/session';
import { same } from '../../core/same';
import { proposedIn } from '../../core/track';
import type { Annotation, Draft, Prediction, Review, Work } from '../../live/types';
import type { View } from '../../surfaces';
import { Autosave, type DraftBody, type Ports } from './autosave';
import { fromWire, guessesOf, startingContent, suggestionOf, type Guess } from './content';
import { follow } from './follow';
import { Proposals } from './proposals.svelte';
import { Stopwatch } from './stopwatch';
import { Threads, type About } from './threads.svelte';

/** `label`: a task of the queue; `revise`: one's own annotation again; `review`: others' work. */
export type Mode = 'label' | 'revise' | 'review' | 'view';

export interface SheetOptions {
  readonly ontology: Ontology;
  readonly me: string;
  readonly prelabel: boolean;
  /** What the model says stays hidden until the person has marked or answered something. */
  readonly veils: boolean;
  readonly reviews: boolean;
  /** Opened by its address rather than handed out by the queue. */
  readonly asked: boolean;
  readonly ports: (sheet: Sheet) => Ports;
  /** Work that was taken back, or left on this machine: it goes before what the server has. */
  readonly content?: Content | undefined;
  /** The draft revision that `content` was made from. */
  readonly revision?: number | undefined;
}

export class Sheet {
  readonly document: AnnotationDocument;
  readonly session: Session;
  readonly proposals: Proposals;
  readonly threads: Threads;
  readonly autosave: Autosave;
  /** The model has said something that is not shown yet. */
  isVeiled = $state(false);
  readonly #prediction: Prediction | null;
  readonly #guesses: ReadonlyMap<string, Guess>;
  readonly own: Annotation | null;
  readonly watch: Stopwatch;
  readonly views = new Map<string, View>();
  /** When it came before the person's eyes, on the page's clock; never yet, while it waits behind. */
  shownAt = Infinity;
  /** Submitted or skipped: nothing more happens to it. */
  isDone = false;
  mode: Mode = $state('label');
  /** Of other people, with what was said about them here. */
  annotations: readonly Annotation[] = $state.raw([]);
  /** The annotation under review. */
  reviewed: Annotation | null = $state.raw(null);
  comment = $state('');
  /** Views opened so far: a tick for those who draw by them. */
  opened = $state(0);
  /** Regions to point out wherever they are. */
  rings: readonly string[] = $state.raw([]);
  readonly #follow: () => void;
  readonly #stops: (() => void)[] = [];

  constructor(
    readonly work: Work,
    readonly options: SheetOptions,
  ) {
    const { ontology, me, prelabel } = options;
    this.own = work.annotations.find(({ annotator }) => annotator.id === me) ?? null;
    this.annotations = work.annotations.filter(({ annotator }) => annotator.id !== me);
    this.mode = this.#firstMode();
    this.#prediction = prelabel ? suggestionOf(work) : null;
    this.#guesses = guessesOf(this.#prediction);
    this.isVeiled = this.#veils();
    this.reviewed = this.mode === 'review' ? this.#unreviewed() : null;
    this.document = new AnnotationDocument(this.#start());
    const fields = Object.keys(ontology.fields);
    this.session = new Session(this.document, ontology, {
      readonly: this.mode === 'view' || this.mode === 'review',
      field: fields.length === 1 ? (fields[0] ?? null) : null,
    });
    this.proposals = new Proposals(this.session, this.task.id, (id) => this.reveal(id));
    this.threads = new Threads(this.task.id);
    this.watch = new Stopwatch(work.draft?.lead_time ?? this.own?.lead_time ?? 0);
    this.autosave = new Autosave(
      options.ports(this),
      options.revision ?? work.draft?.revision ?? 0,
    );
    this.#stops.push(
      this.document.watch(({ origin }) => {
        if (origin === 'remote') return;
        this.autosave.touched();
        // Not amid a change, or others would hear of the second one first.
        if (this.isVeiled && !isEmpty(this.document.toContent()))
          queueMicrotask(() => this.unveil());
      }),
    );
    this.#follow = follow(
      (changed) => this.document.watch(changed),
      (changed) => this.session.watch(changed),
      (changed) => this.autosave.watch(changed),
    );
    if (options.content && this.mode !== 'view') this.autosave.touched();
  }

  get prediction(): Prediction | null {
    return this.isVeiled ? null : this.#prediction;
  }
  get guesses(): ReadonlyMap<string, Guess> {
    return this.isVeiled ? noGuesses : this.#guesses;
  }
  /** From now on the model is heard; its regions come beside those drawn. */
  unveil(): void {
    if (!this.isVeiled) return;
    this.isVeiled = false;
    this.document.suggest(startingContent({ ...this.work, draft: null }, null, true));
  }
  get task() {
    return this.work.task;
  }
  /** What there is; what is only proposed is not there yet. */
  get regions(): readonly Region[] {
    this.#follow();
    return this.document.regions().filter((region) => !isGhost(region));
  }
  get relations() {
    this.#follow();
    return this.document.relations();
  }
  get suggestions(): Region[] {
    return this.regions.filter(isSuggested);
  }
  /** Keyframes that were followed to and that nobody confirmed: they go along when it is sent. */
  get unconfirmed(): number {
    return proposedIn(this.regions);
  }
  answer(label: string): Answer | undefined {
    this.#follow();
    return this.document.answer(label);
  }
  get content(): Content {
    this.#follow();
    return this.document.toContent();
  }
  get state() {
    this.#follow();
    return this.session.state;
  }
  get selected(): Region[] {
    this.#follow();
    return this.session.selected;
  }
  get saving() {
    this.#follow();
    return { state: this.autosave.state, edits: this.autosave.edits };
  }
  get canUndo(): boolean {
    this.#follow();
    return this.document.canUndo;
  }
  get canRedo(): boolean {
    this.#follow();
    return this.document.canRedo;
  }
  get edits(): boolean {
    return this.mode === 'label' || this.mode === 'revise';
  }

  /** Whose region it is that one would talk about. */
  about(region: string): About {
    const { annotator, id } = this.reviewed ?? { annotator: null, id: null };
    return { region, person: annotator?.id ?? this.options.me, annotation: id };
  }
  /** Whether there may be talk to load: not on a task that is handed out for the first time. */
  get mayHaveTalk(): boolean {
    const { counts } = this.task;
    return this.mode !== 'label' || !!counts?.open_comments || !!counts?.drafts;
  }
  /** What autosave sends. */
  draft(): DraftBody {
    return { ...this.document.toContent(), lead_time: this.watch.seconds };
  }
  viewOf(region: Region | undefined): View | undefined {
    return region && this.views.get(region.on);
  }
  /** The view of the field in use, or the first there is. */
  get view(): View | undefined {
    const { field } = this.session.state;
    return (
      (field === null ? undefined : this.views.get(field)) ??
      // In the ontology's order: the map has them as they came to be ready.
      Object.keys(this.session.ontology.fields).flatMap((id) => this.views.get(id) ?? [])[0]
    );
  }
  reveal(id: string): void {
    this.viewOf(this.document.region(id))?.reveal(id);
  }
  load(content: Content): void {
    this.document.load(content);
  }
  async takeTheirs(draft: Draft | null): Promise<void> {
    this.load(draft ? fromWire(draft) : { regions: [], relations: [], answers: {} });
    await this.autosave.tookTheirs(draft?.revision ?? 0);
  }
  review(annotation: Annotation): void {
    this.reviewed = annotation;
    this.session.set({ readonly: true, selection: [] });
    this.load(fromWire(annotation));
  }
  /** The verdict is on its way; the next annotation not yet judged comes up. */
  judged(verdict: Review['verdict']): void {
    const state = verdicts[verdict];
    const said: Review = { verdict, comment: this.comment };
    this.annotations = this.annotations.map((one) =>
      one.id === this.reviewed?.id ? { ...one, state, reviews: [...one.reviews, said] } : one,
    );
    this.comment = '';
    const next = this.#unreviewed();
    if (next) this.review(next);
  }
  /** A reviewer who may also annotate does so. */
  annotateMyself(): void {
    this.mode = 'label';
    this.reviewed = null;
    this.session.set({ readonly: false, selection: [] });
    this.load(startingContent(this.work, null, this.options.prelabel));
  }
  /** A reviewer mends the annotation in place. */
  fix(): void {
    this.session.set({ readonly: false });
  }
  get isFixing(): boolean {
    return this.mode === 'review' && !this.state.readonly;
  }
  /** Whether a reviewer changed anything. */
  get isFixed(): boolean {
    return this.reviewed !== null && !same(fromWire(this.reviewed), this.content);
  }
  close(): void {
    this.proposals.end();
    for (const stop of this.#stops) stop();
  }

  #firstMode(): Mode {
    const { reviews, asked } = this.options;
    const judges = reviews && this.annotations.length > 0;
    if (judges && asked && !this.own) return 'review';
    if (this.own) return 'revise';
    if (this.work.lease) return 'label';
    return judges ? 'review' : 'view';
  }
  #unreviewed(): Annotation | null {
    return (
      this.annotations.find(({ state }) => state === 'submitted') ?? this.annotations[0] ?? null
    );
  }
  #start(): Content {
    if (this.options.content) return this.options.content;
    if (this.reviewed) return fromWire(this.reviewed);
    return startingContent(this.work, this.own, this.options.prelabel && !this.isVeiled);
  }
  /** Once somebody has begun, there is nothing left to bias. */
  #veils(): boolean {
    const { veils, content } = this.options;
    return veils && this.mode === 'label' && !content && !this.work.draft && !!this.#prediction;
  }
}

const noGuesses: ReadonlyMap<string, Guess> = new Map();
const isEmpty = ({ regions, answers }: Content): boolean =>
  !regions.length && !Object.keys(answers).length;

const verdicts = { accept: 'accepted', reject: 'rejected', fix: 'fixed' } as const;
