import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { writeOutbox, type Db } from '#server/platform/database/index.ts';
import type { AuctionRules } from '#shared/auction/rules.ts';
import { OPEN_STATUSES } from '#shared/states/lot-status.ts';
import type { DepositState } from '#shared/states/trade-application.ts';
import { LIVING, type TradeApplication, type TradeApplicationTables } from './trade-application-tables.ts';
import { APPLICATION_EVENTS } from './trade-applications.events.ts';

export type { TradeApplication } from './trade-application-tables.ts';

/** The lot as applying and cancelling judge it, at one instant of the database's clock. */
export interface LotForApplying {
  id: number;
  title: TradeApplicationTables['lot']['title'];
  tradeType: 'auction' | 'fixed-price';
  practice: boolean;
  customerPersonId: string | null;
  depositTiyin: number;
  depositBp: number;
  rules: AuctionRules;
  startPriceTiyin: number;
  status: TradeApplicationTables['lot']['status'];
  outcome: string | null;
  applicationsUntil: Date;
  now: Date;
}

const NUMBER_ATTEMPTS = 40;

export type TradeApplicationsRepository = ReturnType<typeof createTradeApplicationsRepository>;

/** Calls named `lock…` belong into a transaction; the row stays theirs until it ends. */
export function createTradeApplicationsRepository(db: Db<TradeApplicationTables>) {
  const of = (lotId: number, personId: string) =>
    db
      .selectFrom('trade_application')
      .selectAll()
      .where('lot_id', '=', lotId)
      .where('person_id', '=', personId);

  const lotForApplying = (lotId: number) =>
    db
      .selectFrom('lot')
      .select(['id', 'title', 'practice', 'status', 'outcome'])
      .select(['trade_type as tradeType', 'customer_person_id as customerPersonId'])
      .select(['deposit_tiyin as depositTiyin', 'deposit_bp as depositBp'])
      .select(['rules', 'start_price_tiyin as startPriceTiyin'])
      .select(['applications_until as applicationsUntil', sql<Date>`clock_timestamp()`.as('now')])
      .where('id', '=', lotId);

  /**
   * A number drawn from the free ones of a range that grows with the applicants, so that it tells nobody who came when.
   */
  async function draw(lotId: number): Promise<number> {
    const { taken } = await db
      .selectFrom('trade_application')
      .select((eb) => eb.fn.countAll<number>().as('taken'))
      .where('lot_id', '=', lotId)
      .executeTakeFirstOrThrow();
    return randomInt(1, 100 + taken * 4);
  }

  /** The person's application, made now if there is none. */
  async function findOrInsert(
    lotId: number,
    personId: string,
    first: { limitTiyin: number | null; depositTiyin: number },
  ): Promise<TradeApplication> {
    for (let attempt = 1; attempt <= NUMBER_ATTEMPTS; attempt += 1) {
      const existing = await of(lotId, personId).executeTakeFirst();
      if (existing) return existing;
      const inserted = await db
        .insertInto('trade_application')
        .values({
          lot_id: lotId,
          person_id: personId,
          number: await draw(lotId),
          limit_tiyin: first.limitTiyin,
          deposit_tiyin: first.depositTiyin,
          status: 'requested',
        })
        // Drawn again when somebody has the number, read again when the same person was quicker.
        .onConflict((conflict) => conflict.doNothing())
        .returningAll()
        .executeTakeFirst();
      if (inserted) return inserted;
    }
    throw new Error(`no free number for lot ${lotId} in ${NUMBER_ATTEMPTS} draws`);
  }

  /** The person's open pages ask anew. */
  const announce = (personId: string): Promise<void> =>
    writeOutbox(db, { topic: APPLICATION_EVENTS.changed, payload: { personId } });

  const changed = async (id: number, set: Partial<TradeApplication>): Promise<TradeApplication> =>
    db
      .updateTable('trade_application')
      .set(set)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();

  /** A change which the person sees. */
  async function shown(id: number, set: Partial<TradeApplication>): Promise<TradeApplication> {
    const application = await changed(id, set);
    await announce(application.person_id);
    return application;
  }

  return {
    async find(lotId: number, personId: string): Promise<TradeApplication | null> {
      return (await of(lotId, personId).executeTakeFirst()) ?? null;
    },

    async lockOf(lotId: number, personId: string): Promise<TradeApplication | null> {
      return (await of(lotId, personId).forUpdate().executeTakeFirst()) ?? null;
    },

    async lock(id: number): Promise<TradeApplication | null> {
      const row = db.selectFrom('trade_application').selectAll().where('id', '=', id).forUpdate();
      return (await row.executeTakeFirst()) ?? null;
    },

    async byId(id: number): Promise<TradeApplication | null> {
      const row = db.selectFrom('trade_application').selectAll().where('id', '=', id);
      return (await row.executeTakeFirst()) ?? null;
    },

    /** Of two requests of one person for one lot the second waits here for the first to end. */
    async lockApplicant(lotId: number, personId: string): Promise<void> {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`apply:${lotId}:${personId}`}, 0))`.execute(
        db,
      );
    },

    async lot(lotId: number): Promise<LotForApplying | null> {
      return (await lotForApplying(lotId).executeTakeFirst()) ?? null;
    },

    /** The lot, whose outcome is not written while this transaction lasts: nobody applies behind the hammer's back. */
    async lockLot(lotId: number): Promise<LotForApplying | null> {
      return (await lotForApplying(lotId).forShare().executeTakeFirst()) ?? null;
    },

    /**
     * The person's application for the lot, made now if there is none: for rehearsals, and for the demo, whose deposit
     * follows by `deposited`.
     */
    request: (
      lotId: number,
      personId: string,
      limitTiyin: number | null,
      depositTiyin: number = 0,
    ): Promise<TradeApplication> => findOrInsert(lotId, personId, { limitTiyin, depositTiyin }),

    /** A new application, or a further round of a cancelled one. The deposit follows by `deposited`. */
    async apply(lotId: number, personId: string, depositTiyin: number): Promise<TradeApplication> {
      const application = await findOrInsert(lotId, personId, { limitTiyin: null, depositTiyin });
      const confirmed_at = new Date();
      if (application.status !== 'cancelled') return shown(application.id, { confirmed_at });
      return shown(application.id, {
        status: 'requested',
        reason: null,
        limit_tiyin: null,
        requested_at: confirmed_at,
        confirmed_at,
        decided_at: null,
        ended_at: null,
        cancelling_at: null,
        deposit_tiyin: depositTiyin,
        deposit_state: 'none',
        hold_id: null,
        round: application.round + 1,
      });
    },

    deposited: (id: number, holdId: number): Promise<TradeApplication> =>
      changed(id, { deposit_state: 'held', hold_id: holdId }),

    /** Moves a requested application on; false when it had been decided before. */
    async decide(
      id: number,
      status: 'admitted' | 'turned-down',
      reason: string | null = null,
    ): Promise<boolean> {
      const decided = await db
        .updateTable('trade_application')
        .set({ status, reason, decided_at: sql`now()` })
        .$if(status === 'turned-down', (query) => query.set({ ended_at: sql`now()` }))
        .where('id', '=', id)
        .where('status', '=', 'requested')
        .returning('person_id')
        .executeTakeFirst();
      if (decided) await announce(decided.person_id);
      return decided !== undefined;
    },

    beginCancelling: (id: number): Promise<TradeApplication> =>
      changed(id, { status: 'cancelling', cancelling_at: new Date() }),

    /** The room did not let go. */
    keepAfterAll: (application: TradeApplication): Promise<TradeApplication> =>
      shown(application.id, {
        status: application.decided_at ? 'admitted' : 'requested',
        cancelling_at: null,
      }),

    end: (
      id: number,
      status: 'cancelled' | 'won' | 'lost' | 'turned-down' | 'revoked',
      deposit: DepositState,
      reason: string | null = null,
    ): Promise<TradeApplication> =>
      shown(id, {
        ...{ status, deposit_state: deposit, reason },
        ...{ ended_at: new Date(), cancelling_at: null, limit_due_at: null },
      }),

    setDeposit: (id: number, deposit: DepositState): Promise<TradeApplication> =>
      shown(id, { deposit_state: deposit }),

    setLimit: (id: number, limitTiyin: number | null): Promise<TradeApplication> =>
      changed(id, { limit_tiyin: limitTiyin, limit_due_at: null }),

    /** The person's balance has moved: the rooms they bid in are to be told. */
    async markLimitsDue(personId: string): Promise<void> {
      await db
        .updateTable('trade_application')
        .set({ limit_due_at: sql`now()` })
        .where('person_id', '=', personId)
        .where('status', '=', 'admitted')
        .where('deposit_state', '=', 'held')
        .execute();
    },

    /** The room could not be told of a new limit: tried again in some seconds. */
    async limitDueLater(id: number): Promise<void> {
      await db
        .updateTable('trade_application')
        .set({ limit_due_at: sql`now() + interval '5 seconds'` })
        .where('id', '=', id)
        .execute();
    },

    /** Applications whose room has not heard of the limit, longest waiting first. */
    async limitsDue(limit: number): Promise<number[]> {
      const rows = await db
        .selectFrom('trade_application')
        .select('id')
        .where('limit_due_at', '<=', sql<Date>`now()`)
        .orderBy('limit_due_at')
        .limit(limit)
        .execute();
      return rows.map(({ id }) => id);
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

    /** Cancellations that were begun so long ago that whoever began them has given up or died. */
    async stuckCancelling(olderMs: number, limit: number): Promise<number[]> {
      const rows = await db
        .selectFrom('trade_application')
        .select('id')
        .where('status', '=', 'cancelling')
        .where('cancelling_at', '<', sql<Date>`now() - make_interval(secs => ${olderMs / 1_000})`)
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.map(({ id }) => id);
    },

    /**
     * Next applications of an ended auction that are not settled, by person, as money is moved.
     * @param which `not-taken`: without those another transaction has locked
     */
    lockUnsettled: (
      lotId: number,
      limit: number,
      { exceptDepositOf, which }: { exceptDepositOf: string | null; which: 'all' | 'not-taken' },
    ): Promise<TradeApplication[]> =>
      db
        .selectFrom('trade_application')
        .selectAll()
        .where('lot_id', '=', lotId)
        .where((eb) =>
          eb.or([
            eb('status', 'in', LIVING),
            eb.and([
              eb('deposit_state', '=', 'held'),
              ...(exceptDepositOf === null ? [] : [eb('person_id', '<>', exceptDepositOf)]),
            ]),
          ]),
        )
        .orderBy('person_id')
        .limit(limit)
        .forUpdate()
        .$if(which === 'not-taken', (query) => query.skipLocked())
        .execute(),

    /** The auction as far as settling its applications needs it; null while it has not ended. */
    async endedLot(lotId: number) {
      const lot = await db
        .selectFrom('lot')
        .select(['id', 'title', 'status', 'outcome', 'practice'])
        .select(['winner_person_id as winner', 'winner_declines as winnerDeclines'])
        .select('room_price_tiyin as priceTiyin')
        .where('id', '=', lotId)
        .where('outcome', 'is not', null)
        .executeTakeFirst();
      return lot ?? null;
    },

    /** Ended auctions with applications nobody has settled, and cancelled results that still hold a deposit. */
    async lotsToSettle(limit: number): Promise<number[]> {
      const { rows } = await sql<{ id: number }>`
        select distinct lot.id from trade_application a join lot on lot.id = a.lot_id
        where lot.outcome is not null and (a.status in ('requested', 'admitted', 'cancelling')
          or (a.deposit_state = 'held' and (a.person_id is distinct from lot.winner_person_id
            or lot.winner_declines or lot.status in (9, 10, 11, 16))))
        order by lot.id limit ${limit}`.execute(db);
      return rows.map(({ id }) => id);
    },

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
        .where('lot.status', 'in', OPEN_STATUSES)
        .executeTakeFirstOrThrow();
    },
  };
}
