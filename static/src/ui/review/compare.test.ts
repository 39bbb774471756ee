import { describe, expect, it } from 'vitest';
import type { Ontology } from '../../core/ontology';
import type { Content, Region } from '../../core/region';
import { alike, answerRows, onlyHere } from './compare';

const mark = (id: string, geometry: object, kind = 'car'): Region =>
  ({
    id,
    label: 'thing',
    on: 'photo',
    class: kind,
    geometry,
    attributes: {},
    origin: { kind: 'human' },
  }) as unknown as Region;
const box = (x: number) => ({ x, y: 0, width: 10, height: 10 });
const content = (...regions: Region[]): Content => ({ regions, relations: [], answers: {} });

describe('onlyHere', () => {
  it('names marks that another answer lacks, and not those that lie a little beside', () => {
    const own = content(mark('a', box(0)), mark('b', box(50)));
    expect(onlyHere(own, [content(mark('x', box(2)))])).toEqual(['b']);
    expect(onlyHere(own, [])).toEqual([]);
  });
  it('takes another class at the same place for a difference', () => {
    expect(onlyHere(content(mark('a', box(0))), [content(mark('x', box(0), 'cat'))])).toEqual([
      'a',
    ]);
  });
});

it('spans are alike where they share half of what they cover', () => {
  const span = (start: number, end: number) => mark('s', { start, end });
  expect([alike(span(0, 10), span(2, 10)), alike(span(0, 10), span(8, 20))]).toEqual([true, false]);
});

it('answerRows tells which questions part people, an empty answer too', () => {
  const ontology = {
    fields: {},
    labels: [
      { id: 'mood', on: 'text', kind: 'choice', classes: [] },
      { id: 'note', on: 'text', kind: 'textarea' },
    ],
  } as unknown as Ontology;
  const said = (answers: Content['answers']): Content => ({ regions: [], relations: [], answers });
  const rows = answerRows(ontology, [said({ mood: 'pos' }), said({})]);
  expect(rows.map(({ label, differs, values }) => [label.id, differs, values])).toEqual([
    ['mood', true, ['pos', undefined]],
  ]);
});
