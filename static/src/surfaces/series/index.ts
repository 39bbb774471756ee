/** The surface for series of measurements. */
import { isMedia, type Surface } from '../surface';
import { InlineSeries, StoredSeries, type Source } from './source';
import { SeriesView } from './view';

export const series: Surface = {
  async prepare() {
    // The browser's cache keeps what the open task fetched; the next one is fast to open.
  },
  async open(place) {
    let arrived = (): void => {};
    const source: Source = isMedia(place.value)
      ? await StoredSeries.open(place.value, () => arrived())
      : new InlineSeries(place.value);
    const view = new SeriesView(place, source);
    arrived = () => view.board.invalidate('base');
    return view;
  },
};
