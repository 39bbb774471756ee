/** Space: a point cloud or a drive, cuboids and labelled points in it. */
import type { Place, Surface, View } from '../surface';
import { address, sourceOf } from './facts';
import { fetched } from './loading';
import { SpaceView } from './view';

export const space: Surface = {
  async prepare(value) {
    const source = sourceOf(value);
    // The browser keeps the first points: the same address is asked for again.
    if (source) await fetched(address(source.base, 'points', { frame: 0, level: 0 }));
  },
  async open(place: Place): Promise<View> {
    const source = sourceOf(place.value);
    if (!source) throw new Error(place.t('space.failed'));
    try {
      return new SpaceView(place, source);
    } catch (cause) {
      place.host.replaceChildren();
      throw new Error(place.t('space.no_webgl'), { cause });
    }
  },
};
