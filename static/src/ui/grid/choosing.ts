/** Which tiles of a grid are chosen: by click, by dragging a frame, by keys. */

export interface Chosen {
  readonly cursor: number;
  /** Where a stretch began that Shift draws out. */
  readonly anchor: number;
  readonly tiles: ReadonlySet<number>;
}
export const nothing: Chosen = { cursor: 0, anchor: 0, tiles: new Set() };

const stretch = (a: number, b: number): number[] => {
  const [low, high] = [Math.min(a, b), Math.max(a, b)];
  return Array.from({ length: high - low + 1 }, (_, i) => low + i);
};

/** A click chooses one, with Ctrl one more or less, with Shift all from the anchor on. */
export function pressed(
  { anchor, tiles }: Chosen,
  at: number,
  { shift, mod }: { readonly shift: boolean; readonly mod: boolean },
): Chosen {
  if (shift) {
    const more = stretch(anchor, at);
    return { cursor: at, anchor, tiles: new Set(mod ? [...tiles, ...more] : more) };
  }
  if (!mod) return { cursor: at, anchor: at, tiles: new Set([at]) };
  const next = new Set(tiles);
  if (!next.delete(at)) next.add(at);
  return { cursor: at, anchor: at, tiles: next };
}

const steps = {
  ArrowLeft: () => -1,
  ArrowRight: () => 1,
  ArrowUp: (columns: number) => -columns,
  ArrowDown: (columns: number) => columns,
} as const;

/** Where a key leads; null for a key that leads nowhere. */
export function moved(
  chosen: Chosen,
  key: string,
  shift: boolean,
  columns: number,
  count: number,
): Chosen | null {
  const { cursor, anchor } = chosen;
  const step = steps[key as keyof typeof steps];
  const to = key === 'Home' ? 0 : key === 'End' ? count - 1 : step ? cursor + step(columns) : null;
  if (to === null || !count) return null;
  // Off the grid upwards or downwards one stays in the column.
  const at = to < 0 || to >= count ? cursor : to;
  if (shift) return { cursor: at, anchor, tiles: new Set(stretch(anchor, at)) };
  return { cursor: at, anchor: at, tiles: new Set([at]) };
}

export interface Frame {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}
/** The tiles that a frame touches, with those chosen before where Ctrl or Shift is held. */
export function framed(
  before: Chosen,
  frame: Frame,
  tiles: readonly Frame[],
  adds: boolean,
): Chosen {
  const touched = tiles.flatMap((tile, at) =>
    tile.left < frame.right &&
    tile.right > frame.left &&
    tile.top < frame.bottom &&
    tile.bottom > frame.top
      ? [at]
      : [],
  );
  const cursor = touched.at(-1) ?? before.cursor;
  return {
    cursor,
    anchor: touched[0] ?? before.anchor,
    tiles: new Set(adds ? [...before.tiles, ...touched] : touched),
  };
}
