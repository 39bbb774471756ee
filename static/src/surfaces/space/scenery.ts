/** What one frame shows: its objects, its labelled points, and the colours laid over the cloud. */
import { colourOf, findClass, findLabel, nameOf } from '../../core/ontology';
import type { Geometry, PointLabels, Region } from '../../core/region';
import type { Place } from '../surface';
import { lensOf } from './facts';
import type { FrameCloud, Loader } from './loading';
import { seenAt, type Seen } from './sequence';
import { tinted, type Painted, type PointRegion } from './tints';

export const isPointLabels = (geometry: Geometry): geometry is PointLabels => 'runs' in geometry;
const paintedWidth = 640;

export class Scenery {
  #known: { frame: number; regions: readonly Region[]; hidden: unknown; seen: Seen[] } | null =
    null;
  readonly #pixels = new Map<string, ImageData>();

  constructor(
    private readonly place: Place,
    private readonly loader: Loader,
  ) {}

  /** The cuboids of a frame that are not hidden, in drawing order. */
  seen(frame: number): readonly Seen[] {
    const { document, session, field } = this.place;
    const regions = document.regions(field);
    const { hidden } = session.state;
    const known = this.#known;
    if (known?.frame === frame && known.hidden === hidden && same(known.regions, regions))
      return known.seen;
    const seen = regions
      .filter(({ id }) => !hidden.has(id))
      .flatMap((region) => seenAt(region, frame) ?? []);
    this.#known = { frame, regions, hidden, seen };
    return seen;
  }
  /** The last selected region, where it is in a frame. */
  selected(frame: number): Seen | null {
    const { document, session, field } = this.place;
    const region = document.region(session.state.selection.at(-1) ?? '');
    return region?.on === field ? seenAt(region, frame) : null;
  }
  /** Regions of points in a frame. */
  labelled(frame: number): PointRegion[] {
    const { document, session, field } = this.place;
    const { hidden, selection } = session.state;
    return document.regions(field).flatMap((region): PointRegion[] => {
      const { geometry } = region;
      if (!isPointLabels(geometry) || (geometry.frame ?? 0) !== frame || hidden.has(region.id))
        return [];
      const isSelected = selection.includes(region.id);
      return [{ region, runs: geometry.runs, colour: this.colour(region), isSelected }];
    });
  }
  colour(region: Region): string {
    return colourOf(findLabel(this.place.ontology, region.label), region.class);
  }
  name(region: Region): string {
    const label = findLabel(this.place.ontology, region.label);
    const found = findClass(label, region.class) ?? label;
    return found ? nameOf(found) : (region.class ?? region.label);
  }
  tint(cloud: FrameCloud, frame: number, by: string, into: Uint8Array): void {
    const boxed =
      by === 'label'
        ? this.seen(frame).map((seen) => ({ seen, colour: this.colour(seen.region) }))
        : [];
    tinted(cloud, into, this.labelled(frame), boxed, by === 'camera' ? this.#painted(frame) : []);
  }
  /** Reads the pictures of a frame, so that points can take their colours; true once all are there. */
  async readPictures(frame: number): Promise<void> {
    const { facts } = this.loader.source;
    await Promise.all(
      facts.cameras.map(async (_, camera) => {
        const key = `${frame} ${camera}`;
        if (this.#pixels.has(key) || !lensOf(facts, camera, frame)) return;
        const picture = await this.loader.picture(frame, camera).catch(() => null);
        if (!picture) return;
        const width = Math.min(paintedWidth, picture.width);
        const height = Math.round((picture.height * width) / picture.width);
        const ctx = new OffscreenCanvas(width, height).getContext('2d');
        ctx?.drawImage(picture, 0, 0, width, height);
        const pixels = ctx?.getImageData(0, 0, width, height);
        if (pixels) this.#pixels.set(key, pixels);
        for (const old of [...this.#pixels.keys()].slice(0, -16)) this.#pixels.delete(old);
      }),
    );
  }
  #painted(frame: number): Painted[] {
    const { facts } = this.loader.source;
    return facts.cameras.flatMap((_, camera) => {
      const lens = lensOf(facts, camera, frame);
      const pixels = this.#pixels.get(`${frame} ${camera}`);
      return lens && pixels ? [{ lens, pixels }] : [];
    });
  }
}
const same = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((one, i) => one === b[i]);
