/** The values of a log line as its sentence takes them. */
import { formatPercent } from '../../../text';
import type { LogLine } from '../wire';

export function logValues({ params }: LogLine): Record<string, string | number> {
  const found: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(params)) {
    if (name === 'accuracy') found[name] = value === null ? '–' : formatPercent(Number(value), 1);
    else if (typeof value === 'number' || typeof value === 'string') found[name] = value;
    else if (value && typeof value === 'object')
      found[name] = Object.entries(value)
        .map(([key, one]) => `${key} = ${short(one)}`)
        .join(', ');
  }
  return found;
}

/** A number as a recipe's reader wants it: no more digits than say something. */
export function short(value: unknown): string {
  return typeof value === 'number' ? String(Number(value.toPrecision(3))) : String(value);
}
