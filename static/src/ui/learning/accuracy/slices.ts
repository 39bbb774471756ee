/** What a slice is called. */
import { formatNumber, t } from '../../../text';
import type { Slice } from './wire';

export function sliceName({ facet, value }: Pick<Slice, 'facet' | 'value'>): string {
  const words = Array.isArray(value)
    ? t('diagnosis.slices.between', {
        low: formatNumber(value[0] as number, 2),
        high: formatNumber(value[1] as number, 2),
      })
    : String(value);
  if (facet === 'group') return t('diagnosis.slices.group', { value: words });
  if (facet === 'length') return t('diagnosis.slices.length', { value: words });
  return t('diagnosis.slices.meta', { key: facet.replace(/^meta\./, ''), value: words });
}
