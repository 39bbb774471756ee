/** How long the rest will take, from how long the last decisions took. */
const LEAST = 3;
const LATEST = 15;
/** Somebody who was away did not think for an hour. */
const LONGEST_S = 120;

/** Seconds left at the median pace of the last decisions; null until there are enough of them. */
export function secondsLeft(decidedAt: readonly number[], left: number): number | null {
  if (decidedAt.length <= LEAST) return null;
  const recent = decidedAt.slice(-LATEST - 1);
  const gaps = recent
    .slice(1)
    .map((at, index) => Math.min(LONGEST_S, (at - recent[index]!) / 1000))
    .toSorted((a, b) => a - b);
  return gaps[Math.floor(gaps.length / 2)]! * left;
}
