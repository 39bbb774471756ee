/** The surface for sound. */
import { isMedia, type FieldValue, type Media, type Surface } from '../surface';
import { AudioView, type AudioFacts } from './view';
import { Wave } from './wave';

const ready = new Map<string, Promise<Wave>>();
const keep = 4;
let arrived = new Map<string, () => void>();

/** The waveform of a whole recording; the last few stay, so that the prefetched task appears at once. */
function waveOf(media: Media): Promise<Wave> {
  const base = media.base ?? '';
  const known = ready.get(base);
  if (known) return known;
  const facts = media.facts as unknown as AudioFacts;
  const wave = new Wave(base, facts.peaks, facts.channels, () => arrived.get(base)?.());
  const opened = wave.open().then(() => wave);
  // One that failed is asked for again next time.
  opened.catch(() => ready.delete(base));
  ready.set(base, opened);
  const [oldest] = ready.keys();
  if (ready.size > keep && oldest !== undefined) {
    ready.delete(oldest);
    arrived = new Map([...arrived].filter(([key]) => key !== oldest));
  }
  return opened;
}

const asMedia = (value: FieldValue): Media => {
  if (!isMedia(value) || !value.base) throw new Error('This field holds no sound.');
  return value;
};

export const audio: Surface = {
  async prepare(value) {
    await waveOf(asMedia(value));
  },
  async open(place) {
    const media = asMedia(place.value);
    const wave = await waveOf(media);
    const view = new AudioView(place, media, wave);
    arrived.set(media.base ?? '', () => view.board.invalidate('base'));
    return view;
  },
};
