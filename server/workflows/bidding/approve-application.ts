import {
  createTradeApplicationsRepository,
  isOutcomeUnknown,
  isTooLate,
  offerLimit,
  type LimitTerms,
  type RoomAdmission,
  type TradeApplication,
} from '#server/domains/trade/trade-applications/index.ts';
import type { Notifications } from '#server/domains/content/notifications/index.ts';
import { createWallet } from '#server/domains/money/wallet/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import type { NotificationContent } from '#shared/notifications/templates.ts';
import { limitConcurrency, unlessBusy } from '../limit-concurrency.ts';
import { endDeposit } from '../settling/end-deposit.ts';

const BATCH = 200;
/** Concurrent calls to rooms: each holds a connection meanwhile, and an unavailable room answers after seconds. */
const AT_ONCE = 6;
/** The same for rehearsals, which wait for their turn and take no place of applications with a deposit. */
const PRACTICE_AT_ONCE = 2;

export interface ApproveApplicationDeps {
  db: AnyDb;
  rooms: RoomAdmission;
  /** Ensures that the core has the room; idempotent. */
  openRoom: (lotId: number) => Promise<void>;
  notifications: Notifications;
  /** Do both accounts belong to one person? Reads on the given connection. */
  isSamePerson: (on: AnyDb, one: string, other: string) => Promise<boolean>;
  /**
   * Last day on which the person is barred, `YYYY-MM-DD`; null: not barred today. Rejects when that cannot be determined.
   * Read ahead of the transaction, which must not wait for a second connection.
   */
  barredUntil: (personId: string) => Promise<string | null>;
  /** Updates the limit of an admitted application: the balance may have changed during the admission. */
  recomputeLimit: (applicationId: number) => Promise<unknown>;
}

/** `busy`: undecided, try again. `decided`: it was not pending. */
export type Admission = 'admitted' | 'turned-down' | 'busy' | 'decided';

export type ApproveApplication = ReturnType<typeof createApproveApplication>;

/**
 * Hands applications to the core. One that is too late gets its deposit back in the same transaction. The application
 * stays locked while the room is called, so that a cancellation never overtakes the admission.
 */
export function createApproveApplication(deps: ApproveApplicationDeps) {
  const { db, rooms, notifications } = deps;
  const oneOfFew = unlessBusy(AT_ONCE);
  const inTurn = limitConcurrency(PRACTICE_AT_ONCE);

  const decide = async (applicationId: number): Promise<Admission> => {
    const waiting = await createTradeApplicationsRepository(db).byId(applicationId);
    if (!waiting) return 'decided';
    // Rehearsals, and people of the demo, confirmed nothing.
    if (waiting.confirmed_at === null) return decideKnowing(applicationId, null);
    // A bar that takes force after this is heard of as an event, which waits for the lock below.
    const barredUntil = await deps.barredUntil(waiting.person_id);
    return decideKnowing(applicationId, barredUntil);
  };

  const decideKnowing = (applicationId: number, barredUntil: string | null): Promise<Admission> =>
    inTransaction(db, async (tx) => {
      const applications = createTradeApplicationsRepository(tx);
      const application = await applications.lock(applicationId);
      if (application?.status !== 'requested') return 'decided';
      const { lot_id: lotId, person_id: personId, number } = application;
      const lot = await applications.lot(lotId);
      if (!lot) return 'decided';
      const seller = lot.customerPersonId;
      // Checked again: the person's data may have changed while the application was pending.
      if (!lot.practice && seller !== null && (await deps.isSamePerson(tx, personId, seller))) {
        await turnDown(tx, application, 'own-lot');
        await notifyUnlessRehearsal(tx, application, {
          template: 'application-own-lot',
          params: { lotId, lotTitle: lot.title },
        });
        return 'turned-down';
      }
      if (barredUntil !== null) {
        await turnDown(tx, application, 'barred');
        await notifyUnlessRehearsal(tx, application, {
          template: 'application-barred',
          params: { lotId, lotTitle: lot.title },
        });
        return 'turned-down';
      }
      await deps.openRoom(lotId);
      const limitTiyin = lot.practice ? application.limit_tiyin : await limitOf(tx, application, lot);
      const answer = await rooms.admit(lotId, { person: personId, number, limitTiyin });
      if (answer.verdict === 'done') {
        await applications.decide(applicationId, 'admit');
        await applications.setLimit(applicationId, limitTiyin);
        await notifyUnlessRehearsal(tx, application, {
          template: 'application-admitted',
          params: { lotId, lotTitle: lot.title, bidderNumber: number },
        });
        return 'admitted';
      }
      if (!isTooLate(answer)) return 'busy';
      await turnDown(tx, application, 'closed');
      await notifyUnlessRehearsal(tx, application, {
        template: 'application-turned-down',
        params: { lotId, lotTitle: lot.title, reason: '' },
      });
      return 'turned-down';
    });

  /** Releases the deposit in the same transaction. */
  async function turnDown(tx: AnyDb, application: TradeApplication, reason: 'closed' | 'own-lot' | 'barred') {
    const deposit = await endDeposit(tx, application, {
      end: 'release',
      reason: 'application turned down',
      actor: 'system',
    });
    await createTradeApplicationsRepository(tx).end(application.id, 'turn-down', deposit, reason);
  }

  /** Rehearsals, and people of the demo, confirmed nothing and are not notified. */
  async function notifyUnlessRehearsal(
    tx: AnyDb,
    application: TradeApplication,
    content: NotificationContent,
  ) {
    const { id, round, person_id: personId, confirmed_at: confirmedAt } = application;
    if (confirmedAt === null) return;
    await notifications.notify(tx, { ...content, personId, key: `application:${id}:${round}:decided` });
  }

  async function admit(
    applicationId: number,
    limited: (work: () => Promise<Admission>) => Promise<Admission | null> = oneOfFew,
  ): Promise<Admission> {
    try {
      const decision = (await limited(() => decide(applicationId))) ?? 'busy';
      if (decision === 'admitted') await deps.recomputeLimit(applicationId);
      return decision;
    } catch (error) {
      // Not retried here: the application is pending, and the next round hands it to the core again.
      if (isOutcomeUnknown(error)) return 'busy';
      throw error;
    }
  }

  return {
    /** Immediately, or `busy` while too many calls to rooms are in progress: then the next round of the worker does it. */
    admit: (applicationId: number) => admit(applicationId),

    /** A rehearsal's: waits for its turn instead of being `busy`. */
    admitInTurn: (applicationId: number) => admit(applicationId, inTurn),

    /** Hands pending applications to the core, oldest first. Returns how many were decided. */
    async admitWaiting(onError: (error: unknown, applicationId: number) => void): Promise<number> {
      let decided = 0;
      for (const { id } of await createTradeApplicationsRepository(db).waiting(BATCH)) {
        try {
          if ((await admit(id)) !== 'busy') decided += 1;
        } catch (error) {
          // Undecided: retried in the next round; the others do not wait for it.
          onError(error, id);
        }
      }
      return decided;
    },
  };
}

/** Without a deposit of their own (people of the demo) there is no limit either. */
async function limitOf(
  tx: AnyDb,
  application: {
    person_id: string;
    deposit_tiyin: number;
    deposit_state: string;
    limit_tiyin: number | null;
  },
  lot: LimitTerms,
): Promise<number | null> {
  if (application.deposit_state !== 'held') return application.limit_tiyin;
  const available = await createWallet(tx).balanceOf(application.person_id);
  return offerLimit(application.deposit_tiyin, available, lot);
}
