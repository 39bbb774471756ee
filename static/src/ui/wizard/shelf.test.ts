import { expect, test } from 'vitest';
import type { Template } from '../../live/types';
import { matching, shelvesOf } from './shelf';

const template = (id: string, types: string[], en: string, zh: string): Template => ({
  id,
  name: { en, zh },
  description: { en: '', zh: '' },
  field_types: types,
  ontology: {
    fields: {},
    labels: [{ id: 'l', on: 'x', kind: types[0] === 'audio' ? 'range' : 'box' }],
  },
  sample: [],
});
const all = [
  template('boxes', ['image'], 'Boxes', '图像框'),
  template('caption', ['image', 'text'], 'Image and caption', '图文'),
  template('sounds', ['audio'], 'Sound events', '声音事件'),
  template('compare', ['text', 'text'], 'Compare answers', '比较'),
];

test('templates of several types have a shelf of their own, last', () => {
  expect(shelvesOf(all)).toEqual([
    ['image', 1],
    ['audio', 1],
    ['text', 1],
    ['several', 1],
  ]);
});

test('words are looked for in both languages and among the kinds', () => {
  const found = (words: string) => matching(all, null, words).map(({ id }) => id);
  expect(found('SOUND')).toEqual(['sounds']);
  expect(found('声音')).toEqual(['sounds']);
  expect(found('range')).toEqual(['sounds']);
  expect(found('image caption')).toEqual(['caption']);
  expect(found('')).toHaveLength(4);
});

test('a shelf and words narrow together', () => {
  expect(matching(all, 'image', 'compare')).toEqual([]);
  expect(matching(all, 'text', '').map(({ id }) => id)).toEqual(['compare']);
});
