/** A still picture: beside all that a plane can do, what needs its pixels or its outlines. */
import type { SurfaceScope } from '../../core/commands';
import { regionLabelsOn } from '../../core/ontology';
import { notify } from '../notice';
import type { Place } from '../surface';
import { loadCells, type Cells } from './cells';
import { labelFor } from './kinds';
import { regionMarks, type PlanePlace } from './marks';
import { Segmenter } from './segmenting';
import { convert, joinSelected } from './shapes';
import { isPlain, plainLook, type Look, type ShownImage } from './shown';
import { Simplifier } from './simplifier';
import { run, type Running } from './tools';
import { cellsTool } from './tools/cells';
import { orderTool } from './tools/order';
import { SegmentTool } from './tools/segment';
import { sliceTool } from './tools/slice';
import { wandTool } from './tools/wand';
import { PlaneView } from './view';

const strongest = 100;

export class ImageView extends PlaneView {
  override readonly scopes: readonly SurfaceScope[] = ['image', 'plane'];
  readonly simplifier: Simplifier;
  readonly #looked = new Set<() => void>();
  readonly #stopWatching: () => void;
  #cells: Promise<Cells> | null = null;

  constructor(
    place: Place,
    readonly shown: ShownImage,
    private readonly base: string | null,
    segmenter = new Segmenter(place),
  ) {
    super(place, shown, undefined, undefined, imageTools(place, shown, base, segmenter));
    segmenter.view = this;
    this.simplifier = new Simplifier(this.place, () => this.camera.scale);
    this.#stopWatching = this.place.session.watch(({ tool }, changed) => {
      if (changed.has('tool')) this.#showCells(tool === 'superpixels');
      if (changed.has('tool') && tool === 'segment') segmenter.warm();
      if (changed.has('selection')) this.simplifier.end();
    });
    this.#showCells(this.place.session.state.tool === 'superpixels');
  }

  get tone(): Look {
    return this.shown.look;
  }
  set tone(look: Look) {
    this.shown.look = isPlain(look) ? plainLook : look;
    this.stage.invalidate('base');
    for (const looked of this.#looked) looked();
  }
  /** Calls back when the picture is shown differently. */
  onLooked(looked: () => void): () => void {
    this.#looked.add(looked);
    return () => void this.#looked.delete(looked);
  }

  override run(command: string): boolean {
    const isDone = this.#own(command);
    if (isDone) this.stage.invalidate('overlay');
    else if (this.simplifier.tolerance !== null) this.simplifier.end();
    return isDone || super.run(command);
  }
  override close(): void {
    this.simplifier.end();
    this.#stopWatching();
    super.close();
  }

  #own(command: string): boolean {
    switch (command) {
      case 'shape.convert':
        return convert(this.place, this.image);
      case 'shape.join':
        return joinSelected(this.place);
      case 'shape.simpler':
        return this.simplifier.by(1);
      case 'shape.finer':
        return this.simplifier.by(-1);
      case 'look.invert':
        return this.#looks({ isInverted: !this.tone.isInverted });
      case 'look.plain':
        return this.#looks(plainLook);
      case 'look.brighter':
        return this.#looks({ brightness: limited(this.tone.brightness + 10) });
      case 'look.darker':
        return this.#looks({ brightness: limited(this.tone.brightness - 10) });
      case 'look.harder':
        return this.#looks({ contrast: limited(this.tone.contrast + 10) });
      case 'look.softer':
        return this.#looks({ contrast: limited(this.tone.contrast - 10) });
      case 'region.new':
        return this.#pressMiddle(['wand', 'superpixels', 'segment']);
      case 'segment.off':
        return this.#pressMiddle(['segment'], true);
      default:
        return false;
    }
  }
  #looks(change: Partial<Look>): boolean {
    this.tone = { ...this.tone, ...change };
    return true;
  }
  /** The keyboard's press of some tools: in the middle of what is seen. */
  #pressMiddle(tools: readonly string[], alt = false): boolean {
    const { tool, readonly } = this.place.session.state;
    if (readonly || !tools.includes(tool)) return false;
    const held = { shift: false, alt, mod: false };
    this.desk.press(this.centre, held);
    this.desk.release(this.centre, held);
    return true;
  }
  #showCells(isWanted: boolean): void {
    this.shown.cells = null;
    this.stage.invalidate('base');
    if (!isWanted || this.base === null) return;
    const cutting = (this.#cells ??= loadCells(this.base));
    const late = window.setTimeout(() => notify(this.place.host, 'plane.cutting'), 600);
    cutting
      .then(
        (cells) => {
          if (this.place.session.state.tool !== 'superpixels') return;
          this.shown.cells = cells;
          this.stage.invalidate('base');
        },
        () => {
          this.#cells = null;
          notify(this.place.host, 'plane.uncut');
        },
      )
      .finally(() => window.clearTimeout(late));
  }
}

const limited = (amount: number): number => Math.max(-strongest, Math.min(strongest, amount));

/** Tools that a picture has beyond those of any plane. */
function imageTools(
  given: Place,
  shown: ShownImage,
  base: string | null,
  segmenter: Segmenter,
): Running[] {
  const place: PlanePlace = { ...given, marks: regionMarks(given) };
  const paints = labelFor(place, 'mask') !== null;
  const reads = regionLabelsOn(given.ontology, given.field).some((label) => label.transcript);
  return [
    run(sliceTool),
    run(wandTool(() => shown.pixels, paints ? 'mask' : 'polygon')),
    ...(base === null ? [] : [run(cellsTool(() => shown.cells))]),
    ...(base !== null && segmenter.isWanted ? [new SegmentTool(segmenter)] : []),
    ...(reads ? [run(orderTool)] : []),
  ];
}
