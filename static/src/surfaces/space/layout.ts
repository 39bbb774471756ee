/** Where the views lie in the surface: the scene, the plans at its right, cameras below it. */
import type { Rect } from './sight';
import { planNames, type PlanName } from './plans';

export interface Panes {
  readonly scene: Rect;
  readonly plans: { readonly [P in PlanName]: Rect };
  /** The picture one works in; null without cameras. */
  readonly picture: Rect | null;
  /** All pictures, small, to choose from; empty where there is only one. */
  readonly strip: readonly Rect[];
}
export interface Wish {
  readonly cameras: number;
  /** Width over height of the picture. */
  readonly aspect: number;
}
const gap = 2;
const chip = 46;

export function arrange(width: number, height: number, wish: Wish): Panes {
  const tall = Math.max(60, height);
  const side = Math.round(Math.min(Math.max(width * 0.3, 170), 460));
  const left = width - side - gap;
  const high = Math.round((tall - 2 * gap) / 3);
  const plans = Object.fromEntries(
    planNames.map((name, i): [PlanName, Rect] => {
      const y = i * (high + gap);
      return [name, { x: left + gap, y, width: side, height: i === 2 ? tall - y : high }];
    }),
  ) as { [P in PlanName]: Rect };
  const below = wish.cameras ? Math.round(Math.min(tall * 0.36, left / wish.aspect)) : 0;
  const top = tall - (below ? below + gap : 0);
  const hasStrip = wish.cameras > 1;
  // Tiles in a column beside the picture, and as many columns as they need.
  const rows = hasStrip ? Math.max(1, Math.min(wish.cameras, Math.floor(below / chip))) : 1;
  const columns = hasStrip ? Math.ceil(wish.cameras / rows) : 0;
  const tile = hasStrip ? Math.floor((below - gap * (rows - 1)) / rows) : 0;
  const tileWidth = Math.min(
    Math.round(tile * wish.aspect),
    Math.floor(left / (3 * (columns || 1))),
  );
  const stripWidth = columns * (tileWidth + gap);
  return {
    scene: { x: 0, y: 0, width: left, height: top },
    plans,
    picture: below
      ? { x: stripWidth, y: top + gap, width: left - stripWidth, height: below }
      : null,
    strip: hasStrip
      ? Array.from({ length: wish.cameras }, (_, i) => ({
          x: Math.floor(i / rows) * (tileWidth + gap),
          y: top + gap + (i % rows) * (tile + gap),
          width: tileWidth,
          height: tile,
        }))
      : [],
  };
}
/** One cell for each frame, as square as they come, `at` in the middle of those that fit. */
export function grid(
  width: number,
  height: number,
  frames: number,
  at: number,
): { readonly frame: number; readonly rect: Rect }[] {
  const cell = 190;
  const columns = Math.max(1, Math.floor(width / cell));
  const rows = Math.max(1, Math.floor(height / (cell * 0.9)));
  const shown = Math.min(frames, columns * rows);
  const first = Math.max(0, Math.min(frames - shown, at - Math.floor(shown / 2)));
  const usedRows = Math.ceil(shown / columns);
  const [w, h] = [width / columns, height / Math.max(usedRows, 1)];
  return Array.from({ length: shown }, (_, i) => ({
    frame: first + i,
    rect: {
      x: Math.round((i % columns) * w),
      y: Math.round(Math.floor(i / columns) * h),
      width: Math.round(w) - gap,
      height: Math.round(h) - gap,
    },
  }));
}
