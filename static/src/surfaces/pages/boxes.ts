/** Boxes on a page as they are drawn, moved and resized; all in points of the unturned page. */
import { box as shape } from '../../core/geometry/box';
import { clampTo, limitMove, type Bounds } from '../../core/geometry/point';
import type { PageBox, Point, Region } from '../../core/region';
import type { PageShape } from './layout';

export const isPageBox = (geometry: Region['geometry']): geometry is PageBox =>
  'page' in geometry && 'width' in geometry;

export const boundsOf = ({ x, y, width, height }: PageBox): Bounds => [x, y, x + width, y + height];

/** A hundredth of a point is far below what a hand or a printer can do. */
const round = (value: number): number => Math.round(value * 100) / 100;

export const boxOn = (page: number, [x0, y0, x1, y1]: Bounds): PageBox => ({
  page,
  x: round(x0),
  y: round(y0),
  width: round(x1 - x0),
  height: round(y1 - y0),
});

export function drawn(page: number, shape: PageShape, from: Point, to: Point): PageBox {
  const [a, b] = [from, to].map((point) => clampTo(point, shape.width, shape.height));
  return boxOn(page, [
    Math.min(a![0], b![0]),
    Math.min(a![1], b![1]),
    Math.max(a![0], b![0]),
    Math.max(a![1], b![1]),
  ]);
}
export function moved(box: PageBox, page: PageShape, delta: Point): PageBox {
  const [dx, dy] = limitMove(boundsOf(box), delta, page.width, page.height);
  return { ...box, x: round(box.x + dx), y: round(box.y + dy) };
}
export function resized(box: PageBox, page: PageShape, handle: string, to: Point): PageBox {
  const at = clampTo(to, page.width, page.height);
  const { x, y, width, height } = shape.drag(box, handle, at, false);
  return boxOn(box.page, [x, y, x + width, y + height]);
}
/** Right and lower edge move; at least a point stays, and the page's edge holds. */
export function grown(box: PageBox, page: PageShape, dw: number, dh: number): PageBox {
  const width = Math.max(1, Math.min(page.width - box.x, box.width + dw));
  const height = Math.max(1, Math.min(page.height - box.y, box.height + dh));
  return { ...box, width: round(width), height: round(height) };
}

export const handles = ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w'] as const;
export type Handle = (typeof handles)[number];

/** Where a handle is on a rectangle of the screen. */
export function handleAt(
  { left, top, width, height }: { left: number; top: number; width: number; height: number },
  handle: Handle,
): Point {
  const x = handle.includes('w') ? 0 : handle.includes('e') ? 1 : 0.5;
  const y = handle.includes('n') ? 0 : handle.includes('s') ? 1 : 0.5;
  return [left + width * x, top + height * y];
}

const round4 = ['n', 'e', 's', 'w'];
/** The handle of the unturned page that a handle on the turned screen stands for. */
export function unturned(handle: Handle, turn: number): Handle {
  const steps = turn / 90;
  const back = (side: string): string => round4[(round4.indexOf(side) - steps + 8) % 4]!;
  const sides = [...handle].map(back);
  const vertical = sides.find((side) => side === 'n' || side === 's') ?? '';
  const lying = sides.find((side) => side === 'e' || side === 'w') ?? '';
  return `${vertical}${lying}` as Handle;
}
