import {
  createTradeApplicationsRepository,
  isOutcomeUnknown,
  offerLimit,
  type RoomSeats,
} from '#server/domains/trade-applications/index.ts';
import { createWallet } from '#server/domains/wallet/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';

const BATCH = 100;

export interface RecomputeLimitsDeps {
  db: AnyDb;
  rooms: Pick<RoomSeats, 'setLimit'>;
}

export type RecomputeLimits = ReturnType<typeof createRecomputeLimits>;

/**
 * Limits of offers follow the money. Each application is locked while its room is told, and the balance is read behind
 * that lock: of two movements the later balance is the one that stays.
 */
export function createRecomputeLimits({ db, rooms }: RecomputeLimitsDeps) {
  /** True when the room was told of another limit. */
  const one = (applicationId: number): Promise<boolean> =>
    inTransaction(db, async (tx) => {
      const applications = createTradeApplicationsRepository(tx);
      const application = await applications.lock(applicationId);
      if (application?.status !== 'admitted' || application.deposit_state !== 'held') return false;
      const lot = await applications.lot(application.lot_id);
      if (!lot || lot.outcome !== null) return false;
      const available = await createWallet(tx).balanceOf(application.person_id);
      const limit = offerLimit(application.deposit_tiyin, available, lot.depositBp);
      if (limit === application.limit_tiyin && application.limit_due_at === null) return false;
      try {
        const answer = await rooms.setLimit(application.lot_id, application.person_id, limit);
        const over = answer.verdict === 'refused' && answer.reason !== 'held' && answer.reason !== 'fenced';
        if (answer.verdict === 'done' || over) await applications.setLimit(applicationId, limit);
        else await applications.limitDue(applicationId);
        return answer.verdict === 'done';
      } catch (error) {
        // Told again by the next round, which finds the mark.
        if (!isOutcomeUnknown(error)) throw error;
        await applications.limitDue(applicationId);
        return false;
      }
    });

  /** After the person's balance has moved: in every room they bid in. Returns how many rooms were told. */
  async function ofPerson(personId: string): Promise<number> {
    let told = 0;
    for (const { id } of await createTradeApplicationsRepository(db).withLimits(personId))
      if (await one(id)) told += 1;
    return told;
  }

  return {
    one,
    ofPerson,

    /** Rooms that could not be told when the money moved. */
    async overdue(): Promise<void> {
      for (const personId of await createTradeApplicationsRepository(db).limitsDue(BATCH))
        await ofPerson(personId);
    },
  };
}
