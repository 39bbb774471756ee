/** SVG path data for lines and bands; a missing value leaves a gap rather than a lie. */

export type Point = readonly [x: number, y: number | null];
export type Interval = readonly [x: number, low: number | null, high: number | null];

const at = (value: number): string => String(Math.round(value * 100) / 100);
const pair = (x: number, y: number): string => `${at(x)} ${at(y)}`;

export function linePath(points: readonly Point[]): string {
  return runs(points, ([, y]) => y !== null)
    .map((run) => `M${run.map(([x, y]) => pair(x, y!)).join('L')}`)
    .join('');
}

/** The area between low and high; a run of one point is drawn as a thin bar, so that it shows. */
export function bandPath(intervals: readonly Interval[], thin = 3): string {
  return runs(intervals, ([, low, high]) => low !== null && high !== null)
    .map((run) => (run.length === 1 ? widened(run[0]!, thin) : run))
    .map((run) => {
      const there = run.map(([x, , high]) => pair(x, high!));
      const back = run.map(([x, low]) => pair(x, low!)).reverse();
      return `M${[...there, ...back].join('L')}Z`;
    })
    .join('');
}

/** A bar that stands on its base, round at the top only. */
export function barPath(x: number, top: number, width: number, base: number, radius = 2): string {
  const height = base - top;
  const r = Math.max(0, Math.min(radius, width / 2, height));
  return (
    `M${pair(x, base)}V${at(top + r)}Q${pair(x, top)} ${pair(x + r, top)}` +
    `H${at(x + width - r)}Q${pair(x + width, top)} ${pair(x + width, top + r)}V${at(base)}Z`
  );
}

function widened([x, low, high]: Interval, thin: number): Interval[] {
  return [
    [x - thin / 2, low, high],
    [x + thin / 2, low, high],
  ];
}

function runs<T>(items: readonly T[], known: (item: T) => boolean): T[][] {
  const found: T[][] = [];
  let open = false;
  for (const item of items) {
    if (known(item)) {
      if (open) found.at(-1)!.push(item);
      else found.push([item]);
    }
    open = known(item);
  }
  return found;
}
