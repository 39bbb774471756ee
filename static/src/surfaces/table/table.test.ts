import { describe, expect, it, test } from 'vitest';
import { AnnotationDocument } from '../../core/document';
import type { Ontology } from '../../core/ontology';
import { Session } from '../../core/session';
import { numberOf, orderOf, testOf } from './arrange';
import { hideToggled, inSight, layoutOf, pinToggled, resized, startingLook } from './columns';
import { cellLabels, markAll, Places } from './marks';
import { sourceOf, stripRows, TableSource, type Row } from './source';

describe('filters', () => {
  it('take words, numbers however they are written, and dates', () => {
    expect(testOf('os')('Oslo')).toBe(true);
    expect(['9', '10', '1,000', 'x', ''].filter(testOf('> 9'))).toEqual(['10', '1,000']);
    expect(['2.0', '2', '02'].filter(testOf('= 2'))).toEqual(['2.0', '2', '02']);
    expect(['2026-01-02', '2025-12-31'].filter(testOf('>= 2026-01-01'))).toEqual(['2026-01-02']);
    expect(['', 'a'].filter(testOf('='))).toEqual(['']);
    expect(['', 'a'].filter(testOf('!='))).toEqual(['a']);
  });
  it('do not take for numbers what only begins like one', () => {
    expect([numberOf('12 %'), numberOf('1,5'), numberOf('7b'), numberOf(' ')]).toEqual([
      12,
      null,
      null,
      null,
    ]);
  });
});

test('an order is stable, keeps the numbers of the rows, and puts what is empty last', () => {
  const cells = ['10', '9', '', '9', 'x'];
  const up = orderOf(5, { type: 'number' }, cells, 1, () => true);
  expect([...up]).toEqual([1, 3, 0, 2, 4]);
  const down = orderOf(5, { type: 'number' }, cells, -1, (row) => row !== 0);
  expect([...down]).toEqual([1, 3, 2, 4]);
  expect([...orderOf(3, { type: 'text' }, ['b', 'A', 'c'], 1, () => true)]).toEqual([1, 0, 2]);
});

test('columns are pinned, hidden and found where they are', () => {
  const columns = ['a', 'b', 'c', 'd'].map((name) => ({ name, type: 'text' as const }));
  let look = resized(startingLook(columns, []), 1, 200);
  look = pinToggled(hideToggled(look, 0), 2);
  const layout = layoutOf(look);
  expect(layout.order).toEqual([2, 1, 3]);
  expect(inSight(layout.rest, 0, 100).map(({ column }) => column)).toEqual([1]);
  expect(inSight(layout.rest, 200, 210).map(({ column }) => column)).toEqual([3]);
});

test('tables in the task itself come in two forms', async () => {
  const list = sourceOf([{ a: 1, b: 'x' }, { b: 'y' }]);
  expect(list.columns).toEqual([
    { name: 'a', type: 'number' },
    { name: 'b', type: 'text' },
  ]);
  expect(await list.block(0)).toEqual([
    [1, 'x'],
    [null, 'y'],
  ]);
  const grid = sourceOf({ columns: ['a', { name: 'b', type: 'date' }], rows: [[true, '']] });
  expect(grid.columns.map(({ type }) => type)).toEqual(['boolean', 'date']);
});

test('rows that lie strewn are sent for in strips, each once, and stay', async () => {
  const strips: number[] = [];
  const strip = (number: number): Promise<Row[]> => {
    strips.push(number);
    return Promise.resolve(Array.from({ length: stripRows }, (_, i) => [number * stripRows + i]));
  };
  const noBlock = (): never => {
    throw new Error('a block was sent for');
  };
  const pieces = { strip, column: () => Promise.resolve([]) };
  const source = new TableSource([{ name: 'a', type: 'number' }], 1e6, noBlock, pieces);
  const places = Array.from({ length: 60 }, (_, i) => i * 9_973);
  const come = new Promise<void>((all) => {
    let left = places.length;
    for (const place of places) source.row(place, true, () => --left || all());
  });
  source.row(places[1]! + 1, true, () => undefined);
  await come;
  expect(strips).toHaveLength(60);
  expect(places.map((place) => source.row(place, true, noBlock)?.[0])).toEqual(places);
});

describe('marks', () => {
  const ontology: Ontology = {
    fields: { t: { type: 'table' } },
    labels: [{ id: 'l', on: 't', kind: 'cell', classes: [{ id: 'x' }, { id: 'y' }] }],
  };
  const [label] = cellLabels(ontology, 't');
  const cells = [{ row: 1, column: 'a' }, { row: 2 }];
  const none: ReadonlySet<string> = new Set();

  it('go on many places in one step, change class, and go again', () => {
    const session = new Session(new AnnotationDocument(), ontology);
    const classes = () => session.document.regions().map((region) => region.class);
    markAll(session, 't', label!, 'x', cells, none);
    expect(classes()).toEqual(['x', 'x']);
    markAll(session, 't', label!, 'y', cells.slice(0, 1), none);
    expect(classes()).toEqual(['y', 'x']);
    markAll(session, 't', label!, 'x', cells, none);
    markAll(session, 't', label!, 'x', cells, none);
    expect(classes()).toEqual([]);
    session.document.undo();
    expect(classes()).toEqual(['x', 'x']);
  });
  it('are not taken away by the press that changed them', () => {
    const session = new Session(new AnnotationDocument(), ontology);
    const [id] = markAll(session, 't', label!, 'x', cells.slice(0, 1), none);
    markAll(session, 't', label!, 'x', cells.slice(0, 1), new Set([id!]));
    expect(session.document.regions()).toHaveLength(1);
  });
  it('are looked up by row and column', () => {
    const session = new Session(new AnnotationDocument(), ontology);
    markAll(session, 't', label!, 'x', cells, none);
    const places = new Places(session.document.regions());
    expect(places.rows).toEqual([1, 2]);
    expect(places.look(1, 'a', ontology, none)?.names).toBe('x');
    expect(places.look(1, undefined, ontology, none)).toBeNull();
    expect(places.at(2)).toHaveLength(1);
  });
});
