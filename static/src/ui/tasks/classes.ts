/** Class ids as people read them: their names and colours, from the ontology. */
import { paletteColour } from '../../core/palette';
import type { Ontology } from '../../live/types';

export interface ClassLook {
  readonly id: string;
  readonly name: string;
  readonly colour: string;
}
export type ClassLooks = ReadonlyMap<string, ClassLook>;

/** By class id; where two labels share an id, the first label's look is taken. */
export function classLooks(ontology: Ontology): ClassLooks {
  const looks = new Map<string, ClassLook>();
  for (const label of ontology.labels)
    label.classes?.forEach(({ id, name, color }, at) => {
      if (!looks.has(id))
        looks.set(id, { id, name: name || id, colour: color || paletteColour(at) });
    });
  return looks;
}

/** An answer may be a class, several, a number or words. */
export function looksOf(value: unknown, looks: ClassLooks): ClassLook[] {
  const values = Array.isArray(value) ? value : [value];
  return values
    .filter((one) => typeof one === 'string' || typeof one === 'number' || typeof one === 'boolean')
    .map(
      (one) =>
        looks.get(String(one)) ?? { id: String(one), name: String(one), colour: 'var(--faint)' },
    );
}

/** The first answer the model gave, over all labels. */
export function predictedLooks(
  predicted: Record<string, unknown> | null,
  looks: ClassLooks,
): ClassLook[] {
  return Object.values(predicted ?? {}).flatMap((value) => looksOf(value, looks));
}
