/** A series of measurements on a time axis. */
import type { SurfaceScope } from '../../core/commands';
import { isRange } from '../axis/ranges';
import { decimalsOf } from '../axis/ticks';
import { clock } from '../axis/times';
import { AxisView } from '../axis/view';
import { around } from '../axis/window';
import type { Place } from '../surface';
import { between, moment, nameOffset, offsetOf, tickName } from './calendar';
import { paintAll, paintChannels, paintNames, paintReadout } from './paint';
import { seriesSettings, setSeries, watchSeries } from './settings';
import type { Source } from './source';

export class SeriesView extends AxisView {
  readonly scopes: readonly SurfaceScope[] = ['series'];
  readonly bottom_px: number = 46;
  readonly shortestWindow: number;
  readonly finest: number;
  /** Channels in the order of their rows. */
  order: readonly number[];
  hidden: ReadonlySet<number> = new Set();
  /** The scale that each channel was drawn on last. */
  readonly scales = new Map<number, { low: number; high: number }>();
  readonly #unwatch: () => void;

  constructor(
    place: Place,
    readonly source: Source,
  ) {
    super(place, source.extent);
    this.finest = Math.max(1e-6, Math.min(0.01, source.step_s / 10));
    this.shortestWindow = Math.max(1e-4, source.step_s * 4);
    this.order = source.channels.map((_, channel) => channel);
    this.#unwatch = watchSeries(() => this.refresh());
    this.start();
  }

  get label(): string {
    return this.place.t('series.label', { field: this.place.field });
  }
  get shown(): number[] {
    return this.order.filter((channel) => !this.hidden.has(channel));
  }
  /** Minutes east of Greenwich, at what is seen. */
  get offset(): number {
    const { start, zone } = this.source.time;
    return offsetOf(seriesSettings().zone, zone, (start ?? 0) + this.window.from);
  }
  get zoneName(): string {
    return nameOffset(this.offset);
  }
  /** The last channel that is shown stays. */
  toggle(channel: number): void {
    const next = new Set(this.hidden);
    if (!next.delete(channel)) next.add(channel);
    if (next.size < this.order.length) this.hidden = next;
    this.refresh();
  }
  /** A row up or down. */
  reorder(channel: number, by: 1 | -1): void {
    const order = [...this.order];
    const at = order.indexOf(channel);
    const other = order[at + by];
    if (other === undefined) return;
    [order[at], order[at + by]] = [other, channel];
    this.order = order;
    this.refresh();
  }

  protected runOwn(name: string): boolean {
    if (name !== 'fits') return false;
    setSeries({ fits: !seriesSettings().fits });
    return true;
  }
  paintMedia(ctx: CanvasRenderingContext2D): void {
    paintChannels(this, ctx);
  }
  paintScales(ctx: CanvasRenderingContext2D): void {
    paintNames(this, ctx);
    const { start } = this.source.time;
    if (start === null) return;
    const { ruler } = this.layout;
    const { theme } = this.board;
    ctx.font = `11px ${theme.font}`;
    ctx.fillStyle = theme.dim;
    ctx.textBaseline = 'middle';
    ctx.fillText(moment(start + this.window.from, this.offset, 86_400), 12, ruler.top + 9);
  }
  paintOverview(ctx: CanvasRenderingContext2D): void {
    paintAll(this, ctx);
  }
  override paintOver(ctx: CanvasRenderingContext2D): void {
    paintReadout(this, ctx);
  }
  /** With Alt an edge goes to a sample, or to where a gap begins or ends. */
  ownEdges(time: number, reach: number): number[] {
    const edges: number[] = [];
    const near = { from: time - reach, to: time + reach };
    const [channel] = this.shown;
    if (channel !== undefined) this.source.visit(channel, near, 64, (at) => void edges.push(at));
    return [...edges, ...this.source.gaps.flat().filter((at) => Math.abs(at - time) <= reach)];
  }
  open(id: string): void {
    const region = this.place.document.region(id);
    if (!region || !isRange(region)) return;
    const { start, end } = region.geometry;
    this.look(around({ from: start, to: end }, this.extent, this.shortestWindow));
  }
  override get tickOrigin(): number {
    const { start } = this.source.time;
    // Large numbers would lose the small ones: days are round in themselves.
    return start === null ? 0 : (start + this.offset * 60) % 864_000;
  }
  override get tickRoom(): number {
    return this.source.time.start === null ? 84 : 96;
  }
  override nameTick(time: number, step: number): string {
    const { start } = this.source.time;
    return start === null ? this.nameTime(time, step) : tickName(start + time, this.offset, step);
  }
  nameTime(time: number, step: number): string {
    const { start, kind } = this.source.time;
    if (kind === 'index') return time.toFixed(step < 1 ? Math.min(3, decimalsOf(step)) : 0);
    return start === null ? clock(time, decimalsOf(step)) : moment(start + time, this.offset, step);
  }
  override nameStretch(start: number, end: number): string {
    const step = this.secondsPerPixel;
    return `${this.nameTime(start, step)} – ${this.nameTime(end, step)}   ${clock(end - start, step < 1 ? 2 : 0)}`;
  }
  /** Dates where the axis shows dates, numbers where it counts samples. */
  nameRange(start: number, end: number): string | null {
    const { start: first, kind } = this.source.time;
    if (first === null && kind !== 'index') return null;
    // Of what lasts hours nobody reads the seconds.
    const step = Math.max(this.source.step_s, (end - start) / 100);
    const [from, to] = [this.nameTime(start, step), this.nameTime(end, step)];
    return start === end ? from : between(from, to);
  }
  override close(): void {
    this.#unwatch();
    this.source.close();
    super.close();
  }
}
