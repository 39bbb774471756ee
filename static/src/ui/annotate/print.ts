/** What is printed inside a region of a picture or a page, by the server's reader. */
import { boundsOf, isPlaneRegion } from '../../core/geometry';
import type { Region } from '../../core/region';
import { api } from '../../live/api';
import type { FieldValue } from '../../live/types';
import { isMedia } from '../base/glimpse';

export interface PrintedWord {
  readonly text: string;
  /** Shared by the words of one line. */
  readonly line: number;
  readonly box: readonly [x: number, y: number, width: number, height: number];
}
type Frame = readonly [left: number, top: number, right: number, bottom: number];

/** Where a region lies among printed words; null for one that is not on a picture or a page. */
export function frameOf(region: Region): Frame | null {
  const { geometry } = region;
  if ('page' in geometry && 'width' in geometry)
    return [geometry.x, geometry.y, geometry.x + geometry.width, geometry.y + geometry.height];
  return isPlaneRegion(region) ? boundsOf(region.geometry) : null;
}

/** The words whose middle lies inside, line by line. */
export function wordsIn(words: readonly PrintedWord[], frame: Frame): string {
  const [left, top, right, bottom] = frame;
  const lines = new Map<number, string[]>();
  for (const { text, line, box } of words) {
    const [x, y] = [box[0] + box[2] / 2, box[1] + box[3] / 2];
    if (x < left || x > right || y < top || y > bottom) continue;
    lines.set(line, [...(lines.get(line) ?? []), text]);
  }
  return [...lines.values()].map((line) => line.join(' ')).join('\n');
}

export async function printedIn(value: FieldValue | undefined, region: Region): Promise<string> {
  const frame = frameOf(region);
  const base = isMedia(value) && 'base' in value ? String(value.base) : null;
  if (!frame || base === null) return '';
  const query = 'page' in region.geometry ? { page: Number(region.geometry.page) } : {};
  const { words } = await api.get<{ words: PrintedWord[] }>(`${base}/ocr`, { query });
  return wordsIn(words, frame);
}
