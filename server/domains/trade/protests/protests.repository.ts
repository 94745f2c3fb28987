import { sql } from 'kysely';
import { writeOutbox, type Db } from '#server/platform/database/index.ts';
import { stateAfter, statesFrom, type EventOf } from '#shared/lifecycles/lifecycle.ts';
import {
  OPEN_PROTESTS,
  PROTEST,
  type ProtestAction,
  type ProtestAnswer,
  type ProtestState,
} from '#shared/lifecycles/protest.ts';
import type { Protest, ProtestRow, ProtestStep, ProtestTables } from './protest-tables.ts';
import { PROTEST_EVENTS } from './protests.events.ts';

export interface NewProtest {
  lotId: number;
  personId: string;
  bidderNumber: number;
  text: string;
  filesUntil: Date;
  admitBy: Date;
}

export interface ProtestFilter {
  personId?: string;
  lotId?: number;
  orderId?: number;
  states?: readonly ProtestState[];
}

export type ProtestEvent = Exclude<EventOf<typeof PROTEST>, 'file'>;

/** What a change writes beside the state. */
export interface ProtestChange {
  actor: string;
  action: ProtestAction;
  note?: string | null;
  answer?: { answer: ProtestAnswer; text: string };
  /** It is admitted: the time to answer, and until when it stops the sale at most; null: it does not. */
  admitted?: { answerBy: Date; stopsUntil: Date | null };
}

/** Ends it: columns of the decision are written. */
const isFinal = (state: ProtestState): boolean => (PROTEST.final as readonly ProtestState[]).includes(state);

export type ProtestsRepository = ReturnType<typeof createProtestsRepository>;

/** Changes need a transaction that has locked the lot's sales (`lockSales` of lots). */
export function createProtestsRepository(db: Db<ProtestTables>) {
  const rows = ({ personId, lotId, orderId, states }: ProtestFilter) =>
    db
      .selectFrom('protest as p')
      .innerJoin('lot', 'lot.id', 'p.lot_id')
      .$if(personId !== undefined, (q) => q.where('p.person_id', '=', personId!))
      .$if(lotId !== undefined, (q) => q.where('p.lot_id', '=', lotId!))
      .$if(orderId !== undefined, (q) => q.where('lot.order_id', '=', orderId!))
      .$if(states !== undefined, (q) => q.where('p.state', 'in', states!));

  const columns = (query: ReturnType<typeof rows>) =>
    query
      .selectAll('p')
      .select(['lot.title as lot_title', 'lot.status as lot_status', 'lot.order_id', 'lot.order_type'])
      .select('lot.customer_person_id as seller');

  /** Protests whose deadline has passed: found first, by its index. */
  async function late(
    deadline: 'answer_by' | 'admit_by',
    states: readonly ProtestState[],
    after: number,
    limit: number,
  ): Promise<number[]> {
    const found = await db
      .with(
        (cte) => cte('due').materialized(),
        (on) =>
          on
            .selectFrom('protest')
            .select('id')
            .where('state', 'in', states)
            .where(deadline, '<=', sql<Date>`now()`),
      )
      .selectFrom('due')
      .select('id')
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute();
    return found.map(({ id }) => id);
  }

  return {
    /** The clock that judges, after the transaction's locks were taken. */
    async now(): Promise<Date> {
      const found = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
      return found.rows[0]!.now;
    },

    /** Files it, with the deadline of its admission. @throws when the person has filed one for this lot */
    async file(made: NewProtest): Promise<Protest> {
      const filed = await db
        .insertInto('protest')
        .values({
          lot_id: made.lotId,
          person_id: made.personId,
          bidder_number: made.bidderNumber,
          text: made.text,
          files_until: made.filesUntil,
          admit_by: made.admitBy,
          state: stateAfter(PROTEST, 'file'),
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      await this.step(filed.id, { action: 'filed', actor: made.personId });
      await this.schedule(filed.id, filed.admit_by);
      return filed;
    },

    /** A look at it when its deadline has passed. */
    schedule: (protestId: number, at: Date): Promise<void> =>
      writeOutbox(db, {
        topic: PROTEST_EVENTS.scheduled,
        key: String(protestId),
        payload: { protestId, notBeforeMs: at.getTime() },
      }),

    async step(
      protestId: number,
      { action, actor, note = null }: Omit<ProtestChange, 'answer' | 'admitted'>,
    ): Promise<void> {
      await db.insertInto('protest_step').values({ protest_id: protestId, action, actor, note }).execute();
    },

    /** Moves a locked protest. @throws when the event cannot happen in its state */
    async move(protest: Protest, event: ProtestEvent, change: ProtestChange): Promise<Protest> {
      const state = stateAfter(PROTEST, event);
      const { actor, answer, admitted, note = null } = change;
      const moved = await db
        .updateTable('protest')
        .set({ state })
        .$if(answer !== undefined, (q) =>
          q.set({
            answer: answer!.answer,
            answer_text: answer!.text,
            answered_at: sql<Date>`clock_timestamp()`,
          }),
        )
        .$if(admitted !== undefined, (q) =>
          q.set({
            answer_by: admitted!.answerBy,
            pauses: admitted!.stopsUntil !== null,
            stops_until: admitted!.stopsUntil,
          }),
        )
        .$if(isFinal(state), (q) =>
          q.set({ decided_at: sql<Date>`clock_timestamp()`, decided_by: actor, decision_text: note }),
        )
        .where('id', '=', protest.id)
        .where('state', 'in', statesFrom(PROTEST, event))
        .returningAll()
        .executeTakeFirstOrThrow();
      await this.step(protest.id, { ...change, note: answer?.text ?? note });
      if (admitted) await this.schedule(protest.id, admitted.answerBy);
      return moved;
    },

    /** What waited for protests of a lot goes on: the last one has ended and its result stays, or none stops the sale any more. */
    over: (lotId: number): Promise<void> =>
      writeOutbox(db, { topic: PROTEST_EVENTS.over, payload: { lotId } }),

    async lock(id: number): Promise<Protest | null> {
      const row = db.selectFrom('protest').selectAll().where('id', '=', id).forUpdate();
      return (await row.executeTakeFirst()) ?? null;
    },

    async rowOf(id: number): Promise<ProtestRow | null> {
      return (await columns(rows({})).where('p.id', '=', id).executeTakeFirst()) ?? null;
    },

    async ofPerson(lotId: number, personId: string): Promise<ProtestRow | null> {
      return (await columns(rows({ lotId, personId })).executeTakeFirst()) ?? null;
    },

    /** Those of a lot that are not decided, the first filed first. */
    openOfLot: (lotId: number): Promise<ProtestRow[]> =>
      columns(rows({ lotId, states: OPEN_PROTESTS }))
        .orderBy('p.id')
        .execute(),

    /** Which of these lots have a protest that is not decided. */
    async withOpen(lotIds: readonly number[]): Promise<ReadonlySet<number>> {
      if (lotIds.length === 0) return new Set();
      const found = await db
        .selectFrom('protest')
        .select('lot_id')
        .distinct()
        .where('lot_id', 'in', lotIds)
        .where('state', 'in', OPEN_PROTESTS)
        .execute();
      return new Set(found.map(({ lot_id }) => lot_id));
    },

    /** Has any of these lots a protest that is not decided? Decisive in a transaction that has locked the lot's sales. */
    async hasOpen(lotIds: readonly number[]): Promise<boolean> {
      return (await this.withOpen(lotIds)).size > 0;
    },

    /** Is a protest open that stops payment and offers? Decisive in a transaction that has locked the lot's sales. */
    async hasPausing(lotId: number): Promise<boolean> {
      const found = await db
        .selectFrom('protest')
        .select('id')
        .where('lot_id', '=', lotId)
        .where('state', 'in', OPEN_PROTESTS)
        .where('pauses', '=', true)
        .limit(1)
        .executeTakeFirst();
      return found !== undefined;
    },

    /** Until when protests stop the sale of this lot at most, as the first of them began it; null: none has. */
    async stopsUntil(lotId: number): Promise<Date | null> {
      const { at } = await db
        .selectFrom('protest')
        .select(({ fn }) => fn.min('stops_until').as('at'))
        .where('lot_id', '=', lotId)
        .executeTakeFirstOrThrow();
      return at;
    },

    /** Those of a lot that are open stop its sale no more. */
    async stopPausing(lotId: number): Promise<void> {
      await db
        .updateTable('protest')
        .set({ pauses: false })
        .where('lot_id', '=', lotId)
        .where('state', 'in', OPEN_PROTESTS)
        .execute();
    },

    /** Open protests above `after` that have stopped a sale for long enough, by id. */
    async pausingTooLong(after: number, limit: number): Promise<number[]> {
      const found = await db
        .selectFrom('protest')
        .select('id')
        .where('state', 'in', OPEN_PROTESTS)
        .where('pauses', '=', true)
        .where('stops_until', '<=', sql<Date>`now()`)
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute();
      return found.map(({ id }) => id);
    },

    /** Ids of this seller's orders about whose lots a protest waits for the answer. */
    async ordersToAnswerOf(sellerId: string): Promise<number[]> {
      const found = await rows({ states: statesFrom(PROTEST, 'accept') })
        .select('lot.order_id')
        .distinct()
        .where('lot.customer_person_id', '=', sellerId)
        .execute();
      return found.flatMap(({ order_id: orderId }) => orderId ?? []);
    },

    steps: (protestIds: readonly number[]): Promise<ProtestStep[]> =>
      protestIds.length === 0
        ? Promise.resolve([])
        : db
            .selectFrom('protest_step')
            .selectAll()
            .where('protest_id', 'in', protestIds)
            .orderBy('id')
            .execute(),

    /** `deadline`: the earliest answer due first; otherwise the newest first. */
    async page(
      filter: ProtestFilter,
      { limit, offset, order }: { limit: number; offset: number; order: 'deadline' | 'newest' },
    ): Promise<{ items: ProtestRow[]; total: number }> {
      const [items, total] = await Promise.all([
        columns(rows(filter))
          .$if(order === 'deadline', (q) => q.orderBy(({ fn }) => fn.coalesce('p.answer_by', 'p.admit_by')))
          .orderBy('p.id', order === 'deadline' ? 'asc' : 'desc')
          .limit(limit)
          .offset(offset)
          .execute(),
        this.count(filter),
      ]);
      return { items, total };
    },

    async count(filter: ProtestFilter): Promise<number> {
      const { total } = await rows(filter)
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      return total;
    },

    /** Protests above `after` whose customer has not answered in time, by id. */
    unanswered: (after: number, limit: number): Promise<number[]> =>
      late('answer_by', statesFrom(PROTEST, 'fall-unanswered'), after, limit),

    /** Protests above `after` that staff neither admitted nor refused in time, by id. */
    notAdmitted: (after: number, limit: number): Promise<number[]> =>
      late('admit_by', statesFrom(PROTEST, 'admit-in-silence'), after, limit),
  };
}
