/** How a person likes to see and hear sound; kept in this browser. */
import { Liking } from '../liking';

export interface AudioSettings {
  readonly spectrogram: boolean;
  readonly scale: 'linear' | 'mel';
  readonly rate: number;
  readonly volume: number;
}

const liking = new Liking<AudioSettings>('penumbra.audio', {
  spectrogram: true,
  scale: 'mel',
  rate: 1,
  volume: 1,
});

export const audioSettings = liking.get;
export const setAudio = liking.set;
export const watchAudio = liking.watch;
