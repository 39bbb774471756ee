/** Steps being put together: added, moved, changed, and what is wrong with each. */
import type { Place } from '../../live/types';
import type { FlowModel, Setting, Step, StepKind } from './wire';

/** A new step with the settings that its kind begins with, and a model that reads what comes. */
export function newStep(kind: StepKind, models: readonly FlowModel[], comes: string): Step {
  const settings = Object.fromEntries(
    kind.settings.filter(({ name }) => name !== 'asks').map((one) => [one.name, one.default]),
  );
  const fitting = models.find(({ reads, missing }) => reads.includes(comes) && !missing.length);
  const model = kind.asks_model ? { model: (fitting ?? models[0])?.id ?? '' } : {};
  return { step: kind.id, ...model, ...settings };
}

/** The value of a setting: as declared, else as its kind begins. */
export function valueOf(step: Step, setting: Setting): string | number {
  const given = step[setting.name];
  return typeof given === 'string' || typeof given === 'number' ? given : setting.default;
}

/** The step with another value; an empty one leaves the choice to the server. */
export function withValue(step: Step, name: string, value: string | number): Step {
  const { [name]: _, ...others } = step;
  const kept = others as Step;
  return value === '' ? kept : { ...kept, [name]: value };
}

export function moved<T>(list: readonly T[], at: number, by: number): T[] {
  const to = at + by;
  if (to < 0 || to >= list.length) return [...list];
  const next = [...list];
  [next[at], next[to]] = [next[to] as T, next[at] as T];
  return next;
}

/** What is wrong with a step: at one of its settings, or with its place among the others. */
export function faultsAt(places: readonly Place[], number: number): Map<string, Place> {
  const own = new Map<string, Place>();
  for (const place of places) {
    const [, steps, at, ...rest] = (place.pointer ?? '').split('/');
    if (steps === 'steps' && at === String(number)) own.set(rest.join('/'), place);
  }
  return own;
}
