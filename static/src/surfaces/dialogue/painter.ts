/** Paints the spans of the turns that are mounted: tints by highlights, lines and chips on a canvas. */
import { relationLook, type Box, type Curve, type Theme } from '../prose/curves';
import { Inks, type Ink } from '../prose/inks';
import type { Mark } from '../prose/marks';
import { Overlay, type PlacedMark } from '../prose/overlay';
import { proseSettings } from '../prose/settings';
import type { Place } from '../surface';
import type { TurnStretch } from './marker';
import type { TurnBox } from './turnBox';

export interface Subject {
  readonly boxes: ReadonlyMap<number, TurnBox>;
  readonly preview: (TurnStretch & { readonly id: string }) | null;
  readonly pending: TurnStretch | null;
  readonly hits: readonly TurnStretch[];
  readonly hit: number;
  readonly differences: readonly TurnStretch[];
}

const margin_px = 200;
const strengths = { suggested: 0.13, plain: 0.24, hover: 0.36, selected: 0.44 } as const;

export class Painter {
  readonly overlay = new Overlay();
  readonly #inks = new Inks();
  #frame = 0;
  #marks: readonly (PlacedMark & { turn: number })[] = [];

  constructor(
    readonly place: Place,
    readonly scroller: HTMLElement,
    readonly sheet: HTMLElement,
    readonly subject: () => Subject,
    readonly painted: () => void,
  ) {
    sheet.append(this.overlay.canvas);
  }

  get marks(): readonly (PlacedMark & { turn: number })[] {
    return this.#marks;
  }
  refresh(): void {
    this.#frame ||= requestAnimationFrame(() => this.paint());
  }
  close(): void {
    cancelAnimationFrame(this.#frame);
    this.#inks.close();
  }

  paint(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    const { scroller, sheet } = this;
    if (!scroller.clientHeight) return;
    const origin = sheet.getBoundingClientRect();
    const subject = this.subject();
    const { hidden } = this.place.session.state;
    this.#marks = [...subject.boxes].flatMap(([turn, box]) =>
      box.index
        .within(0, Infinity)
        .filter(({ id }) => !hidden.has(id))
        .map((mark) => this.#place(turn, box, mark, subject, origin)),
    );
    this.#ink(subject);
    const top = Math.max(0, scroller.scrollTop - margin_px);
    this.overlay.draw(
      {
        top,
        width: sheet.clientWidth,
        height: Math.min(sheet.clientHeight - top, scroller.clientHeight + 2 * margin_px),
        marks: this.#marks,
        curves: this.#curves(),
        chips: proseSettings().chips,
      },
      this.#theme(),
    );
    this.painted();
  }

  #place(
    turn: number,
    box: TurnBox,
    mark: Mark,
    { preview }: Subject,
    origin: DOMRect,
  ): PlacedMark & { turn: number } {
    const { selection, hover, relating } = this.place.session.state;
    const { from, to } = preview?.id === mark.id ? preview : mark;
    const boxes = box.map.rects(from, to).map((rect) => toSheet(rect, origin));
    const active = selection.includes(mark.id) || hover === mark.id || relating?.from === mark.id;
    const level = box.index.level(mark.id);
    return { ...mark, from, to, turn, boxes, level, begins: true, active };
  }
  #ink({ boxes, pending, hits, hit, differences }: Subject): void {
    const { selection, hover } = this.place.session.state;
    const inked: [Ink, StaticRange][] = [];
    const put = ({ turn, from, to }: TurnStretch, ink: Ink): void => {
      const box = boxes.get(turn);
      if (box) inked.push([ink, box.map.stretch(from, to)]);
    };
    const style = getComputedStyle(this.scroller);
    const colour = (name: string): string => style.getPropertyValue(name).trim();
    const [person, machine] = [colour('--person'), colour('--machine')];
    for (const one of differences) put(one, { colour: machine, strength: 0.22, priority: 0 });
    for (const mark of this.#marks) {
      const state = selection.includes(mark.id)
        ? 'selected'
        : hover === mark.id
          ? 'hover'
          : mark.suggested
            ? 'suggested'
            : 'plain';
      const priority = state === 'selected' ? 2 : 1;
      put(mark, { colour: mark.colour, strength: strengths[state], priority });
    }
    hits.forEach((found, i) =>
      put(found, { colour: machine, strength: i === hit ? 0.75 : 0.35, priority: 3 }),
    );
    if (pending) put(pending, { colour: person, strength: 0.34, priority: 4 });
    this.#inks.paint(inked);
  }
  /** Relations with both ends among the turns in sight. */
  #curves(): Curve[] {
    const { document, session, ontology } = this.place;
    const places = new Map(this.#marks.map((mark) => [mark.id, mark]));
    return document.relations().flatMap((relation) => {
      const [from, to] = [places.get(relation.from), places.get(relation.to)];
      if (!from?.boxes[0] || !to?.boxes[0]) return [];
      return {
        from: from.boxes[0],
        to: to.boxes[0],
        active: [from, to].some(({ id }) => session.state.selection.includes(id)),
        suggested: from.suggested || to.suggested,
        ...relationLook(relation, ontology),
      };
    });
  }
  #theme(): Theme {
    const style = getComputedStyle(this.scroller);
    const token = (name: string): string => style.getPropertyValue(name).trim();
    return {
      ink: token('--ink'),
      panel: token('--panel'),
      machine: token('--machine'),
      font: token('--font'),
    };
  }
}

const toSheet = (rect: DOMRect, origin: DOMRect): Box => ({
  left: rect.left - origin.left,
  top: rect.top - origin.top,
  right: rect.right - origin.left,
  bottom: rect.bottom - origin.top,
});
