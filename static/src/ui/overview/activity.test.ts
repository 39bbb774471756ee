import { describe, expect, it } from 'vitest';
import type { LiveEvent } from '../../live/socket';
import { deeds, nameOfActor } from './activity';

let clock = 0;
const event = (type: string, actor: unknown, data: LiveEvent['data'] = {}): LiveEvent => {
  clock += 1;
  return {
    id: clock,
    type,
    at: `2026-01-01T00:00:${String(clock).padStart(2, '0')}Z`,
    actor,
    data,
  };
};

describe('deeds', () => {
  it('tells the newest first and folds runs of the same person', () => {
    const told = deeds([
      event('annotation', 'ada', { task: '1' }),
      event('annotation', 'ada', { task: '2' }),
      event('annotation', 'lin', { task: '3' }),
    ]);
    expect(told.map(({ who, what, count, task }) => [who, what, count, task])).toEqual([
      ['lin', 'labelled', 1, '3'],
      ['ada', 'labelled', 2, null],
    ]);
  });
  it('does not fold imports or versions', () => {
    expect(
      deeds([event('import', 'ada', { created: 3 }), event('import', 'ada', { created: 4 })]).map(
        ({ values }) => values.created,
      ),
    ).toEqual([4, 3]);
  });
  it('leaves out what is not a deed', () => {
    expect(
      deeds([event('presence', null), event('progress', null), event('lease', 'ada')]),
    ).toEqual([]);
  });
  it('tells a new role from a leaving', () => {
    const told = deeds([
      event('member', 'ada', { username: 'lin', role: 'viewer' }),
      event('member', 'ada', { username: 'lin', role: null }),
    ]);
    expect(told.map(({ what, values }) => [what, values.role])).toEqual([
      ['member_left', ''],
      ['member', 'viewer'],
    ]);
  });
  it('keeps a review apart from a label', () => {
    expect(deeds([event('annotation', 'ada', { state: 'accepted' })])[0]?.what).toBe('reviewed');
  });
});

it('nameOfActor reads names, usernames and people', () => {
  expect([
    nameOfActor('ada'),
    nameOfActor({ username: 'ada', name: '' }),
    nameOfActor({ username: 'a', name: 'Ada' }),
    nameOfActor(null),
  ]).toEqual(['ada', 'ada', 'Ada', null]);
});
