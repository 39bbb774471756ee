/** Video: a frame on the plane, tracks over frames, ranges on a time line. */
import type { Place, Surface, View } from '../surface';
import { fetchView, openSource } from './source';
import './video.css';
import { VideoView } from './view';

export const video: Surface = {
  async prepare(value) {
    const source = await openSource(value);
    // The browser keeps it, so that the first frame is there at once.
    await fetchView(source.frameUrl(0));
  },
  async open(place: Place): Promise<View> {
    return new VideoView(place, await openSource(place.value));
  },
};
