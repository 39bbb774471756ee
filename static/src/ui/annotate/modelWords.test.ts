import { expect, it } from 'vitest';
import type { Ontology } from '../../core/ontology';
import { waitsText } from './modelWords';

const ontology = {
  fields: { text: { type: 'text' } },
  labels: [{ id: 'mood', on: 'text', kind: 'choice', classes: [{ id: 'a', name: 'Happy' }] }],
} as unknown as Ontology;

it('what the model waits for is said with its numbers and names', () => {
  expect(waitsText({ code: 'second_class', params: { class: 'a' } }, ontology)).toBe(
    'No model yet: so far all are Happy; it needs a second class',
  );
  expect(waitsText({ code: 'reading', params: { done: 1200, count: 5000 } }, ontology)).toBe(
    'No model yet: reading 1,200 of 5,000 tasks',
  );
  expect(waitsText({ code: 'labels', params: { count: 1 } }, ontology)).toBe(
    'No model yet: 1 more label teaches it',
  );
});

it('a reason without words is the plain one', () => {
  expect(waitsText(null, ontology)).toBe('No model yet: the first labels teach it');
  expect(waitsText({ code: 'of_a_later_server' }, ontology)).toBe(
    'No model yet: the first labels teach it',
  );
});
