/** Keeps the colours laid over points up to date, at most once a frame of the screen. */
import type { Point, Region } from '../../core/region';
import { nearest } from './enclosing';
import type { Pane } from './eyes';
import { forEachIndex, sizeOf, type Runs } from './runs';
import type { SpaceView } from './view';

export class Tints {
  #isDue = false;
  #preview: { runs: Runs; isErasing: boolean } | null = null;
  /** What the colours were made of, so that moving a cuboid does not colour a million points. */
  #made = '';

  constructor(private readonly view: SpaceView) {}

  refresh(): void {
    this.#preview = null;
    this.#schedule();
  }
  /** Points under a brush that has not been lifted yet. */
  preview(runs: Runs, isErasing: boolean): void {
    this.#preview = { runs, isErasing };
    this.#schedule();
  }
  #schedule(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    requestAnimationFrame(() => {
      this.#isDue = false;
      if (!this.view.isClosed) this.#write();
    });
  }
  #write(): void {
    const { view } = this;
    const { frame, colourBy } = view.store.state;
    const { cloud } = view;
    if (!cloud) return;
    const made = this.#signature();
    if (made === this.#made) return;
    this.#made = made;
    if (colourBy === 'camera')
      void view.scenery.readPictures(frame).then(() => {
        if (view.isClosed || view.store.state.frame !== frame) return;
        this.#colour();
      });
    this.#colour();
  }
  #colour(): void {
    const { view } = this;
    const { frame, colourBy } = view.store.state;
    const { cloud } = view;
    if (!cloud) return;
    view.stage.cast.tint(cloud, (into) => {
      view.scenery.tint(cloud, frame, colourBy, into);
      if (this.#preview) this.#dab(into);
    });
    view.stage.invalidate('restart');
  }
  #dab(into: Uint8Array): void {
    const { cloud } = this.view;
    if (!cloud || !this.#preview) return;
    const touched = new Set<number>();
    forEachIndex(this.#preview.runs, (index) => touched.add(index));
    const shade = this.#preview.isErasing ? [20, 20, 20, 255] : [255, 255, 255, 255];
    for (let i = 0; i < cloud.count; i++)
      if (touched.has(cloud.words[i * cloud.stride + cloud.indexAt]!)) into.set(shade, 4 * i);
  }
  #signature(): string {
    const { view } = this;
    const { frame, colourBy } = view.store.state;
    const labels = view.scenery
      .labelled(frame)
      .map(({ region, runs, colour, isSelected }) =>
        [region.id, runs.length, sizeOf(runs), runs[0]?.[0], colour, isSelected].join(),
      );
    const boxes =
      colourBy === 'label'
        ? view.scenery
            .seen(frame)
            .map(({ cuboid, region }) =>
              [region.class, cuboid.center, cuboid.size, cuboid.rotation].join(),
            )
        : [];
    const brushed = this.#preview ? sizeOf(this.#preview.runs) : -1;
    return [frame, colourBy, view.cloud?.count, brushed, ...labels, ...boxes].join(';');
  }
  /** The region of points that holds the point under the pointer. */
  regionUnder(pane: Pane, at: Point): Region | null {
    const { view } = this;
    const { cloud } = view;
    const labelled = view.scenery.labelled(pane.frame);
    if (!labelled.length || !pane.sight || !cloud) return null;
    const spot = nearest(pane.sight, cloud, at, 8, view.isShown);
    if (!spot) return null;
    const index = indexOf(cloud, spot);
    const holds = (runs: Runs): boolean =>
      runs.some(([start, length]) => index >= start && index < start + length);
    return labelled.findLast(({ runs }) => holds(runs))?.region ?? null;
  }
}
/** The source index of a point that was picked by its place. */
function indexOf(
  cloud: NonNullable<SpaceView['cloud']>,
  spot: readonly [number, number, number],
): number {
  const { floats, words, stride, indexAt, origin, count } = cloud;
  for (let i = 0, at = 0; i < count; i++, at += stride)
    if (
      floats[at]! + origin[0] === spot[0] &&
      floats[at + 1]! + origin[1] === spot[1] &&
      floats[at + 2]! + origin[2] === spot[2]
    )
      return words[at + indexAt]!;
  return -1;
}
