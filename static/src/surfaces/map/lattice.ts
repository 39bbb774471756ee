/** Degrees of any pixel, from nodes that the server computed; and ground measures from degrees. */
import type { Point } from '../../core/region';

export interface Lattice {
  /** A side. */
  readonly nodes: number;
  readonly lon: readonly number[];
  readonly lat: readonly number[];
  /** How far off the middle of a cell is at most. */
  readonly error_m: number;
}
export interface Sized {
  readonly width: number;
  readonly height: number;
}

const earth = 6_371_008.8;
const rad = Math.PI / 180;

/** Degrees east and north, between the four nodes around; on beyond the edges. */
export function lonLatOf(lattice: Lattice, { width, height }: Sized, [x, y]: Point): Point {
  const last = lattice.nodes - 1;
  const [u, v] = [(x / width) * last, (y / height) * last];
  const column = Math.max(0, Math.min(last - 1, Math.floor(u)));
  const row = Math.max(0, Math.min(last - 1, Math.floor(v)));
  const [s, t] = [u - column, v - row];
  const mixed = (values: readonly number[]): number => {
    const at = row * lattice.nodes + column;
    const top = values[at]! * (1 - s) + values[at + 1]! * s;
    const below = at + lattice.nodes;
    return top * (1 - t) + (values[below]! * (1 - s) + values[below + 1]! * s) * t;
  };
  const lon = mixed(lattice.lon);
  return [((((lon + 180) % 360) + 360) % 360) - 180, mixed(lattice.lat)];
}

/** Metres along the sphere. */
export function groundDistance([lon1, lat1]: Point, [lon2, lat2]: Point): number {
  const half = (a: number): number => Math.sin((a * rad) / 2) ** 2;
  const h = half(lat2 - lat1) + Math.cos(lat1 * rad) * Math.cos(lat2 * rad) * half(lon2 - lon1);
  return 2 * earth * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** Square metres on the sphere: the formula of Chamberlain and Duquette (JPL 07-3). */
export function groundArea(ring: readonly Point[]): number {
  const sum = ring.reduce((total, [lon1, lat1], i) => {
    const [lon2, lat2] = ring[(i + 1) % ring.length]!;
    const turn = ((((lon2 - lon1 + 180) % 360) + 360) % 360) - 180;
    return total + turn * rad * (2 + Math.sin(lat1 * rad) + Math.sin(lat2 * rad));
  }, 0);
  return Math.abs((sum * earth * earth) / 2);
}

/** Metres of a pixel's side on the ground around a place, across and down. */
export function pixelSize(lattice: Lattice, size: Sized, [x, y]: Point): readonly [number, number] {
  const span = Math.max(1, Math.min(size.width, size.height) / 64);
  const at = (dx: number, dy: number): Point => lonLatOf(lattice, size, [x + dx, y + dy]);
  return [
    groundDistance(at(-span / 2, 0), at(span / 2, 0)) / span,
    groundDistance(at(0, -span / 2), at(0, span / 2)) / span,
  ];
}

/** 1, 2 or 5 times a power of ten: the largest that fits. */
export function roundLength(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most));
  return [5, 2, 1].map((step) => step * power).find((length) => length <= most) ?? power;
}

export const lengthText = (metres: number): string =>
  metres >= 1000
    ? `${short(metres / 1000)} km`
    : metres >= 1
      ? `${short(metres)} m`
      : `${short(metres * 100)} cm`;
export const areaText = (square: number): string =>
  square >= 1e6
    ? `${short(square / 1e6)} km²`
    : square >= 1e4
      ? `${short(square / 1e4)} ha`
      : `${short(square)} m²`;

/** Three figures. */
const short = (value: number): string =>
  String(value >= 100 ? Math.round(value) : Number(value.toPrecision(3)));
