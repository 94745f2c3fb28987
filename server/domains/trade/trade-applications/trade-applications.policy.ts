import type { LotCard } from '#shared/api/site/lots.ts';
import type { JoinRefusal, MyApplication } from '#shared/api/cabinet/trade-applications.ts';
import { OPEN_STATUSES } from '#shared/lifecycles/lot-status.ts';
import { applied, cancelUntil } from './apply-for-lot.policy.ts';
import type { TradeApplication } from './trade-applications.repository.ts';
import { hasRight } from '#shared/api/console/staff-rights.ts';

const isStaff = (roles: readonly string[]): boolean => hasRight(roles, 'watchRooms');

/** Why this lot cannot be joined as a practice; null when anyone signed in can. */
export function practiceRefusal(lot: LotCard): JoinRefusal | null {
  if (!lot.practice) return 'not-practice';
  return OPEN_STATUSES.includes(lot.status) ? null : 'closed';
}

const SHOWN_AS = {
  requested: 'sent',
  admitted: 'admitted',
  // The right remains until the room has revoked it.
  cancelling: 'admitted',
  cancelled: 'cancelled',
  'turned-down': 'rejected',
  revoked: 'revoked',
  won: 'admitted',
  lost: 'admitted',
} as const satisfies Record<TradeApplication['status'], MyApplication['status']>;

/** Deadline for cancelling this application, ms; null: no longer possible. The room decides finally. */
function cancelUntilMs(lot: LotCard, application: TradeApplication | null, now: number): number | null {
  if (lot.practice || !applied(application) || !OPEN_STATUSES.includes(lot.status)) return null;
  const until = cancelUntil(new Date(lot.applicationsUntilMs)).getTime();
  return now < until ? until : null;
}

/** A person's state with a lot, and what is missing for taking part. */
export function myApplication(
  lot: LotCard,
  person: { roles: readonly string[] } | null,
  application: TradeApplication | null,
  now: number,
): MyApplication {
  const status = application ? SHOWN_AS[application.status] : 'none';
  const base = {
    number: status === 'admitted' || status === 'sent' || status === 'revoked' ? application!.number : null,
    status,
    depositHeldTiyin: application?.deposit_state === 'held' ? application.deposit_tiyin : null,
    cancelUntilMs: cancelUntilMs(lot, application, now),
  } as const;
  if (status === 'admitted') return { ...base, role: 'bidder', needs: null };
  if (person && isStaff(person.roles)) return { ...base, role: 'operator', needs: null };

  const open = OPEN_STATUSES.includes(lot.status);
  const settled = status === 'revoked' || status === 'sent' || status === 'rejected';
  if (!open || settled) return { ...base, role: person ? 'observer' : 'visitor', needs: null };
  if (!person) return { ...base, role: 'visitor', needs: 'sign-in' };
  if (lot.practice) return { ...base, role: 'observer', needs: 'join-practice' };
  const needs = now < lot.applicationsUntilMs ? 'application' : 'applications-closed';
  return { ...base, role: 'observer', needs };
}
