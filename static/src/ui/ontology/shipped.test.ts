import { expect, it } from 'vitest';
import { clashes, keymapOf } from '../../core/keymap';
import { classKeys, type Ontology } from '../../core/ontology';

interface Shipped {
  readonly ontology: Ontology;
}
const shipped = import.meta.glob<Shipped>(
  [
    '../../../../labeling/ontology/templates/*.json',
    '../../../../labeling/config/demo/projects/*.json',
  ],
  { eager: true, import: 'default' },
);

it.each(Object.entries(shipped))('%s gives no class the key of a command', (_, { ontology }) => {
  const fieldOf = (id: string) => ontology.labels.find((label) => label.id === id)?.on ?? '';
  const ofClasses = clashes(keymapOf(), classKeys(ontology), fieldOf).filter(({ between }) =>
    between.some((name) => name.includes('/')),
  );
  expect(ofClasses).toEqual([]);
});

it('every class of a template has a key without being given one', () => {
  expect(Object.keys(shipped).length).toBeGreaterThan(10);
  for (const { ontology } of Object.values(shipped)) {
    const classes = ontology.labels.flatMap((label) => label.classes ?? []);
    expect(classKeys(ontology).length).toBe(Math.min(classes.length, 10));
  }
});
