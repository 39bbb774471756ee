/** Which regions the list shows and in which order: by words, place, class, size or sureness. */
import { boundsOf, isPlaneRegion } from '../../core/geometry';
import type { Region } from '../../core/region';
import { isTrackRegion } from '../../core/track';
import { inReadingOrder } from './acting';

export const orders = ['reading', 'made', 'class', 'size', 'score'] as const;
export type Order = (typeof orders)[number];

/** Within one kind of region only: pixels, seconds, characters, cubic metres, points, keyframes. */
export function sizeOf(region: Region): number {
  const { geometry } = region;
  if ('start' in geometry) return geometry.end - geometry.start;
  if (isTrackRegion(region)) return region.geometry.keyframes.length;
  if ('rotation' in geometry) return geometry.size.reduce((product, side) => product * side, 1);
  if ('runs' in geometry) return geometry.runs.reduce((sum, [, length]) => sum + length, 0);
  if ('slices' in geometry) return Object.keys(geometry.slices).length;
  if ('depth' in geometry) return geometry.width * geometry.height * geometry.depth;
  if (!isPlaneRegion(region)) return 0;
  const [left, top, right, bottom] = boundsOf(region.geometry);
  return (right - left) * (bottom - top);
}

type Compare = (a: Region, b: Region) => number;
const by: { readonly [O in Order]: (nameOf: (region: Region) => string) => Compare } = {
  reading: () => inReadingOrder,
  made: () => () => 0,
  class: (nameOf) => (a, b) => nameOf(a).localeCompare(nameOf(b)) || inReadingOrder(a, b),
  size: () => (a, b) => sizeOf(b) - sizeOf(a),
  // What a person made is sure; what the model is least sure of comes first.
  score: () => (a, b) => (a.score ?? 1) - (b.score ?? 1),
};

/** Every word must occur in what is said of a region. */
export function listed(
  regions: readonly Region[],
  words: string,
  order: Order,
  nameOf: (region: Region) => string,
  said: (region: Region) => string,
): Region[] {
  const sought = words.toLowerCase().split(/\s+/).filter(Boolean);
  const found = sought.length
    ? regions.filter((region) => {
        const text = said(region).toLowerCase();
        return sought.every((word) => text.includes(word));
      })
    : [...regions];
  return found.sort(by[order](nameOf));
}
