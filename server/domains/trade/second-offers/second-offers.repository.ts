import { sql } from 'kysely';
import { lockNamed, writeOutbox, type Db } from '#server/platform/database/index.ts';
import { stateAfter, statesFrom } from '#shared/lifecycles/lifecycle.ts';
import {
  OFFER,
  OPEN_OFFERS,
  type OfferKind,
  type OfferObstacle,
  type OfferState,
  type OfferVoidReason,
} from '#shared/lifecycles/offer.ts';
import { OFFER_EVENTS } from './second-offers.events.ts';
import type { Offer, OfferRow, OfferTables } from './second-offer-tables.ts';

export interface NewOffer {
  lotId: number;
  kind: OfferKind;
  personId: string;
  bidderNumber: number;
  priceTiyin: number;
  depositTiyin: number;
  answerBy: Date;
}

export interface OfferFilter {
  personId?: string;
  lotId?: number;
  states?: readonly OfferState[];
}

export type OfferAnswer = 'accept' | 'decline' | 'lapse' | 'take-back';

/** Calls named `lock…` and changes need a transaction; every answer locks its row first. */
export function createSecondOffersRepository(db: Db<OfferTables>) {
  const rows = ({ personId, lotId, states }: OfferFilter) =>
    db
      .selectFrom('offer as o')
      .innerJoin('lot', 'lot.id', 'o.lot_id')
      .$if(personId !== undefined, (q) => q.where('o.person_id', '=', personId!))
      .$if(lotId !== undefined, (q) => q.where('o.lot_id', '=', lotId!))
      .$if(states !== undefined, (q) => q.where('o.state', 'in', states!));

  const columns = (query: ReturnType<typeof rows>) =>
    query
      .selectAll('o')
      .select(['lot.title as lot_title', 'lot.photos as lot_photos', 'lot.status as lot_status'])
      .select(['lot.customer_person_id as seller', 'lot.payment_working_days']);

  const insert = async (made: NewOffer, state: OfferState, obstacle: OfferObstacle | null) =>
    db
      .insertInto('offer')
      .values({
        lot_id: made.lotId,
        kind: made.kind,
        person_id: made.personId,
        bidder_number: made.bidderNumber,
        price_tiyin: made.priceTiyin,
        deposit_tiyin: made.depositTiyin,
        answer_by: made.answerBy,
        state,
        obstacle,
        ...(obstacle && { decided_at: sql<Date>`clock_timestamp()`, decided_by: 'rules' }),
      })
      .returningAll()
      .executeTakeFirstOrThrow();

  return {
    /** The clock that judges, as of the transaction's statement: after its locks were taken. */
    async now(): Promise<Date> {
      const { rows: found } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
      return found[0]!.now;
    },

    /** Offers a lot. @throws when it has been offered before */
    async open(made: NewOffer): Promise<Offer> {
      const opened = await insert(made, stateAfter(OFFER, 'open'), null);
      await this.schedule(opened);
      return opened;
    },

    /** Notes why a lot is not offered to its participant. */
    passOver: (made: NewOffer, obstacle: OfferObstacle): Promise<Offer> =>
      insert(made, stateAfter(OFFER, 'pass-over'), obstacle),

    /** Serialises what is decided about offering one lot. */
    async lockLot(lotId: number): Promise<void> {
      await lockNamed(db, `offer:${lotId}`);
    },

    async ofLot(lotId: number): Promise<Offer | null> {
      const row = db.selectFrom('offer').selectAll().where('lot_id', '=', lotId);
      return (await row.executeTakeFirst()) ?? null;
    },

    async lock(id: number): Promise<Offer | null> {
      const row = db.selectFrom('offer').selectAll().where('id', '=', id).forUpdate();
      return (await row.executeTakeFirst()) ?? null;
    },

    /** Locks the offer of a lot that waits for an answer; null: none does. */
    async lockOpenOf(lotId: number): Promise<Offer | null> {
      const row = db.selectFrom('offer').selectAll().where('lot_id', '=', lotId);
      const open = row.where('state', 'in', OPEN_OFFERS).forUpdate();
      return (await open.executeTakeFirst()) ?? null;
    },

    /** Lots of which the person has an offer to answer. */
    async lotsToAnswerOf(personId: string): Promise<number[]> {
      const open = db.selectFrom('offer').select('lot_id').where('person_id', '=', personId);
      const found = await open.where('state', 'in', OPEN_OFFERS).execute();
      return found.map(({ lot_id: lotId }) => lotId);
    },

    async rowOf(id: number): Promise<OfferRow | null> {
      return (await columns(rows({}).where('o.id', '=', id)).executeTakeFirst()) ?? null;
    },

    /** Stops the clock of a locked open offer. @param leftMs working time until its deadline */
    async pause(id: number, { at, leftMs }: { at: Date; leftMs: number }): Promise<void> {
      await db
        .updateTable('offer')
        .set({ paused_at: at, left_ms: leftMs })
        .where('id', '=', id)
        .where('state', 'in', OPEN_OFFERS)
        .execute();
    },

    /** The clock of a locked paused offer goes on until then. */
    async resume(id: number, answerBy: Date): Promise<void> {
      const resumed = await db
        .updateTable('offer')
        .set({ paused_at: null, left_ms: null, answer_by: answerBy })
        .where('id', '=', id)
        .where('state', 'in', OPEN_OFFERS)
        .returningAll()
        .executeTakeFirstOrThrow();
      await this.schedule(resumed);
    },

    /** Asks for the end of an open offer when its time is over. */
    async schedule({ id, answer_by: answerBy }: Pick<Offer, 'id' | 'answer_by'>): Promise<void> {
      const payload = { offerId: id, notBeforeMs: answerBy.getTime() };
      await writeOutbox(db, { topic: OFFER_EVENTS.scheduled, key: `${id}:${payload.notBeforeMs}`, payload });
    },

    /** Ends a locked offer. @throws when it is not open */
    async decide(
      offer: Offer,
      event: OfferAnswer,
      {
        by,
        settlementId = null,
        obstacle = null,
      }: { by: string; settlementId?: number | null; obstacle?: OfferVoidReason | null },
    ): Promise<void> {
      await db
        .updateTable('offer')
        .set({ state: stateAfter(OFFER, event), settlement_id: settlementId, obstacle })
        .set({ decided_at: sql`clock_timestamp()`, decided_by: by })
        .where('id', '=', offer.id)
        .where('state', 'in', statesFrom(OFFER, event))
        .returning('id')
        .executeTakeFirstOrThrow();
      if (event !== 'accept') return;
      const payload = { offerId: offer.id, lotId: offer.lot_id };
      await writeOutbox(db, { topic: OFFER_EVENTS.accepted, key: String(offer.id), payload });
    },

    /** Those that wait for an answer first, the next deadline before the others; then the newest. */
    async page(
      filter: OfferFilter,
      page: { limit: number; offset: number },
    ): Promise<{ items: OfferRow[]; total: number }> {
      const [items, total] = await Promise.all([
        columns(rows(filter))
          .orderBy((eb) =>
            eb
              .case()
              .when('o.state', 'in', statesFrom(OFFER, 'lapse'))
              .then(eb.ref('o.answer_by'))
              .else(null)
              .end(),
          )
          .orderBy('o.id', 'desc')
          .limit(page.limit)
          .offset(page.offset)
          .execute(),
        this.count(filter),
      ]);
      return { items, total };
    },

    async count(filter: OfferFilter): Promise<number> {
      const { total } = await rows(filter)
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      return total;
    },

    /**
     * Open offers above `after` whose time has passed, by id. They are found first, by their index: the planner could read
     * all that were answered years ago in search of a page of ids.
     */
    async unanswered(after: number, limit: number): Promise<number[]> {
      const found = await db
        .with(
          (cte) => cte('due').materialized(),
          (on) =>
            on
              .selectFrom('offer')
              .select('id')
              .where('state', 'in', statesFrom(OFFER, 'lapse'))
              .where('answer_by', '<=', sql<Date>`now()`)
              .where('paused_at', 'is', null),
        )
        .selectFrom('due')
        .select('id')
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute();
      return found.map(({ id }) => id);
    },
  };
}
