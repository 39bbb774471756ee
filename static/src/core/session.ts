/**
 * What the annotator is doing right now, shared by the page and its surfaces: tool, class,
 * selection, what is hidden or locked. Nothing here is saved with the annotation or undone.
 */
import type { AnnotationDocument } from './document';
import { attributesOf, drawnFor, findLabel, relationsBetween, type Ontology } from './ontology';
import { newId, type Geometry, type Region, type Relation } from './region';
import { toolFor } from './tool';

export interface SessionState {
  readonly readonly: boolean;
  /** The field whose surface has the keyboard; keys of that surface apply. */
  readonly field: string | null;
  readonly tool: string;
  /** What the next region will be. */
  readonly label: string | null;
  readonly class: string | null;
  /** Region ids; the last is the one whose details show. */
  readonly selection: readonly string[];
  /** Pointed at, in the list or on a surface. */
  readonly hover: string | null;
  readonly hidden: ReadonlySet<string>;
  readonly locked: ReadonlySet<string>;
  readonly snap: boolean;
  /** Diameter of brush and eraser in image pixels. */
  readonly brush: number;
  /** A relation being drawn: from this region, of this type (null: ask when it ends). */
  readonly relating: { readonly from: string; readonly type: string | null } | null;
  /** Screen pixels per image pixel of the surface in use, for the status line. */
  readonly zoom: number | null;
  /** The frame that each field with frames (a video, a drive) stands at. */
  readonly frames: { readonly [field: string]: number };
}
export type SessionWatcher = (
  state: SessionState,
  changed: ReadonlySet<keyof SessionState>,
) => void;

const initial: SessionState = {
  readonly: false,
  field: null,
  tool: 'select',
  label: null,
  class: null,
  selection: [],
  hover: null,
  hidden: new Set(),
  locked: new Set(),
  snap: false,
  brush: 24,
  relating: null,
  zoom: null,
  frames: {},
};

export class Session {
  #state: SessionState;
  readonly #watchers = new Set<SessionWatcher>();

  constructor(
    readonly document: AnnotationDocument,
    readonly ontology: Ontology,
    start: Partial<SessionState> = {},
  ) {
    this.#state = { ...initial, ...start };
    document.watch(({ regions }) => {
      const gone = new Set(regions.filter(([, , after]) => !after).map(([id]) => id));
      if (gone.size && this.#state.selection.some((id) => gone.has(id)))
        this.select(this.#state.selection.filter((id) => !gone.has(id)));
    });
  }

  get state(): SessionState {
    return this.#state;
  }
  set(patch: Partial<SessionState>): void {
    const changed = new Set(
      (Object.keys(patch) as (keyof SessionState)[]).filter(
        (key) => !Object.is(this.#state[key], patch[key]),
      ),
    );
    if (!changed.size) return;
    this.#state = { ...this.#state, ...patch };
    for (const watcher of [...this.#watchers]) watcher(this.#state, changed);
  }
  watch(watcher: SessionWatcher): () => void {
    this.#watchers.add(watcher);
    return () => void this.#watchers.delete(watcher);
  }

  /** The selected regions that still exist. */
  get selected(): Region[] {
    return this.#state.selection.flatMap((id) => this.document.region(id) ?? []);
  }
  select(ids: readonly string[]): void {
    this.set({ selection: ids });
  }
  /** Regions that may be changed: not locked, not read-only. */
  editable(ids: readonly string[]): string[] {
    return this.#state.readonly ? [] : ids.filter((id) => !this.#state.locked.has(id));
  }
  toggle(which: 'hidden' | 'locked', ids: readonly string[]): void {
    const set = new Set(this.#state[which]);
    const all = ids.every((id) => set.has(id));
    for (const id of ids)
      if (all) set.delete(id);
      else set.add(id);
    this.set({ [which]: set });
  }

  /**
   * A class was picked. While selecting, the selected regions of that label become it. While
   * drawing it is what comes next, with the tool that draws it, and what was drawn before is let
   * go of: picking a class for the next box must not change the last one.
   */
  choose(label: string, classId: string | null): void {
    const isDrawing = !['select', 'pan'].includes(this.#state.tool);
    if (isDrawing) this.select([]);
    const mine = this.selected.filter((region) => region.label === label);
    const ids = this.editable(mine.map((region) => region.id));
    if (ids.length)
      this.document.transact(() => {
        for (const id of ids) this.document.editRegion(id, { class: classId });
      });
    const found = findLabel(this.ontology, label);
    const kind = found && drawnFor(found, this.ontology);
    const tool = ids.length || !kind ? this.#state.tool : (toolFor[kind] ?? this.#state.tool);
    // Its surface gets the keys from now on.
    this.set({ label, class: classId, tool, field: found?.on ?? this.#state.field });
  }
  /** A region as the person would make it now, or of the class that is given. */
  newRegion(label: string, on: string, geometry: Geometry, given?: string | null): Region {
    const same = this.#state.label === label;
    const found = findLabel(this.ontology, label);
    const usual = (same ? this.#state.class : null) ?? found?.classes?.[0]?.id ?? null;
    const classId = given === undefined ? usual : given;
    const defaults = attributesOf(found, classId).flatMap(({ id, default: value }) =>
      value === undefined || value === null ? [] : [[id, value] as const],
    );
    return {
      id: newId(),
      label,
      on,
      class: classId,
      geometry,
      attributes: Object.fromEntries(defaults),
      origin: { kind: 'human' },
    };
  }
  /** Ends the relation being drawn at this region; null where the ontology knows none between them. */
  relateTo(id: string): Relation | null {
    const { relating } = this.#state;
    const [from, to] = [this.document.region(relating?.from ?? ''), this.document.region(id)];
    if (!relating || !from || !to || from.id === to.id) return null;
    const types = relationsBetween(this.ontology, from.label, to.label);
    const type = types.find((item) => item.id === relating.type) ?? types[0];
    if (!type) return null;
    const relation: Relation = {
      id: newId(),
      label: type.id,
      from: from.id,
      to: to.id,
      directed: type.directed ?? true,
    };
    this.document.putRelations(relation);
    this.set({ relating: null });
    return relation;
  }
}
