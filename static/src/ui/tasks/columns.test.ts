import { describe, expect, it } from 'vitest';
import {
  clampWidth,
  columnsOf,
  layOut,
  moved,
  nextOrder,
  resized,
  shownColumns,
  stepped,
  toggled,
} from './columns';

const columns = columnsOf({
  fields: { photo: { type: 'image' }, caption: { type: 'text' } },
  labels: [],
});
const fresh = layOut(columns, undefined);
const ids = (layout = fresh) => shownColumns(columns, layout).map((column) => column.id);

it('columnsOf leaves out what would tell a blind annotator of others', () => {
  const left = columnsOf({ fields: {}, labels: [] }, { blind: true });
  expect(left.map(({ id }) => id)).not.toContain('annotations');
  expect(left.find(({ id }) => id === 'state')?.order).toBeUndefined();
});
describe('layOut', () => {
  it('starts with the columns worth seeing', () => {
    expect(ids()).toEqual([
      'id',
      'data.photo',
      'data.caption',
      'state',
      'labels',
      'predicted',
      'uncertainty',
      'annotators',
      'updated_at',
    ]);
  });
  it('keeps what a person chose', () => {
    const kept = resized(toggled(moved(fresh, 'state', 'id'), 'labels'), 'id', 120);
    const again = layOut(columns, JSON.parse(JSON.stringify(kept)));
    expect([ids(again), again.order, again.widths]).toEqual([ids(kept), kept.order, kept.widths]);
    expect(ids(again).slice(0, 2)).toEqual(['state', 'id']);
  });
  it('drops columns that are gone and places new ones', () => {
    const old = {
      order: ['id', 'data.gone', 'state'],
      hidden: ['id', 'data.gone'],
      widths: { id: 70 },
    };
    const now = layOut(columns, old);
    expect(now.order).not.toContain('data.gone');
    expect(now.order).toHaveLength(columns.length);
    expect(now.hidden).toContain('id');
    expect(ids(now)).toContain('data.photo');
  });
});

it('moved and stepped change the order among what is shown', () => {
  expect(ids(moved(fresh, 'updated_at', 'state'))[3]).toBe('updated_at');
  expect(ids(stepped(fresh, 'annotators', 1)).slice(-2)).toEqual(['updated_at', 'annotators']);
  expect(stepped(fresh, 'id', -1)).toBe(fresh);
});
it('the last column cannot be hidden', () => {
  const one = { order: ['id'], hidden: [], widths: {} };
  expect(toggled(one, 'id')).toBe(one);
});
it('widths stay usable', () => {
  expect([clampWidth(3), clampWidth(5000), clampWidth(NaN), clampWidth(99.6)]).toEqual([
    56, 900, 56, 100,
  ]);
});
it('nextOrder goes up, down, and back to the server', () => {
  expect([
    nextOrder('', 'id'),
    nextOrder('id', 'id'),
    nextOrder('-id', 'id'),
    nextOrder('-id', 'score'),
  ]).toEqual(['id', '-id', '', 'score']);
});
