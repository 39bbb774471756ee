/** A pause in a sentence. */
import { t } from '../../text';
import type { Pause } from './wire';

export function reasonOf(pause: Pause, percent: (share: number) => string): string {
  const { value, low, high, answers, mark } = pause.facts;
  if (pause.reason === 'manager' || value == null)
    return t('exams.pause.manager', { note: pause.note });
  return t('exams.pause.accuracy', {
    value: percent(value),
    low: percent(low ?? 0),
    high: percent(high ?? 1),
    mark: percent(mark ?? 0),
    count: Math.round(answers ?? 0),
  });
}
