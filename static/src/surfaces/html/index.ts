/** The surface for HTML: a page made safe, read and marked as text is. */
import { ProseView } from '../prose/view';
import type { Place, Surface, View } from '../surface';
import '../prose/prose.css';
import './html.css';
import { HtmlMap } from './htmlMap';
import { buildPage } from './page';

export const html: Surface = {
  async prepare() {
    // The page came with the task; there is nothing to fetch.
  },
  async open(place: Place): Promise<View> {
    const { html: page, text } = place.value as {
      readonly html?: unknown;
      readonly text?: unknown;
    };
    if (typeof page !== 'string' || typeof text !== 'string')
      throw new Error(place.t('html.failed'));
    return new ProseView(place, text, (column) => {
      column.classList.add('html-page');
      return new HtmlMap(text, column, buildPage(page));
    });
  },
};
