import { expect, test } from 'vitest';
import type { Ontology } from '../../core/ontology';
import {
  addClass,
  addClasses,
  addField,
  addLabel,
  addRelation,
  freeId,
  move,
  removeField,
  renameClass,
  renameField,
  setKind,
} from './edit';

const draft = (): Ontology => ({
  fields: { photo: { type: 'image' }, caption: { type: 'text' } },
  labels: [
    { id: 'object', on: 'photo', kind: 'box', classes: [{ id: 'car', name: 'Car' }] },
    { id: 'mention', on: 'caption', kind: 'span', classes: [{ id: 'car', name: 'Car' }] },
  ],
  relations: [{ id: 'same', from: 'mention', to: 'object' }],
});

test('ids are readable, unique, and keep other scripts', () => {
  expect(freeId('Red car!', [], 'x')).toBe('red_car');
  expect(freeId('Red car', ['red_car', 'red_car_2'], 'x')).toBe('red_car_3');
  expect(freeId('红色 汽车', [], 'x')).toBe('红色_汽车');
  expect(freeId('!!', [], 'x')).toBe('x');
});

test('renaming a field takes its labels along', () => {
  const made = draft();
  expect(renameField(made, 'photo', 'picture')).toBe(true);
  expect(Object.keys(made.fields)).toEqual(['picture', 'caption']);
  expect(made.labels[0]?.on).toBe('picture');
  expect(renameField(made, 'picture', 'caption')).toBe(false);
});

test('removing a field removes its labels and the relations that lose an end', () => {
  const made = draft();
  removeField(made, 'photo');
  expect(made.labels.map((label) => label.id)).toEqual(['mention']);
  expect(made.relations).toBeUndefined();
});

test('a kind without classes drops them, and relations need regions', () => {
  const made = draft();
  const label = made.labels[0];
  if (!label) throw new Error('no label');
  setKind(made, label, 'rating');
  expect(label).toEqual({ id: 'object', on: 'photo', kind: 'rating', min: 1, max: 5 });
  expect(made.relations).toBeUndefined();
});

test('a new pairwise question compares two fields of one type', () => {
  const made: Ontology = { fields: { a: { type: 'text' } }, labels: [] };
  addField(made, 'text');
  expect(addLabel(made, 'a', 'pairwise', 'Better').fields).toEqual(['a', 'text']);
});

test('a saved class keeps its id when renamed, a new one follows its name', () => {
  const made = draft();
  const label = made.labels[0];
  const saved = label?.classes?.[0];
  if (!label || !saved) throw new Error('no class');
  renameClass(label, saved, 'Automobile', true);
  expect(saved).toEqual({ id: 'car', name: 'Automobile' });
  const fresh = addClass(label, '');
  renameClass(label, fresh, 'Van', false);
  expect(fresh.id).toBe('van');
});

test('a pasted list makes one class a line and no doubles', () => {
  const made = draft();
  const label = made.labels[0];
  if (!label) throw new Error('no label');
  addClasses(label, 'Car\r\nVan\n\n Van \nBus');
  expect(label.classes?.map((item) => item.id)).toEqual(['car', 'van', 'bus']);
});

test('moving stops at the ends', () => {
  const list = ['a', 'b', 'c'];
  move(list, 0, -1);
  move(list, 2, 1);
  move(list, 0, 1);
  expect(list).toEqual(['b', 'a', 'c']);
});

test('a relation needs labels that mark regions', () => {
  expect(
    addRelation(
      { fields: { text: { type: 'text' } }, labels: [{ id: 'topic', on: 'text', kind: 'choice' }] },
      'owns',
    ),
  ).toBeNull();
  expect(addRelation(draft(), 'owns')).toMatchObject({ id: 'owns', from: 'object', to: 'mention' });
});

test('another kind drops what only the old one says', () => {
  const made: Ontology = { fields: { clip: { type: 'video' } }, labels: [] };
  const label = addLabel(made, 'clip', 'track', 'Cars');
  label.shape = 'polygon';
  setKind(made, label, 'range');
  expect(label).not.toHaveProperty('shape');
  label.instant = true;
  setKind(made, label, 'choice');
  expect(label).not.toHaveProperty('instant');
});
