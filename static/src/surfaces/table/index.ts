/** The surface for tables. */
import type { Surface } from '../surface';
import { startingLook } from './columns';
import { sourceOf } from './source';
import './table.css';
import { TableView } from './view';

export const table: Surface = {
  async prepare(value) {
    // The browser keeps the first rows; a broken file is told when it is opened.
    await sourceOf(value)
      .block(0)
      .catch(() => {});
  },
  async open(place) {
    const source = sourceOf(place.value);
    const first = await source.block(0);
    return new TableView(place, source, startingLook(source.columns, first.slice(0, 60)));
  },
};
