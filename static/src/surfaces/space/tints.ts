/** A colour laid over each point: the class it is labelled with, the cuboid it lies in, a picture. */
import type { Region } from '../../core/region';
import { inCuboid } from './enclosing';
import type { Lens } from './lens';
import type { FrameCloud } from './loading';
import { bytesOf } from './ramps';
import { forEachIndex, type Runs } from './runs';
import type { Seen } from './sequence';

export interface PointRegion {
  readonly region: Region;
  readonly runs: Runs;
  readonly colour: string;
  readonly isSelected: boolean;
}
export interface Painted {
  readonly lens: Lens;
  readonly pixels: ImageData;
}

/** RGBA for each point; alpha 0 leaves its own colour. */
export function tinted(
  cloud: FrameCloud,
  into: Uint8Array,
  labelled: readonly PointRegion[],
  boxed: readonly { readonly seen: Seen; readonly colour: string }[],
  pictures: readonly Painted[],
): void {
  into.fill(0, 0, cloud.count * 4);
  for (const picture of pictures) byPicture(cloud, into, picture);
  for (const { seen, colour } of boxed) {
    const [r, g, b] = bytesOf(colour);
    for (const i of inCuboid(cloud, seen.cuboid)) put(into, i, r, g, b, 220);
  }
  if (labelled.length) byLabels(cloud, into, labelled);
}
function put(into: Uint8Array, i: number, r: number, g: number, b: number, a: number): void {
  const at = 4 * i;
  into[at] = r;
  into[at + 1] = g;
  into[at + 2] = b;
  into[at + 3] = a;
}
/** Runs speak of the source's order, the cloud is in another: through a table of all indices. */
function byLabels(cloud: FrameCloud, into: Uint8Array, labelled: readonly PointRegion[]): void {
  const { words, stride, indexAt, count } = cloud;
  let highest = 0;
  for (let i = 0; i < count; i++) highest = Math.max(highest, words[i * stride + indexAt]!);
  const owner = new Uint16Array(highest + 1);
  labelled.forEach(({ runs }, n) =>
    forEachIndex(runs, (index) => {
      if (index <= highest) owner[index] = n + 1;
    }),
  );
  const colours = labelled.map(({ colour, isSelected }) => ({
    rgb: bytesOf(colour),
    alpha: isSelected ? 255 : 215,
  }));
  for (let i = 0; i < count; i++) {
    const one = colours[owner[words[i * stride + indexAt]!]! - 1];
    if (one) put(into, i, ...one.rgb, one.alpha);
  }
}
/** The pixel that a camera sees each point at. */
function byPicture(cloud: FrameCloud, into: Uint8Array, { lens, pixels }: Painted): void {
  const { floats, stride, count, origin } = cloud;
  const { intrinsic: k, extrinsic: e, width, height } = lens;
  const shrink = pixels.width / width;
  const at = (i: 0 | 1 | 2, x: number, y: number, z: number): number =>
    e[i]![0]! * x + e[i]![1]! * y + e[i]![2]! * z + e[i]![3]!;
  for (let i = 0; i < count; i++) {
    const [x, y, z] = [
      floats[i * stride]! + origin[0],
      floats[i * stride + 1]! + origin[1],
      floats[i * stride + 2]! + origin[2],
    ];
    const depth = at(2, x, y, z);
    if (depth < 0.2) continue;
    const [cx, cy] = [at(0, x, y, z), at(1, x, y, z)];
    const u = (k[0]![0]! * cx + k[0]![1]! * cy) / depth + k[0]![2]!;
    const v = (k[1]![1]! * cy) / depth + k[1]![2]!;
    if (u < 0 || v < 0 || u >= width || v >= height) continue;
    const pixel = 4 * (Math.floor(v * shrink) * pixels.width + Math.floor(u * shrink));
    const { data } = pixels;
    put(into, i, data[pixel]!, data[pixel + 1]!, data[pixel + 2]!, 255);
  }
}
