/** The map as the page holds it: points, facts, how they are coloured, what is selected. */
import { api } from '../../../live/api';
import { follow } from '../../../live/follow';
import { Resource } from '../../../live/resource.svelte';
import type { Job } from '../../../live/types';
import { toastError } from '../../base/toasts.svelte';
import { isLive } from '../../jobs/jobs';
import { JobWatch } from '../../jobs/watch.svelte';
import type { ClassLooks } from '../../tasks/classes';
import { combined, placeOf, Places, type Combine } from './choosing';
import { readFacts, readPoints } from './columns';
import { groupsOf } from './groups';
import { HIDDEN, kindsOf, legendOf, type Mode } from './legend';
import type { Facts, MapHead, Points } from './wire';

/** Annotators submit one after the other; their colours may be a moment late. */
const RECOLOUR_MS = 4000;

export class MapState {
  readonly path: string;
  readonly head: Resource<MapHead>;
  readonly drawing: JobWatch;
  points = $state.raw<Points | null>(null);
  facts = $state.raw<Facts | null>(null);
  problem = $state.raw<unknown>(null);
  mode = $state<Mode>('label');
  /** Kinds that are switched off. */
  hidden = $state.raw<ReadonlySet<number>>(new Set());
  selected = $state.raw<Uint8Array | null>(null);
  /** The point whose task is open beside the map, or -1. */
  focus = $state(-1);
  /** Points of the tasks most like it. */
  near = $state.raw<readonly number[]>([]);
  #shown = 0;

  readonly places = $derived(this.points && new Places(this.points));
  readonly kinds = $derived(
    this.facts ? kindsOf(this.mode, this.facts) : new Uint16Array(this.points?.x.length ?? 0),
  );
  readonly groups = $derived(this.points && this.facts ? groupsOf(this.points, this.facts) : []);
  readonly count = $derived(this.selected ? this.selected.reduce((sum, one) => sum + one, 0) : 0);

  constructor(readonly projectId: string) {
    this.path = `/api/projects/${projectId}/learning/map/`;
    this.head = new Resource((signal) => api.get<MapHead>(this.path, { signal }));
    this.drawing = new JobWatch(() => void this.load());
  }

  get job(): Job | null {
    const watched = this.drawing.job;
    return watched && isLive(watched) ? watched : (this.head.data?.job ?? null);
  }
  legend(looks: ClassLooks) {
    return this.facts ? legendOf(this.mode, this.facts, this.kinds, looks) : [];
  }

  open(): () => void {
    void this.load();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const leave = follow(this.projectId, ({ type }) => {
      if (type !== 'annotation' && type !== 'model_version' && type !== 'tasks') return;
      timer ??= setTimeout(() => {
        timer = undefined;
        void this.recolour();
      }, RECOLOUR_MS);
    });
    return () => (leave(), clearTimeout(timer), this.head.stop(), this.drawing.stop());
  }

  readonly load = async (): Promise<void> => {
    await this.head.load();
    const head = this.head.data;
    if (head?.job && isLive(head.job)) this.drawing.start(head.job);
    if (head?.version && head.version !== this.#shown) await this.#show(head.version);
  };

  async draw(): Promise<void> {
    try {
      const { job } = await api.post<{ job: Job }>(this.path);
      this.drawing.start(job);
      // A job that was done at once tells nobody that it ended.
      if (!isLive(job)) await this.load();
    } catch (problem) {
      toastError(problem);
    }
  }

  async recolour(): Promise<void> {
    if (!this.#shown) return;
    try {
      this.facts = readFacts(await api.getBytes(`${this.path}${this.#shown}/facts/`));
    } catch (problem) {
      toastError(problem);
    }
  }

  async #show(version: number): Promise<void> {
    try {
      const [points, facts] = await Promise.all([
        api.getBytes(`${this.path}${version}/points/`),
        api.getBytes(`${this.path}${version}/facts/`),
      ]);
      const open = this.taskAt(this.focus);
      this.select([], 'replace');
      this.points = readPoints(points);
      this.facts = readFacts(facts);
      this.focus = open === null ? -1 : this.pointOf(open);
      this.near = [];
      this.#shown = version;
      this.problem = null;
    } catch (problem) {
      this.problem = problem;
    }
  }

  colourBy(mode: Mode): void {
    this.mode = mode;
    this.hidden = new Set();
  }
  toggle(kind: number): void {
    const hidden = new Set(this.hidden);
    if (!hidden.delete(kind)) hidden.add(kind);
    this.hidden = hidden;
  }
  readonly isShown = (point: number): boolean => {
    const kind = this.kinds[point] ?? HIDDEN;
    return kind !== HIDDEN && !this.hidden.has(kind);
  };

  /** Only what is seen is selected. */
  select(points: readonly number[], how: Combine): void {
    const seen = points.filter(this.isShown);
    this.selected = combined(this.selected, this.points?.x.length ?? 0, seen, how);
  }
  selectGroup(group: number, how: Combine): void {
    const all = this.points?.group ?? new Uint8Array();
    const found: number[] = [];
    for (let i = 0; i < all.length; i++) if (all[i] === group) found.push(i);
    this.select(found, how);
  }
  selectedPoints(): number[] {
    const found: number[] = [];
    this.selected?.forEach((is, point) => is && found.push(point));
    return found;
  }

  taskAt(point: number): string | null {
    const id = this.points?.id[point];
    return id === undefined ? null : String(id);
  }
  pointOf(task: string): number {
    return this.points ? placeOf(this.points.id, Number(task)) : -1;
  }
}
