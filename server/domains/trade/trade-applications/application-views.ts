import { listPhoto } from '#server/domains/trade/lots/index.ts';
import type { ApplicationRow, ConsoleApplication } from '#shared/api/cabinet/user-order.ts';
import { allows } from '#shared/lifecycles/lifecycle.ts';
import { OPEN_STATUSES } from '#shared/lifecycles/lot-status.ts';
import { PROTESTABLE_STATUSES } from '#shared/lifecycles/protest.ts';
import {
  APPLICATION_SHOWN,
  APPLICATION_STATUSES,
  MAY_PROTEST,
  TRADE_APPLICATION,
  type ApplicationStatus,
  type StoredApplicationStatus,
} from '#shared/lifecycles/trade-application.ts';
import type { StoredApplicationRow } from './application-rows.repository.ts';
import { cancelUntil } from './apply-for-lot.policy.ts';

const SHOWN_AS = Object.fromEntries(
  APPLICATION_STATUSES.flatMap((shown) => APPLICATION_SHOWN[shown].map((stored) => [stored, shown])),
) as Readonly<Record<StoredApplicationStatus, ApplicationStatus>>;

/** Fields of an application for its owner and for staff. */
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

/** May its person protest against the result, while there is time? */
export const mayProtest = ({ status, lot_status, practice }: StoredApplicationRow): boolean =>
  (MAY_PROTEST as readonly StoredApplicationStatus[]).includes(status) &&
  PROTESTABLE_STATUSES.includes(lot_status) &&
  !practice;

/** @param now ms; of the server @param protestUntil end of the person's own time for protests; null: they may not */
export function applicationRow(
  row: StoredApplicationRow,
  now: number,
  protestUntil: Date | null,
): ApplicationRow {
  const until = cancelUntil(row.applications_until).getTime();
  const living = allows(TRADE_APPLICATION, row.status, 'begin-cancelling');
  const mayCancel = living && !row.practice && OPEN_STATUSES.includes(row.lot_status) && now < until;
  return {
    ...commonView(row),
    photo: listPhoto(row.photos),
    cancelUntilMs: mayCancel ? until : null,
    ...(protestUntil !== null && protestUntil.getTime() > now
      ? { protestUntilMs: protestUntil.getTime() }
      : {}),
  };
}

/** @param name of the person; empty when it is unknown */
export function consoleApplication(row: StoredApplicationRow, name: string): ConsoleApplication {
  return {
    ...commonView(row),
    person: { id: row.person_id, name },
    limitTiyin: row.limit_tiyin,
    revokedBecause: row.status === 'revoked' ? row.reason : null,
    mayRevoke: allows(TRADE_APPLICATION, row.status, 'revoke') && OPEN_STATUSES.includes(row.lot_status),
  };
}

/** The same for staff who are party to the lot: without the person and the limit. */
export const rivalsApplication = (row: StoredApplicationRow): ConsoleApplication => ({
  ...consoleApplication(row, ''),
  person: null,
  limitTiyin: null,
  revokedBecause: null,
  mayRevoke: false,
});
