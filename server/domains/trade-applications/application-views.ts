import type { ApplicationRow, ConsoleApplication } from '#shared/api/user-order.ts';
import { OPEN_STATUSES } from '#shared/states/lot-status.ts';
import type { ApplicationStatus } from '#shared/states/trade-application.ts';
import type { StoredApplicationRow } from './application-rows.repository.ts';
import { cancelUntil } from './applying.policy.ts';
import { LIVING, type StoredApplicationStatus } from './trade-application-tables.ts';

const SHOWN_AS: Readonly<Record<StoredApplicationStatus, ApplicationStatus>> = {
  requested: 'sent',
  admitted: 'accepted',
  cancelling: 'accepted',
  cancelled: 'cancelled',
  'turned-down': 'rejected',
  revoked: 'rejected',
  won: 'won',
  lost: 'not-won',
};

/** What both the person and the staff see of an application. */
function commonView(row: StoredApplicationRow) {
  return {
    id: row.id,
    lotId: row.lot_id,
    lotNumber: String(row.lot_id),
    title: row.title,
    lotStatus: row.lot_status,
    practice: row.practice,
    startPriceTiyin: row.start_price_tiyin,
    priceTiyin: row.room_price_tiyin,
    opensAtMs: row.opens_at.getTime(),
    deadlineMs: Math.ceil(row.room_deadline_us / 1_000),
    applicationsUntilMs: row.applications_until.getTime(),
    status: SHOWN_AS[row.status],
    number: row.number,
    leading: row.room_leader_number === row.number && row.room_price_tiyin !== null,
    depositTiyin: row.deposit_tiyin,
    deposit: row.deposit_state,
    appliedAtMs: row.requested_at.getTime(),
    endedAtMs: row.ended_at?.getTime() ?? null,
  };
}

/** @param now ms; of the server */
export function applicationRow(row: StoredApplicationRow, now: number): ApplicationRow {
  const until = cancelUntil(row.applications_until).getTime();
  const living = row.status === 'requested' || row.status === 'admitted';
  const mayCancel = living && !row.practice && OPEN_STATUSES.includes(row.lot_status) && now < until;
  return {
    ...commonView(row),
    photo: row.photos[0] ?? null,
    cancelUntilMs: mayCancel ? until : null,
  };
}

/** @param name of the person; empty when nobody knows it any more */
export function consoleApplication(row: StoredApplicationRow, name: string): ConsoleApplication {
  return {
    ...commonView(row),
    person: { id: row.person_id, name },
    limitTiyin: row.limit_tiyin,
    revokedBecause: row.status === 'revoked' ? row.reason : null,
    mayRevoke: LIVING.includes(row.status) && OPEN_STATUSES.includes(row.lot_status),
  };
}

/** The same for somebody who has a part in the lot themselves: neither who it is nor how far they may go. */
export const rivalsApplication = (row: StoredApplicationRow): ConsoleApplication => ({
  ...consoleApplication(row, ''),
  ...{ person: null, limitTiyin: null, revokedBecause: null, mayRevoke: false },
});
