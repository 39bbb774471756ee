/** Maps: GeoTIFF and gigapixel pictures by tiles. */
import { isMedia, type Place, type Surface, type View } from '../surface';
import './map.css';
import { openRaster } from './raster';
import { MapView } from './view';

export const map: Surface = {
  async prepare(value) {
    if (isMedia(value)) await openRaster(value);
  },
  async open(place: Place): Promise<View> {
    if (!isMedia(place.value)) throw new Error(place.t('map.no_file'));
    return new MapView(place, await openRaster(place.value), place.value);
  },
};
