import type { Notifications } from '#server/domains/notifications/index.ts';
import {
  BY_RULES,
  createConsoleRoomsRepository,
  createTradeApplicationsRepository,
  isOutcomeUnknown,
  revokeRefusal,
  type RoomBans,
  type StaffMember,
  type TradeApplication,
} from '#server/domains/trade-applications/index.ts';
import type { NewStaffTask } from '#server/domains/staff-tasks/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { OPENED_REQUEST_MINUTES, ROOM_REQUEST_MINUTES } from '#shared/limits/room-actions.ts';
import type { AfterRevoke, DepositState, RevokeRefusal } from '#shared/states/trade-application.ts';
import { MINUTE_MS } from '#shared/time/tashkent.ts';
import { atMost } from './at-most.ts';
import { endDeposit } from './end-deposit.ts';

/** Revocations that ask their room at the same moment in one process: each holds a connection meanwhile. */
const AT_ONCE = 2;

export interface RevokeApplicationDeps {
  db: AnyDb;
  notifications: Notifications;
  rooms: RoomBans;
  tasks: { open(task: NewStaffTask, tx?: AnyDb): Promise<void> };
}

export type RevokeOutcome =
  | { outcome: 'revoked'; already: boolean; deposit: DepositState }
  | { outcome: 'refused'; reason: RevokeRefusal };

export type RequestRevokeOutcome =
  | { outcome: 'requested'; already: boolean; requestId: number; expiresAt: Date }
  | { outcome: 'refused'; reason: RevokeRefusal };

export type RevokeApplication = ReturnType<typeof createRevokeApplication>;

/** Who revokes and why. */
interface Revocation {
  staff: StaffMember;
  reason: string;
  /** The approved request of two persons; null: one person alone, who may not revoke a leader. */
  requestId: number | null;
  /** Tried before: that nobody could tell what came of it is on record. */
  again: boolean;
}

const refused = (reason: RevokeRefusal) => ({ outcome: 'refused', reason }) as const;

/**
 * Staff take the right to a lot away: one person from anybody who does not lead, two persons from who leads. First the room,
 * where it is for good and where leading is judged in the same step; then the money: who leads keeps the deposit
 * held until the close, where leading counts as declining, everybody else has it back at once. Each step may be repeated:
 * one that died after the room was asked is finished by asking again, and by the end of the auction at the latest.
 */
export function createRevokeApplication({ db, notifications, rooms, tasks }: RevokeApplicationDeps) {
  const oneOfFew = atMost(AT_ONCE);

  /** The room's answer as a refusal; null: the person has no right there (any more). */
  async function askRoom(
    { lot_id: lotId, person_id: personId }: TradeApplication,
    unlessLeading: boolean,
  ): Promise<RevokeRefusal | null> {
    const answer = await rooms.ban(lotId, personId, { unlessLeading });
    if (answer.verdict === 'done') return null;
    // Nobody of that name in the room: it has not admitted them yet, and will not.
    if (answer.reason === 'not-admitted' || answer.reason === 'unknown-lot') return null;
    if (answer.reason === 'already-leading') return 'leading';
    return answer.reason === 'closed' ? 'over' : 'busy';
  }

  /** What staff did is in the room's log; `unknown`: nobody can tell yet. */
  const log = (
    on: AnyDb,
    { lot_id: lotId, number }: TradeApplication,
    { staff, reason, requestId }: Revocation,
    result: 'done' | 'unknown',
  ) =>
    createConsoleRoomsRepository(on).log({
      ...{ lotId, action: 'revoke', result, reason: `№ ${number}: ${reason}`, requestId },
      ...{ personId: staff.personId, personName: staff.name },
    });

  const decide = (applicationId: number, by: Revocation): Promise<RevokeOutcome | null> =>
    inTransaction(db, async (tx) => {
      const applications = createTradeApplicationsRepository(tx);
      const application = await applications.lock(applicationId);
      const lot = application && (await applications.lot(application.lot_id));
      if (!application || !lot) return null;
      if (application.status === 'revoked')
        return { outcome: 'revoked', already: true, deposit: application.deposit_state };
      const no =
        revokeRefusal(lot, application, by.staff.personId) ??
        (await askRoom(application, by.requestId === null));
      if (no) return refused(no);
      const { id, round, person_id: personId, number } = application;
      const deposit = (await rooms.leads(lot.id, number))
        ? application.deposit_state
        : await endDeposit(tx, application, {
            end: 'release',
            reason: 'application revoked',
            actor: by.staff.personId,
          });
      await applications.end(id, 'revoked', deposit, by.reason);
      await log(tx, application, by, 'done');
      // Rehearsals, and people of the demo, who never confirmed anything.
      if (application.confirmed_at !== null) {
        const about = { lotId: lot.id, lotTitle: lot.title };
        const key = `application:${id}:${round}`;
        await notifications.tell(tx, {
          personId,
          key: `${key}:revoked`,
          template: 'application-revoked',
          params: { ...about, reason: by.reason },
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

  async function revokeAs(applicationId: number, by: Revocation): Promise<RevokeOutcome | null> {
    try {
      return await oneOfFew(() => decide(applicationId, by));
    } catch (error) {
      // Not retried here: the room has been asked for seconds; staff read that it is open, and ask again.
      if (!isOutcomeUnknown(error)) throw error;
      const application = await createTradeApplicationsRepository(db).byId(applicationId);
      if (application && !by.again) await log(db, application, by, 'unknown');
      return refused('busy');
    }
  }

  /** The request about this application that waits, opened now if there is none. */
  const openRequest = (
    applicationId: number,
    asked: {
      staff: StaffMember;
      reason: string;
      lot: AfterRevoke;
      cause: 'disabled' | 'barred' | null;
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
      const { id, number, lot_id: lotId, round } = application;
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
      // Staff asked for nothing themselves: the task tells them that something waits.
      if (cause !== null)
        await tasks.open(
          {
            occasion: `decide-leader:${id}:${round}:${request.id}`,
            kind: 'decide-leader',
            lotId,
            bidderNumber: number,
            reason: reason || null,
            dueAt: new Date(lot.now.getTime() + ROOM_REQUEST_MINUTES * MINUTE_MS),
          },
          tx,
        );
      return { outcome: 'requested', already: false, requestId: request.id, expiresAt: request.expires_at };
    });

  return {
    /**
     * One person revokes for a stated reason, which the participant reads. Refused with `leading`, in the step that would
     * revoke, for who leads; null: no such application.
     */
    revoke: (applicationId: number, staff: StaffMember, reason: string): Promise<RevokeOutcome | null> =>
      revokeAs(applicationId, { staff, reason, requestId: null, again: false }),

    /** By a request that a second person has approved: whoever leads. Safe to repeat. */
    carryOut: (
      request: { id: number; applicationId: number; reason: string },
      staff: StaffMember,
      { again }: { again: boolean },
    ): Promise<RevokeOutcome | null> =>
      revokeAs(request.applicationId, { staff, reason: request.reason, requestId: request.id, again }),

    /** Asks a second person; null: no such application. */
    request: (
      applicationId: number,
      staff: StaffMember,
      asked: { reason: string; lot: AfterRevoke },
    ): Promise<RequestRevokeOutcome | null> => openRequest(applicationId, { staff, ...asked, cause: null }),

    /** The same, opened by what happened to the person; without a member of staff two of them approve. */
    openFor: (
      applicationId: number,
      opened: { by: StaffMember | null; reason: string; cause: 'disabled' | 'barred' },
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
