/** Who may give or take which role; the server decides, the screen only does not offer what would be refused. */
import type { Member, Role } from '../../live/types';

export const ROLES: Role[] = ['owner', 'manager', 'reviewer', 'annotator', 'viewer'];

/** Owners give any role; managers give those below their own. */
export function assignableBy(role: Role): Role[] {
  if (role === 'owner') return ROLES;
  return role === 'manager' ? ROLES.filter((each) => each !== 'owner') : [];
}

export function mayChange(
  member: Member,
  members: Member[],
  mine: Role,
): { ok: boolean; why?: 'last_owner' | 'owners_only' | 'managers_only' } {
  const owners = members.filter((each) => each.role === 'owner').length;
  if (member.role === 'owner' && owners < 2) return { ok: false, why: 'last_owner' };
  if (!assignableBy(mine).length) return { ok: false, why: 'managers_only' };
  if (!assignableBy(mine).includes(member.role)) return { ok: false, why: 'owners_only' };
  return { ok: true };
}
