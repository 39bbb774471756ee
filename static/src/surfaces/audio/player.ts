/** Plays a sound by ranges of its file: from anywhere, a stretch of it, round and round. */

export interface Stretch {
  readonly start: number;
  readonly end: number;
}
export const rates = [0.5, 0.75, 1, 1.25, 1.5, 2, 2.5, 3] as const;

export class Player {
  loops = false;
  readonly #audio = new Audio();
  #stretch: Stretch | null = null;
  #frame = 0;
  /** Asked for before the file told its length. */
  #wanted: number | null = null;

  constructor(
    readonly url: string,
    readonly duration: number,
    private readonly moved: (time: number) => void,
    private readonly changed: () => void,
    private readonly failed: () => void,
  ) {
    const audio = this.#audio;
    audio.preload = 'metadata';
    audio.preservesPitch = true;
    audio.src = url;
    audio.addEventListener('loadedmetadata', () => {
      if (this.#wanted !== null) audio.currentTime = this.#wanted;
      this.#wanted = null;
    });
    for (const name of ['play', 'pause', 'ended', 'waiting', 'playing'] as const)
      audio.addEventListener(name, () => this.#turned());
    audio.addEventListener('error', () => this.failed());
  }

  get isPlaying(): boolean {
    return !this.#audio.paused;
  }
  /** Playing is asked for and sound has not come yet. */
  get isWaiting(): boolean {
    return this.isPlaying && this.#audio.readyState < HTMLMediaElement.HAVE_FUTURE_DATA;
  }
  get time(): number {
    return this.#wanted ?? this.#audio.currentTime;
  }
  set rate(rate: number) {
    // A new source resets the plain rate, not the default.
    this.#audio.defaultPlaybackRate = rate;
    this.#audio.playbackRate = rate;
  }
  set volume(volume: number) {
    this.#audio.volume = Math.max(0, Math.min(1, volume));
  }

  seek(time: number): void {
    this.#stretch = this.#stretch && this.loops && this.#holds(time) ? this.#stretch : null;
    this.#put(time);
  }
  /** From where it is, or a stretch from its start. */
  play(stretch: Stretch | null = null): void {
    this.#stretch = stretch;
    if (stretch) this.#put(stretch.start);
    else if (this.time >= this.duration - 0.01) this.#put(0);
    this.#audio.play().catch((refused: unknown) => {
      if (refused instanceof DOMException && refused.name === 'NotSupportedError') this.failed();
    });
  }
  pause(): void {
    this.#audio.pause();
  }
  /** The stretch being played was moved. */
  follow(stretch: Stretch): void {
    if (this.#stretch) this.#stretch = stretch;
  }
  get stretch(): Stretch | null {
    return this.isPlaying ? this.#stretch : null;
  }
  close(): void {
    cancelAnimationFrame(this.#frame);
    this.#audio.pause();
    this.#audio.removeAttribute('src');
    this.#audio.load();
  }

  #holds(time: number): boolean {
    return this.#stretch !== null && time >= this.#stretch.start && time < this.#stretch.end;
  }
  #put(time: number): void {
    if (this.#audio.readyState >= HTMLMediaElement.HAVE_METADATA) this.#audio.currentTime = time;
    else this.#wanted = time;
    this.moved(time);
  }
  #turned(): void {
    cancelAnimationFrame(this.#frame);
    if (this.isPlaying) this.#frame = requestAnimationFrame(() => this.#tick());
    else this.moved(this.time);
    if (this.#audio.ended && this.loops && !this.#stretch)
      this.play({ start: 0, end: this.duration });
    this.changed();
  }
  /** Runs while it plays: nothing else knows the time to a frame. */
  #tick(): void {
    const { time } = this;
    if (this.#stretch && time >= this.#stretch.end) {
      if (this.loops) this.#put(this.#stretch.start);
      else {
        const { end } = this.#stretch;
        this.#audio.pause();
        this.#stretch = null;
        this.#put(end);
        return;
      }
    } else this.moved(time);
    this.#frame = requestAnimationFrame(() => this.#tick());
  }
}
