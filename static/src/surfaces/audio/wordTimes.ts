/** The words of the selected region in its block: shown at their times, their borders dragged. */
import type { Block } from '../axis/hit';
import { cut } from '../axis/paint';
import type { Press } from '../axis/pointer';
import { isRange, type RangeRegion } from '../axis/ranges';
import type { AudioView } from './view';
import { bordered, spread, wordsIn, wordsOf, type TimedWord } from './words';

const grip_px = 5;
const shortest_s = 0.02;

interface Grip {
  readonly id: string;
  /** The word that begins at the border. */
  readonly at: number;
  words: readonly TimedWord[];
}

export class WordTimes {
  #held: Grip | null = null;

  constructor(private readonly view: AudioView) {}

  /** Times the words of the transcript evenly, or forgets the times there are. */
  toggle(): boolean {
    const { view } = this;
    const region = view.current;
    const { document, session } = view.place;
    if (!region || !session.editable([region.id]).length) return false;
    const words = wordsIn(region.text ?? '');
    if (!words.length) return false;
    const timed = wordsOf(region).length ? undefined : spread(words, region.geometry);
    const { words: _, ...rest } = region;
    if (timed) document.editRegion(region.id, { words: timed });
    else document.putRegions(rest);
    return true;
  }

  paint(
    ctx: CanvasRenderingContext2D,
    { left, right, top, bottom }: Block,
    region: RangeRegion,
  ): boolean {
    const held = this.#held?.id === region.id ? this.#held : null;
    const words = held?.words ?? wordsOf(region);
    if (!words.length || (right - left) / words.length < 16) return false;
    const { theme } = this.view.board;
    ctx.font = `12px ${theme.font}`;
    ctx.textBaseline = 'middle';
    ctx.textAlign = 'left';
    words.forEach(({ text, start, end }, at) => {
      const [from, to] = [this.view.x(start), this.view.x(end)];
      ctx.fillStyle = held?.at === at ? theme.person : theme.faint;
      if (at > 0) ctx.fillRect(Math.round(from), top + 3, 1, bottom - top - 6);
      ctx.fillStyle = theme.ink;
      ctx.fillText(cut(ctx, text, to - from - 8), from + 5, (top + bottom) / 2 + 0.5);
    });
    return true;
  }

  press({ x, y }: Press): boolean {
    const region = this.view.current;
    const block = this.view.blocks.find(({ id }) => id === region?.id);
    if (!region || !block || y < block.top || y >= block.bottom) return false;
    if (!this.view.place.session.editable([region.id]).length) return false;
    const words = wordsOf(region);
    const at = words.findIndex(
      ({ start }, place) => place > 0 && Math.abs(this.view.x(start) - x) <= grip_px,
    );
    if (at < 1) return false;
    this.#held = { id: region.id, at, words };
    return true;
  }
  drag({ x, alt }: Press): boolean {
    const held = this.#held;
    const region = held && this.view.place.document.region(held.id);
    if (!held || !region || !isRange(region)) return false;
    const time = this.view.time(x);
    const edges = alt ? this.view.ownEdges(time, 0.1) : [];
    const near = edges.find((edge) => Math.abs(edge - time) < 8 * this.view.secondsPerPixel);
    held.words = bordered(wordsOf(region), held.at, near ?? time, shortest_s);
    this.view.board.invalidate('base');
    return true;
  }
  drop(): boolean {
    const held = this.#held;
    this.#held = null;
    if (!held) return false;
    this.view.place.document.editRegion(held.id, { words: held.words });
    return true;
  }
}
