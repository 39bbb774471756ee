/** How a person tracks; kept in this browser. */
import { Liking } from '../liking';

export interface VideoSettings {
  /** How long a new track lives: one frame until it is extended, or to the end of the video. */
  readonly life: 'frame' | 'rest';
  /** How many frames a shape is copied on. */
  readonly copies: number;
  /** Height of the time line, in screen pixels. */
  readonly height: number;
}

const liking = new Liking<VideoSettings>('penumbra.video', {
  life: 'frame',
  copies: 10,
  height: 174,
});

export const videoSettings = liking.get;
export const setVideo = liking.set;
export const watchVideo = liking.watch;
