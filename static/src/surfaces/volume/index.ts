/** Volumes: DICOM series and NIfTI on three planes. */
import { isMedia, type Place, type Surface, type View } from '../surface';
import { gridOf } from './grid';
import { SliceStore } from './slices';
import { VolumeView } from './view';
import './volume.css';

export const volume: Surface = {
  async prepare(value) {
    if (!isMedia(value)) return;
    const grid = gridOf(value);
    const store = new SliceStore(value, grid);
    // The browser keeps it, so that the first slice is there at once.
    await store.load('axial', Math.floor(grid.size[2] / 2), 0);
    store.close();
  },
  async open(place: Place): Promise<View> {
    const { value, t } = place;
    if (!isMedia(value)) throw new Error(t('volume.no_file'));
    const grid = gridOf(value);
    const store = new SliceStore(value, grid);
    // What is wrong with the file is told in the server's words, in the place of the volume.
    await store.load('axial', Math.floor(grid.size[2] / 2), 0);
    return new VolumeView(place, grid, value, store);
  },
};
