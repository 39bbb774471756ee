/** The surface for documents. */
import type { Place, Surface, View } from '../surface';
import './pages.css';
import { sourceOf } from './source';
import { PagesView } from './view';

export const pages: Surface = {
  async prepare(value) {
    const source = sourceOf(value);
    if (!source?.pages.length) return;
    await Promise.all([source.words(0), fetch(source.pictureUrl(0, '1.5'))]);
  },
  async open(place: Place): Promise<View> {
    const source = sourceOf(place.value);
    if (!source?.pages.length) throw new Error(place.t('pages.failed'));
    return new PagesView(place, source);
  },
};
