/**
 * Paints the marks near the screen, when something has changed or been scrolled near. A highlight
 * repaints every range it holds, so a long document must not register them all.
 */
import { objectOf, objectsOf } from '../../core/objects';
import type { Place } from '../surface';
import { relationLook, type Box, type Curve, type Theme } from './curves';
import { Inks, type Ink } from './inks';
import type { Mark } from './marks';
import { Overlay, type PlacedMark } from './overlay';
import { proseSettings } from './settings';
import type { SpanIndex } from './spans';
import type { Places } from './textMap';
import type { Stretch } from './words';

/** What there is to paint; the view keeps it up to date. */
export interface Subject {
  readonly index: SpanIndex<Mark>;
  /** A span whose end is being dragged, as it will be. */
  readonly preview: (Stretch & { readonly id: string }) | null;
  /** Text selected, not yet a span. */
  readonly pending: Stretch | null;
  readonly hits: readonly Stretch[];
  readonly hit: number;
}

/** How far beyond the screen to paint, as a share of its height. */
const margin = 0.6;
const strengths = { suggested: 0.13, plain: 0.24, hover: 0.36, selected: 0.44 } as const;

export class Painter {
  readonly overlay = new Overlay();
  readonly #inks = new Inks();
  #frame = 0;
  #window: (Stretch & { top: number; height: number }) | null = null;
  #boxes = new Map<string, readonly Box[]>();
  #marks: readonly PlacedMark[] = [];

  constructor(
    readonly place: Place,
    readonly scroller: HTMLElement,
    readonly sheet: HTMLElement,
    readonly map: Places,
    readonly subject: () => Subject,
    readonly painted: () => void,
  ) {
    sheet.append(this.overlay.canvas);
  }

  /** Marks on or near the screen, as last painted. */
  get marks(): readonly PlacedMark[] {
    return this.#marks;
  }
  /** Colours changed, or what is selected. */
  refresh(): void {
    this.#frame ||= requestAnimationFrame(() => this.#paint());
  }
  /** The text or its marks moved: measure again. */
  remeasure(): void {
    this.#boxes.clear();
    this.#window = null;
    this.refresh();
  }
  /** Repaints once the screen comes near the edge of what is painted. */
  scrolled(): void {
    const { scrollTop, clientHeight } = this.scroller;
    const near = clientHeight * margin * 0.4;
    const { top, height } = this.#window ?? { top: Infinity, height: 0 };
    const covered = top <= Math.max(0, scrollTop - near);
    const end = Math.min(this.scroller.scrollHeight, scrollTop + clientHeight + near);
    if (!covered || top + height < end) this.remeasure();
  }
  close(): void {
    cancelAnimationFrame(this.#frame);
    this.#inks.close();
  }

  #paint(): void {
    this.#frame = 0;
    const { scroller } = this;
    if (!scroller.clientHeight) return;
    const origin = this.sheet.getBoundingClientRect();
    const around = (this.#window ??= this.#measureWindow(origin));
    const { index, preview, pending, hits, hit } = this.subject();
    const { hidden } = this.place.session.state;
    const shown = index
      .within(around.from, around.to)
      .filter(({ id }) => !hidden.has(id))
      .map((mark) => (preview?.id === mark.id ? { ...mark, ...preview } : mark));
    this.#marks = shown.map((mark) => this.#place(mark, around, origin, preview?.id === mark.id));
    this.#ink(shown, pending, hits, hit, around);
    this.overlay.draw(
      {
        top: around.top,
        width: this.sheet.clientWidth,
        height: around.height,
        marks: this.#marks,
        curves: this.#curves(around, index, origin),
        chips: proseSettings().chips,
      },
      this.theme(),
    );
    this.painted();
  }

  #measureWindow(origin: DOMRect): Stretch & { top: number; height: number } {
    const { scrollTop, clientHeight } = this.scroller;
    const view = this.scroller.getBoundingClientRect();
    const more = clientHeight * margin;
    const visible = this.map.visible({ top: view.top - more, bottom: view.bottom + more });
    const top = Math.max(0, scrollTop - more);
    const height = Math.min(origin.height - top, clientHeight + 2 * more);
    return { ...visible, top, height };
  }
  #place(mark: Mark, around: Stretch, origin: DOMRect, fresh: boolean): PlacedMark {
    const { selection, hover, relating } = this.place.session.state;
    const known = fresh ? undefined : this.#boxes.get(mark.id);
    const boxes = known ?? this.#measure(mark, around, origin);
    if (!fresh) this.#boxes.set(mark.id, boxes);
    const active = selection.includes(mark.id) || hover === mark.id || relating?.from === mark.id;
    const level = this.subject().index.level(mark.id);
    return { ...mark, boxes, level, begins: mark.from >= around.from, active };
  }
  #measure({ from, to }: Stretch, around: Stretch, origin: DOMRect): Box[] {
    const rects = this.map.rects(Math.max(from, around.from), Math.min(to, around.to));
    return rects.map((rect) => toSheet(rect, origin));
  }

  #ink(
    marks: readonly Mark[],
    pending: Stretch | null,
    hits: readonly Stretch[],
    hit: number,
    around: Stretch,
  ): void {
    const { selection, hover } = this.place.session.state;
    const mates = this.#mates();
    const stretches: [Ink, StaticRange][] = marks.map((mark) => {
      const state = selection.includes(mark.id)
        ? 'selected'
        : hover === mark.id || mates.has(mark.id)
          ? 'hover'
          : mark.suggested
            ? 'suggested'
            : 'plain';
      const priority = state === 'selected' ? 2 : 1;
      const ink = { colour: mark.colour, strength: strengths[state], priority };
      return [
        ink,
        this.map.stretch(Math.max(mark.from, around.from), Math.min(mark.to, around.to)),
      ];
    });
    const style = getComputedStyle(this.scroller);
    const [person, machine] = ['--person', '--machine'].map((name) => style.getPropertyValue(name));
    hits.forEach((found, i) => {
      if (found.to <= around.from || found.from >= around.to) return;
      const ink = { colour: machine!.trim(), strength: i === hit ? 0.75 : 0.35, priority: 3 };
      stretches.push([ink, this.map.stretch(found.from, found.to)]);
    });
    if (pending)
      stretches.push([
        { colour: person!.trim(), strength: 0.34, priority: 4 },
        this.map.stretch(pending.from, pending.to),
      ]);
    this.#inks.paint(stretches);
  }

  /** The other mentions of what is selected: they light up with it. */
  #mates(): ReadonlySet<string> {
    const { document, ontology, session } = this.place;
    const id = session.state.selection.at(-1);
    const object = id === undefined ? null : objectOf(objectsOf(ontology, document), id);
    return new Set(object?.regions.map((region) => region.id));
  }
  /** Relations with both ends in this text and at least one near the screen. */
  #curves(around: Stretch, index: SpanIndex<Mark>, origin: DOMRect): Curve[] {
    const { document, session } = this.place;
    if (!document.relations().length) return [];
    const places = new Map(index.within(0, Infinity).map((mark) => [mark.id, mark]));
    const near = (mark: Mark): boolean => mark.to > around.from && mark.from < around.to;
    return document.relations().flatMap((relation) => {
      const [from, to] = [places.get(relation.from), places.get(relation.to)];
      if (!from || !to || !(near(from) || near(to))) return [];
      if ([from, to].some(({ id }) => session.state.hidden.has(id))) return [];
      const [start, end] = [this.#firstBox(from, origin), this.#firstBox(to, origin)];
      if (!start || !end) return [];
      const active = [from, to].some(({ id }) => session.state.selection.includes(id));
      const suggested = from.suggested || to.suggested;
      return {
        from: start,
        to: end,
        active,
        suggested,
        ...relationLook(relation, this.place.ontology),
      };
    });
  }
  #firstBox({ id, from, to }: Mark, origin: DOMRect): Box | null {
    const known = this.#boxes.get(id)?.[0];
    const rect = known ? undefined : this.map.rects(from, Math.min(to, from + 80))[0];
    return known ?? (rect ? toSheet(rect, origin) : null);
  }
  theme(): Theme {
    const style = getComputedStyle(this.scroller);
    const token = (name: string): string => style.getPropertyValue(name).trim();
    return {
      ink: token('--ink'),
      panel: token('--prose-ground') || token('--panel'),
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
