/** How large a cuboid is, or how many points a region holds, in the few words of its row. */
import type { Region } from '../../core/region';
import { t } from '../../text';

/** Null for regions that are not in space. */
export function spaceWords({ geometry }: Region): string | null {
  const frame =
    'frame' in geometry && typeof geometry.frame === 'number'
      ? ` · ${t('space.said_frame', { at: geometry.frame + 1 })}`
      : '';
  if ('runs' in geometry) {
    const count = geometry.runs.reduce((sum, [, length]) => sum + length, 0);
    return t('space.said_points', { count }) + frame;
  }
  if (!('rotation' in geometry)) return null;
  const [length, width, height] = geometry.size.map((one) => one.toFixed(2));
  return t('space.said', { length: length!, width: width!, height: height! }) + frame;
}
