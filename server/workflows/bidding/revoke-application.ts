import type { Notifications } from '#server/domains/content/notifications/index.ts';
import {
  BY_RULES,
  createConsoleRoomsRepository,
  createTradeApplicationsRepository,
  isOutcomeUnknown,
  NUMBERED,
  revokeRefusal,
  type RoomBans,
  type StaffMember,
  type TradeApplication,
} from '#server/domains/trade/trade-applications/index.ts';
import type { NewStaffTask } from '#server/domains/staff/tasks/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { OPENED_REQUEST_MINUTES, ROOM_REQUEST_MINUTES } from '#shared/limits/room-actions.ts';
import type {
  AfterRevoke,
  RevocationRefusal,
  RevokeRefusal,
} from '#shared/lifecycles/trade-application-refusals.ts';
import type { DepositState } from '#shared/lifecycles/deposit.ts';
import { MINUTE_MS } from '#shared/time/tashkent.ts';
import { limitConcurrency } from '../limit-concurrency.ts';
import { endDeposit } from '../settling/end-deposit.ts';

/** Concurrent calls to rooms per process: each holds a connection meanwhile. */
const AT_ONCE = 2;

export interface RevokeApplicationDeps {
  db: AnyDb;
  notifications: Notifications;
  rooms: RoomBans;
  tasks: { open(task: NewStaffTask, tx?: AnyDb): Promise<void> };
}

export type RevokeOutcome =
  | { outcome: 'revoked'; already: boolean; deposit: DepositState }
  | { outcome: 'refused'; reason: RevocationRefusal };

export type RequestRevokeOutcome =
  | { outcome: 'requested'; already: boolean; requestId: number; expiresAt: Date }
  | { outcome: 'refused'; reason: RevokeRefusal };

export type RevokeApplication = ReturnType<typeof createRevokeApplication>;

/** Who revokes and why. */
interface Revocation {
  staff: StaffMember;
  reason: string;
  /** The request approved by a second person; null: there is none. */
  requestId: number | null;
  /** Whom the room shuts out: a leader goes only by a request of two about the lot, or by a bar. */
  whom: 'not-leading' | 'anybody';
  /** Staff look at the lot, whose leader, or whose last participant that its prices need, goes. */
  leaderTask?: true;
  /** A retry: the unknown outcome of the first attempt is on record. */
  again: boolean;
}

const refused = <Reason extends RevocationRefusal>(reason: Reason) =>
  ({ outcome: 'refused', reason }) as const;

/**
 * Two of staff revoke the right to a lot, which no one gets again: before bidding begins too, since no one person takes the rivals of a
 * friend out of an auction that is to come. A bar does so as well. First in the room, where it is permanent and leading is checked atomically; then the money: the leader's deposit stays held until the
 * close, where leading counts as declining; any other deposit is released at once. Each step is idempotent: one
 * interrupted after the room's step is finished by repeating it, at the latest by the end of the auction.
 */
export function createRevokeApplication({ db, notifications, rooms, tasks }: RevokeApplicationDeps) {
  const oneOfFew = limitConcurrency(AT_ONCE);

  /** The room's answer as a refusal; null: the person has no right there (any longer). */
  async function askRoom(
    { lot_id: lotId, person_id: personId }: TradeApplication,
    { whom }: Revocation,
  ): Promise<'over' | 'busy' | 'leading' | null> {
    const answer = await rooms.ban(lotId, personId, { unlessLeading: whom !== 'anybody' });
    if (answer.verdict === 'done') return null;
    // Unknown in the room: it has not admitted this person, and no longer will.
    if (answer.reason === 'not-admitted' || answer.reason === 'unknown-lot') return null;
    if (answer.reason === 'already-leading') return 'leading';
    return answer.reason === 'closed' ? 'over' : 'busy';
  }

  /** The result is in the room's log; `unknown`: not determined yet. */
  const log = (
    on: AnyDb,
    { lot_id: lotId, number }: TradeApplication,
    { staff, reason, requestId }: Revocation,
    result: 'done' | 'unknown',
  ) =>
    createConsoleRoomsRepository(on).log({
      lotId,
      action: 'revoke',
      result,
      reason: `${NUMBERED}${number}: ${reason}`,
      requestId,
      personId: staff.personId,
      personName: staff.name,
    });

  /** Opened by the rules: brings the lot to the attention of staff. `occasion`: once for each. */
  const openLeaderTask = (
    tx: AnyDb,
    lot: { now: Date },
    { id, round, lot_id: lotId, number }: TradeApplication,
    reason: string,
    occasion: string,
  ): Promise<void> =>
    tasks.open(
      {
        occasion: `decide-leader:${id}:${round}:${occasion}`,
        kind: 'decide-leader',
        lotId,
        bidderNumber: number,
        reason: reason || null,
        dueAt: new Date(lot.now.getTime() + ROOM_REQUEST_MINUTES * MINUTE_MS),
      },
      tx,
    );

  const decide = (applicationId: number, by: Revocation): Promise<RevokeOutcome | null> =>
    inTransaction(db, async (tx) => {
      const applications = createTradeApplicationsRepository(tx);
      const application = await applications.lock(applicationId);
      const lot = application && (await applications.lot(application.lot_id));
      if (!application || !lot) return null;
      if (application.status === 'revoked')
        return { outcome: 'revoked', already: true, deposit: application.deposit_state };
      const no = revokeRefusal(lot, application, by.staff.personId) ?? (await askRoom(application, by));
      if (no) return refused(no);
      const { id, round, person_id: personId, number } = application;
      const deposit = (await rooms.leads(lot.id, number))
        ? application.deposit_state
        : await endDeposit(tx, application, {
            end: 'release',
            reason: 'application revoked',
            actor: by.staff.personId,
          });
      await applications.end(id, 'revoke', deposit, by.reason);
      await log(tx, application, by, 'done');
      if (by.leaderTask) await openLeaderTask(tx, lot, application, by.reason, 'barred');
      // Rehearsals, and people of the demo, who confirmed nothing.
      if (application.confirmed_at !== null) {
        const about = { lotId: lot.id, lotTitle: lot.title };
        const key = `application:${id}:${round}`;
        await notifications.notify(tx, {
          personId,
          key: `${key}:revoked`,
          template: 'application-revoked',
          params: { ...about, reason: by.reason },
        });
        if (deposit === 'released')
          await notifications.notify(tx, {
            personId,
            key: `${key}:deposit`,
            template: 'deposit-released',
            params: { ...about, amountTiyin: application.deposit_tiyin },
          });
      }
      return { outcome: 'revoked', already: false, deposit };
    });

  async function revokeAs(applicationId: number, by: Revocation): Promise<RevokeOutcome | null> {
    try {
      return await oneOfFew(() => decide(applicationId, by));
    } catch (error) {
      // Not retried here: the call was retried for seconds; the answer to staff says that the outcome is unknown.
      if (!isOutcomeUnknown(error)) throw error;
      const application = await createTradeApplicationsRepository(db).byId(applicationId);
      if (application && !by.again) await log(db, application, by, 'unknown');
      return refused('busy');
    }
  }

  /** The pending request about this application, opened if there is none. */
  const openRequest = (
    applicationId: number,
    asked: {
      staff: StaffMember;
      reason: string;
      lot: AfterRevoke;
      cause: 'disabled' | null;
    },
  ): Promise<RequestRevokeOutcome | null> =>
    inTransaction(db, async (tx) => {
      const applications = createTradeApplicationsRepository(tx);
      const requests = createConsoleRoomsRepository(tx);
      const application = await applications.lock(applicationId);
      const lot = application && (await applications.lot(application.lot_id));
      if (!application || !lot) return null;
      const { staff, reason, cause } = asked;
      const no = revokeRefusal(lot, application, staff.personId);
      if (no) return refused(no);
      const waiting = await requests.pendingRevocation(applicationId);
      if (waiting)
        return {
          outcome: 'requested',
          already: true,
          requestId: waiting.id,
          expiresAt: waiting.expires_at,
        };
      const { id, number, lot_id: lotId } = application;
      const request = await requests.request({
        lotId,
        kind: 'revoke',
        reason,
        personId: staff.personId,
        personName: staff.name,
        validMinutes: cause === null ? ROOM_REQUEST_MINUTES : OPENED_REQUEST_MINUTES,
        repeatWanted: asked.lot === 'repeat',
        application: { id, number, cause, alsoWithdraw: asked.lot !== 'continue' },
      });
      if (cause !== null) await openLeaderTask(tx, lot, application, reason, String(request.id));
      return { outcome: 'requested', already: false, requestId: request.id, expiresAt: request.expires_at };
    });

  return {
    /**
     * What two persons, or the rules, decided about somebody. Refused atomically with `leading` for the leader; null: no such
     * application.
     */
    revokeDecided: (
      applicationId: number,
      staff: StaffMember,
      reason: string,
    ): Promise<RevokeOutcome | null> =>
      revokeAs(applicationId, { staff, reason, requestId: null, whom: 'not-leading', again: false }),

    /**
     * By a bar that has taken force, the leader too: two persons or the rules decided about the person, who may not buy what
     * they lead. By the rules of rooms (`auction/rules/hammer.ts`) confirmed prices remain, the auto-bid is deleted, and
     * leading at the close counts as declining, which forfeits the deposit. Idempotent; null: no such application.
     */
    async revokeBarred(
      applicationId: number,
      staff: StaffMember,
      reason: string,
    ): Promise<RevokeOutcome | null> {
      const by = { staff, reason, requestId: null, again: false };
      const answer = await revokeAs(applicationId, { ...by, whom: 'not-leading' });
      if (answer?.outcome !== 'refused' || answer.reason !== 'leading') return answer;
      // Before the room is asked: the close may come before its answer is recorded here.
      await createTradeApplicationsRepository(db).markBarred(applicationId);
      return revokeAs(applicationId, { ...by, whom: 'anybody', leaderTask: true });
    },

    /** By a request that a second person has approved, the leader too. Idempotent. */
    carryOut: (
      request: { id: number; applicationId: number; reason: string },
      staff: StaffMember,
      { again }: { again: boolean },
    ): Promise<RevokeOutcome | null> =>
      revokeAs(request.applicationId, {
        staff,
        reason: request.reason,
        requestId: request.id,
        whom: 'anybody',
        again,
      }),

    /** Opens a request for a second person; null: no such application. */
    request: (
      applicationId: number,
      staff: StaffMember,
      asked: { reason: string; lot: AfterRevoke },
    ): Promise<RequestRevokeOutcome | null> => openRequest(applicationId, { staff, ...asked, cause: null }),

    /** The same, opened by an event about the person; without a requester two members of staff approve. */
    openFor: (
      applicationId: number,
      opened: { by: StaffMember | null; reason: string; cause: 'disabled' },
    ): Promise<RequestRevokeOutcome | null> =>
      openRequest(applicationId, {
        staff: opened.by ?? { personId: BY_RULES, name: '' },
        reason: opened.reason,
        lot: 'continue',
        cause: opened.cause,
      }),

    async personOf(applicationId: number): Promise<string | null> {
      const application = await createTradeApplicationsRepository(db).byId(applicationId);
      return application?.person_id ?? null;
    },
  };
}
