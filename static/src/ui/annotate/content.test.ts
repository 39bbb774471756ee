import { expect, test } from 'vitest';
import type { Region } from '../../core/region';
import type { Annotation, Prediction, Work } from '../../live/types';
import { guessesOf, startingContent, suggestionOf, toSend } from './content';

const region = (id: string, kind: 'human' | 'prediction' = 'human') => ({
  id,
  label: 'mention',
  on: 'text',
  class: 'person',
  geometry: { start: 0, end: 1 },
  attributes: {},
  origin: { kind },
});
const prediction = (more: Partial<Prediction> = {}): Prediction => ({
  id: 'p1',
  model_version: 3,
  score: 0.5,
  uncertainty: 0.5,
  ambiguous: true,
  probabilities: { topic: { sport: 0.54, politics: 0.46 } },
  regions: [region('a')],
  relations: [],
  answers: { topic: 'sport' },
  created_at: '2026-01-01T00:00:00Z',
  ...more,
});
const work = (more: Partial<Work> = {}): Work =>
  ({ predictions: [prediction()], draft: null, annotations: [], ...more }) as unknown as Work;

test('predicted regions start as suggestions of that model, predicted answers are not filled in', () => {
  const content = startingContent(work(), null, true);
  expect(content.regions[0]?.origin).toEqual({
    kind: 'prediction',
    prediction: 'p1',
    model_version: 3,
  });
  expect(content.answers).toEqual({});
});

test('with pre-labels switched off the task starts empty', () => {
  expect(startingContent(work(), null, false).regions).toEqual([]);
});

test('a draft goes before the annotation, which goes before predictions', () => {
  const draft = { regions: [], relations: [], answers: { topic: 'draft' } };
  const own = { regions: [], relations: [], answers: { topic: 'own' } } as unknown as Annotation;
  expect(startingContent(work({ draft: draft as never }), own, true).answers).toEqual({
    topic: 'draft',
  });
  expect(startingContent(work(), own, true).answers).toEqual({ topic: 'own' });
});

test('unconfirmed suggestions are not sent, nor relations that hang on them', () => {
  const content = {
    regions: [region('a'), region('b', 'prediction')] as Region[],
    relations: [
      { id: 'r', label: 'of', from: 'a', to: 'b' },
      { id: 's', label: 'of', from: 'a', to: 'a' },
    ],
    answers: { topic: 'sport' },
  };
  const { content: sent, left } = toSend(content);
  expect(sent.regions.map(({ id }) => id)).toEqual(['a']);
  expect(sent.relations.map(({ id }) => id)).toEqual(['s']);
  expect(left).toBe(1);
});

test('the newest prediction is the one suggested', () => {
  const newer = prediction({ id: 'p2', created_at: '2026-02-01T00:00:00Z' });
  expect(suggestionOf(work({ predictions: [newer, prediction()] }))?.id).toBe('p2');
});

test('a guess tells how sure the model is of its value', () => {
  expect(guessesOf(prediction()).get('topic')).toMatchObject({ value: 'sport', probability: 0.54 });
  expect(guessesOf(null).size).toBe(0);
});

test('pre-labelers speak beside the model, and for a label of both', () => {
  const beside = (id: string, more: Partial<Prediction>) =>
    prediction({ id, model_version: `prelabeler:${id}`, answers: {}, probabilities: {}, ...more });
  const spans = beside('spans', { regions: [region('b')] as Region[] });
  const tongue = beside('tongue', { regions: [], answers: { language: 'en' } });
  const model = prediction({
    regions: [region('a'), { ...region('c'), label: 'other' }] as Region[],
  });
  const found = suggestionOf(work({ predictions: [spans, model, tongue] }));
  expect(found?.regions.map(({ id }) => id)).toEqual(['c', 'b']);
  expect(found?.answers).toEqual({ topic: 'sport', language: 'en' });
  const content = startingContent(work({ predictions: [spans, model, tongue] }), null, true);
  expect(content.regions.map(({ origin }) => origin.prediction)).toEqual(['p1', 'spans']);
});

test('without a model only pre-labelers speak', () => {
  const only = prediction({ model_version: 'prelabeler:spans' });
  expect(startingContent(work({ predictions: [only] }), null, true).regions).toHaveLength(1);
});
