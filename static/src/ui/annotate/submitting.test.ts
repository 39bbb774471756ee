import { expect, test } from 'vitest';
import type { Ontology } from '../../core/ontology';
import type { Annotation, Prediction } from '../../live/types';
import { fakeBench, workOn } from './fakeBench';
import { skip, submit } from './submitting';

const topic = {
  id: 'topic',
  on: 'text',
  kind: 'choice' as const,
  required: true,
  classes: [{ id: 'a' }, { id: 'b' }],
};
const entity = { id: 'entity', on: 'text', kind: 'span' as const, classes: [{ id: 'person' }] };
const ontology: Ontology = { fields: { text: { type: 'text' } }, labels: [topic, entity] };
const span = {
  id: 's1',
  label: 'entity',
  on: 'text',
  class: 'person',
  geometry: { start: 0, end: 4 },
  attributes: {},
  origin: { kind: 'human' as const },
};
const prediction = {
  id: 'p',
  model_version: 2,
  probabilities: {},
  regions: [span],
  relations: [],
  answers: {},
  created_at: '2026-01-01T00:00:00Z',
};

test('a submit leaves through the outbox with its lease, and the next task comes at once', () => {
  const bench = fakeBench(ontology, workOn('7'));
  bench.current!.document.setAnswer('topic', 'a');
  expect(submit(bench)).toBe(true);
  expect(bench.sent).toHaveLength(1);
  expect(bench.sent[0]).toMatchObject({
    method: 'POST',
    path: '/api/tasks/7/annotations/',
    body: { answers: { topic: 'a' }, lease: 'lease-7', draft_revision: 0 },
  });
  expect(bench.sent[0]!.key).not.toBe('');
  expect(bench.advanced.count).toBe(1);
});

test('pressed twice, it is sent once', () => {
  const bench = fakeBench(ontology, workOn('7'));
  bench.current!.document.setAnswer('topic', 'a');
  submit(bench);
  submit(bench);
  expect(bench.sent).toHaveLength(1);
});

test('a press from before the task was seen was meant for the last one', () => {
  const bench = fakeBench(ontology, workOn('7'));
  bench.current!.document.setAnswer('topic', 'a');
  bench.current!.shownAt = bench.actedAt - 100;
  submit(bench);
  expect(bench.sent).toEqual([]);
});

test('what must be answered is pointed at, and nothing is sent', () => {
  const bench = fakeBench(ontology, workOn('7'));
  submit(bench);
  expect([bench.sent.length, bench.missing, bench.said]).toEqual([
    0,
    'topic',
    ['annotate.lack.answer'],
  ]);
});

test('suggestions nobody confirmed are left out, and it is said', () => {
  const work = workOn('7', { predictions: [prediction as unknown as Prediction] });
  const bench = fakeBench(ontology, work);
  bench.current!.document.setAnswer('topic', 'b');
  submit(bench);
  expect(bench.sent[0]!.body).toMatchObject({ regions: [], answers: { topic: 'b' } });
  expect(bench.said).toEqual(['annotate.submitted_without']);
});

test('one of your own annotations is changed under its revision, not sent again', () => {
  const own = {
    id: 'a9',
    annotator: { id: 'me' },
    regions: [],
    relations: [],
    answers: { topic: 'a' },
    revision: 3,
    lead_time: 4,
  };
  const work = workOn('7', { annotations: [own as unknown as Annotation], lease: null });
  const bench = fakeBench(ontology, work);
  expect(bench.current!.mode).toBe('revise');
  bench.current!.document.setAnswer('topic', 'b');
  submit(bench);
  expect(bench.sent[0]).toMatchObject({
    method: 'PATCH',
    path: '/api/annotations/a9/',
    ifMatch: 3,
  });
});

test('a skip says why, and only a task of the queue can be skipped', () => {
  const bench = fakeBench(ontology, workOn('7'));
  skip(bench, 'unreadable');
  expect(bench.sent[0]).toMatchObject({
    path: '/api/tasks/7/skip/',
    body: { reason: 'unreadable' },
  });
  const viewed = fakeBench(ontology, workOn('7', { lease: null }));
  skip(viewed, 'unreadable');
  expect(viewed.sent).toEqual([]);
});

test('followed keyframes nobody confirmed go along as such, and it is said how many', () => {
  const film: Ontology = {
    fields: { film: { type: 'video' } },
    labels: [{ id: 'thing', on: 'film', kind: 'track', classes: [{ id: 'car' }] }],
  };
  const geometry = { x: 0, y: 0, width: 9, height: 9 };
  const keyframes = [
    { frame: 0, geometry },
    { frame: 8, geometry, origin: { kind: 'prediction' as const, model_version: 'follow' } },
  ];
  const bench = fakeBench(film, workOn('7'));
  const track = { ...span, label: 'thing', on: 'film', class: 'car' };
  bench.current!.document.putRegions({ ...track, geometry: { shape: 'box', keyframes } });
  submit(bench);
  expect(bench.said).toEqual(['annotate.submitted_followed']);
  expect(bench.sent[0]!.body).toMatchObject({ regions: [{ geometry: { keyframes } }] });
});
