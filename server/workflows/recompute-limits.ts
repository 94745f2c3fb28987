import {
  createTradeApplicationsRepository,
  isOutcomeUnknown,
  offerLimit,
  type RoomSeats,
} from '#server/domains/trade-applications/index.ts';
import { createWallet } from '#server/domains/wallet/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { atMost } from './at-most.ts';

const BATCH = 200;
/** Rooms asked at the same moment: each holds a connection meanwhile, and a room that is away answers after seconds. */
const AT_ONCE = 3;

export interface RecomputeLimitsDeps {
  db: AnyDb;
  rooms: Pick<RoomSeats, 'setLimit'>;
}

export type RecomputeLimits = ReturnType<typeof createRecomputeLimits>;

/**
 * Limits of offers follow the money: a movement marks the person's applications, and a round of its own tells the rooms,
 * so that one that is away holds up nothing else. Each application is locked while its room is told, and the balance is
 * read behind that lock: of two movements the later balance is the one that stays.
 */
export function createRecomputeLimits({ db, rooms }: RecomputeLimitsDeps) {
  const oneOfFew = atMost(AT_ONCE);

  /** True when the room was told of another limit. */
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
        // Told again in some seconds, by the round that finds the mark.
        if (!isOutcomeUnknown(error)) throw error;
        await applications.limitDueLater(applicationId);
        return false;
      }
    });

  return {
    one,

    /** The person's balance has moved: the rooms they bid in are told by the next round. */
    due: (personId: string): Promise<void> => createTradeApplicationsRepository(db).markLimitsDue(personId),

    /** Tells the rooms of every limit that is due. Returns how many heard another one. */
    async tellRooms(onError: (error: unknown, applicationId: number) => void): Promise<number> {
      const ids = await createTradeApplicationsRepository(db).limitsDue(BATCH);
      const told = await Promise.all(
        ids.map((id) =>
          oneOfFew(() => one(id)).catch((error: unknown) => {
            // Still marked: tried again in the next round, the others do not wait for it.
            onError(error, id);
            return false;
          }),
        ),
      );
      return told.filter(Boolean).length;
    },
  };
}
