import { randomInt } from 'node:crypto';
import { sql, type Generated, type Selectable } from 'kysely';
import { isUniqueViolation, type Db } from '#server/platform/database/index.ts';
import type { LotStatus } from '#shared/states/lot-status.ts';

interface TradeApplicationTable {
  id: Generated<number>;
  lot_id: number;
  person_id: string;
  number: number;
  limit_tiyin: number | null;
  status: 'requested' | 'admitted' | 'turned-down' | 'revoked';
  reason: string | null;
  requested_at: Generated<Date>;
  decided_at: Date | null;
}

/** `lot` belongs to lots: read here to know which auctions have not ended. */
interface TradeApplicationTables {
  trade_application: TradeApplicationTable;
  lot: { id: number; status: LotStatus };
}

export type TradeApplication = Selectable<TradeApplicationTable>;

const NUMBER_ATTEMPTS = 20;

export type TradeApplicationsRepository = ReturnType<typeof createTradeApplicationsRepository>;

export function createTradeApplicationsRepository(db: Db<TradeApplicationTables>) {
  const of = (lotId: number, personId: string): Promise<TradeApplication | undefined> =>
    db
      .selectFrom('trade_application')
      .selectAll()
      .where('lot_id', '=', lotId)
      .where('person_id', '=', personId)
      .executeTakeFirst();

  return {
    async find(lotId: number, personId: string): Promise<TradeApplication | null> {
      return (await of(lotId, personId)) ?? null;
    },

    /**
     * The person's application for the lot, made now if there is none. The number is drawn from the free ones of a
     * range that grows with the applicants, so that it tells nobody who came when.
     */
    async request(lotId: number, personId: string, limitTiyin: number | null): Promise<TradeApplication> {
      for (let attempt = 1; ; attempt += 1) {
        const existing = await of(lotId, personId);
        if (existing) return existing;
        const { taken } = await db
          .selectFrom('trade_application')
          .select((eb) => eb.fn.countAll<number>().as('taken'))
          .where('lot_id', '=', lotId)
          .executeTakeFirstOrThrow();
        try {
          return await db
            .insertInto('trade_application')
            .values({
              lot_id: lotId,
              person_id: personId,
              number: randomInt(1, 100 + taken * 4),
              limit_tiyin: limitTiyin,
              status: 'requested',
            })
            .returningAll()
            .executeTakeFirstOrThrow();
        } catch (error) {
          // Drawn again when somebody has the number, read again when the same person was quicker.
          if (!isUniqueViolation(error) || attempt >= NUMBER_ATTEMPTS) throw error;
        }
      }
    },

    /** Moves a requested application on; false when it had been decided before. */
    async decide(
      id: number,
      status: 'admitted' | 'turned-down',
      reason: string | null = null,
    ): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('trade_application')
        .set({ status, reason, decided_at: sql`now()` })
        .where('id', '=', id)
        .where('status', '=', 'requested')
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Applications that wait for the core, oldest first. */
    waiting: (limit: number): Promise<TradeApplication[]> =>
      db
        .selectFrom('trade_application')
        .selectAll()
        .where('status', '=', 'requested')
        .orderBy('id')
        .limit(limit)
        .execute(),

    async countCurrent(personId: string): Promise<{ count: number; running: number }> {
      return db
        .selectFrom('trade_application')
        .innerJoin('lot', 'lot.id', 'trade_application.lot_id')
        .select((eb) => [
          eb.fn.countAll<number>().as('count'),
          eb.fn.countAll<number>().filterWhere('lot.status', 'in', [4, 8]).as('running'),
        ])
        .where('trade_application.person_id', '=', personId)
        .where('trade_application.status', '=', 'admitted')
        .where('lot.status', 'in', [1, 3, 4, 8])
        .executeTakeFirstOrThrow();
    },
  };
}
