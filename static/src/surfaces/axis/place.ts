/** Puts every region in sight into its lane. */
import type { Block } from './hit';
import { laneKey, seated } from './lanes';
import type { AxisView } from './view';

export function placed(view: AxisView): Block[] {
  const rows = new Map(view.layout.lanes.map((row) => [row.lane.key, row]));
  const { from, to } = view.window;
  return [...grouped(view.ranges, (region) => laneKey(region, view.by))].flatMap(
    ([key, regions]) => {
      const row = rows.get(key) ?? view.layout.lanes.at(-1);
      if (!row) return [];
      const seats = seated(regions);
      return regions.flatMap(({ id, geometry: { start, end } }) => {
        if (end < from || start > to) return [];
        const { row: at, rows: of } = seats.get(id)!;
        const height = (row.height - 2) / of;
        const top = row.top + 1 + at * height;
        const left = view.x(start);
        const right = Math.max(view.x(end), left + 2);
        return [{ id, start, end, left, right, top, bottom: top + height }];
      });
    },
  );
}

function grouped<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}
