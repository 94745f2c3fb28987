import type { LotCard } from '#shared/api/lots.ts';
import type { JoinRefusal, MyApplication } from '#shared/api/trade-applications.ts';
import type { RefusalReason } from '#shared/auction/refusals.ts';
import { OPEN_STATUSES } from '#shared/states/lot-status.ts';
import type { TradeApplication } from './trade-applications.repository.ts';

const STAFF: readonly string[] = ['operator', 'administrator', 'auditor'];

export const isStaff = (roles: readonly string[]): boolean => roles.some((role) => STAFF.includes(role));

/** Why nobody can join this lot as a practice; null when anyone signed in can. */
export function practiceRefusal(lot: LotCard): JoinRefusal | null {
  if (!lot.practice) return 'not-practice';
  return OPEN_STATUSES.includes(lot.status) ? null : 'closed';
}

/** The core's reason as the person is told; `busy`: the admission is still wanted and is tried again. */
export function joinRefusal(reason: RefusalReason): JoinRefusal {
  if (reason === 'closed' || reason === 'suspended' || reason === 'revoked') return reason;
  return 'busy';
}

/** Where a person stands with a lot and what is missing for taking part. */
export function myApplication(
  lot: LotCard,
  person: { roles: readonly string[] } | null,
  application: TradeApplication | null,
  now: number,
): MyApplication {
  if (application?.status === 'admitted')
    return { role: 'bidder', number: application.number, status: 'admitted', needs: null };
  const revoked = application?.status === 'revoked';
  const status = revoked ? 'revoked' : 'none';
  const base = { number: revoked ? application.number : null, status } as const;
  if (person && isStaff(person.roles)) return { ...base, role: 'operator', needs: null };

  const open = OPEN_STATUSES.includes(lot.status);
  if (!open || revoked) return { ...base, role: person ? 'observer' : 'visitor', needs: null };
  if (!person) return { ...base, role: 'visitor', needs: 'sign-in' };
  if (lot.practice) return { ...base, role: 'observer', needs: 'join-practice' };
  const needs = now < lot.applicationsUntilMs ? 'application' : 'applications-closed';
  return { ...base, role: 'observer', needs };
}
