/** Names beside the ends of lines: moved apart just enough that none covers another. */

/** Positions in the order given, each at least `gap` from the next, within [low, high]. */
export function spread(
  wanted: readonly number[],
  gap: number,
  low: number,
  high: number,
): number[] {
  const order = wanted.map((_, index) => index).sort((a, b) => wanted[a]! - wanted[b]!);
  const placed = [...wanted];
  let floor = low;
  for (const index of order) {
    placed[index] = Math.max(wanted[index]!, floor);
    floor = placed[index]! + gap;
  }
  let ceiling = high;
  for (const index of [...order].reverse()) {
    placed[index] = Math.min(placed[index]!, ceiling);
    ceiling = placed[index]! - gap;
  }
  return placed;
}

/** The index of the value nearest to `target` in a list that rises; -1 for none. */
export function nearest(values: readonly number[], target: number): number {
  let best = -1;
  values.forEach((value, index) => {
    if (best < 0 || Math.abs(value - target) < Math.abs(values[best]! - target)) best = index;
  });
  return best;
}
