/** The picture behind the regions. */
import { isMedia, type FieldValue } from '../surface';
import type { Camera, Size } from './camera';

export interface Backdrop {
  /** Of the upright image, as the regions count. */
  readonly size: Size;
  draw(ctx: CanvasRenderingContext2D, camera: Camera): void;
}

const waiting = new Map<string, Promise<HTMLImageElement>>();
const keep = 4;

/** Decodes off the main path; the last few stay, so that the prefetched task appears at once. */
export function loadImage(value: FieldValue): Promise<HTMLImageElement> {
  const url = isMedia(value) ? value.url : String(value);
  const known = waiting.get(url);
  if (known) return known;
  const image = new Image();
  image.decoding = 'async';
  image.src = url;
  const loaded = image.decode().then(() => image);
  // A picture that failed is asked for again next time.
  loaded.catch(() => waiting.delete(url));
  waiting.set(url, loaded);
  const [oldest] = waiting.keys();
  if (waiting.size > keep && oldest !== undefined) waiting.delete(oldest);
  return loaded;
}

/** Regions count in the stored size, even where a smaller rendition is shown. */
export function sizeOf(image: HTMLImageElement, value: FieldValue): Size {
  const media = isMedia(value) ? value : null;
  return {
    width: media?.width ?? image.naturalWidth,
    height: media?.height ?? image.naturalHeight,
  };
}
