/** A form's plan against the stored one. */
import type { Plan } from './wire';

/** Only what differs goes to the server: what two managers change apart stands. */
export function changesOf(stored: Plan, form: Plan): Partial<Plan> {
  const changed = (Object.keys(form) as (keyof Plan)[]).filter(
    (key) => JSON.stringify(form[key]) !== JSON.stringify(stored[key]),
  );
  return Object.fromEntries(changed.map((key) => [key, form[key]]));
}

/** A share as whole percent and back, for number fields. */
export const percent = (share: number): number => Math.round(share * 1000) / 10;
export const share = (shown: number): number => Math.round(shown * 10) / 1000;

/** What a switch turns on starts from: two opinions more than everybody gets. */
export const mostFor = (overlap: number): number => overlap + 2;

/** Worth by class, without those that count as any. */
export function worthWith(
  worth: Readonly<Record<string, number>>,
  name: string,
  value: number,
): Record<string, number> {
  const rest = Object.fromEntries(Object.entries(worth).filter(([id]) => id !== name));
  return value === 1 || !Number.isFinite(value) ? rest : { ...rest, [name]: value };
}
