import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { literals, lockNamed, writeOutbox, type Db } from '#server/platform/database/index.ts';
import type { AuctionRules } from '#shared/auction/rules.ts';
import { DEPOSIT, type DepositState } from '#shared/lifecycles/deposit.ts';
import { allows, stateAfter, statesBefore, statesFrom, type EventOf } from '#shared/lifecycles/lifecycle.ts';
import { OPEN_STATUSES } from '#shared/lifecycles/lot-status.ts';
import { LIVE_STATUSES, NO_WINNER_STATUSES } from '#shared/lifecycles/lot.ts';
import { ROOM_REQUEST } from '#shared/lifecycles/room-request.ts';
import { LIVING, TRADE_APPLICATION } from '#shared/lifecycles/trade-application.ts';
import { heldForSale } from './held-for-sale.repository.ts';
import type { TradeApplication, TradeApplicationTables } from './trade-application-tables.ts';
import { APPLICATION_EVENTS } from './trade-applications.events.ts';

export type { TradeApplication } from './trade-application-tables.ts';

/** The lot as applying and cancelling see it, at one instant of the database's clock. */
export interface LotForApplying {
  id: number;
  title: TradeApplicationTables['lot']['title'];
  tradeType: 'auction' | 'fixed-price';
  practice: boolean;
  rehearsal: boolean;
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

type ApplicationEvent = EventOf<typeof TRADE_APPLICATION>;

const HELD = stateAfter(DEPOSIT, 'hold');
const ADMITTED = stateAfter(TRADE_APPLICATION, 'admit');

const NUMBER_ATTEMPTS = 40;

export type TradeApplicationsRepository = ReturnType<typeof createTradeApplicationsRepository>;

/** Calls named `lock…` need a transaction; the row stays locked until it ends. */
export function createTradeApplicationsRepository(db: Db<TradeApplicationTables>) {
  const ofLot = (lotId: number) => db.selectFrom('trade_application').selectAll().where('lot_id', '=', lotId);
  const of = (lotId: number, personId: string) => ofLot(lotId).where('person_id', '=', personId);

  const lotForApplying = (lotId: number) =>
    db
      .selectFrom('lot')
      .select(['id', 'title', 'practice', 'rehearsal', 'status', 'outcome'])
      .select(['trade_type as tradeType', 'customer_person_id as customerPersonId'])
      .select(['deposit_tiyin as depositTiyin', 'deposit_bp as depositBp'])
      .select(['rules', 'start_price_tiyin as startPriceTiyin'])
      .select(['applications_until as applicationsUntil', sql<Date>`clock_timestamp()`.as('now')])
      .where('id', '=', lotId);

  /**
   * A number drawn from the free ones of a range that grows with the applicants, so that it does not reveal their order.
   */
  async function draw(lotId: number): Promise<number> {
    const { taken } = await db
      .selectFrom('trade_application')
      .select((eb) => eb.fn.countAll<number>().as('taken'))
      .where('lot_id', '=', lotId)
      .executeTakeFirstOrThrow();
    return randomInt(1, 100 + taken * 4);
  }

  /** The person's application, created if there is none. */
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
          status: stateAfter(TRADE_APPLICATION, 'apply'),
          deposit_state: stateAfter(DEPOSIT, 'begin'),
        })
        // Drawn again when the number is taken, read again when a concurrent call of the same person was faster.
        .onConflict((conflict) => conflict.doNothing())
        .returningAll()
        .executeTakeFirst();
      if (inserted) return inserted;
    }
    throw new Error(`no free number for lot ${lotId} in ${NUMBER_ATTEMPTS} draws`);
  }

  /** Makes the person's open pages reload. */
  const announce = (personId: string): Promise<void> =>
    writeOutbox(db, { topic: APPLICATION_EVENTS.changed, payload: { personId } });

  type Unruled = Partial<Omit<TradeApplication, 'status' | 'deposit_state'>>;

  /** @throws when the event cannot happen in the application's status, or the deposit not become what is given */
  const changed = async (
    id: number,
    { event, deposit, ...set }: Unruled & { event?: ApplicationEvent; deposit?: DepositState },
  ): Promise<TradeApplication> =>
    db
      .updateTable('trade_application')
      .set({
        ...set,
        ...(event ? { status: stateAfter(TRADE_APPLICATION, event) } : {}),
        ...(deposit ? { deposit_state: deposit } : {}),
      })
      .where('id', '=', id)
      .$if(event !== undefined, (query) => query.where('status', 'in', statesFrom(TRADE_APPLICATION, event!)))
      .$if(deposit !== undefined, (query) =>
        query.where('deposit_state', 'in', statesBefore(DEPOSIT, deposit!)),
      )
      .returningAll()
      .executeTakeFirstOrThrow();

  /** A change that is visible to the person. */
  async function shown(id: number, change: Parameters<typeof changed>[1]): Promise<TradeApplication> {
    const application = await changed(id, change);
    await announce(application.person_id);
    return application;
  }

  return {
    async find(lotId: number, personId: string): Promise<TradeApplication | null> {
      return (await of(lotId, personId).executeTakeFirst()) ?? null;
    },

    /** Applications for a lot under any of these accounts. */
    ofAccounts: (lotId: number, accountIds: readonly string[]): Promise<TradeApplication[]> =>
      accountIds.length === 0
        ? Promise.resolve([])
        : ofLot(lotId).where('person_id', 'in', accountIds).execute(),

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

    /** Serialises requests of one person, under all these accounts, for one lot. */
    async lockApplicant(lotId: number, accountIds: readonly string[]): Promise<void> {
      for (const id of accountIds.toSorted()) await lockNamed(db, `apply:${lotId}:${id}`);
    },

    async lot(lotId: number): Promise<LotForApplying | null> {
      return (await lotForApplying(lotId).executeTakeFirst()) ?? null;
    },

    /** Locks the lot, so that its outcome is not written while this transaction lasts: no application after the hammer. */
    async lockLot(lotId: number): Promise<LotForApplying | null> {
      return (await lotForApplying(lotId).forShare().executeTakeFirst()) ?? null;
    },

    /**
     * The person's application for the lot, created if there is none: for rehearsals, and for the demo, whose deposit is
     * recorded by `deposited`.
     */
    request: (
      lotId: number,
      personId: string,
      limitTiyin: number | null,
      depositTiyin: number = 0,
    ): Promise<TradeApplication> => findOrInsert(lotId, personId, { limitTiyin, depositTiyin }),

    /** A new application, or a further round of a cancelled one. The deposit is recorded by `deposited`. */
    async apply(lotId: number, personId: string, depositTiyin: number): Promise<TradeApplication> {
      const application = await findOrInsert(lotId, personId, { limitTiyin: null, depositTiyin });
      const confirmed_at = new Date();
      if (!allows(TRADE_APPLICATION, application.status, 'apply-again'))
        return shown(application.id, { confirmed_at });
      return shown(application.id, {
        event: 'apply-again',
        reason: null,
        limit_tiyin: null,
        requested_at: confirmed_at,
        confirmed_at,
        decided_at: null,
        ended_at: null,
        cancelling_at: null,
        deposit_tiyin: depositTiyin,
        deposit: stateAfter(DEPOSIT, 'begin-again'),
        hold_id: null,
        round: application.round + 1,
      });
    },

    deposited: (id: number, holdId: number): Promise<TradeApplication> =>
      changed(id, { deposit: HELD, hold_id: holdId }),

    /** Moves a requested application on; false when it had been decided before. */
    async decide(id: number, event: 'admit' | 'turn-down', reason: string | null = null): Promise<boolean> {
      const decided = await db
        .updateTable('trade_application')
        .set({ status: stateAfter(TRADE_APPLICATION, event), reason, decided_at: sql`now()` })
        .$if(event === 'turn-down', (query) => query.set({ ended_at: sql`now()` }))
        .where('id', '=', id)
        .where('status', 'in', statesFrom(TRADE_APPLICATION, event))
        .returning('person_id')
        .executeTakeFirst();
      if (decided) await announce(decided.person_id);
      return decided !== undefined;
    },

    beginCancelling: (id: number): Promise<TradeApplication> =>
      changed(id, { event: 'begin-cancelling', cancelling_at: new Date() }),

    /** The room did not revoke it. Its limit is due: it missed movements of the balance during the cancellation. */
    keepAfterAll: (application: TradeApplication): Promise<TradeApplication> =>
      shown(application.id, {
        event: application.decided_at ? 'stay-admitted' : 'stay-requested',
        cancelling_at: null,
        limit_due_at: new Date(),
      }),

    end: (
      id: number,
      event: 'cancel' | 'win' | 'lose' | 'turn-down' | 'revoke' | 'revoke-after-hammer',
      deposit: DepositState,
      reason: string | null = null,
    ): Promise<TradeApplication> =>
      shown(id, {
        event,
        deposit,
        reason,
        ended_at: new Date(),
        cancelling_at: null,
        limit_due_at: null,
      }),

    setDeposit: (id: number, deposit: DepositState): Promise<TradeApplication> => shown(id, { deposit }),

    setLimit: (id: number, limitTiyin: number | null): Promise<TradeApplication> =>
      changed(id, { limit_tiyin: limitTiyin, limit_due_at: null }),

    /** The person's balance has changed: the limits of their applications are to be sent to the rooms. */
    async markLimitsDue(personId: string): Promise<void> {
      await db
        .updateTable('trade_application')
        .set({ limit_due_at: sql`now()` })
        .where('person_id', '=', personId)
        .where('status', '=', ADMITTED)
        .where('deposit_state', '=', HELD)
        .execute();
    },

    /** The room did not take a new limit: retried in some seconds. */
    async limitDueLater(id: number): Promise<void> {
      await db
        .updateTable('trade_application')
        .set({ limit_due_at: sql`now() + interval '5 seconds'` })
        .where('id', '=', id)
        .execute();
    },

    /** Applications whose limit has not reached the room, longest waiting first. */
    async limitsDue(limit: number): Promise<number[]> {
      const due = db
        .selectFrom('trade_application')
        .select('id')
        .where('limit_due_at', '<=', sql<Date>`now()`);
      return (await due.orderBy('limit_due_at').limit(limit).execute()).map(({ id }) => id);
    },

    /** A bar ends the right of who leads: at the close that is declining, whether or not the room's answer is recorded by then. */
    async markBarred(id: number): Promise<void> {
      await db
        .updateTable('trade_application')
        .set({ barred_at: sql`now()` })
        .where('id', '=', id)
        .where('barred_at', 'is', null)
        .execute();
    },

    /** The request of two persons by which this application's right was revoked; null: there is none. */
    async approvedRevocation(applicationId: number): Promise<{ id: number; reason: string } | null> {
      const row = db
        .selectFrom('room_request')
        .select(['id', 'reason'])
        .where('application_id', '=', applicationId)
        .where('decision', '=', stateAfter(ROOM_REQUEST, 'approve'))
        .orderBy('id')
        .limit(1);
      return (await row.executeTakeFirst()) ?? null;
    },

    /** The person's applications in auctions that have not ended; without rehearsals. */
    async livingOf(personId: string): Promise<number[]> {
      const rows = await db
        .selectFrom('trade_application as a')
        .innerJoin('lot', 'lot.id', 'a.lot_id')
        .select('a.id')
        .where('a.person_id', '=', personId)
        .where('a.status', 'in', LIVING)
        .where('lot.outcome', 'is', null)
        .where('lot.practice', '=', false)
        .orderBy('a.id')
        .execute();
      return rows.map(({ id }) => id);
    },

    /** Applications that wait for the core, oldest first. */
    waiting: (limit: number): Promise<TradeApplication[]> =>
      db
        .selectFrom('trade_application')
        .selectAll()
        .where('status', 'in', statesFrom(TRADE_APPLICATION, 'admit'))
        .orderBy('id')
        .limit(limit)
        .execute(),

    /** Cancellations begun so long ago that their process has given up or died. */
    async stuckCancelling(olderMs: number, limit: number): Promise<number[]> {
      const rows = await db
        .selectFrom('trade_application')
        .select('id')
        .where('status', 'in', statesFrom(TRADE_APPLICATION, 'cancel'))
        .where('cancelling_at', '<', sql<Date>`now() - make_interval(secs => ${olderMs / 1_000})`)
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.map(({ id }) => id);
    },

    /**
     * Next unsettled applications of an ended auction, by person, which is the lock order of money.
     * @param which `not-taken`: only unlocked rows
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
              eb('deposit_state', 'in', statesFrom(DEPOSIT, 'release')),
              ...(exceptDepositOf === null ? [] : [eb('person_id', '<>', exceptDepositOf)]),
              sql<boolean>`not exists (${heldForSale(sql`trade_application.hold_id`)})`,
            ]),
          ]),
        )
        .orderBy('person_id')
        .limit(limit)
        .forUpdate()
        .$if(which === 'not-taken', (query) => query.skipLocked())
        .execute(),

    /** The auction, as settling its applications needs it; null while it has not ended. */
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

    /** Ended auctions with unsettled applications, and cancelled results that still hold a deposit. */
    async lotsToSettle(limit: number): Promise<number[]> {
      // From the open applications, by their index: `offset 0` prevents a walk over all lots that ever ended.
      const { rows } = await sql<{ id: number }>`
        select distinct lot.id from trade_application a cross join lateral (
          select id, winner_person_id, winner_declines, status from lot
          where id = a.lot_id and outcome is not null offset 0) as lot
        where (a.status in (${literals(LIVING)}) or a.deposit_state in (${literals(statesFrom(DEPOSIT, 'release'))}))
          and (a.status in (${literals(LIVING)})
          or (a.deposit_state in (${literals(statesFrom(DEPOSIT, 'release'))}) and (a.person_id is distinct from lot.winner_person_id
            or lot.winner_declines or lot.status in (${literals(NO_WINNER_STATUSES)}))
            and not exists (${heldForSale(sql`a.hold_id`)})))
        order by lot.id limit ${limit}`.execute(db);
      return rows.map(({ id }) => id);
    },

    async countCurrent(personId: string): Promise<{ count: number; running: number }> {
      return db
        .selectFrom('trade_application')
        .innerJoin('lot', 'lot.id', 'trade_application.lot_id')
        .select((eb) => [
          eb.fn.countAll<number>().as('count'),
          eb.fn.countAll<number>().filterWhere('lot.status', 'in', LIVE_STATUSES).as('running'),
        ])
        .where('trade_application.person_id', '=', personId)
        .where('trade_application.status', '=', ADMITTED)
        .where('lot.status', 'in', OPEN_STATUSES)
        .executeTakeFirstOrThrow();
    },
  };
}
