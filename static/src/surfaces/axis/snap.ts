/** Brings a time to the nearest of some edges that lie within reach. */

export interface Snapped {
  readonly time: number;
  /** The edge it was brought to; null where none was near. */
  readonly edge: number | null;
}

export function snapTo(time: number, edges: Iterable<number>, reach: number): Snapped {
  let best: number | null = null;
  for (const edge of edges)
    if (
      Math.abs(edge - time) <= reach &&
      (best === null || Math.abs(edge - time) < Math.abs(best - time))
    )
      best = edge;
  return { time: best ?? time, edge: best };
}

/** How much more to move so that either end of a stretch meets an edge. */
export function snapMove(ends: readonly number[], edges: readonly number[], reach: number): number {
  let best = 0;
  let distance = Infinity;
  for (const end of ends) {
    const { edge } = snapTo(end, edges, reach);
    if (edge !== null && Math.abs(edge - end) < distance)
      [best, distance] = [edge - end, Math.abs(edge - end)];
  }
  return best;
}
