import { expect, test } from 'vitest';
import type { Ontology } from '../../core/ontology';
import { classShown, isSwapped, sidesOf } from './sides';

const ontology = (shuffle?: boolean): Ontology => ({
  fields: { a: { type: 'dialogue' }, b: { type: 'dialogue' } },
  labels: [
    {
      id: 'better',
      on: 'a',
      kind: 'pairwise',
      fields: ['a', 'b'],
      classes: [{ id: 'first' }, { id: 'second' }, { id: 'tie' }],
      ...(shuffle === undefined ? {} : { shuffle }),
    },
  ],
});
const tasks = Array.from({ length: 2000 }, (_, i) => String(i + 1));

test('about half of the tasks are the other way round, and each person has a lot of their own', () => {
  const swapped = tasks.filter((task) => isSwapped(task, '7')).length;
  expect(Math.abs(swapped - 1000)).toBeLessThan(120);
  const alike = tasks.filter((task) => isSwapped(task, '7') === isSwapped(task, '8')).length;
  expect(Math.abs(alike - 1000)).toBeLessThan(120);
});

test('the keys go with the sides, and the tie stays', () => {
  const task = tasks.find((one) => isSwapped(one, '7'))!;
  expect(sidesOf(ontology(), ['a', 'b'], task, '7')).toEqual(['b', 'a']);
  const shown = ['first', 'second', 'tie'].map((id) =>
    classShown(ontology(), 'better', id, task, '7'),
  );
  expect(shown).toEqual(['second', 'first', 'tie']);
});

test('an ontology may keep its own order', () => {
  const task = tasks.find((one) => isSwapped(one, '7'))!;
  expect(sidesOf(ontology(false), ['a', 'b'], task, '7')).toEqual(['a', 'b']);
  expect(classShown(ontology(false), 'better', 'first', task, '7')).toBe('first');
});
