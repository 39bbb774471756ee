/** A recipe in words: its numbers by the names that the form gives them. */
import { hasText, t } from '../../text';

export function recipeName(name: string): string {
  if (name === 'learner') return t('models.learner');
  const key = `models.recipe.${name}.label`;
  return hasText(key) ? t(key) : name;
}

export function recipeValue(name: string, value: unknown): string {
  if (typeof value === 'boolean') return t(value ? 'models.yes' : 'models.no');
  const key =
    name === 'learner' ? `models.learners.${value}.label` : `models.recipe.${name}.${value}`;
  return typeof value === 'string' && hasText(key) ? t(key) : short(value);
}

/** The numbers of a recipe that say something: those that its other choices use. */
export function usedNumbers(recipe: Readonly<Record<string, unknown>>): [string, unknown][] {
  const unused = new Set([
    ...(recipe.learner === 'network' ? [] : ['units', 'dropout']),
    ...(recipe.augmentation === 'altered' ? [] : ['copies', 'strength', 'mirror']),
    ...(recipe.teacher ? [] : ['softness', 'teacher_share']),
    ...(recipe.processes === 1 ? ['processes'] : []),
    // Its name stands elsewhere; here is its number in the database.
    'teacher',
  ]);
  return Object.entries(recipe).filter(([name]) => !unused.has(name));
}

/** "Learning rate 0.003 · Units 128" */
export function recipeLine(recipe: Readonly<Record<string, unknown>>): string {
  return Object.entries(recipe)
    .map(([name, value]) => `${recipeName(name)} ${recipeValue(name, value)}`)
    .join(' · ');
}

/** A number as a recipe's reader wants it: no more digits than say something. */
export function short(value: unknown): string {
  return typeof value === 'number' ? String(Number(value.toPrecision(3))) : String(value);
}
