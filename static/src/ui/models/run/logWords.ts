/** The values of a log line as its sentence takes them. */
import { formatPercent } from '../../../text';
import { recipeLine } from '../recipeWords';
import type { LogLine } from '../wire';

export function logValues({ params }: LogLine): Record<string, string | number> {
  const found: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(params)) {
    if (name === 'accuracy') found[name] = value === null ? '–' : formatPercent(Number(value), 1);
    else if (typeof value === 'number' || typeof value === 'string') found[name] = value;
    else if (value && typeof value === 'object')
      found[name] = recipeLine(value as Record<string, unknown>);
  }
  return found;
}
