/** Everything that changes regions: each call is one step of undo. */
import { colourOf, findLabel, regionLabelsOn, type Label } from '../../core/ontology';
import type { Cuboid, Region, Vector3 } from '../../core/region';
import { isSuggested } from '../../core/region';
import { isTrack } from '../../core/track';
import type { Place } from '../surface';
import { isCuboid } from './cuboid';
import { toRuns, union, without, type Runs } from './runs';
import { isPointLabels } from './scenery';
import { begun, changedAt, endToggled, keyToggled, seenAt } from './sequence';
import { typicalSize } from './tracing';

type Kind = 'cuboid' | 'track' | 'point_labels';

export class Editor {
  constructor(private readonly place: Place) {}

  /** The label that something new of these kinds gets: the active one, or the first. */
  label(...kinds: Kind[]): Label | null {
    const { ontology, field, session } = this.place;
    if (session.state.readonly) return null;
    const fitting = regionLabelsOn(ontology, field).filter(({ kind }) =>
      (kinds as string[]).includes(kind),
    );
    return fitting.find(({ id }) => id === session.state.label) ?? fitting[0] ?? null;
  }
  /** The colour of what would be drawn next. */
  get colour(): string {
    const { session, ontology } = this.place;
    const label = this.label('cuboid', 'track');
    const chosen = session.state.label === label?.id ? session.state.class : null;
    return colourOf(
      findLabel(ontology, label?.id ?? ''),
      chosen ?? label?.classes?.[0]?.id ?? null,
    );
  }
  /** How large things of the class to be drawn usually are, by those there are. */
  typical(): Vector3 {
    const { document, session, field } = this.place;
    const { label, class: wanted } = session.state;
    const sizes = document.regions(field).flatMap((region) => {
      if (region.label !== label || (wanted !== null && region.class !== wanted)) return [];
      const { geometry } = region;
      if (isCuboid(geometry)) return [geometry.size];
      const first = isTrack(geometry) ? geometry.keyframes[0]?.geometry : undefined;
      return first && isCuboid(first) ? [first.size] : [];
    });
    return typicalSize(sizes);
  }
  create(cuboid: Cuboid, frame: number): Region | null {
    const label = this.label('cuboid', 'track');
    if (!label) return null;
    const { document, session, field } = this.place;
    const geometry = begun(cuboid, frame, label.kind === 'track');
    const region = session.newRegion(label.id, field, geometry);
    document.putRegions(region);
    session.select([region.id]);
    return region;
  }
  /** Objects that the server found: suggestions, for a person to accept. */
  suggest(cuboids: readonly Cuboid[], frame: number, model: string): number {
    const label = this.label('cuboid', 'track');
    if (!label) return 0;
    const { document, session, field } = this.place;
    const regions = cuboids.map((cuboid): Region => ({
      ...session.newRegion(label.id, field, begun(cuboid, frame, label.kind === 'track')),
      origin: { kind: 'prediction', model_version: model },
    }));
    if (regions.length) document.putRegions(...regions);
    return regions.length;
  }
  change(region: Region, frame: number, cuboid: Cuboid): void {
    this.place.document.editRegion(region.id, { geometry: changedAt(region, frame, cuboid) });
  }
  isEditable(id: string): boolean {
    return this.place.session.editable([id]).length > 0;
  }
  /** A person approves of where it is in this frame, or takes that back. */
  confirm(region: Region, frame: number): boolean {
    const seen = seenAt(region, frame);
    if (!seen || !this.isEditable(region.id)) return false;
    const geometry = changedAt(region, frame, seen.cuboid, !seen.isConfirmed);
    const { document } = this.place;
    document.transact(() => {
      if (isSuggested(region)) document.confirm(region.id);
      document.editRegion(region.id, { geometry });
    });
    return true;
  }
  toggleKey(region: Region, frame: number): boolean {
    return this.#put(region, keyToggled(region, frame));
  }
  toggleEnd(region: Region, frame: number): boolean {
    return this.#put(region, endToggled(region, frame));
  }
  #put(region: Region, geometry: Region['geometry'] | null): boolean {
    if (!geometry || !this.isEditable(region.id)) return false;
    this.place.document.editRegion(region.id, { geometry });
    return true;
  }
  /** The object in another frame: a keyframe of its track, or a cuboid of its own there. */
  carry(region: Region, frame: number, cuboid: Cuboid): void {
    const { document, session } = this.place;
    if (isTrack(region.geometry)) {
      this.change(region, frame, cuboid);
      return;
    }
    const copy = session.newRegion(region.label, region.on, begun(cuboid, frame, false));
    document.putRegions({ ...copy, class: region.class, attributes: region.attributes });
    session.select([copy.id]);
  }

  /** Points join the class in hand, or leave it; each has one class of a label at most. */
  labelPoints(indices: readonly number[], frame: number, isErasing: boolean): boolean {
    const label = this.label('point_labels');
    if (!label || !indices.length) return false;
    const { document } = this.place;
    const drawn = toRuns(indices);
    document.transact(() => {
      const target = isErasing ? null : this.#target(label, frame);
      for (const region of this.#pointRegions(label, frame))
        if (region.id !== target?.id && this.isEditable(region.id))
          this.#reshape(region, without(runsOf(region), drawn));
      if (target) this.#reshape(target, union(runsOf(target), drawn));
      else if (!isErasing) this.#newPoints(label, drawn, frame);
    });
    return true;
  }
  #newPoints(label: Label, runs: Runs, frame: number): void {
    const { document, session, field } = this.place;
    const geometry = { runs, ...(frame ? { frame } : {}) };
    const region = session.newRegion(label.id, field, geometry);
    document.putRegions(region);
    session.select([region.id]);
  }
  /** What a stroke goes on with: the selected region, else the one of the class in hand. */
  #target(label: Label, frame: number): Region | null {
    const { session } = this.place;
    const all = this.#pointRegions(label, frame).filter(({ id }) => this.isEditable(id));
    const selected = all.find(({ id }) => id === session.state.selection.at(-1));
    const wanted =
      (session.state.label === label.id ? session.state.class : null) ??
      label.classes?.[0]?.id ??
      null;
    const known = all.find((region) => region.class === wanted);
    return selected?.class === wanted ? selected : (known ?? null);
  }
  #pointRegions(label: Label, frame: number): Region[] {
    return this.place.document
      .regions(this.place.field)
      .filter((region) => region.label === label.id)
      .filter(({ geometry }) => isPointLabels(geometry) && (geometry.frame ?? 0) === frame);
  }
  #reshape(region: Region, runs: [number, number][]): void {
    const { document } = this.place;
    if (!runs.length) document.removeRegions(region.id);
    else document.editRegion(region.id, { geometry: { ...region.geometry, runs } });
  }
}
const runsOf = ({ geometry }: Region): Runs => (isPointLabels(geometry) ? geometry.runs : []);
