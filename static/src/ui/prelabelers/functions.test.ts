import { expect, test } from 'vitest';
import { faultOf, newDraft, toDraft, toFunction, wordsOf } from './functions';
import type { OwnLabel } from './wire';

const labels: OwnLabel[] = [
  {
    id: 'topic',
    name: 'Topic',
    kind: 'choice',
    on: 'text',
    classes: [{ id: 'refund', name: 'Refund', color: '#000000' }],
  },
];

test('words are told apart by commas of both scripts and by lines', () => {
  expect(wordsOf('refund, money back，退款\n换货,')).toEqual([
    'refund',
    'money back',
    '退款',
    '换货',
  ]);
});

test('a draft is sent as what its kind needs, and comes back the same', () => {
  const draft = { ...newDraft(labels, ['f1']), typed: 'refund, money back' };
  const sent = toFunction(draft);
  expect(sent).toMatchObject({ id: 'f2', class: 'refund', words: ['refund', 'money back'] });
  expect(toDraft(sent)).toMatchObject({ typed: 'refund, money back', kind: 'words' });
  expect(toFunction({ ...draft, kind: 'regex', typed: 're.und' })).toMatchObject({
    pattern: 're.und',
    name: 're.und',
  });
});

test('a fault is told beside its function', () => {
  const places = [{ pointer: '/options/functions/1/pattern', detail: 'no.' }];
  expect([faultOf(places, 0), faultOf(places, 1)]).toEqual([undefined, 'no.']);
});
