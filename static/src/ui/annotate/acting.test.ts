import { beforeAll, expect, test, vi } from 'vitest';
import type { Ontology } from '../../core/ontology';
import type { Prediction } from '../../live/types';
import { pick, run } from './acting';
import { fakeBench, workOn } from './fakeBench';
import { press } from './pressing';

const topic = {
  id: 'topic',
  on: 'text',
  kind: 'choice' as const,
  classes: [{ id: 'a' }, { id: 'b' }],
};
const entity = { id: 'entity', on: 'text', kind: 'span' as const, classes: [{ id: 'person' }] };
const only: Ontology = { fields: { text: { type: 'text' } }, labels: [topic] };
const both: Ontology = { fields: { text: { type: 'text' } }, labels: [topic, entity] };
const span = (id: string, start: number) => ({
  id,
  label: 'entity',
  on: 'text',
  class: 'person',
  geometry: { start, end: start + 2 },
  attributes: {},
  origin: { kind: 'human' as const },
});
const predicted = (more: Partial<Prediction>): Prediction => {
  const answer = { regions: [], relations: [], answers: {}, probabilities: {} };
  const told = { id: 'p', model_version: 2, score: null, uncertainty: null, ambiguous: false };
  return { ...answer, ...told, created_at: '', ...more };
};

test('where one answer is all, its key answers and submits', () => {
  const bench = fakeBench(only, workOn('7'));
  pick(bench, 'topic', 'b');
  expect(bench.sent.map(({ body }) => (body as { answers: object }).answers)).toEqual([
    { topic: 'b' },
  ]);
});

test('with more to do it only answers, and a choice holds the last class alone', () => {
  const bench = fakeBench(both, workOn('7'));
  for (const id of ['a', 'b', 'a']) pick(bench, 'topic', id);
  expect(bench.sent).toEqual([]);
  expect(bench.current!.document.answer('topic')).toBe('a');
});

test('accepting goes from suggestion to suggestion; then nothing is left to accept', () => {
  const prediction = predicted({ regions: [span('late', 9), span('early', 0)] });
  const bench = fakeBench(both, workOn('7', { predictions: [prediction] }));
  const { session, document } = bench.current!;
  run(bench, 'region.accept');
  expect(session.state.selection).toEqual(['early']);
  run(bench, 'region.accept');
  expect(session.state.selection).toEqual(['late']);
  run(bench, 'region.reject');
  expect(document.regions().map(({ id, origin }) => [id, origin.kind])).toEqual([
    ['early', 'human'],
  ]);
});

test('accept takes over predicted answers that the person has not given', () => {
  const prediction = predicted({ answers: { topic: 'b' } });
  const bench = fakeBench(both, workOn('7', { predictions: [prediction] }));
  run(bench, 'region.accept');
  expect(bench.current!.document.answer('topic')).toBe('b');
  bench.current!.document.setAnswer('topic', 'a');
  run(bench, 'region.acceptAll');
  expect(bench.current!.document.answer('topic')).toBe('a');
});

test('Tab walks the regions in reading order and leaves after the last', () => {
  const prediction = predicted({ regions: [span('late', 9), span('early', 0)] });
  const bench = fakeBench(both, workOn('7', { predictions: [prediction] }));
  const seen = [1, 2, 3].map(() => [
    run(bench, 'region.next'),
    bench.current!.session.state.selection[0],
  ]);
  expect(seen).toEqual([
    [true, 'early'],
    [true, 'late'],
    [false, undefined],
  ]);
});

// Keys are told apart by what they were pressed in; here that is nothing.
beforeAll(() => {
  for (const name of [
    'Element',
    'HTMLElement',
    'HTMLTextAreaElement',
    'HTMLSelectElement',
    'HTMLInputElement',
  ])
    vi.stubGlobal(name, Map);
  vi.stubGlobal('document', { body: {} });
});

/** As much of a keyboard event as the page reads. */
const key = (pressed: string, more: object = {}): KeyboardEvent => {
  const event = {
    key: pressed,
    code: /\d/.test(pressed) ? `Digit${pressed}` : '',
    timeStamp: 10_000,
    repeat: false,
    defaultPrevented: false,
    target: null,
  };
  const none = {
    shiftKey: false,
    altKey: false,
    ctrlKey: false,
    metaKey: false,
    getModifierState: () => false,
  };
  return { ...event, ...none, preventDefault() {}, ...more } as unknown as KeyboardEvent;
};

test('a key held down answers once', () => {
  const bench = fakeBench(both, workOn('7'));
  press(bench, key('1'));
  press(bench, key('2', { repeat: true }));
  expect(bench.current!.document.answer('topic')).toBe('a');
});

test('a key pressed before the task was on the screen is not its answer', () => {
  const bench = fakeBench(both, workOn('7'));
  bench.current!.shownAt = 20_000;
  press(bench, key('1'));
  expect(bench.current!.document.answer('topic')).toBeUndefined();
});
