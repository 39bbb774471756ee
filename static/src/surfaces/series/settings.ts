/** How a person likes to read series; kept in this browser. */
import { Liking } from '../liking';
import type { Zone } from './calendar';

export interface SeriesSettings {
  readonly zone: Zone;
  /** Each channel over what is seen of it, or over all of it. */
  readonly fits: boolean;
}

const liking = new Liking<SeriesSettings>('penumbra.series', { zone: 'stored', fits: true });

export const seriesSettings = liking.get;
export const setSeries = liking.set;
export const watchSeries = liking.watch;
