/** One federation at its coordinator, kept fresh by its live line. */
import { api, listAll } from '../../live/api';
import { followFederation } from '../../live/follow';
import { Resource } from '../../live/resource.svelte';
import type { Page } from '../../live/types';
import type { Federation, Round, Run, SharedModel, Site } from './wire';

/** Events come in bursts when a round ends: one look for all of them. */
const GATHER_MS = 400;
/** Whether processes are alive is told by nobody; it is asked. */
const LOOK_MS = 10_000;

export class FederationState {
  readonly path: string;
  readonly page: Resource<Federation>;
  readonly sites: Resource<Site[]>;
  readonly runs: Resource<Page<Run>>;
  readonly rounds: Resource<Round[]>;
  readonly models: Resource<SharedModel[]>;
  /** The run whose rounds are shown; the newest where none was picked. */
  #picked = $state<string | null>(null);

  constructor(readonly id: string) {
    this.path = `/api/federation/federations/${encodeURIComponent(id)}`;
    this.page = new Resource((signal) => api.get(`${this.path}/`, { signal }));
    this.sites = new Resource((signal) => listAll(`${this.path}/sites/`, { signal }));
    this.runs = new Resource((signal) =>
      api.get(`${this.path}/runs/`, { signal, query: { kind: 'train' } }),
    );
    this.rounds = new Resource((signal) =>
      this.run
        ? listAll(`${this.path}/runs/${this.run.id}/rounds/`, { signal })
        : Promise.resolve([]),
    );
    this.models = new Resource((signal) => listAll(`${this.path}/models/`, { signal }));
  }

  get run(): Run | undefined {
    const runs = this.runs.data?.results ?? [];
    return runs.find(({ id }) => id === this.#picked) ?? runs[0];
  }
  pick(run: string): void {
    this.#picked = run;
    void this.rounds.load();
  }

  open(): () => void {
    let gather: ReturnType<typeof setTimeout> | undefined;
    void this.load();
    const leave = followFederation(this.id, ({ type }) => {
      if (type !== 'pong')
        gather ??= setTimeout(() => ((gather = undefined), void this.load()), GATHER_MS);
    });
    const look = setInterval(() => !document.hidden && void this.page.load(), LOOK_MS);
    return () => (leave(), clearTimeout(gather), clearInterval(look));
  }
  readonly load = async (): Promise<void> => {
    await Promise.all([this.page.load(), this.sites.load(), this.runs.load(), this.models.load()]);
    await this.rounds.load();
  };

  async rename(name: string): Promise<void> {
    await api.patch(`${this.path}/`, { name });
    await this.page.load();
  }
  async remove(): Promise<void> {
    await api.delete(`${this.path}/`);
  }

  async invite(name: string): Promise<Site> {
    const site = await api.post<Site>(`${this.path}/sites/`, { name });
    void this.sites.load();
    return site;
  }
  /** The file a site is given; the one written before is void. */
  invitation(site: Site): Promise<object> {
    return api.post(`${this.path}/sites/${site.id}/invitation/`);
  }
  async handIn(site: Site, public_line: string): Promise<void> {
    await api.post(`${this.path}/sites/${site.id}/key/`, { public_line });
    await this.sites.load();
  }
  async approve(site: Site, fingerprint: string): Promise<void> {
    await api.post(`${this.path}/sites/${site.id}/approve/`, { fingerprint });
    await this.load();
  }
  async revoke(site: Site): Promise<void> {
    await api.post(`${this.path}/sites/${site.id}/revoke/`);
    await this.load();
  }
  async start(kind: Run['kind'], terms: object = {}): Promise<void> {
    const run = await api.post<Run>(`${this.path}/runs/`, { kind, terms });
    if (kind === 'train') this.#picked = run.id;
    await this.load();
  }
  async stop(run: Run): Promise<void> {
    await api.post(`${this.path}/runs/${run.id}/stop/`);
    await this.load();
  }
}
