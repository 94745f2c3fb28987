import {
  createTradeApplicationsRepository,
  isOutcomeUnknown,
  offerLimit,
  type RoomParticipation,
} from '#server/domains/trade/trade-applications/index.ts';
import { createWallet } from '#server/domains/money/wallet/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { limitConcurrency } from '../limit-concurrency.ts';

const BATCH = 200;
/** Concurrent calls to rooms: each holds a connection meanwhile, and an unavailable room answers after seconds. */
const AT_ONCE = 3;

export interface RecomputeLimitsDeps {
  db: AnyDb;
  rooms: Pick<RoomParticipation, 'setLimit'>;
}

/**
 * Limits of offers follow the balance: a movement marks the person's applications, and a separate round sends the limits,
 * so that an unavailable room delays nothing else. Each application is locked while its room is called, and the balance is
 * read under that lock: of two movements the later balance wins.
 */
export function createRecomputeLimits({ db, rooms }: RecomputeLimitsDeps) {
  const oneOfFew = limitConcurrency(AT_ONCE);

  /** True when the room received a different limit. */
  const one = (applicationId: number): Promise<boolean> =>
    inTransaction(db, async (tx) => {
      const applications = createTradeApplicationsRepository(tx);
      const application = await applications.lock(applicationId);
      if (!application) return false;
      const { lot_id: lotId, person_id: personId, limit_tiyin: before } = application;
      const lot = await applications.lot(lotId);
      const limited = application.status === 'admitted' && application.deposit_state === 'held';
      if (!limited || !lot || lot.outcome !== null) {
        await applications.setLimit(applicationId, before);
        return false;
      }
      const available = await createWallet(tx).balanceOf(personId);
      const limit = offerLimit(application.deposit_tiyin, available, lot);
      if (limit === before && application.limit_due_at === null) return false;
      try {
        const answer = await rooms.setLimit(lotId, personId, limit);
        const away = answer.verdict === 'refused' && (answer.reason === 'held' || answer.reason === 'fenced');
        if (away) await applications.limitDueLater(applicationId);
        else await applications.setLimit(applicationId, limit);
        return answer.verdict === 'done' && limit !== before;
      } catch (error) {
        // Retried in some seconds, by the round that finds the mark.
        if (!isOutcomeUnknown(error)) throw error;
        await applications.limitDueLater(applicationId);
        return false;
      }
    });

  return {
    one,

    /** The person's balance has changed: the next round sends new limits to the rooms they bid in. */
    due: (personId: string): Promise<void> => createTradeApplicationsRepository(db).markLimitsDue(personId),

    /** Sends every due limit to its room. Returns how many were different. */
    async sendDueLimits(onError: (error: unknown, applicationId: number) => void): Promise<number> {
      const ids = await createTradeApplicationsRepository(db).limitsDue(BATCH);
      const changed = await Promise.all(
        ids.map((id) =>
          oneOfFew(() => one(id)).catch((error: unknown) => {
            // Still marked: retried in the next round; the others do not wait for it.
            onError(error, id);
            return false;
          }),
        ),
      );
      return changed.filter(Boolean).length;
    },
  };
}
