import type { Notifications } from '#server/domains/notifications/index.ts';
import {
  createConsoleRoomsRepository,
  createTradeApplicationsRepository,
  isOutcomeUnknown,
  revokeRefusal,
  type RoomBans,
  type StaffMember,
  type TradeApplication,
} from '#server/domains/trade-applications/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import type { DepositState, RevokeRefusal } from '#shared/states/trade-application.ts';
import { atMost } from './at-most.ts';
import { endDeposit } from './end-deposit.ts';

/** Revocations that ask their room at the same moment in one process: each holds a connection meanwhile. */
const AT_ONCE = 2;

export interface RevokeApplicationDeps {
  db: AnyDb;
  notifications: Notifications;
  rooms: RoomBans;
}

export type RevokeOutcome =
  | { outcome: 'revoked'; already: boolean; deposit: DepositState }
  | { outcome: 'refused'; reason: RevokeRefusal };

export type RevokeApplication = ReturnType<typeof createRevokeApplication>;

const refused = (reason: RevokeRefusal): RevokeOutcome => ({ outcome: 'refused', reason });

/**
 * Staff take the right to a lot away. First the room, where it is for good; then the money: whoever leads keeps the deposit
 * held until the close, where leading counts as declining, everybody else has it back at once. Each step may be repeated:
 * one that died after the room was asked is finished by asking again, and by the end of the auction at the latest.
 */
export function createRevokeApplication({ db, notifications, rooms }: RevokeApplicationDeps) {
  const oneOfFew = atMost(AT_ONCE);

  /** The room's answer as a refusal; null: the person has no right there (any more). */
  async function askRoom({ lot_id: lotId, person_id: personId }: TradeApplication) {
    const answer = await rooms.ban(lotId, personId);
    if (answer.verdict === 'done') return null;
    // Nobody of that name in the room: it has not admitted them yet, and will not.
    if (answer.reason === 'not-admitted' || answer.reason === 'unknown-lot') return null;
    return answer.reason === 'closed' ? 'over' : 'busy';
  }

  /** What staff did stands in the room's log; `unknown`: nobody can tell yet. */
  const log = (
    on: AnyDb,
    { lot_id: lotId, number }: TradeApplication,
    staff: StaffMember,
    { reason, result }: { reason: string; result: 'done' | 'unknown' },
  ) =>
    createConsoleRoomsRepository(on).log({
      ...{ lotId, action: 'revoke', result, reason: `№ ${number}: ${reason}` },
      ...{ personId: staff.personId, personName: staff.name },
    });

  const decide = (applicationId: number, staff: StaffMember, reason: string): Promise<RevokeOutcome | null> =>
    inTransaction(db, async (tx) => {
      const applications = createTradeApplicationsRepository(tx);
      const application = await applications.lock(applicationId);
      const lot = application && (await applications.lot(application.lot_id));
      if (!application || !lot) return null;
      if (application.status === 'revoked')
        return { outcome: 'revoked', already: true, deposit: application.deposit_state };
      const no = revokeRefusal(lot, application, staff.personId) ?? (await askRoom(application));
      if (no) return refused(no);
      const { id, round, person_id: personId, number } = application;
      const deposit = (await rooms.leads(lot.id, number))
        ? application.deposit_state
        : await endDeposit(tx, application, {
            end: 'release',
            reason: 'application revoked',
            actor: staff.personId,
          });
      await applications.end(id, 'revoked', deposit, reason);
      await log(tx, application, staff, { reason, result: 'done' });
      // Rehearsals, and people of the demo, who never confirmed anything.
      if (application.confirmed_at !== null) {
        const about = { lotId: lot.id, lotTitle: lot.title };
        const key = `application:${id}:${round}`;
        await notifications.tell(tx, {
          personId,
          key: `${key}:revoked`,
          template: 'application-revoked',
          params: { ...about, reason },
        });
        if (deposit === 'released')
          await notifications.tell(tx, {
            personId,
            key: `${key}:deposit`,
            template: 'deposit-released',
            params: { ...about, amountTiyin: application.deposit_tiyin },
          });
      }
      return { outcome: 'revoked', already: false, deposit };
    });

  return {
    /** Revokes for a stated reason, which the person reads; null: no such application. */
    async revoke(applicationId: number, staff: StaffMember, reason: string): Promise<RevokeOutcome | null> {
      try {
        return await oneOfFew(() => decide(applicationId, staff, reason));
      } catch (error) {
        // Not retried here: the room has been asked for seconds; staff read that it is open, and ask again.
        if (!isOutcomeUnknown(error)) throw error;
        const application = await createTradeApplicationsRepository(db).byId(applicationId);
        if (application) await log(db, application, staff, { reason, result: 'unknown' });
        return refused('busy');
      }
    },
  };
}
