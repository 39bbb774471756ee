/** A video with its tracks and ranges: which frame is shown, what plays, what answers the page. */
import type { SurfaceScope } from '../../core/commands';
import type { Region } from '../../core/region';
import { isTrackRegion, nearestVisible, shapeAt } from '../../core/track';
import { PlaneView } from '../plane/view';
import { notify } from '../notice';
import type { Place, View } from '../surface';
import { FrameBackdrop } from './backdrop';
import { runVideo } from './commands';
import { FrameStore } from './frames';
import { makeGrip, type Said } from './grip';
import { isDrawnTrack, TrackMarks } from './marks';
import { Player } from './player';
import { setVideo, videoSettings } from './settings';
import type { VideoSource } from './source';
import { spanOf } from './timeline/rows';
import { Timeline, type Clockwork } from './timeline/timeline';

export const barHeight = 44;
/** Screen pixels: ruler, thumbnails and a row; more of the surface than this is the picture's. */
const lowest = 88;
const share = 0.5;
/** More frames than this under way, and the next waits: of a held key the last press counts. */
const mostPending = 3;

export class VideoView implements View, Clockwork {
  readonly scopes: readonly SurfaceScope[] = ['video', 'plane'];
  readonly plane: PlaneView;
  readonly timeline: Timeline;
  readonly player: Player;
  readonly #store: FrameStore;
  readonly #backdrop: FrameBackdrop;
  readonly #grip: Said;
  readonly #notice = document.createElement('p');
  readonly #watchers = new Set<() => void>();
  readonly #moved = new Set<() => void>();
  readonly #stops: (() => void)[] = [];
  readonly #sizes = new ResizeObserver(() => this.#layOut());
  /** The frame on the screen, and the one asked for last: labels belong to the first. */
  frame = 0;
  wanted = 0;
  foot = barHeight;
  #asked = 0;
  #shown = 0;
  #pending = 0;
  /** The frame fetched last; what was wanted meanwhile comes after it. */
  #last = -1;

  constructor(
    readonly place: Place,
    readonly source: VideoSource,
  ) {
    const { host, session, document: content } = place;
    this.#backdrop = new FrameBackdrop({ width: source.width, height: source.height });
    this.#store = new FrameStore(source);
    this.player = new Player(
      source,
      (frame) => this.#show(frame, this.player.element),
      (failed) => this.#stopped(failed),
    );
    const isStill = (): boolean => !this.player.isPlaying;
    const marks = new TrackMarks(place, () => this.frame, isStill);
    const screen = child(host, 'video-screen');
    this.plane = new PlaneView({ ...place, host: screen }, this.#backdrop, marks, false);
    this.#notice.className = 'video-notice';
    this.#notice.setAttribute('role', 'alert');
    this.#notice.hidden = true;
    host.append(this.#notice);
    this.timeline = new Timeline(child(host, 'video-timeline'), this);
    this.#grip = makeGrip(host, place.t('video.grip'), (by) => this.#pull(by));
    this.#sizes.observe(host);
    this.#layOut();
    this.#stops.push(
      content.watch(({ regions }) => {
        if (regions.length) this.timeline.refresh();
      }),
      session.watch((_, changed) => {
        // What is selected is shown even where it is absent.
        if (changed.has('selection')) {
          this.plane.refresh();
          const last = session.state.selection.at(-1);
          if (last !== undefined) this.timeline.reveal(last);
        }
        if (['selection', 'hover', 'hidden', 'locked'].some((key) => changed.has(key as never)))
          this.timeline.draw();
        this.#tell();
      }),
    );
    this.goTo(0);
  }

  get tools(): readonly string[] {
    return this.plane.tools;
  }
  get frames(): number {
    return this.source.times.length;
  }
  /** Calls back when the bar has something else to show. */
  watch(changed: () => void): () => void {
    this.#watchers.add(changed);
    return () => void this.#watchers.delete(changed);
  }
  run(command: string): boolean {
    return runVideo(this, command) || this.plane.run(command) || this.#arrow(command);
  }
  focus(): void {
    this.plane.focus();
  }
  onMoved(moved: () => void): () => void {
    this.#moved.add(moved);
    const stop = this.plane.onMoved(moved);
    return () => {
      stop();
      this.#moved.delete(moved);
    };
  }
  reveal(id: string): void {
    const region = this.place.document.region(id);
    if (region) this.visit(region);
  }
  anchor(id: string): DOMRect | null {
    const region = this.place.document.region(id);
    const isHere = region && isDrawnTrack(region) && shapeAt(region.geometry, this.frame) !== null;
    return (isHere && this.plane.anchor(id)) || this.timeline.anchor(id);
  }
  close(): void {
    for (const stop of this.#stops) stop();
    this.#sizes.disconnect();
    this.player.close();
    this.timeline.close();
    this.plane.close();
    this.#store.close();
    this.place.host.replaceChildren();
  }

  /** Shows exactly this frame, as soon as it is here. */
  goTo(frame: number): void {
    // A shape that is being drawn belongs to this frame.
    if (this.plane.desk.isBusy) return;
    this.player.pause();
    const n = Math.max(0, Math.min(this.frames - 1, Math.round(frame)));
    const by = n < this.wanted ? -1 : 1;
    this.wanted = n;
    if (this.#pending < mostPending) void this.#fetch(n, by);
    if (n !== this.frame) this.timeline.draw();
    this.#tell();
  }
  step(by: number): void {
    this.goTo(this.wanted + by);
  }
  visit(region: Region): void {
    this.timeline.reveal(region.id);
    const { geometry } = region;
    if (isTrackRegion(region)) {
      const frame = nearestVisible(region.geometry, this.frame, this.frames);
      if (frame === this.frame) this.plane.reveal(region.id);
      else this.goTo(frame);
    } else if ('start' in geometry && 'end' in geometry) {
      const [start, end] = spanOf(geometry, this.source.times);
      if (this.frame < start || this.frame >= end) this.goTo(start);
    }
  }
  togglePlay(): void {
    if (this.player.isPlaying) return this.player.pause();
    if (this.plane.desk.isBusy) return;
    const isAtEnd = this.frame >= this.frames - 1;
    if (this.player.isWaitedFor) notify(this.place.host, 'video.preparing');
    void this.player.play(isAtEnd ? 0 : this.frame);
    this.#tell();
  }
  setRate(rate: number): void {
    this.player.rate = rate;
    this.#tell();
  }

  async #fetch(n: number, by: 1 | -1): Promise<void> {
    const asked = ++this.#asked;
    this.#pending++;
    this.#last = n;
    try {
      const picture = await this.#store.get(n);
      // Frames are shown in the order in which they were asked for, none after a later one.
      if (asked < this.#shown || this.player.isPlaying) return;
      this.#shown = asked;
      this.#say(null);
      this.#show(n, picture);
      if (n === this.wanted) void this.#store.prepare(n, by);
    } catch (problem) {
      if (asked !== this.#asked || (problem as Error).name === 'AbortError') return;
      this.#say((problem as Error).message || this.place.t('video.frame_failed'));
      this.#show(n, null);
    } finally {
      this.#pending--;
      const { wanted } = this;
      if (wanted !== this.#last && !this.player.isPlaying) void this.#fetch(wanted, by);
    }
  }
  #show(frame: number, picture: ImageBitmap | HTMLVideoElement | null): void {
    this.#backdrop.picture = picture;
    this.frame = frame;
    if (this.player.isPlaying) this.wanted = frame;
    else {
      const { session, field } = this.place;
      session.set({ frames: { ...session.state.frames, [field]: frame } });
    }
    this.plane.refresh();
    this.plane.stage.flush();
    this.timeline.moved();
    this.#tell();
    for (const moved of this.#moved) moved();
  }
  #stopped(failed: boolean): void {
    if (failed) notify(this.place.host, 'video.unplayable');
    this.goTo(this.wanted);
  }
  #say(problem: string | null): void {
    this.#notice.hidden = problem === null;
    this.#notice.textContent = problem;
  }
  #tell(): void {
    for (const watcher of [...this.#watchers]) watcher();
  }
  /** With nothing selected that they could move, arrows step. */
  #arrow(command: string): boolean {
    const steps: { readonly [command: string]: number } = {
      ...{ 'region.left': -1, 'region.right': 1, 'region.up': -10, 'region.down': 10 },
    };
    const by = steps[command];
    if (by === undefined) return false;
    this.step(by);
    return true;
  }
  #pull(by: number): void {
    setVideo({ height: this.foot - barHeight + by });
    this.#layOut();
  }
  #layOut(): void {
    const high = this.place.host.clientHeight;
    if (!high) return;
    const line = Math.round(Math.max(lowest, Math.min(videoSettings().height, high * share)));
    this.foot = line + barHeight;
    this.#grip(line, Math.round(high * share));
    this.place.host.style.setProperty('--timeline', `${line}px`);
    this.place.host.style.setProperty('--video-foot', `${this.foot}px`);
    this.timeline.resize();
    for (const moved of this.#moved) moved();
  }
}

function child(host: HTMLElement, name: string): HTMLElement {
  const element = document.createElement('div');
  element.className = name;
  host.append(element);
  return element;
}
