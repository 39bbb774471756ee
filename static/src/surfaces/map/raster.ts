/** What the server knows of a raster: its levels, its bands, and where its pixels lie. */
import type { Media } from '../surface';
import type { Lattice } from './lattice';

export interface Band {
  readonly name: string;
  readonly dtype: string;
  readonly nodata: number | null;
}
export interface Crs {
  readonly epsg: number | null;
  readonly name: string;
  readonly unit: string;
  readonly is_geographic: boolean;
}
export interface Raster {
  readonly base: string;
  readonly width: number;
  readonly height: number;
  /** Pixels of a tile's side, and how many levels there are; 0 is full size. */
  readonly tile: number;
  readonly levels: number;
  readonly bands: readonly Band[];
  /** The bands for red, green and blue, from 1, as the file has them. */
  readonly shown: readonly number[];
  readonly crs: Crs | null;
  /** x = a * column + b * row + c; y = d * column + e * row + f. */
  readonly transform: readonly number[] | null;
  readonly lattice: Lattice | null;
}
type Info = Omit<Raster, 'base' | 'width' | 'height' | 'lattice'> & { readonly lattice?: Lattice };

/** In the server's words, where it has some: they tell what is wrong with the file. */
async function fetched(url: string): Promise<Response> {
  const answer = await fetch(url, { credentials: 'same-origin' });
  if (answer.ok) return answer;
  const problem = (await answer.json().catch(() => ({}))) as { detail?: string };
  throw new Error(problem.detail ?? `${answer.status} ${answer.statusText}`);
}

const kept = new Map<string, Promise<Raster>>();
const keep = 4;

export function openRaster(media: Media): Promise<Raster> {
  const base = media.base ?? '';
  const known = kept.get(base);
  if (known) return known;
  const opened = fetched(`${base}/info`)
    .then((answer) => answer.json() as Promise<Info>)
    .then((info): Raster => ({
      ...info,
      base,
      width: media.width ?? 1,
      height: media.height ?? 1,
      lattice: info.lattice ?? null,
    }));
  opened.catch(() => kept.delete(base));
  kept.set(base, opened);
  const [oldest] = kept.keys();
  if (kept.size > keep && oldest !== undefined) kept.delete(oldest);
  return opened;
}

/** A pixel in the file's reference system. */
export function worldOf(raster: Raster, [x, y]: readonly [number, number]) {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = raster.transform ?? [];
  return raster.transform ? ([a * x + b * y + c, d * x + e * y + f] as const) : null;
}
