/** The plane: a picture, and regions drawn on it. */
import { isMedia, type Place, type Surface, type View } from '../surface';
import { loadImage, sizeOf } from './backdrop';
import { ImageView } from './imageView';
import { ShownImage } from './shown';

export const plane: Surface = {
  async prepare(value) {
    await loadImage(value);
  },
  async open(place: Place): Promise<View> {
    const image = await loadImage(place.value).catch((cause: unknown) => {
      throw new Error(place.t('plane.failed'), { cause });
    });
    const base = isMedia(place.value) ? (place.value.base ?? null) : null;
    return new ImageView(place, new ShownImage(image, sizeOf(image, place.value)), base);
  },
};
