/** This project's membership at its site: what is shared, what left, and the hand on the switch. */
import { api, listAll } from '../../../live/api';
import { Resource } from '../../../live/resource.svelte';
import { JobWatch } from '../../jobs/watch.svelte';
import type { Job, Page } from '../../../live/types';
import type { Chain, Line, Membership, Peer, PreviewMessage, Shared, SiteRound } from '../wire';

/** The node's own process tells nobody; it is asked. */
const LOOK_MS = 5000;

export type Verb = 'pause' | 'cut' | 'resume' | 'leave' | 'rotate';

export class MembershipState {
  readonly shared: Resource<Shared>;
  readonly page: Resource<Membership>;
  readonly rounds: Resource<SiteRound[]>;
  readonly peers: Resource<Peer[]>;
  readonly ledger: Resource<Page<Line>>;
  /** Older pages, asked for one by one. */
  older = $state.raw<Line[]>([]);
  #next = $state<string | null>(null);
  readonly preview = new JobWatch();

  constructor(readonly projectId: string) {
    const at = () => this.#path();
    this.shared = new Resource((signal) =>
      api.get(`/api/projects/${projectId}/federation/`, { signal }),
    );
    this.page = new Resource((signal) => api.get(`${at()}/`, { signal }));
    this.rounds = new Resource((signal) => listAll(`${at()}/rounds/`, { signal }));
    this.peers = new Resource((signal) => listAll(`${at()}/peers/`, { signal }));
    this.ledger = new Resource((signal) => api.get(`${at()}/ledger/`, { signal }));
  }

  get id(): string | undefined {
    return this.shared.data?.membership?.id;
  }
  get lines(): Line[] {
    const fresh = this.ledger.data?.results ?? [];
    const least = fresh.at(-1)?.number ?? 0;
    return [...fresh, ...this.older.filter(({ number }) => number < least)];
  }
  get hasMore(): boolean {
    return (this.older.length ? this.#next : this.ledger.data?.next) != null;
  }
  get messages(): readonly PreviewMessage[] | null {
    const report = this.preview.job?.report as { messages?: PreviewMessage[] } | null | undefined;
    return report?.messages ?? null;
  }

  open(): () => void {
    void this.load();
    const look = setInterval(() => !document.hidden && this.id && void this.look(), LOOK_MS);
    return () => (clearInterval(look), this.preview.stop());
  }
  readonly load = async (): Promise<void> => {
    await this.shared.load();
    await this.look();
  };
  async look(): Promise<void> {
    if (!this.id) return;
    await Promise.all([
      this.page.load(),
      this.rounds.load(),
      this.peers.load(),
      this.ledger.load(),
    ]);
  }
  async more(): Promise<void> {
    const next = this.older.length ? this.#next : this.ledger.data?.next;
    if (!next) return;
    const page = await api.page<Line>(next);
    this.older = [...this.older, ...page.results];
    this.#next = page.next;
  }

  async join(invitation: string): Promise<void> {
    const body = { project: this.projectId, invitation };
    await api.post<Membership>('/api/federation/memberships/', body);
    await this.load();
  }
  async act(verb: Verb): Promise<void> {
    this.page.data = await api.post<Membership>(`${this.#path()}/${verb}/`);
    if (verb === 'leave') await this.shared.load();
  }
  async change(part: object): Promise<void> {
    this.page.data = await api.patch<Membership>(`${this.#path()}/`, part);
  }
  chain(): Promise<Chain> {
    return api.get(`${this.#path()}/ledger/chain/`);
  }
  async accept(peer: Peer): Promise<void> {
    const path = `${this.#path()}/peers/${encodeURIComponent(peer.name)}/`;
    await api.put(path, { public_line: peer.proposed_line });
    await this.look();
  }
  async drop(peer: Peer): Promise<void> {
    await api.delete(`${this.#path()}/peers/${encodeURIComponent(peer.name)}/`);
    await this.look();
  }
  async dryRun(): Promise<void> {
    const { job } = await api.post<{ job: Job }>(`${this.#path()}/preview/`);
    this.preview.start(job);
  }

  #path(): string {
    return `/api/federation/memberships/${this.id}`;
  }
}
