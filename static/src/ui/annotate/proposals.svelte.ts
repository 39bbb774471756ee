/**
 * What may be the same thing as the selected region, in other fields: asked of the server, shown
 * as ghosts, accepted into one object. Looking never blocks, and ends when the selection moves on.
 */
import { commandsFor, type Keymap, type KeyPress } from '../../core/keymap';
import { identitiesOf, linkAsObject } from '../../core/objects';
import { newId, type Geometry, type Region } from '../../core/region';
import type { Session } from '../../core/session';
import { api, ApiError } from '../../live/api';

export interface Reason {
  readonly code: string;
  readonly params: Readonly<Record<string, string | number>>;
}
/** As the server sends it: `region` is one there is, else `geometry` is where a new one would lie. */
export interface Proposal {
  readonly on: string;
  readonly label: string;
  readonly class: string | null;
  readonly geometry: Geometry | null;
  readonly region: string | null;
  readonly text: string | null;
  readonly score: number;
  readonly reason: Reason;
}
/** `id` is that of the region there is, or of the ghost. */
export interface Shown {
  readonly id: string;
  readonly proposal: Proposal;
}
export type Asking =
  | { readonly kind: 'shut' }
  | { readonly kind: 'looking' | 'open'; readonly about: string }
  | { readonly kind: 'failed'; readonly about: string; readonly why: string };
interface Answer {
  readonly proposals: readonly Proposal[];
  readonly problems: readonly { readonly detail: string }[];
}
export type Door = (task: string, body: object, signal: AbortSignal) => Promise<Answer>;
const server: Door = (task, body, signal) =>
  api.post<Answer>(`/api/tasks/${task}/proposals/`, body, { signal });

const isNew = ({ proposal }: Shown): boolean => proposal.region === null;

export class Proposals {
  state: Asking = $state.raw({ kind: 'shut' });
  items: readonly Shown[] = $state.raw([]);
  at = $state(0);
  #stop: AbortController | null = null;
  readonly #unwatch: () => void;

  constructor(
    readonly session: Session,
    readonly task: string,
    readonly reveal: (id: string) => void,
    readonly door: Door = server,
  ) {
    this.#unwatch = session.watch((_, changed) => {
      if (changed.has('selection')) this.#moved();
    });
  }

  get isOpen(): boolean {
    return this.state.kind !== 'shut';
  }
  get about(): Region | undefined {
    return this.state.kind === 'shut' ? undefined : this.session.document.region(this.state.about);
  }
  get chosen(): Shown | undefined {
    return this.items[this.at];
  }

  /** Looks for what belongs to the selected region; a key of the catalogue says why not. */
  async ask(): Promise<string | null> {
    const { document, ontology, state } = this.session;
    const about = state.selection.at(-1);
    const region = about === undefined ? undefined : document.region(about);
    if (!region || about === undefined) return 'objects.propose.select';
    const ends = identitiesOf(ontology).flatMap(({ from, to }) => [from, to].flat());
    if (!ends.includes(region.label)) return 'objects.propose.no_identity';
    this.close();
    this.state = { kind: 'looking', about };
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    const { regions, relations } = document.toContent();
    try {
      const { proposals, problems } = await this.door(
        this.task,
        { regions, relations, region: about, frames: state.frames },
        signal,
      );
      if (signal.aborted) return null;
      this.state = { kind: 'open', about };
      this.#show(proposals.map((proposal) => ({ id: proposal.region ?? newId(), proposal })));
      if (!proposals.length && problems[0])
        this.state = { kind: 'failed', about, why: problems[0].detail };
    } catch (error) {
      if (signal.aborted) return null;
      const why = error instanceof ApiError ? error.message : String(error);
      this.state = { kind: 'failed', about, why };
    }
    return null;
  }

  choose(at: number): void {
    const { length } = this.items;
    if (!length) return;
    this.at = (at + length) % length;
    const { id } = this.items[this.at]!;
    this.session.set({ hover: id });
    this.reveal(id);
  }
  /** Makes the chosen one the same object, in one undo step; the next field's best is next. */
  accept(shown: Shown | undefined = this.chosen): void {
    const about = this.about;
    if (!shown || !about || this.session.state.readonly) return;
    const { document, ontology } = this.session;
    document.showGhosts();
    document.transact(() => {
      if (isNew(shown)) document.putRegions(this.#region(shown, { kind: 'human' }));
      // Only what a person vouches for is sent, and a link with both its ends.
      document.confirm(about.id, shown.id);
      linkAsObject(ontology, document, [about.id, shown.id]);
    });
    this.#drop(shown, shown.proposal.on);
  }
  reject(shown: Shown | undefined = this.chosen): void {
    if (shown) this.#drop(shown);
  }
  /** Keys while the list is open: those of accepting and rejecting, arrows, Enter and Escape. */
  press(event: KeyPress, keymap: Keymap): boolean {
    if (this.state.kind === 'shut') return false;
    const meant = commandsFor(event, keymap, ['task']);
    const isBare = !event.shiftKey && !event.altKey && !event.ctrlKey && !event.metaKey;
    const key = isBare ? event.key : '';
    if (key === 'Escape') this.close();
    else if (!this.items.length) return false;
    else if (key === 'ArrowDown' || key === 'ArrowUp')
      this.choose(this.at + (key === 'ArrowDown' ? 1 : -1));
    else if (key === 'Enter' || meant.includes('region.accept')) this.accept();
    else if (meant.includes('region.reject')) this.reject();
    else return false;
    return true;
  }
  close(): void {
    this.#stop?.abort();
    this.#stop = null;
    if (!this.isOpen) return;
    this.state = { kind: 'shut' };
    this.#show([]);
    this.session.set({ hover: null });
  }
  end(): void {
    this.close();
    this.#unwatch();
  }

  #show(items: readonly Shown[]): void {
    const { document, state } = this.session;
    const before = new Set(this.items.filter(isNew).map(({ id }) => id));
    const ghosts = items.filter(isNew);
    this.items = items;
    document.showGhosts(
      ...ghosts.map((shown) => this.#region(shown, { kind: 'prediction', ghost: true })),
    );
    // Nobody moves a ghost by chance.
    const free = [...state.locked].filter((id) => !before.has(id));
    this.session.set({ locked: new Set([...free, ...ghosts.map(({ id }) => id)]) });
    if (items.length) this.choose(Math.min(this.at, items.length - 1));
  }

  #region({ id, proposal }: Shown, origin: Region['origin']): Region {
    const { label, on, geometry, class: named, text } = proposal;
    const made = this.session.newRegion(label, on, geometry!, named);
    return { ...made, id, origin, ...(text ? { text } : {}) };
  }
  /** Of the field just settled the others go to the end: one region a field is what is usual. */
  #drop(shown: Shown, settled?: string): void {
    const rest = this.items.filter(({ id }) => id !== shown.id);
    const later = (one: Shown): number => Number(one.proposal.on === settled);
    const order = rest.map((one, at) => ({ one, at }));
    order.sort((a, b) => later(a.one) - later(b.one) || a.at - b.at);
    this.at = settled === undefined ? this.at : 0;
    if (!rest.length) return this.close();
    this.#show(order.map(({ one }) => one));
  }
  /** A click on a ghost chooses it; any other selection ends the looking. */
  #moved(): void {
    if (this.state.kind === 'shut') return;
    const { about } = this.state;
    const last = this.session.state.selection.at(-1);
    if (last === about) return;
    const at = this.items.findIndex((one) => one.id === last && isNew(one));
    if (at < 0) return this.close();
    this.session.select([about]);
    this.choose(at);
  }
}
