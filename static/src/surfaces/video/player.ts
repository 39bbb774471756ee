/** Plays through a video element, and says which frame is on the screen by the stamp it carries. */
import { frameOfStamp, inside } from './times';
import type { VideoSource } from './source';

export const rates = [0.25, 0.5, 1, 1.5, 2, 4] as const;

export class Player {
  readonly element = document.createElement('video');
  #isPlaying = false;
  #isLoaded: Promise<void> | null = null;
  /** What the player calls the time of the first frame: files begin where they like. */
  #first = 0;
  #tick = 0;

  constructor(
    private readonly source: VideoSource,
    private readonly shown: (frame: number) => void,
    private readonly stopped: (problem: boolean) => void,
  ) {
    this.element.preload = 'auto';
    this.element.playsInline = true;
    this.element.addEventListener('ended', () => this.pause());
  }

  get isPlaying(): boolean {
    return this.#isPlaying;
  }
  /** The server has yet to make, or is making, what this browser can play. */
  get isWaitedFor(): boolean {
    return (
      this.source.playing.length === 1 &&
      this.element.readyState < HTMLMediaElement.HAVE_CURRENT_DATA
    );
  }
  get rate(): number {
    return this.element.playbackRate;
  }
  set rate(rate: number) {
    this.element.defaultPlaybackRate = rate;
    this.element.playbackRate = rate;
  }

  async play(from: number): Promise<void> {
    if (this.#isPlaying) return;
    this.#isPlaying = true;
    try {
      this.#isLoaded ??= this.#load();
      await this.#isLoaded;
      const { times, duration } = this.source;
      this.element.currentTime = inside(times, from, duration) + this.#first;
      await once(this.element, 'seeked');
      if (!this.#isPlaying) return;
      await this.element.play();
      this.#listen();
    } catch {
      this.#isLoaded = null;
      if (this.#isPlaying) this.#stop(true);
    }
  }
  pause(): void {
    if (this.#isPlaying) this.#stop(false);
  }
  close(): void {
    this.#isPlaying = false;
    this.#deaf();
    this.element.pause();
    this.element.removeAttribute('src');
    this.element.load();
  }

  #stop(problem: boolean): void {
    this.#isPlaying = false;
    this.#deaf();
    this.element.pause();
    this.stopped(problem);
  }
  /** The first address that this browser can play. */
  async #load(): Promise<void> {
    let refused: unknown;
    for (const url of this.source.playing)
      try {
        const first = this.#firstStamp();
        this.element.src = url;
        await once(this.element, 'loadeddata');
        this.#first = (await first) - this.source.times[0]!;
        return;
      } catch (cause) {
        refused = cause;
      }
    throw refused;
  }
  /** The stamp of the picture that a video shows before anything is done with it. */
  #firstStamp(): Promise<number> {
    return new Promise((resolve) => {
      const { element } = this;
      const late = (): void => void window.setTimeout(() => resolve(element.currentTime), 400);
      element.addEventListener('loadeddata', late, { once: true });
      element.requestVideoFrameCallback?.((_, { mediaTime }) => resolve(mediaTime));
    });
  }
  #listen(): void {
    const { element } = this;
    const tell = (stamp: number): void => {
      if (!this.#isPlaying) return;
      this.shown(frameOfStamp(this.source.times, stamp - this.#first));
      this.#listen();
    };
    // Browsers without it tell the clock only; what is drawn then is at most a frame off, and
    // exact again once the video stands still.
    this.#tick =
      element.requestVideoFrameCallback?.((_, { mediaTime }) => tell(mediaTime)) ??
      requestAnimationFrame(() => tell(element.currentTime));
  }
  #deaf(): void {
    this.element.cancelVideoFrameCallback?.(this.#tick);
  }
}

/** Waits for an event, or for the element to fail. */
function once(element: HTMLVideoElement, event: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const over = new AbortController();
    const end = (settle: () => void) => (): void => {
      over.abort();
      settle();
    };
    const options = { signal: over.signal };
    element.addEventListener(event, end(resolve), options);
    element.addEventListener(
      'error',
      end(() => reject(new Error(element.error?.message))),
      options,
    );
  });
}
