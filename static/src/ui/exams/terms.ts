/** Terms of an exam, and what stands of one's attempts. */
import type { Ontology } from '../../live/types';
import { classLooks, looksOf, type ClassLooks } from '../tasks/classes';
import type { Exam, Feedback, Terms } from './wire';

export const USUAL: Terms = {
  name: '',
  introduction: '',
  skill: '',
  is_required: true,
  is_open: true,
  practice: 3,
  mark: 0.7,
  least: 8,
  most: 30,
  attempts: 3,
  valid_days: null,
};

export const isRunning = ({ attempt }: Pick<Exam, 'attempt'>): boolean =>
  attempt?.state === 'practice' || attempt?.state === 'test';

/** Whether another attempt can be begun, or the running one gone on with. */
export function mayStart(exam: Exam): boolean {
  if (isRunning(exam)) return true;
  if (!exam.is_open || exam.is_valid || exam.attempt?.state === 'undecided') return false;
  return exam.used < exam.attempts;
}

/** "Mood: Positive, 2 marks" of an answer, by the names that people know. */
export function saidIn(
  ontology: Ontology | undefined,
  values: Readonly<Record<string, unknown>>,
  marks: number,
  inMarks: (count: number) => string,
): string {
  const looks: ClassLooks = ontology ? classLooks(ontology) : new Map();
  const name = (id: string) => ontology?.labels.find((label) => label.id === id)?.name || id;
  const words = Object.entries(values).map(([label, value]) => {
    const named = looksOf(value, looks).map((look) => look.name);
    return `${name(label)}: ${named.join(', ') || String(value)}`;
  });
  return [...words, ...(marks ? [inMarks(marks)] : [])].join(', ') || '–';
}

export const isRight = ({ credit }: Pick<Feedback, 'credit'>): boolean => credit >= 0.999;

export function termsOf(exam: Exam): Terms {
  const keys = Object.keys(USUAL) as (keyof Terms)[];
  return Object.fromEntries(keys.map((key) => [key, exam[key]])) as unknown as Terms;
}
