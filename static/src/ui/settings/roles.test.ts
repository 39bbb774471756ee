import { expect, test } from 'vitest';
import type { Member, Role } from '../../live/types';
import { mayChange } from './roles';

const member = (id: string, role: Role): Member => ({
  user: { id, username: id, name: '' },
  role,
  joined_at: '2026-01-01T00:00:00Z',
});

test('the last owner stays an owner', () => {
  const owner = member('a', 'owner');
  expect(mayChange(owner, [owner, member('b', 'manager')], 'owner')).toEqual({
    ok: false,
    why: 'last_owner',
  });
  expect(mayChange(owner, [owner, member('b', 'owner')], 'owner').ok).toBe(true);
});

test('managers do not touch owners', () => {
  const owners = [member('a', 'owner'), member('b', 'owner')];
  expect(mayChange(owners[0] as Member, owners, 'manager')).toEqual({
    ok: false,
    why: 'owners_only',
  });
});

test('annotators change nobody', () => {
  expect(mayChange(member('c', 'viewer'), [], 'annotator')).toEqual({
    ok: false,
    why: 'managers_only',
  });
});
