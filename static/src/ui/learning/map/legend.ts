/** What the colours mean: each way of colouring sorts the points into a few kinds. */
import { paletteColour } from '../../../core/palette';
import type { ClassLooks } from '../../tasks/classes';
import { DOUBT_STEPS, GONE, NO_DOUBT, NOTHING, SEVERAL, type Facts } from './wire';

export const MODES = ['label', 'predicted', 'doubt', 'annotator', 'state'] as const;
export type Mode = (typeof MODES)[number];

export interface Kind {
  readonly key: number;
  /** A class, a person, a state: words to show as they are, or the key of a phrase. */
  readonly name: string;
  readonly isPhrase: boolean;
  /** A colour, or the name of one of the tokens. */
  readonly colour: string;
  readonly count: number;
}

const DOUBT_KINDS = 5;
const DOUBT_TONES = ['#5b6a86', '#7f8074', '#a38f63', '#ca9f55', '#f2b04a'];
const STATE_TONES: Readonly<Record<string, string>> = {
  open: '--faint',
  in_progress: '--machine',
  done: '--person',
  accepted: '--ok',
  rejected: '--err',
};

/** The kind of every point; GONE points are of kind SEVERAL - 1, which no legend has. */
export const HIDDEN = SEVERAL - 1;

export function kindsOf(mode: Mode, facts: Facts): Uint16Array {
  const kinds = new Uint16Array(facts.state.length);
  for (let i = 0; i < kinds.length; i++)
    kinds[i] = facts.state[i] === GONE ? HIDDEN : kindOf(mode, facts, i);
  return kinds;
}

function kindOf(mode: Mode, facts: Facts, at: number): number {
  if (mode === 'state') return facts.state[at]! + 1;
  if (mode !== 'doubt') return facts[mode][at]!;
  const doubt = facts.doubt[at]!;
  if (doubt === NO_DOUBT) return NOTHING;
  return 1 + Math.min(DOUBT_KINDS - 1, Math.floor((doubt / DOUBT_STEPS) * DOUBT_KINDS));
}

/** The legend: only kinds that occur, nothing first. */
export function legendOf(
  mode: Mode,
  facts: Facts,
  kinds: Uint16Array,
  looks: ClassLooks,
): readonly Kind[] {
  const counts = new Map<number, number>();
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  counts.delete(HIDDEN);
  return [...counts.keys()]
    .sort((a, b) => a - b)
    .map((key) => ({ key, count: counts.get(key) ?? 0, ...appearance(mode, facts, key, looks) }));
}

function appearance(
  mode: Mode,
  facts: Facts,
  key: number,
  looks: ClassLooks,
): Pick<Kind, 'name' | 'isPhrase' | 'colour'> {
  const phrase = (name: string, colour: string) => ({ name, isPhrase: true, colour });
  if (key === NOTHING) return phrase(`embedding.nothing.${mode}`, '--mute');
  if (key === SEVERAL) return phrase(`embedding.several.${mode}`, '--ink');
  if (mode === 'state') {
    const state = facts.states[key - 1] ?? '';
    return phrase(`base.task_state.${state}`, STATE_TONES[state] ?? '--faint');
  }
  if (mode === 'doubt') return phrase(`embedding.doubt.${key}`, DOUBT_TONES[key - 1] ?? '--ink');
  if (mode === 'annotator') {
    const name = facts.annotators[key - 1]?.name ?? '?';
    return { name, isPhrase: false, colour: paletteColour(key - 1) };
  }
  const id = facts.classes[key - 1] ?? '?';
  const look = looks.get(id);
  return {
    name: look?.name ?? id,
    isPhrase: false,
    colour: look?.colour ?? paletteColour(key - 1),
  };
}
