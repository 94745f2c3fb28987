import { sql } from 'kysely';
import { writeOutbox, type Db } from '#server/platform/database/index.ts';
import { stateAfter, statesFrom } from '#shared/lifecycles/lifecycle.ts';
import {
  OPEN_REPEATS,
  REPEAT,
  type RepeatGround,
  type RepeatObstacle,
  type RepeatState,
} from '#shared/lifecycles/repeat.ts';
import { REPEAT_EVENTS } from './relistings.events.ts';
import type { Repeat, RepeatRow, RepeatTables, StoppedBy } from './relisting-tables.ts';

export interface NewRepeat {
  lotId: number;
  orderId: number;
  ground: RepeatGround;
  round: number;
  cutBp: number;
  startPriceTiyin: number;
  /** null: not repeated by itself. */
  publishAt: Date | null;
}

export interface RepeatFilter {
  states?: readonly RepeatState[];
  lotId?: number;
}

export type RepeatsRepository = ReturnType<typeof createRelistingsRepository>;

/** What is planned about lots that were not sold: one row each. Changes need a transaction that has locked the lot's order. */
export function createRelistingsRepository(db: Db<RepeatTables>) {
  const byLot = (lotId: number) => db.selectFrom('repeat_plan').selectAll().where('lot_id', '=', lotId);

  const schedule = (lotId: number, at: Date): Promise<void> =>
    writeOutbox(db, {
      topic: REPEAT_EVENTS.scheduled,
      key: String(lotId),
      payload: { lotId, notBeforeMs: at.getTime() },
    });

  const change = (lotId: number, event: 'ask' | 'postpone' | 'block' | 'stop' | 'publish') =>
    db
      .updateTable('repeat_plan')
      .set({ state: stateAfter(REPEAT, event), changed_at: sql<Date>`clock_timestamp()` })
      .where('lot_id', '=', lotId)
      .where('state', 'in', statesFrom(REPEAT, event));

  const rows = ({ states, lotId }: RepeatFilter) =>
    db
      .selectFrom('repeat_plan as r')
      .innerJoin('lot', 'lot.id', 'r.lot_id')
      .$if(states !== undefined, (q) => q.where('r.state', 'in', states!))
      .$if(lotId !== undefined, (q) => q.where('r.lot_id', '=', lotId!));

  return {
    /** The clock that judges, as of the transaction's statement: after its locks were taken. */
    async now(): Promise<Date> {
      const { rows: found } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
      return found[0]!.now;
    },

    /** @throws when something is decided about the lot already */
    async add(made: NewRepeat): Promise<void> {
      await db
        .insertInto('repeat_plan')
        .values({
          lot_id: made.lotId,
          order_id: made.orderId,
          ground: made.ground,
          round: made.round,
          state: stateAfter(REPEAT, made.publishAt ? 'plan' : 'pass-over'),
          cut_bp: made.cutBp,
          start_price_tiyin: made.startPriceTiyin,
          publish_at: made.publishAt,
          look_at: made.publishAt,
        })
        .execute();
      if (made.publishAt) await schedule(made.lotId, made.publishAt);
    },

    async find(lotId: number): Promise<Repeat | null> {
      return (await byLot(lotId).executeTakeFirst()) ?? null;
    },

    async lock(lotId: number): Promise<Repeat | null> {
      return (await byLot(lotId).forUpdate().executeTakeFirst()) ?? null;
    },

    /** What is decided about lots of an order, the last one first. */
    ofOrder: (orderId: number): Promise<Repeat[]> =>
      db
        .selectFrom('repeat_plan')
        .selectAll()
        .where('order_id', '=', orderId)
        .orderBy('lot_id', 'desc')
        .execute(),

    /** Ids of this seller's orders with a repeat that is still to come. */
    async ordersToRepeatOf(sellerId: string): Promise<number[]> {
      const found = await rows({ states: OPEN_REPEATS })
        .select('r.order_id')
        .distinct()
        .where('lot.customer_person_id', '=', sellerId)
        .execute();
      return found.map(({ order_id: orderId }) => orderId);
    },

    /** The customer wants a lot repeated that is not repeated by itself, or was stopped. @throws when it is planned already */
    async ask(
      lotId: number,
      plan: { publishAt: Date; cutBp: number; startPriceTiyin: number },
    ): Promise<void> {
      await change(lotId, 'ask')
        .set({ ground: 'asked', reason: null, stopped_by: null, stopped_by_kind: null })
        .set({ publish_at: plan.publishAt, look_at: plan.publishAt })
        .set({ cut_bp: plan.cutBp, start_price_tiyin: plan.startPriceTiyin })
        .returning('lot_id')
        .executeTakeFirstOrThrow();
      await schedule(lotId, plan.publishAt);
    },

    /** @throws when it is over */
    async postpone(lotId: number, publishAt: Date, reason: string): Promise<void> {
      await change(lotId, 'postpone')
        .set({ publish_at: publishAt, look_at: publishAt, obstacle: null, reason })
        .returning('lot_id')
        .executeTakeFirstOrThrow();
      await schedule(lotId, publishAt);
    },

    /** @throws when it is over */
    async block(lotId: number, obstacle: RepeatObstacle, lookAt: Date): Promise<void> {
      await change(lotId, 'block')
        .set({ obstacle, look_at: lookAt })
        .returning('lot_id')
        .executeTakeFirstOrThrow();
    },

    /** @throws when it is over */
    async stop(
      lotId: number,
      { by, kind, reason = null }: { by: string; kind: StoppedBy; reason?: string | null },
    ): Promise<void> {
      await change(lotId, 'stop')
        .set({ look_at: null, obstacle: null, reason, stopped_by: by, stopped_by_kind: kind })
        .returning('lot_id')
        .executeTakeFirstOrThrow();
    },

    /** @throws when it is over */
    async published(lotId: number, repeatLotId: number): Promise<void> {
      await change(lotId, 'publish')
        .set({ look_at: null, obstacle: null, repeat_lot_id: repeatLotId })
        .returning('lot_id')
        .executeTakeFirstOrThrow();
    },

    /**
     * Lots above `after` whose repeat is due, by id. They are found first, by their index: the planner could read all that
     * were repeated years ago in search of a page of ids.
     */
    async due(after: number, limit: number): Promise<number[]> {
      const found = await db
        .with(
          (cte) => cte('due').materialized(),
          (on) =>
            on
              .selectFrom('repeat_plan')
              .select('lot_id')
              .where('state', 'in', statesFrom(REPEAT, 'publish'))
              .where('look_at', '<=', sql<Date>`now()`),
        )
        .selectFrom('due')
        .select('lot_id')
        .where('lot_id', '>', after)
        .orderBy('lot_id')
        .limit(limit)
        .execute();
      return found.map(({ lot_id }) => lot_id);
    },

    /** Those to come first, the next before the others; then the last published. */
    async page(
      filter: RepeatFilter,
      { limit, offset }: { limit: number; offset: number },
    ): Promise<{ items: RepeatRow[]; total: number }> {
      const [items, total] = await Promise.all([
        rows(filter)
          .selectAll('r')
          .select(['lot.title', 'lot.status as lot_status', 'lot.customer_person_id as seller'])
          .orderBy((eb) =>
            eb
              .case()
              .when('r.state', 'in', statesFrom(REPEAT, 'publish'))
              .then(eb.ref('r.publish_at'))
              .else(null)
              .end(),
          )
          .orderBy('r.lot_id', 'desc')
          .limit(limit)
          .offset(offset)
          .execute(),
        this.count(filter),
      ]);
      return { items, total };
    },

    async count(filter: RepeatFilter): Promise<number> {
      const { total } = await rows(filter)
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      return total;
    },
  };
}
