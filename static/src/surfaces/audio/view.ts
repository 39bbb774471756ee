/** Sound on a time axis: waveform, spectrogram, player, transcripts. */
import type { SurfaceScope } from '../../core/commands';
import type { Region } from '../../core/region';
import { api, ApiError } from '../../live/api';
import type { Block } from '../axis/hit';
import type { Press } from '../axis/pointer';
import { isRange, type RangeRegion, type Stretch } from '../axis/ranges';
import { clock } from '../axis/times';
import { decimalsOf } from '../axis/ticks';
import { AxisView } from '../axis/view';
import { following, spanOf } from '../axis/window';
import type { Media, Place } from '../surface';
import { paintScales, paintSound, paintWhole } from './paint';
import { Player, rates } from './player';
import { audioSettings, setAudio, watchAudio } from './settings';
import { silenceEdges, thresholdOf } from './silence';
import { Spectrum, type SpectrumFacts } from './spectrum';
import { levelFor, Wave, type PeakFacts } from './wave';
import { WordTimes } from './wordTimes';
import { cutText, fitted, wordsOf } from './words';

export interface AudioFacts {
  readonly rate: number;
  readonly channels: number;
  readonly plays: boolean;
  readonly peaks: PeakFacts;
  readonly spectrogram: SpectrumFacts;
}
/** Asks the page to put the keyboard into the transcript. */
export const writeEvent = 'penumbra:write';
const back_s = 2;
/** Silence is looked for in buckets about so long. */
const silence_bucket_s = 0.008;

export class AudioView extends AxisView {
  readonly scopes: readonly SurfaceScope[] = ['audio'];
  readonly bottom_px: number = 104;
  readonly shortestWindow: number = 0.05;
  readonly finest: number = 0.01;
  readonly facts: AudioFacts;
  readonly wave: Wave;
  readonly spectrum: Spectrum;
  readonly player: Player;
  readonly words: WordTimes;
  gain = 1;
  /** What the server said when the sound could not be played. */
  problem: string | null = null;
  readonly #unwatch: () => void;

  constructor(
    place: Place,
    readonly media: Media,
    wave: Wave,
  ) {
    const duration = media.duration ?? 0;
    super(place, { from: 0, to: Math.max(0.001, duration) });
    this.facts = media.facts as unknown as AudioFacts;
    const arrived = (): void => this.board.invalidate('base');
    this.wave = wave;
    this.spectrum = new Spectrum(
      media.base ?? '',
      this.facts.spectrogram,
      audioSettings().scale,
      arrived,
    );
    this.words = new WordTimes(this);
    this.player = new Player(
      this.facts.plays ? (media.original ?? media.url) : `${media.base}/audio`,
      duration,
      (time) => this.#played(time),
      () => this.told(),
      () => void this.#explain(),
    );
    this.#adjust();
    this.#unwatch = watchAudio(() => this.#adjust());
    this.start();
  }

  get label(): string {
    return this.place.t('audio.label', { field: this.place.field });
  }
  get channels(): number {
    return this.facts.channels;
  }
  /** The region whose transcript is written. */
  get current(): RangeRegion | undefined {
    return this.place.session.selected.filter(isRange).at(-1);
  }

  protected runOwn(name: string): boolean {
    const act = acts[name];
    return act ? act(this) : false;
  }
  override seek(time: number): void {
    super.seek(time);
    this.player.seek(this.cursor);
  }
  protected override revealed(region: RangeRegion): void {
    if (!this.player.isPlaying) super.revealed(region);
  }
  open(id: string): void {
    const region = this.place.document.region(id);
    if (region && isRange(region)) this.player.play(region.geometry);
  }
  playRegion(): boolean {
    const stretch = this.selectedStretch;
    if (stretch) this.player.play(stretch);
    return stretch !== null;
  }
  paintMedia(ctx: CanvasRenderingContext2D): void {
    paintSound(this, ctx);
  }
  paintScales(ctx: CanvasRenderingContext2D): void {
    paintScales(this, ctx);
  }
  paintOverview(ctx: CanvasRenderingContext2D): void {
    paintWhole(this, ctx);
  }
  override paintInBlock(ctx: CanvasRenderingContext2D, block: Block, region: RangeRegion): boolean {
    return this.words.paint(ctx, block, region);
  }
  override pressed(at: Press): boolean {
    return this.words.press(at);
  }
  override dragged(at: Press): boolean {
    return this.words.drag(at);
  }
  override dropped(): boolean {
    return this.words.drop();
  }
  nameTime(time: number, step: number): string {
    return clock(time, decimalsOf(step));
  }
  ownEdges(time: number, reach: number): number[] {
    const { bucket_s, factor, levels } = this.facts.peaks;
    const level = levelFor(silence_bucket_s, bucket_s, factor, levels);
    const margin = Math.max(reach, 1);
    const near = this.wave.loudness(time - margin, time + margin, level);
    const whole = this.wave.loudness(0, this.extent.to, levels - 1);
    return silenceEdges(near, thresholdOf(whole.levels.length > 50 ? whole.levels : near.levels));
  }
  override splitContent(region: RangeRegion, time: number): [Partial<Region>, Partial<Region>] {
    if (region.text === undefined) return [{}, {}];
    const words = wordsOf(region);
    const [first, second] = cutText(region.text, words, region.geometry, time);
    const within = words.filter(({ start, end }) => (start + end) / 2 < time);
    return [
      { text: first, ...(words.length && { words: within }) },
      { text: second, ...(words.length && { words: words.slice(within.length) }) },
    ];
  }
  override reshapeContent(region: RangeRegion, to: Stretch): Partial<Region> {
    const words = wordsOf(region);
    if (this.player.stretch?.start === region.geometry.start) this.player.follow(to);
    return words.length ? { words: fitted(words, region.geometry, to) } : {};
  }
  override mergeContent(parts: readonly RangeRegion[]): Partial<Region> {
    const texts = parts.flatMap(({ text }) => text ?? []).filter(Boolean);
    const words = parts.flatMap(wordsOf);
    return {
      ...(texts.length && { text: texts.join(' ') }),
      ...(words.length && parts.every((part) => !part.text || wordsOf(part).length) && { words }),
    };
  }
  override close(): void {
    this.#unwatch();
    this.player.close();
    this.spectrum.close();
    super.close();
  }

  #adjust(): void {
    const { rate, volume, scale } = audioSettings();
    this.player.rate = rate;
    this.player.volume = volume;
    if (this.spectrum.scale !== scale) {
      this.spectrum.scale = scale;
      this.spectrum.tiles.reset();
    }
    this.board.invalidate('base');
    this.told();
  }
  #played(time: number): void {
    this.cursor = Math.min(time, this.extent.to);
    const next = following(this.window, this.cursor, this.extent);
    if (this.player.isPlaying && next !== this.window && spanOf(next) < spanOf(this.extent))
      this.look(next);
    else this.board.invalidate('overlay');
    this.told();
  }
  /** A media element only says that it failed; the server says why. */
  async #explain(): Promise<void> {
    const asked = await api
      .getBytes(this.player.url)
      .then(() => null)
      .catch((problem: unknown) => problem);
    this.problem = asked instanceof ApiError ? asked.detail : this.place.t('audio.cannot_play');
    this.told();
  }
}

const acts: { readonly [name: string]: (view: AudioView) => boolean } = {
  play: ({ player }) => {
    if (player.isPlaying) player.pause();
    else player.play();
    return true;
  },
  playRegion: (view) => view.playRegion(),
  back: (view) => stepped(view, -back_s),
  on: (view) => stepped(view, back_s),
  loop: (view) => {
    const { player } = view;
    player.loops = !player.loops;
    if (player.loops && !player.isPlaying) view.playRegion();
    return true;
  },
  slower: () => faster(-1),
  faster: () => faster(1),
  plain: () => {
    setAudio({ rate: 1 });
    return true;
  },
  spectrogram: () => {
    setAudio({ spectrogram: !audioSettings().spectrogram });
    return true;
  },
  scale: () => {
    setAudio({ scale: audioSettings().scale === 'mel' ? 'linear' : 'mel', spectrogram: true });
    return true;
  },
  louder: (view) => gained(view, 1.5),
  quieter: (view) => gained(view, 1 / 1.5),
  write: ({ place, current }) => {
    if (current) place.host.dispatchEvent(new CustomEvent(writeEvent, { bubbles: true }));
    return current !== undefined;
  },
  words: (view) => view.words.toggle(),
};

function stepped(view: AudioView, by: number): boolean {
  view.goTo(view.cursor + by);
  return true;
}
function faster(by: 1 | -1): boolean {
  const { rate } = audioSettings();
  const next = by > 0 ? rates.find((one) => one > rate) : rates.findLast((one) => one < rate);
  setAudio({ rate: next ?? rate });
  return true;
}
function gained(view: AudioView, by: number): boolean {
  view.gain = Math.max(0.5, Math.min(64, view.gain * by));
  view.board.invalidate('base');
  return true;
}

export const isAudio = (view: unknown): view is AudioView => view instanceof AudioView;
