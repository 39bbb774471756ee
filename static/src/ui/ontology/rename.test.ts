import { expect, it } from 'vitest';
import type { LabelClass, Ontology } from '../../core/ontology';
import { withRenames } from './rename';

const topic = (classes: LabelClass[], id = 'topic'): Ontology => ({
  fields: { text: { type: 'text' } },
  labels: [{ id, name: 'Topic', on: 'text', kind: 'choice', classes }],
});
const car = { id: 'car', name: 'Car' };
const dog = { id: 'dog', name: 'Dog' };
const classes = (ontology: Ontology) => ontology.labels[0]?.classes;

it('another id under the same name is a rename', () => {
  const draft = topic([{ id: 'auto', name: 'Car' }, dog]);
  expect(classes(withRenames(topic([car, dog]), draft))).toEqual([
    { id: 'auto', name: 'Car', was: ['car'] },
    dog,
  ]);
});

it('one removed and another added stay what they are', () => {
  const draft = topic([car, { id: 'cat', name: 'Cat' }]);
  expect(withRenames(topic([car, dog]), draft)).toEqual(draft);
});

it('without names the place tells, as long as none came or went', () => {
  const [a, b, c] = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];
  expect(classes(withRenames(topic([a, b]), topic([a, c])))).toEqual([a, { ...c, was: ['b'] }]);
  expect(classes(withRenames(topic([a, b]), topic([c])))).toEqual([c]);
});

it('a renamed label takes its classes along, renamed or not', () => {
  const draft = topic([{ id: 'auto', name: 'Car' }, dog], 'subject');
  const [label] = withRenames(topic([car, dog]), draft).labels;
  expect(label).toMatchObject({ id: 'subject', was: ['topic'] });
  expect(label?.classes?.[0]).toMatchObject({ id: 'auto', was: ['car'] });
});

it('what is said by hand is not said twice', () => {
  const vehicle = { id: 'vehicle', name: 'Car', was: ['car'] } as LabelClass;
  expect(classes(withRenames(topic([car, dog]), topic([vehicle, dog])))).toEqual([vehicle, dog]);
});
