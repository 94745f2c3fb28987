import { createActionLog } from '#server/domains/staff/action-log/index.ts';
import type { Notifications } from '#server/domains/content/notifications/index.ts';
import {
  cancelRefusal,
  createTradeApplicationsRepository,
  isOutcomeUnknown,
  type Applicant,
  type RoomAdmission,
  type RoomParticipation,
} from '#server/domains/trade/trade-applications/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import type { IssueOutcome, OneTimeCodes, VerifyOutcome } from '#server/platform/one-time-codes/index.ts';
import type { CancelRefusal } from '#shared/lifecycles/trade-application-refusals.ts';
import { limitConcurrency } from '../limit-concurrency.ts';
import { endDeposit } from '../settling/end-deposit.ts';

/** Concurrent calls to rooms per process: each holds a connection meanwhile. */
const AT_ONCE = 3;
/** A cancellation begun this long ago has lost its process. */
const STUCK_MS = 7_000;
const BATCH = 50;

export interface CancelApplicationDeps {
  db: AnyDb;
  codes: (db: AnyDb) => OneTimeCodes;
  notifications: Notifications;
  applicant: (personId: string) => Promise<Applicant | null>;
  rooms: RoomParticipation & Pick<RoomAdmission, 'admit'>;
}

interface Refused {
  outcome: 'refused';
  reason: CancelRefusal;
}

export type CancelOutcome =
  | { outcome: 'cancelled'; already: boolean; releasedTiyin: number }
  | Refused
  | { outcome: 'code'; problem: Exclude<VerifyOutcome, 'right'> };

export type CancelApplication = ReturnType<typeof createCancelApplication>;

const refused = (reason: CancelRefusal): Refused => ({ outcome: 'refused', reason });

/**
 * Cancels an application in two steps: it is confirmed and marked; then the room revokes the right, and only then the
 * deposit is released. `finishStuck` finishes a cancellation interrupted in between.
 */
export function createCancelApplication(deps: CancelApplicationDeps) {
  const { db, rooms } = deps;
  const oneOfFew = limitConcurrency(AT_ONCE);
  const what = (lotId: number, personId: string) =>
    ({ purpose: 'cancel-application', subject: `lot:${lotId}`, personId }) as const;

  /** Marks the application as being cancelled; or the reason why not. */
  const begin = (
    lotId: number,
    personId: string,
    code: string,
    standing: { price: boolean; auto: boolean },
  ): Promise<CancelOutcome | { outcome: 'begun'; applicationId: number } | null> =>
    inTransaction(db, async (tx) => {
      const applications = createTradeApplicationsRepository(tx);
      const lot = await applications.lot(lotId);
      const application = await applications.lockOf(lotId, personId);
      if (!lot || (lot.rehearsal && !application)) return null;
      if (application?.status === 'cancelled')
        return {
          outcome: 'cancelled',
          already: true,
          releasedTiyin: application.deposit_state === 'released' ? application.deposit_tiyin : 0,
        };
      const no = cancelRefusal(lot, application, standing);
      if (no || !application) return refused(no ?? 'no-application');
      const begun = { outcome: 'begun', applicationId: application.id } as const;
      // A repeat of a confirmed cancellation.
      if (application.status === 'cancelling') return begun;
      const verdict = await deps.codes(tx).verify({ ...what(lotId, personId), code });
      if (verdict !== 'right') return { outcome: 'code', problem: verdict };
      await applications.beginCancelling(application.id);
      return begun;
    });

  /** Revokes in the room, then ends the application. `busy`: the room did not answer, `finishStuck` retries. */
  const finish = (applicationId: number): Promise<Exclude<CancelOutcome, { outcome: 'code' }>> =>
    oneOfFew(() =>
      inTransaction(db, async (tx) => {
        const applications = createTradeApplicationsRepository(tx);
        const application = await applications.lock(applicationId);
        if (application?.status === 'cancelled')
          return { outcome: 'cancelled', already: true, releasedTiyin: application.deposit_tiyin };
        if (application?.status !== 'cancelling') return refused('no-application');
        const { lot_id: lotId, person_id: personId } = application;
        const stays = async (reason: CancelRefusal) => {
          await applications.keepAfterAll(application);
          return refused(reason);
        };
        const answer = await rooms.revokeIdle(lotId, personId);
        const outside = ['not-admitted', 'unknown-lot'];
        if (answer.verdict === 'refused' && !outside.includes(answer.reason)) {
          if (answer.reason === 'closed') return stays('applications-closed');
          if (answer.reason === 'already-leading') return stays('needed');
          if (answer.reason !== 'already-bidding') return refused('busy');
          return stays((await rooms.standing(lotId, personId)).auto ? 'auto-bid' : 'has-price');
        }
        // A price confirmed after the check, and outbid by two others before the room was called.
        if (answer.verdict === 'done' && (await rooms.standing(lotId, personId)).price) {
          const { number, limit_tiyin: limitTiyin } = application;
          await rooms.admit(lotId, { person: personId, number, limitTiyin });
          return stays('has-price');
        }
        const deposit = await endDeposit(tx, application, {
          end: 'release',
          reason: 'application cancelled',
          actor: personId,
        });
        await applications.end(applicationId, 'cancel', deposit);
        const done = { personId, type: 'application', action: 'cancelled', result: 'done' } as const;
        await createActionLog(tx).record(done);
        const lot = await applications.lot(lotId);
        await deps.notifications.notify(tx, {
          personId,
          key: `application:${applicationId}:${application.round}:cancelled`,
          template: 'application-cancelled',
          params: { lotId, ...(lot ? { lotTitle: lot.title } : {}) },
        });
        return {
          outcome: 'cancelled',
          already: false,
          releasedTiyin: deposit === 'released' ? application.deposit_tiyin : 0,
        };
      }),
    );

  return {
    /** Sends a code if the person could cancel right now; null: no such lot, or a rehearsal the person is not in. */
    async sendCode(lotId: number, personId: string, address: string): Promise<IssueOutcome | Refused | null> {
      const applications = createTradeApplicationsRepository(db);
      const [lot, application, applicant] = await Promise.all([
        applications.lot(lotId),
        applications.find(lotId, personId),
        deps.applicant(personId),
      ]);
      if (!lot || (lot.rehearsal && !application)) return null;
      const no = cancelRefusal(lot, application, await rooms.standing(lotId, personId));
      if (no) return refused(no);
      const channels = { phone: applicant?.phone ?? null, email: applicant?.email ?? null };
      return deps.codes(db).issue({ ...what(lotId, personId), channels, address });
    },

    /** Cancels; null: no such lot. A repeat answers that it is cancelled. */
    async cancel(lotId: number, personId: string, code: string): Promise<CancelOutcome | null> {
      const begun = await begin(lotId, personId, code, await rooms.standing(lotId, personId));
      if (begun?.outcome !== 'begun') return begun;
      try {
        return await finish(begun.applicationId);
      } catch (error) {
        // Not retried here: it is marked, and the worker finishes it within seconds.
        if (isOutcomeUnknown(error)) return refused('busy');
        throw error;
      }
    },

    /** Finishes cancellations whose process died or whose room did not answer. */
    async finishStuck(onError: (error: unknown, applicationId: number) => void): Promise<void> {
      for (const id of await createTradeApplicationsRepository(db).stuckCancelling(STUCK_MS, BATCH)) {
        try {
          await finish(id);
        } catch (error) {
          // Retried in the next round; the others do not wait for it.
          onError(error, id);
        }
      }
    },
  };
}
