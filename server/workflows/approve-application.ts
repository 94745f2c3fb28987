import {
  createTradeApplicationsRepository,
  isOutcomeUnknown,
  isTooLate,
  offerLimit,
  type LimitTerms,
  type RoomAdmission,
} from '#server/domains/trade-applications/index.ts';
import type { Notifications } from '#server/domains/notifications/index.ts';
import { createWallet } from '#server/domains/wallet/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { whileFree } from './at-most.ts';
import { endDeposit } from './end-deposit.ts';

const BATCH = 200;
/** Rooms asked at the same moment: each holds a connection meanwhile, and a room that is away answers after seconds. */
const AT_ONCE = 6;

export interface ApproveApplicationDeps {
  db: AnyDb;
  rooms: RoomAdmission;
  /** Makes sure that the core has the room; safe to repeat. */
  openRoom: (lotId: number) => Promise<void>;
  notifications: Notifications;
  /** Brings the limit of an admitted application up to date: the balance may have moved during the admission. */
  recomputeLimit: (applicationId: number) => Promise<unknown>;
}

/** `busy`: nothing is decided, try again. `decided`: it was not waiting. */
export type Admission = 'admitted' | 'turned-down' | 'busy' | 'decided';

export type ApproveApplication = ReturnType<typeof createApproveApplication>;

/**
 * Hands applications to the core. One that comes too late gets its deposit back in the same step. The application stays
 * locked while the room is asked, so that a cancellation never overtakes the admission.
 */
export function createApproveApplication(deps: ApproveApplicationDeps) {
  const { db, rooms, notifications } = deps;
  const oneOfFew = whileFree(AT_ONCE);

  const decide = (applicationId: number): Promise<Admission> =>
    inTransaction(db, async (tx) => {
      const applications = createTradeApplicationsRepository(tx);
      const application = await applications.lock(applicationId);
      if (application?.status !== 'requested') return 'decided';
      const { lot_id: lotId, person_id: personId, number } = application;
      const lot = await applications.lot(lotId);
      if (!lot) return 'decided';
      await deps.openRoom(lotId);
      const limitTiyin = lot.practice ? application.limit_tiyin : await limitOf(tx, application, lot);
      const answer = await rooms.admit(lotId, { person: personId, number, limitTiyin });
      const told = { personId, key: `application:${applicationId}:${application.round}:decided` };
      if (answer.verdict === 'done') {
        await applications.decide(applicationId, 'admitted');
        await applications.setLimit(applicationId, limitTiyin);
        if (application.confirmed_at !== null)
          await notifications.tell(tx, {
            ...told,
            template: 'application-admitted',
            params: { lotId, lotTitle: lot.title, bidderNumber: number },
          });
        return 'admitted';
      }
      if (!isTooLate(answer)) return 'busy';
      const deposit = await endDeposit(tx, application, {
        end: 'release',
        reason: 'application turned down',
        actor: 'system',
      });
      await applications.end(applicationId, 'turned-down', deposit, 'closed');
      if (application.confirmed_at !== null)
        await notifications.tell(tx, {
          ...told,
          template: 'application-turned-down',
          params: { lotId, lotTitle: lot.title, reason: '' },
        });
      return 'turned-down';
    });

  async function admit(applicationId: number): Promise<Admission> {
    try {
      const decision = (await oneOfFew(() => decide(applicationId))) ?? 'busy';
      if (decision === 'admitted') await deps.recomputeLimit(applicationId);
      return decision;
    } catch (error) {
      // Not retried here: the application waits, and is handed to the core again by the next round.
      if (isOutcomeUnknown(error)) return 'busy';
      throw error;
    }
  }

  return {
    /** At once, or `busy` while too many others are asking their rooms: then the next round of the worker does it. */
    admit,

    /** Hands waiting applications to the core, oldest first. Returns how many were decided. */
    async admitWaiting(onError: (error: unknown, applicationId: number) => void): Promise<number> {
      let decided = 0;
      for (const { id } of await createTradeApplicationsRepository(db).waiting(BATCH)) {
        try {
          if ((await admit(id)) !== 'busy') decided += 1;
        } catch (error) {
          // Not decided: the next round tries again, the others do not wait for it.
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
