/** The time line in the page: its canvas, its pointer, its scrolling. */
import type { Region } from '../../../core/region';
import type { Place } from '../../surface';
import type { VideoSource } from '../source';
import { clock } from '../times';
import { rowHeight, hitAt, type Hit } from './hit';
import { gutter, headHeight, paintTimeline, type Strip, type Theme } from './paint';
import { Pulling } from './pulling';
import { rowsOf, type Row } from './rows';
import { frameUnder, showing, wholeScale, within, xOf, zoomed, type Scale } from './scale';

/** Whose time line it is. */
export interface Clockwork {
  readonly place: Place;
  readonly source: VideoSource;
  readonly frame: number;
  /** The frame asked for, while it is on its way. */
  readonly wanted: number;
  goTo(frame: number): void;
  step(by: number): void;
  /** Goes to where a region is to be seen. */
  visit(region: Region): void;
}

export class Timeline {
  scale: Scale;
  readonly #ctx: CanvasRenderingContext2D;
  readonly #stops = new AbortController();
  readonly #pulling: Pulling;
  #rows: readonly Row[] = [];
  #strip: Strip | null = null;
  #top = 0;
  #width = 0;
  #height = 0;
  #frameRequest = 0;
  #theme!: Theme;
  #hasOwnScale = false;

  constructor(
    readonly host: HTMLElement,
    private readonly owner: Clockwork,
  ) {
    const canvas = document.createElement('canvas');
    canvas.className = 'timeline-canvas';
    host.append(canvas);
    const ctx = canvas.getContext('2d', { alpha: false });
    if (!ctx) throw new Error('This browser cannot draw on a canvas.');
    this.#ctx = ctx;
    this.scale = wholeScale(owner.source.times.length, 1);
    this.#pulling = new Pulling(owner);
    this.#dress();
    this.#readTheme();
    this.#listen();
    this.refresh();
    void this.#loadStrip();
  }

  /** Regions have changed. */
  refresh(): void {
    const { place, source } = this.owner;
    const regions = place.document.regions(place.field);
    this.#rows = rowsOf(regions, place.ontology, place.field, source.times);
    this.#scrollTo(this.#top);
    this.draw();
  }
  /** Another frame is shown. */
  moved(): void {
    const { frame, source } = this.owner;
    this.scale = showing(this.scale, frame, source.times.length, this.#axis);
    this.host.setAttribute('aria-valuenow', String(frame));
    const time = clock(source.times[frame]!, 2);
    this.host.setAttribute('aria-valuetext', this.owner.place.t('video.at', { frame, time }));
    this.draw();
  }
  draw(): void {
    this.#frameRequest ||= requestAnimationFrame(() => {
      this.#frameRequest = 0;
      this.#paint();
    });
  }
  resize(): void {
    const { clientWidth, clientHeight } = this.host;
    if (!clientWidth || !clientHeight) return;
    [this.#width, this.#height] = [clientWidth, clientHeight];
    const frames = this.owner.source.times.length;
    this.scale = this.#hasOwnScale
      ? within(this.scale, frames, this.#axis)
      : wholeScale(frames, this.#axis);
    this.#scrollTo(this.#top);
    this.#paint();
  }
  zoom(factor: number, x = xOf(this.scale, this.owner.frame + 0.5)): void {
    const frames = this.owner.source.times.length;
    this.scale = zoomed(this.scale, x, factor, frames, this.#axis);
    this.#hasOwnScale = this.scale.per > wholeScale(frames, this.#axis).per;
    this.draw();
  }
  showAll(): void {
    this.#hasOwnScale = false;
    this.resize();
  }
  /** Scrolls to the row of a region. */
  reveal(id: string): void {
    const at = this.#rowOf(id);
    if (at < 0) return;
    const room = this.#height - headHeight;
    const y = at * rowHeight;
    if (y < this.#top) this.#scrollTo(y);
    else if (y + rowHeight > this.#top + room) this.#scrollTo(y + rowHeight - room);
    this.draw();
  }
  /** Where the row of a region is on the page. */
  anchor(id: string): DOMRect | null {
    const at = this.#rowOf(id);
    const row = this.#rows[at];
    const y = headHeight + at * rowHeight - this.#top;
    if (!row || y < 0 || y > this.#height) return null;
    const { left, top } = this.host.getBoundingClientRect();
    const span = row.kind === 'track' ? row.spans[0] : row.bars.find((bar) => bar.id === id)?.span;
    if (!span) return null;
    const end = row.kind === 'track' ? (row.spans.at(-1)?.[1] ?? span[1]) : span[1];
    const clamp = (x: number): number => Math.max(0, Math.min(this.#axis, x));
    const [x0, x1] = [clamp(xOf(this.scale, span[0])), clamp(xOf(this.scale, end))];
    return new DOMRect(left + gutter + x0, top + y, x1 - x0, rowHeight);
  }
  close(): void {
    cancelAnimationFrame(this.#frameRequest);
    this.#pulling.cancel();
    this.#stops.abort();
    this.host.replaceChildren();
  }

  get #axis(): number {
    return Math.max(1, this.#width - gutter);
  }
  #rowOf(id: string): number {
    return this.#rows.findIndex((row) =>
      row.kind === 'track' ? row.id === id : row.bars.some((bar) => bar.id === id),
    );
  }
  #scrollTo(top: number): void {
    const room = this.#height - headHeight;
    this.#top = Math.max(0, Math.min(this.#rows.length * rowHeight - room + 2, top));
  }
  #paint(): void {
    const ratio = window.devicePixelRatio;
    const { canvas } = this.#ctx;
    const size = [Math.round(this.#width * ratio), Math.round(this.#height * ratio)] as const;
    if (canvas.width !== size[0] || canvas.height !== size[1]) [canvas.width, canvas.height] = size;
    const { place, source, frame, wanted } = this.owner;
    const { selection, hover, hidden } = place.session.state;
    this.#ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
    paintTimeline(this.#ctx, {
      ...{ rows: this.#rows, scale: this.scale, top: this.#top, strip: this.#strip },
      ...{ width: this.#width, height: this.#height, frame, wanted, times: source.times },
      ...{ selection: new Set(selection), hover, hidden, theme: this.#theme },
    });
  }
  #dress(): void {
    const { place, source } = this.owner;
    this.host.tabIndex = 0;
    this.host.setAttribute('role', 'slider');
    this.host.setAttribute('aria-label', place.t('video.timeline'));
    this.host.setAttribute('aria-valuemin', '0');
    this.host.setAttribute('aria-valuemax', String(source.times.length - 1));
    this.host.setAttribute('aria-valuenow', '0');
  }
  #readTheme(): void {
    const style = getComputedStyle(this.host);
    const read = (name: string): string => style.getPropertyValue(`--${name}`).trim() || '#888888';
    this.#theme = {
      ...{ panel: read('panel'), raise: read('raise'), sunk: read('sunk'), line: read('line') },
      ...{ ink: read('ink'), dim: read('dim'), person: read('person'), machine: read('machine') },
      font: style.fontFamily,
    };
    this.draw();
  }
  async #loadStrip(): Promise<void> {
    const count = Math.min(48, this.owner.source.times.length);
    const image = new Image();
    image.src = this.owner.source.stripUrl(48);
    // Without thumbnails the time line is as good as with them.
    const isThere = await image.decode().then(
      () => true,
      () => false,
    );
    if (!isThere || this.#stops.signal.aborted) return;
    this.#strip = { image, count };
    this.draw();
  }

  #place(event: MouseEvent): { x: number; y: number; frame: number; hit: Hit } {
    const { left, top } = this.host.getBoundingClientRect();
    const x = event.clientX - left - gutter;
    const head = headHeight;
    const inRows = event.clientY - top - head;
    const frames = this.owner.source.times.length;
    const y = inRows < 0 ? -1 : inRows + this.#top;
    const hit = hitAt(this.#rows, this.scale, x, y, frames);
    return { x, y, frame: frameUnder(this.scale, x, frames), hit };
  }
  #listen(): void {
    const { signal } = this.#stops;
    const on = <K extends keyof HTMLElementEventMap>(
      type: K,
      run: (event: HTMLElementEventMap[K]) => void,
    ): void => this.host.addEventListener(type, run, { signal, passive: false });
    on('pointerdown', (event) => {
      if (event.button !== 0) return;
      event.preventDefault();
      this.host.focus({ preventScroll: true });
      this.host.setPointerCapture(event.pointerId);
      const { x, frame, hit } = this.#place(event);
      this.owner.place.session.set({ field: this.owner.place.field });
      // On the names one picks; only the axis has times.
      this.#pulling.press(hit, frame, x >= 0, event.shiftKey);
    });
    on('pointermove', (event) => {
      const { frame, hit } = this.#place(event);
      if (this.#pulling.isHeld) return this.#pulling.pull(frame);
      this.#point(hit);
    });
    on('pointerup', () => this.#pulling.release());
    on('pointercancel', () => this.#pulling.cancel());
    on('pointerleave', () => this.owner.place.session.set({ hover: null }));
    on('dblclick', (event) => this.#place(event).y < 0 && this.showAll());
    on('wheel', (event) => this.#wheel(event));
    on('keydown', (event) => this.#key(event));
    const themes = new MutationObserver(() => this.#readTheme());
    themes.observe(document.documentElement, { attributeFilter: ['data-theme', 'class'] });
    signal.addEventListener('abort', () => themes.disconnect());
  }
  #point(hit: Hit): void {
    const cursors: { readonly [on: string]: string } = {
      ...{
        keyframe: 'ew-resize',
        end: 'ew-resize',
        rangeStart: 'ew-resize',
        rangeEnd: 'ew-resize',
      },
      ...{ range: 'grab', lane: 'crosshair' },
    };
    const region: Region | undefined =
      'id' in hit ? this.owner.place.document.region(hit.id) : undefined;
    const isFixed = region && !this.owner.place.session.editable([region.id]).length;
    this.host.style.cursor = (!isFixed && cursors[hit.on]) || 'pointer';
    this.owner.place.session.set({ hover: region?.id ?? null });
  }
  #wheel(event: WheelEvent): void {
    event.preventDefault();
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 32 : 1;
    const { x, y } = this.#place(event);
    const frames = this.owner.source.times.length;
    const isSideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
    if (isSideways) {
      const by = (event.deltaX || event.deltaY) * unit;
      const from = this.scale.from + by / this.scale.per;
      this.scale = within({ ...this.scale, from }, frames, this.#axis);
    } else if (event.ctrlKey || event.altKey || y < 0) {
      this.zoom(Math.exp(-event.deltaY * unit * 0.003), x);
    } else this.#scrollTo(this.#top + event.deltaY * unit);
    this.draw();
  }
  /** As a slider is moved; other keys are the page's. */
  #key(event: KeyboardEvent): void {
    if (event.key === 'Escape' && this.#pulling.isHeld) this.#pulling.cancel();
    else {
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      const steps: { readonly [key: string]: number } = {
        ...{ ArrowLeft: -1, ArrowRight: 1, ArrowDown: -1, ArrowUp: 1, PageDown: -10, PageUp: 10 },
        ...{ Home: -Infinity, End: Infinity },
      };
      const by = steps[event.key];
      if (by === undefined) return;
      this.owner.step(by);
    }
    event.preventDefault();
    event.stopPropagation();
  }
}
