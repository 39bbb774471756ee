/** The turns in sight, and the current one: of ten thousand only these are on the page. */
import { Stack } from './stack';
import type { TurnBox } from './turnBox';
import type { Talk } from './turns';

/** How far beyond the screen turns are kept, in pixels. */
const margin_px = 600;
const characters_a_row = 70;
const row_px = 28;
const frame_px = 58;

export class TurnList {
  readonly boxes = new Map<number, TurnBox>();
  readonly stack: Stack;
  /** Stays mounted wherever one scrolls: it may hold the caret. */
  current = 0;

  constructor(
    readonly turns: readonly Talk[],
    readonly scroller: HTMLElement,
    readonly feed: HTMLElement,
    readonly make: (talk: Talk) => TurnBox,
  ) {
    this.stack = new Stack(turns.length, (i) => estimate(turns[i]!));
  }

  /** Mounts what came into sight; says whether anything changed. */
  update(): boolean {
    const { scrollTop, clientHeight } = this.scroller;
    const offset = this.feed.offsetTop;
    const [first, last] = this.#range(scrollTop - offset, clientHeight);
    let changed = false;
    for (const [index, box] of this.boxes)
      if ((index < first || index > last) && index !== this.current) {
        box.element.remove();
        this.boxes.delete(index);
        changed = true;
      }
    for (let i = first; i <= last; i++) changed = this.mount(i) || changed;
    if (changed) this.measure();
    return changed;
  }
  mount(index: number): boolean {
    const talk = this.turns[index];
    if (!talk || this.boxes.has(index)) return false;
    const box = this.make(talk);
    this.boxes.set(index, box);
    // In the order of the talk, for those who read by ear.
    const after = [...this.boxes.keys()].filter((i) => i > index).sort((a, b) => a - b)[0];
    this.feed.insertBefore(
      box.element,
      after === undefined ? null : this.boxes.get(after)!.element,
    );
    box.setCurrent(index === this.current);
    return true;
  }
  /** Takes the true heights, and keeps what is on the screen where it is. */
  measure(): void {
    const anchor = this.stack.at(this.scroller.scrollTop - this.feed.offsetTop);
    const before = this.stack.top(anchor);
    for (const [index, { element }] of this.boxes)
      this.stack.measure(index, element.getBoundingClientRect().height);
    const moved = this.stack.top(anchor) - before;
    for (const [index, { element }] of this.boxes)
      element.style.transform = `translateY(${this.stack.top(index)}px)`;
    this.feed.style.height = `${this.stack.total}px`;
    if (Math.abs(moved) >= 1) this.scroller.scrollTop += moved;
  }
  /** Brings a turn into sight; near the top if it was not. */
  reveal(index: number): void {
    const { scroller, feed } = this;
    for (let tries = 0; tries < 4; tries++) {
      const top = this.stack.top(index) + feed.offsetTop;
      const height = this.stack.height(index);
      const isInside =
        top >= scroller.scrollTop + 8 &&
        top + Math.min(height, scroller.clientHeight - 60) <=
          scroller.scrollTop + scroller.clientHeight - 8;
      if (isInside) return;
      const isNear = Math.abs(top - scroller.scrollTop) < scroller.clientHeight * 1.5;
      const below = top > scroller.scrollTop;
      scroller.scrollTop =
        isNear && below && height < scroller.clientHeight - 60
          ? top + height - scroller.clientHeight + 48
          : top - 48;
      // What comes into sight is measured, which may move it once more.
      if (!this.update()) return;
    }
  }
  setCurrent(index: number): void {
    this.boxes.get(this.current)?.setCurrent(false);
    this.current = index;
    this.mount(index);
    this.boxes.get(index)?.setCurrent(true);
  }
  #range(top: number, height: number): [first: number, last: number] {
    return [
      this.stack.at(Math.max(0, top - margin_px)),
      this.stack.at(Math.max(0, top + height + margin_px)),
    ];
  }
}

function estimate({ text, calls }: Talk): number {
  const rows = text.split('\n').reduce((sum, line) => sum + 1 + line.length / characters_a_row, 0);
  return frame_px + Math.ceil(rows) * row_px + calls.length * 40;
}
