/** The plane: a picture, and regions drawn on it. */
import type { Place, Surface, View } from '../surface';
import { imageBackdrop, loadImage } from './backdrop';
import { PlaneView } from './view';

export const plane: Surface = {
  async prepare(value) {
    await loadImage(value);
  },
  async open(place: Place): Promise<View> {
    const image = await loadImage(place.value).catch((cause: unknown) => {
      throw new Error(place.t('plane.failed'), { cause });
    });
    return new PlaneView(place, imageBackdrop(image, place.value));
  },
};
