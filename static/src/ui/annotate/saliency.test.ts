import { describe, expect, it } from 'vitest';
import type { Ontology } from '../../core/ontology';
import { explained, pieces, says, squares, type Explanation } from './saliency';

const found = (more: Partial<Explanation>): Explanation => ({
  model_version: 'penumbra-1',
  field: 'text',
  class: 'animal',
  probability: 0.9,
  is_complete: true,
  kind: 'text',
  parts: [],
  ...more,
});

describe('pieces', () => {
  it('holds the whole text once, in order, whatever its characters', () => {
    const text = 'I 👍 see a tiger!';
    const made = pieces(
      found({
        text,
        parts: [
          { start: 4, end: 7, weight: -0.1 },
          { start: 10, end: 15, weight: 0.4 },
        ],
      }),
    );
    expect(made.map((piece) => piece.text)).toEqual(['I 👍 ', 'see', ' a ', 'tiger', '!']);
    expect(made.map(({ strength }) => strength)).toEqual([0, -0.25, 0, 1, 0]);
  });
  it('makes no strong colours of noise', () => {
    const told = found({ text: 'ab', parts: [{ start: 0, end: 2, weight: 0.001 }] });
    expect(says(told)).toBe(false);
    expect(pieces(told)[0]?.strength).toBeCloseTo(0.2);
  });
});

it('keeps the place of each square', () => {
  const part = { x: 0.5, y: 0, side: 0.25, weight: 0.2 };
  expect(squares(found({ kind: 'image', parts: [part] }))).toEqual([
    { x: 0.5, y: 0, side: 0.25, strength: 1 },
  ]);
});

describe('explained', () => {
  const ontology = {
    fields: { words: { id: 'words', type: 'text' }, sound: { id: 'sound', type: 'audio' } },
    labels: [
      { id: 'noise', on: 'sound', kind: 'choice', classes: [] },
      { id: 'mark', on: 'words', kind: 'span', classes: [] },
      { id: 'mood', on: 'words', kind: 'choice', classes: [] },
    ],
  } as unknown as Ontology;
  it('finds the choice about a text or picture', () => {
    expect(explained(ontology, null)?.id).toBe('mood');
    expect(explained(ontology, 'noise')).toBeUndefined();
    expect(explained(ontology, 'mark')).toBeUndefined();
  });
});
