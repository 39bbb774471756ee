/** Sets of point indices as runs [start, length], ascending and apart, as `point_labels` writes them. */
export type Runs = readonly (readonly [start: number, length: number])[];

export function toRuns(indices: Iterable<number>): [number, number][] {
  const sorted = Uint32Array.from(indices).sort();
  const runs: [number, number][] = [];
  for (const index of sorted) {
    const last = runs.at(-1);
    const end = last ? last[0] + last[1] : -1;
    if (last && index === end) last[1]++;
    else if (!last || index > end) runs.push([index, 1]);
  }
  return runs;
}
export const sizeOf = (runs: Runs): number => runs.reduce((sum, [, length]) => sum + length, 0);

export function forEachIndex(runs: Runs, act: (index: number) => void): void {
  for (const [start, length] of runs) for (let i = start; i < start + length; i++) act(i);
}
/** Every stretch with which of the two sets hold it. */
function combined(a: Runs, b: Runs, isKept: (inA: boolean, inB: boolean) => boolean) {
  const marks: [at: number, set: 0 | 1, step: 1 | -1][] = [];
  for (const [set, runs] of [a, b].entries())
    for (const [start, length] of runs)
      marks.push([start, set as 0 | 1, 1], [start + length, set as 0 | 1, -1]);
  marks.sort((one, other) => one[0] - other[0]);
  const found: [number, number][] = [];
  const depth = [0, 0];
  let from = 0;
  for (const [at, set, step] of marks) {
    if (at > from && isKept(depth[0]! > 0, depth[1]! > 0)) {
      const last = found.at(-1);
      if (last && last[0] + last[1] === from) last[1] += at - from;
      else found.push([from, at - from]);
    }
    depth[set] = depth[set]! + step;
    from = at;
  }
  return found;
}
export const union = (a: Runs, b: Runs): [number, number][] =>
  combined(a, b, (inA, inB) => inA || inB);
export const without = (a: Runs, b: Runs): [number, number][] =>
  combined(a, b, (inA, inB) => inA && !inB);
