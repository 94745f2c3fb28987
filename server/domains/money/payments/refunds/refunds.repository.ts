import { sql, type Generated, type GeneratedAlways, type Selectable, type SelectQueryBuilder } from 'kysely';
import { countRows, literals, sumRows, type Db, type Summed } from '#server/platform/database/index.ts';
import { stateAfter, statesFrom, type EventOf } from '#shared/lifecycles/lifecycle.ts';
import { DECIDED_PAYOUTS } from '#shared/lifecycles/payout.ts';
import { REFUND, WAITING_REFUNDS, type RefundAction, type RefundStatus } from '#shared/lifecycles/refund.ts';
import type { CardType } from '#shared/validation/card-number.ts';

export interface RefundTables {
  refund: {
    id: GeneratedAlways<number>;
    person_id: string;
    request_key: string;
    amount_tiyin: number;
    /** What of it never left: it paid what the person owed. */
    set_off_tiyin: Generated<number>;
    kind: 'account' | 'card';
    bank_name: string | null;
    mfo: string | null;
    account_number: string | null;
    card_type: CardType | null;
    card_mask: string | null;
    card_token: string | null;
    status: Generated<RefundStatus>;
    hold_id: number | null;
    pay_out_id: number | null;
    return_id: number | null;
    destination_id: number | null;
    reason: string | null;
    bank_document: string | null;
    created_at: Generated<Date>;
    changed_at: Generated<Date>;
  };
  refund_return: {
    id: GeneratedAlways<number>;
    refund_id: number;
    person_id: string;
    document_number: string;
    /** Read as `YYYY-MM-DD`. */
    document_on: string;
    reason: string;
    asked_by: string;
    asked_by_name: string;
    asked_at: Generated<Date>;
  };
  refund_step: {
    id: GeneratedAlways<number>;
    refund_id: number;
    person_id: string;
    action: RefundAction;
    actor: string;
    actor_name: string | null;
    note: string | null;
    at: Generated<Date>;
  };
}

export type Refund = Selectable<RefundTables['refund']>;
export type RefundStep = Selectable<RefundTables['refund_step']>;
export type RefundReturn = Selectable<RefundTables['refund_return']>;
export type NewRefund = Omit<
  Refund,
  | 'id'
  | 'status'
  | 'set_off_tiyin'
  | 'hold_id'
  | 'pay_out_id'
  | 'return_id'
  | 'reason'
  | 'bank_document'
  | 'created_at'
  | 'changed_at'
>;
export type RefundEvent = EventOf<typeof REFUND>;
export type RefundChange = Partial<
  Pick<Refund, 'hold_id' | 'set_off_tiyin' | 'pay_out_id' | 'return_id' | 'reason' | 'bank_document'>
>;

export interface RefundsWanted {
  personId?: string;
  statuses?: readonly RefundStatus[];
  /** From this instant, and before that one. */
  since?: Date;
  before?: Date;
}

export type RefundsRepository = ReturnType<typeof createRefundsRepository>;

export function createRefundsRepository(db: Db<RefundTables>) {
  function wanted<Row>(
    query: SelectQueryBuilder<RefundTables, 'refund', Row>,
    { personId, statuses, since, before }: RefundsWanted,
  ): SelectQueryBuilder<RefundTables, 'refund', Row> {
    let found = query;
    if (personId !== undefined) found = found.where('person_id', '=', personId);
    if (statuses) found = found.where('status', 'in', [...statuses]);
    if (since) found = found.where('created_at', '>=', since);
    if (before) found = found.where('created_at', '<', before);
    return found;
  }

  const returnsOf = (ids: readonly number[]): Promise<RefundReturn[]> =>
    ids.length === 0
      ? Promise.resolve([])
      : db
          .selectFrom('refund_return')
          .selectAll()
          .select('document_on')
          .where('id', 'in', [...ids])
          .execute();

  return {
    /** Null: this person has sent this key before. */
    async add(refund: NewRefund): Promise<Refund | null> {
      const row = await db
        .insertInto('refund')
        .values({
          ...refund,
          status: stateAfter(REFUND, 'request'),
          hold_id: null,
          pay_out_id: null,
          reason: null,
          bank_document: null,
        })
        .onConflict((conflict) => conflict.columns(['person_id', 'request_key']).doNothing())
        .returningAll()
        .executeTakeFirst();
      return row ?? null;
    },

    byKey: (personId: string, key: string): Promise<Refund | undefined> =>
      db
        .selectFrom('refund')
        .selectAll()
        .where('person_id', '=', personId)
        .where('request_key', '=', key)
        .executeTakeFirst(),

    byId: (id: number): Promise<Refund | undefined> =>
      db.selectFrom('refund').selectAll().where('id', '=', id).executeTakeFirst(),

    /** Locked until the transaction ends: concurrent decisions wait. */
    lock: (id: number): Promise<Refund | undefined> =>
      db.selectFrom('refund').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),

    /** The hold that secures a refund just added. */
    secure: (id: number, holdId: number): Promise<Refund> =>
      db
        .updateTable('refund')
        .set({ hold_id: holdId, changed_at: sql`now()` })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow(),

    /** Of a refund that is locked. @throws when the event cannot happen in its status */
    move: (id: number, event: RefundEvent, change: RefundChange = {}): Promise<Refund> =>
      db
        .updateTable('refund')
        .set({ ...change, status: stateAfter(REFUND, event), changed_at: sql`now()` })
        .where('id', '=', id)
        .where('status', 'in', statesFrom(REFUND, event))
        .returningAll()
        .executeTakeFirstOrThrow(),

    /** @param order `oldest` first for those that wait */
    list: (
      filter: RefundsWanted,
      page: { limit: number; offset: number },
      order: 'newest' | 'oldest' = 'newest',
    ): Promise<Refund[]> =>
      db
        .selectFrom('refund')
        .selectAll()
        // The page is found first: rows that are skipped are not read.
        .where('id', 'in', (eb) =>
          wanted(eb.selectFrom('refund').select('id'), filter)
            .orderBy('id', order === 'newest' ? 'desc' : 'asc')
            .limit(page.limit)
            .offset(page.offset),
        )
        .orderBy('id', order === 'newest' ? 'desc' : 'asc')
        .execute(),

    /** @param most counts no further */
    count: (filter: RefundsWanted, most?: number): Promise<number> =>
      countRows(db, wanted(db.selectFrom('refund'), filter), most),

    /** @param most counts no further */
    sum: (filter: RefundsWanted, most?: number): Promise<Summed<'amountTiyin'>> =>
      sumRows(db, wanted(db.selectFrom('refund'), filter), { amountTiyin: 'amount_tiyin' }, most),

    /** Is money on its way to this card? `payout` is owned by payouts: read here. */
    async tokenInUse(token: string): Promise<boolean> {
      const { rows } = await sql`
        select from refund where card_token = ${token} and status in (${literals(WAITING_REFUNDS)})
        union all select from payout p join payout_destination d on d.id = (p.requisites ->> 'cardId')::bigint
          where d.card_token = ${token} and p.state in (${literals(DECIDED_PAYOUTS)})
        limit 1`.execute(db);
      return rows.length > 0;
    },

    async addReturn(made: Omit<RefundReturn, 'id' | 'asked_at'>): Promise<RefundReturn> {
      const { id } = await db
        .insertInto('refund_return')
        .values(made)
        .returning('id')
        .executeTakeFirstOrThrow();
      return (await returnsOf([id]))[0]!;
    },

    /** Refunds with these ids. */
    returns: returnsOf,

    async addStep(step: Omit<RefundStep, 'id' | 'at'>): Promise<void> {
      await db.insertInto('refund_step').values(step).execute();
    },

    /** Oldest first. */
    steps: (ids: readonly number[]): Promise<RefundStep[]> =>
      ids.length === 0
        ? Promise.resolve([])
        : db
            .selectFrom('refund_step')
            .selectAll()
            .where('refund_id', 'in', [...ids])
            .orderBy('id')
            .execute(),
  };
}
