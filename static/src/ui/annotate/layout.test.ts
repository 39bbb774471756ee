import { expect, test } from 'vitest';
import type { Label, Ontology } from '../../core/ontology';
import { dockOf, rowsOf } from './layout';
import { titleOf } from './titles';

const ontology = (labels: Partial<Label>[], fields: Ontology['fields']): Ontology => ({
  fields,
  labels: labels.map(
    (label, i) => ({ id: `l${i}`, on: 'text', kind: 'choice', ...label }) as Label,
  ),
});
const text = { type: 'text' as const };

test('answers that are compared stand side by side under the prompt', () => {
  const pairwise = ontology([{ kind: 'pairwise', fields: ['a', 'b'] }], {
    prompt: text,
    a: text,
    b: text,
  });
  expect(rowsOf(pairwise).map(({ fields }) => fields)).toEqual([['prompt'], ['a', 'b']]);
});

test('a picture gets more room than its caption', () => {
  const rows = rowsOf(ontology([], { photo: { type: 'image' }, caption: text }));
  expect(rows[0]!.weight).toBeGreaterThan(rows[1]!.weight);
});

test('a question alone sits under the data; with spans to mark it sits beside', () => {
  const choice = { kind: 'choice' as const, classes: [{ id: 'a' }, { id: 'b' }] };
  expect(dockOf(ontology([choice], { text }))).toBe('below');
  expect(dockOf(ontology([choice, { kind: 'span' }], { text }))).toBe('beside');
  expect(dockOf(ontology([{ kind: 'textarea' }], { text }))).toBe('beside');
});

test('a task is called by its text, cut between characters', () => {
  const task = (data: object) => ({ id: '7', external_id: null, data }) as never;
  expect(titleOf(task({ text: '  two\r\nlines ' }))).toBe('two lines');
  expect(titleOf(task({ text: '💩'.repeat(200) }))).toBe(`${'💩'.repeat(90)}…`);
  expect(titleOf(task({ photo: { url: '/x', name: 'a.jpg' } }))).toBe('a.jpg');
  expect(titleOf(task({}))).toBe('7');
});
