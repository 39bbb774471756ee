/** How a person likes to read documents; kept in this browser. */
import { Liking } from '../liking';
export interface PagesSettings {
  /** The list of small pages at the side. */
  readonly thumbs: boolean;
  /** Pages dark with light letters. */
  readonly night: boolean;
  /** What is printed on scans is read. */
  readonly reads: boolean;
}

const liking = new Liking<PagesSettings>('penumbra.pages', {
  thumbs: false,
  night: false,
  reads: true,
});

export const pagesSettings = liking.get;
export const setPages = liking.set;
export const watchPages = liking.watch;
