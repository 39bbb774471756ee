/** COCO run lengths: column by column, zeros first; also the compressed string of pycocotools. */
import type { Mask } from '../region';

/** Runs of a mask in the list form, whichever form it came in. */
export const runsOf = (mask: Mask): readonly number[] =>
  typeof mask.counts === 'string' ? unpackRuns(mask.counts) : mask.counts;

/** `bits` holds one byte a pixel, column by column. */
export function encode(bits: Uint8Array, height: number, width: number): Mask {
  const counts: number[] = [];
  let value = 0;
  let start = 0;
  while (start < bits.length) {
    // indexOf finds the end of a run faster than a loop would.
    const found = bits.indexOf(1 - value, start);
    const end = found < 0 ? bits.length : found;
    counts.push(end - start);
    start = end;
    value = 1 - value;
  }
  return { size: [height, width], counts };
}

export function decode(mask: Mask): Uint8Array<ArrayBuffer> {
  const [height, width] = mask.size;
  const bits = new Uint8Array(height * width);
  let at = 0;
  runsOf(mask).forEach((run, i) => {
    if (i % 2) bits.fill(1, at, at + run);
    at += run;
  });
  return bits;
}

/** Five bits a character from 48 on, the sixth says more follow; from the third run on, differences. */
export function unpackRuns(text: string): number[] {
  const runs: number[] = [];
  let at = 0;
  while (at < text.length) {
    let value = 0;
    let shift = 0;
    let more = true;
    while (more && at < text.length) {
      const bits = text.charCodeAt(at++) - 48;
      value |= (bits & 31) << shift;
      shift += 5;
      more = (bits & 32) !== 0;
      if (!more && bits & 16) value |= -1 << shift;
    }
    runs.push(runs.length > 2 ? value + runs[runs.length - 2]! : value);
  }
  return runs;
}
