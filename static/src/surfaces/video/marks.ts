/** What there is of a video's tracks on the frame shown. */
import { isPlane } from '../../core/geometry';
import { drawnFor } from '../../core/ontology';
import type { PlaneGeometry, Region, Track, TrackShape } from '../../core/region';
import {
  attributesAt,
  ghostAt,
  isProposedAt,
  isTrackRegion,
  keyframeAt,
  shapeAt,
} from '../../core/track';
import { hasKeyframe, newTrack, putShape, setFlag } from '../../core/trackEdits';
import type { Look } from '../plane/look';
import type { Marks } from '../plane/marks';
import type { PlaneRegion } from '../plane/scene';
import type { Place } from '../surface';
import { videoSettings } from './settings';

interface Known {
  readonly frame: number;
  readonly isGhost: boolean;
  readonly shape: PlaneRegion | null;
}

/** Tracks of shapes on the picture; the wire has no others on a video. */
export const isDrawnTrack = (region: Region): region is Region<Track<PlaneGeometry>> =>
  isTrackRegion(region) && isPlane(region.geometry.keyframes[0]!.geometry);

export class TrackMarks implements Marks {
  /** Of each region as it is now; an edited one is another object. */
  readonly #known = new WeakMap<Region, Known>();

  constructor(
    private readonly place: Place,
    private readonly frame: () => number,
    /** While playing, what is not there is not shown. */
    private readonly isStill: () => boolean,
  ) {}

  all(): readonly PlaneRegion[] {
    const { document, field } = this.place;
    return document.regions(field).flatMap((region) => this.#shape(region) ?? []);
  }
  get(id: string): PlaneRegion | undefined {
    const region = this.place.document.region(id);
    return (region?.on === this.place.field && this.#shape(region)) || undefined;
  }
  draws(label: Parameters<Marks['draws']>[0]): ReturnType<Marks['draws']> {
    return drawnFor(label, this.place.ontology);
  }
  toRegion(shape: PlaneRegion): Region {
    const label = this.place.ontology.labels.find(({ id }) => id === shape.label);
    if (label?.kind !== 'track') return shape;
    const frame = this.frame();
    const end = videoSettings().life === 'frame' ? frame + 1 : undefined;
    const kind = drawnFor(label, this.place.ontology) as TrackShape;
    return { ...shape, geometry: newTrack(kind, frame, shape.geometry, end) };
  }
  reshape(id: string, shape: PlaneGeometry): void {
    const region = this.place.document.region(id);
    if (!region || !isDrawnTrack(region)) return;
    const geometry = putShape(region.geometry, this.frame(), shape);
    this.place.document.editRegion(id, { geometry });
  }
  /** Rubbed out on this frame: not there until the next keyframe. */
  remove(ids: readonly string[]): void {
    const { document } = this.place;
    for (const id of ids) {
      const region = document.region(id);
      if (!region || !isDrawnTrack(region)) continue;
      const geometry = setFlag(region.geometry, this.frame(), 'outside', true);
      if (geometry) document.editRegion(id, { geometry });
      else document.removeRegions(id);
    }
  }
  /** What became part of another here may stand alone elsewhere. */
  absorb(_: string, ids: readonly string[]): void {
    this.remove(ids);
  }
  dress(shape: PlaneRegion, look: Look): Look {
    const region = this.place.document.region(shape.id);
    if (!region || !isDrawnTrack(region)) return look;
    const frame = this.frame();
    const { t } = this.place;
    const sign = hasKeyframe(region.geometry, frame) ? '◆ ' : '';
    if (shapeAt(region.geometry, frame) === null) {
      const text = `${look.text} · ${t('video.absent')}`;
      return { ...look, line: 'dotted', alpha: 0.4, text };
    }
    const occluded = keyframeAt(region.geometry, frame)?.occluded === true;
    const isAsked = isProposedAt(region.geometry, frame) && !look.isSuggested;
    const said = `${look.text}${isAsked ? '?' : ''}${occluded ? ` · ${t('video.occluded')}` : ''}`;
    const line = occluded && look.line === 'firm' ? 'dotted' : look.line;
    const known = { ...look, text: sign + said, line };
    return isAsked ? { ...known, isSuggested: true, line: 'dashed', alpha: 0.7 } : known;
  }

  #shape(region: Region): PlaneRegion | null {
    if (!isDrawnTrack(region)) return null;
    const frame = this.frame();
    const isGhost = this.isStill() && this.place.session.state.selection.includes(region.id);
    const known = this.#known.get(region);
    if (known?.frame === frame && known.isGhost === isGhost) return known.shape;
    const geometry =
      shapeAt(region.geometry, frame) ?? (isGhost ? ghostAt(region.geometry, frame) : null);
    const shape = geometry && { ...region, geometry, attributes: attributesAt(region, frame) };
    this.#known.set(region, { frame, isGhost, shape });
    return shape;
  }
}
