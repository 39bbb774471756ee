import { expect, it } from 'vitest';
import type { Ontology } from '../../live/types';
import { mayStart, saidIn, termsOf, USUAL } from './terms';
import type { Exam } from './wire';

const exam = (more: Partial<Exam> = {}): Exam =>
  ({ ...USUAL, id: '1', attempt: null, used: 0, is_valid: false, feedback: [], ...more }) as Exam;
const attempt = (state: string) => ({ state }) as Exam['attempt'];

it('an exam can be begun while attempts are left and nothing waits', () => {
  expect(mayStart(exam())).toBe(true);
  expect(mayStart(exam({ used: 3, attempt: attempt('failed') }))).toBe(false);
  expect(mayStart(exam({ attempt: attempt('undecided') }))).toBe(false);
  expect(mayStart(exam({ is_valid: true }))).toBe(false);
  expect(mayStart(exam({ is_open: false }))).toBe(false);
});
it('a running attempt goes on, whatever the count', () => {
  expect(mayStart(exam({ used: 3, attempt: attempt('test'), is_open: false }))).toBe(true);
});
it('an answer is told in a line', () => {
  const ontology = {
    fields: {},
    labels: [{ id: 'mood', name: 'Mood', classes: [{ id: 'pos', name: 'Positive' }] }],
  } as unknown as Ontology;
  const said = saidIn(ontology, { mood: 'pos', size: 3 }, 2, (count) => `${count} marks`);
  expect(said).toBe('Mood: Positive, size: 3, 2 marks');
  expect(saidIn(undefined, {}, 0, String)).toBe('–');
});
it('terms are what the form shows, and no more', () => {
  expect(termsOf(exam({ name: 'Entry' }))).toEqual({ ...USUAL, name: 'Entry' });
});
