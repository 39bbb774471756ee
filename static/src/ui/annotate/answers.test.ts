import { expect, test } from 'vitest';
import { classKeys, type Label, type Ontology } from '../../core/ontology';
import { lacks, picked, pruned, questions, ranked, ratingKeys, soleChoice } from './answers';

const classes = ['a', 'b', 'c'].map((id) => ({ id }));
const label = (kind: Label['kind'], more: Partial<Label> = {}): Label => ({
  id: 'q',
  on: 'text',
  kind,
  classes,
  ...more,
});
const ontology = (...labels: Label[]): Ontology => ({ fields: { text: { type: 'text' } }, labels });
const content = (answers: Record<string, never> | object, regions: { label: string }[] = []) =>
  ({ regions, relations: [], answers }) as never;

test('a single choice holds exactly the last value chosen', () => {
  const choice = label('choice');
  let value = picked(choice, undefined, 'a');
  for (const id of ['b', 'a']) value = picked(choice, value, id);
  expect(value).toBe('a');
});

test('several choices toggle and stay in the order of the ontology', () => {
  const several = label('multichoice');
  const both = picked(several, picked(several, undefined, 'c'), 'a');
  expect(both).toEqual(['a', 'c']);
  expect(picked(several, both, 'a')).toEqual(['c']);
});

test('a taxonomy of one takes one, a multiple one toggles', () => {
  expect(picked(label('taxonomy'), ['a'], 'b')).toEqual(['b']);
  expect(picked(label('taxonomy', { multiple: true }), ['a'], 'b')).toEqual(['a', 'b']);
});

test('a ranking orders every class, and a picked one goes up a place', () => {
  expect(ranked(label('ranking'), ['c'])).toEqual(['c', 'a', 'b']);
  expect(picked(label('ranking'), ['a', 'b', 'c'], 'c')).toEqual(['a', 'c', 'b']);
});

test('the key 0 gives the tenth point of a rating, not zero', () => {
  const rating = label('rating', { min: 1, max: 10, classes: [] });
  const keys = ratingKeys(ontology(rating), []);
  expect(keys.get('0')).toEqual({ label: 'q', value: 10 });
  expect(keys.get('5')).toEqual({ label: 'q', value: 5 });
});

test('digits that pick classes do not also rate', () => {
  const both = ontology(label('choice'), label('rating', { id: 'r', classes: [] }));
  const keys = ratingKeys(both, classKeys(both));
  expect([...keys.keys()]).toEqual(['4', '5']);
});

test('a required question must be answered, unless it is not asked', () => {
  const follow = label('choice', {
    id: 'why',
    required: true,
    when: { label: 'q', classes: ['b'] },
  });
  const both = ontology(label('choice', { required: true }), follow);
  expect(lacks(both, content({}), true)).toMatchObject([{ kind: 'answer', label: { id: 'q' } }]);
  expect(lacks(both, content({ q: 'a' }), false)).toEqual([]);
  expect(lacks(both, content({ q: 'b' }), false)).toMatchObject([{ label: { id: 'why' } }]);
  expect(questions(both, { q: 'a' }).map(({ id }) => id)).toEqual(['q']);
});

test('nothing at all may be sent only where the project allows it', () => {
  const spans = ontology(label('span'));
  expect(lacks(spans, content({}), false)).toEqual([{ kind: 'nothing' }]);
  expect(lacks(spans, content({}), true)).toEqual([]);
  expect(lacks(spans, content({}, [{ label: 'q' }]), false)).toEqual([]);
});

test('answers to questions no longer asked do not travel', () => {
  const follow = label('choice', { id: 'why', when: { label: 'q', classes: ['b'] } });
  const both = ontology(label('choice'), follow, label('textarea', { id: 'note' }));
  expect(pruned(both, { q: 'a', why: 'c', note: '  ' })).toEqual({ q: 'a' });
});

test('only a project of one question may submit by the answering key', () => {
  expect(soleChoice(ontology(label('choice')))?.id).toBe('q');
  expect(soleChoice(ontology(label('choice'), label('span', { id: 's' })))).toBeNull();
  expect(soleChoice(ontology(label('multichoice')))).toBeNull();
});
