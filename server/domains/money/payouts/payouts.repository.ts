import { sql, type Selectable } from 'kysely';
import { sumRows, type Db, type Summed } from '#server/platform/database/index.ts';
import { DECISION } from '#shared/lifecycles/decision.ts';
import { stateAfter, statesFrom, type EventOf } from '#shared/lifecycles/lifecycle.ts';
import {
  PAYOUT,
  SENT_PAYOUTS,
  type PayoutAction,
  type PayoutState,
  type RequisitesDifference,
} from '#shared/lifecycles/payout.ts';
import { REFERENCE_PROPOSAL } from '#shared/lifecycles/reference-proposal.ts';
import { RESULT_CANCELLATION } from '#shared/lifecycles/result-cancellation.ts';
import type { PlannedShare, ShareRule } from '#shared/trade/payout-shares.ts';
import type { Payout, PayoutRequisites, PayoutRow, PayoutStep, PayoutTables } from './payout-tables.ts';

export interface PaidSale {
  settlement_id: number;
  price_tiyin: number;
  protest_until: Date;
  /** null: the operator's own lot, or a rehearsal. */
  seller_id: string | null;
  /** Of the price, by the rule set frozen into the lot. */
  fee_percent: number;
  /** Who shares the money; null: the seller alone. */
  shares: ShareRule[] | null;
}

export type PayoutChange = Partial<
  Pick<Payout, 'round' | 'fee_id' | 'pay_out_id' | 'set_off_tiyin' | 'bank_document' | 'sent_at' | 'paid_at'>
> & { requisites?: PayoutRequisites | null };

/**
 * The members of staff who said, of the sale `s`, that the buyer has the property, none where the buyer did; or that the seller keeps what was
 * paid of parts that are late, for which nothing has to be handed over.
 */
const decidedSale = sql<string[]>`coalesce((
  select array_remove(array[d.proposed_by, d.decided_by, nullif(h.confirmed_by, h.buyer_id)], null)
  from hand_over h
  left join decision d on d.kind = 'confirm-hand-over' and d.subject = 'hand-over:' || h.id
    and d.state = ${sql.lit(stateAfter(DECISION, 'decide'))}
  where h.settlement_id = s.id and h.confirmed_by is not null), '{}') || array(
  select unnest(array[c.proposed_by, c.decided_by]) from result_cancellation c
  where c.settlement_id = s.id and c.kind = 'default' and c.state = ${sql.lit(stateAfter(RESULT_CANCELLATION, 'approve'))})`;

/**
 * The members of staff who named the account to which the share of the payout `p` goes: by the versions of the rule set of the lot that were
 * the first to name it, up to the lot's own. `reference_proposal` is owned by others: read here.
 */
const namedShare = sql<string[]>`case when p.recipient is null then '{}' else array(
  select unnest(array[named.proposed_by, named.decided_by])
  from reference_proposal named
  join rule_set base on base.name = named.target and base.version::text = named.base
  cross join lateral (
    select jsonb_build_array(jsonb_build_object('account',
      jsonb_build_object('account', p.recipient -> 'account', 'mfo', p.recipient -> 'mfo'))) as share
  ) to_account
  where named.kind = 'rule-set' and named.target = lot.rule_set_name and base.version < lot.rule_set_version
    and named.state = ${sql.lit(stateAfter(REFERENCE_PROPOSAL, 'approve'))}
    and named.content -> 'figures' -> 'payoutShares' @> to_account.share
    and not coalesce(base.figures -> 'payoutShares' @> to_account.share, false)) end`;

/** Changes need a transaction that has locked the payout. */
export function createPayoutsRepository(db: Db<PayoutTables>) {
  const rows = (filter: { states?: readonly PayoutState[]; lotId?: number; ids?: readonly number[] }) =>
    db
      .selectFrom('payout as p')
      .innerJoin('settlement as s', 's.id', 'p.settlement_id')
      .innerJoin('lot', 'lot.id', 's.lot_id')
      .$if(filter.states !== undefined, (q) => q.where('p.state', 'in', filter.states!))
      .$if(filter.lotId !== undefined, (q) => q.where('s.lot_id', '=', filter.lotId!))
      .$if(filter.ids !== undefined, (q) => q.where('p.id', 'in', filter.ids!));

  const columns = (query: ReturnType<typeof rows>) =>
    query
      .selectAll('p')
      .select([
        's.lot_id as lot_id',
        's.person_id as buyer_id',
        'lot.title as lot_title',
        'lot.order_id as order_id',
      ])
      .select(decidedSale.as('sale_decided_by'))
      .select(namedShare.as('share_named_by'));

  return {
    /** The clock that judges, after the transaction's locks were taken. */
    async now(): Promise<Date> {
      const found = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
      return found.rows[0]!.now;
    },

    async paidSale(settlementId: number): Promise<PaidSale | null> {
      const row = await db
        .selectFrom('settlement as s')
        .innerJoin('lot', 'lot.id', 's.lot_id')
        .innerJoin('rule_set as r', (join) =>
          join.onRef('r.name', '=', 'lot.rule_set_name').onRef('r.version', '=', 'lot.rule_set_version'),
        )
        .select(['s.id as settlement_id', 's.price_tiyin', 's.protest_until'])
        .select((eb) =>
          eb
            .case()
            .when('lot.practice', '=', false)
            .then(eb.ref('lot.customer_person_id'))
            .else(null)
            .end()
            .as('seller_id'),
        )
        .select(sql<number>`coalesce((r.figures ->> 'operatorFeePercent')::float, 0)`.as('fee_percent'))
        .select(sql<ShareRule[] | null>`r.figures -> 'payoutShares'`.as('shares'))
        .where('s.id', '=', settlementId)
        .executeTakeFirst();
      return row ?? null;
    },

    /** All payouts of a sale, or of parts of its price, once. */
    async plan(
      sale: {
        settlementId: number;
        sellerId: string;
        notBefore: Date;
        part: number;
        throughPart: number | null;
      },
      shares: readonly PlannedShare[],
    ): Promise<void> {
      await db
        .insertInto('payout')
        .values(
          shares.map(({ share, recipient, priceTiyin, feeTiyin }) => ({
            settlement_id: sale.settlementId,
            part: sale.part,
            through_part: sale.throughPart,
            share,
            recipient: recipient && JSON.stringify(recipient),
            seller_id: sale.sellerId,
            price_tiyin: priceTiyin,
            fee_tiyin: feeTiyin,
            amount_tiyin: priceTiyin - feeTiyin,
            state: stateAfter(PAYOUT, 'plan'),
            not_before: sale.notBefore,
          })),
        )
        .onConflict((conflict) => conflict.columns(['settlement_id', 'part', 'share']).doNothing())
        .execute();
    },

    async lock(id: number): Promise<Payout | null> {
      const row = db.selectFrom('payout').selectAll().where('id', '=', id).forUpdate();
      return (await row.executeTakeFirst()) ?? null;
    },

    /** In the order of their ids. */
    lockOfSettlement: (settlementId: number): Promise<Payout[]> =>
      db
        .selectFrom('payout')
        .selectAll()
        .where('settlement_id', '=', settlementId)
        .orderBy('id')
        .forUpdate()
        .execute(),

    /** Approved ones of a lot, or of one sale of it, locked in the order of their ids. */
    lockApproved: ({
      lotId,
      settlementId,
    }: {
      lotId: number;
      settlementId: number | null;
    }): Promise<Payout[]> =>
      db
        .selectFrom('payout')
        .selectAll()
        .where('state', 'in', statesFrom(PAYOUT, 'hold'))
        .where('settlement_id', 'in', (eb) =>
          eb
            .selectFrom('settlement')
            .select('id')
            .where('lot_id', '=', lotId)
            .$if(settlementId !== null, (q) => q.where('id', '=', settlementId)),
        )
        .orderBy('id')
        .forUpdate()
        .execute(),

    async rowOf(id: number): Promise<PayoutRow | null> {
      return (await columns(rows({ ids: [id] })).executeTakeFirst()) ?? null;
    },

    async page(
      filter: { states: readonly PayoutState[]; lotId?: number },
      {
        limit,
        offset,
        order,
        most,
      }: { limit: number; offset: number; order: 'earliest' | 'newest'; most: number },
    ): Promise<Summed<'amountTiyin'> & { items: PayoutRow[] }> {
      const query = columns(rows(filter)).limit(limit).offset(offset);
      const [items, summed] = await Promise.all([
        (order === 'earliest'
          ? query.orderBy('p.not_before').orderBy('p.id')
          : query.orderBy('p.id', 'desc')
        ).execute(),
        sumRows(db, rows(filter), { amountTiyin: 'p.amount_tiyin' }, most),
      ]);
      return { items, ...summed };
    },

    async count(filter: { states: readonly PayoutState[]; lotId?: number }): Promise<number> {
      const { total } = await rows(filter)
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      return total;
    },

    ofSettlements: (ids: readonly number[]): Promise<Payout[]> =>
      ids.length === 0
        ? Promise.resolve([])
        : db
            .selectFrom('payout')
            .selectAll()
            .where('settlement_id', 'in', ids)
            .orderBy('settlement_id')
            .orderBy('part')
            .orderBy('share')
            .execute(),

    /**
     * Where each payout goes: to the account that its rule set names, or by the requisites that the seller's order has now; without
     * any, or with a card that was removed, it is missing.
     * @param how `locked`: they do not change until the transaction ends
     */
    async requisitesNow(
      payouts: readonly Pick<Payout, 'id' | 'recipient'>[],
      how: { locked: boolean } = { locked: false },
    ): Promise<ReadonlyMap<number, PayoutRequisites>> {
      const found = new Map<number, PayoutRequisites>();
      for (const { id, recipient } of payouts) {
        if (!recipient) continue;
        const { bankName, account, mfo, holderName } = recipient;
        found.set(id, { kind: 'account', bankName, account, mfo, holderName });
      }
      const ids = payouts.flatMap(({ id, recipient }) => (recipient ? [] : [id]));
      if (ids.length === 0) return found;
      const given = await rows({ ids })
        .innerJoin('customer_order as o', 'o.id', 'lot.order_id')
        .leftJoin('payout_destination as d', (join) =>
          join
            .on(sql<boolean>`d.id = (o.fields -> 'requisites' ->> 'cardId')::bigint`)
            .onRef('d.person_id', '=', 'o.person_id')
            .on('d.removed_at', 'is', null),
        )
        .select(['p.id', 'o.fields', 'd.card_type', 'd.card_mask'])
        .$if(how.locked, (query) => query.forShare('o'))
        .execute();
      for (const row of given) {
        const requisites = requisitesOf(row);
        if (requisites) found.set(row.id, requisites);
      }
      return found;
    },

    /**
     * Those of these that go to an account of the rule set for the first time: none was sent before as the same share by the same rule set,
     * whatever version of it, or the last one went elsewhere, and staff have changed the account since.
     */
    async newShares(
      ids: readonly number[],
    ): Promise<ReadonlyMap<number, Extract<RequisitesDifference, 'first-share' | 'last-share'>>> {
      if (ids.length === 0) return new Map();
      const { rows: found } = await sql<{ id: number; first: boolean }>`
        select p.id, last.recipient is null as first
        from payout p join settlement s on s.id = p.settlement_id join lot on lot.id = s.lot_id
        left join lateral (
          select before.recipient from payout before join settlement sold on sold.id = before.settlement_id
          join lot other on other.id = sold.lot_id
          where before.recipient is not null and before.share = p.share and other.rule_set_name = lot.rule_set_name
            and before.state = any(${[...SENT_PAYOUTS]}) and before.id <> p.id
          order by before.id desc limit 1
        ) last on true
        where p.id = any(${[...ids]}::bigint[]) and p.recipient is not null and (
          last.recipient is null or last.recipient ->> 'account' <> p.recipient ->> 'account'
          or last.recipient ->> 'mfo' <> p.recipient ->> 'mfo')`.execute(db);
      return new Map(found.map(({ id, first }) => [id, first ? 'first-share' : 'last-share']));
    },

    /** When those of the order were last changed since the sale, by the settlement; never: it is missing. */
    async requisitesChangedAfterSales(settlementIds: readonly number[]): Promise<ReadonlyMap<number, Date>> {
      if (settlementIds.length === 0) return new Map();
      const changes = await db
        .selectFrom('settlement as s')
        .innerJoin('lot', 'lot.id', 's.lot_id')
        .innerJoin('order_requisites_change as c', (join) =>
          join.onRef('c.order_id', '=', 'lot.order_id').onRef('c.at', '>=', 's.sold_at'),
        )
        .select(['s.id', 'c.at'])
        .distinctOn('s.id')
        .where('s.id', 'in', settlementIds)
        .orderBy('s.id')
        .orderBy('c.id', 'desc')
        .execute();
      return new Map(changes.map(({ id, at }) => [id, at]));
    },

    /** A step of a locked payout. @throws when this account has approved this round already */
    async step(
      payout: Payout,
      action: PayoutAction,
      by: string,
      note: string | null = null,
      decisionId: number | null = null,
    ): Promise<void> {
      await db
        .insertInto('payout_step')
        .values({
          payout_id: payout.id,
          seller_id: payout.seller_id,
          round: payout.round,
          action,
          actor: by,
          note,
          decision_id: decisionId,
        })
        .execute();
    },

    steps: (payoutIds: readonly number[]): Promise<PayoutStep[]> =>
      payoutIds.length === 0
        ? Promise.resolve([])
        : db
            .selectFrom('payout_step')
            .selectAll()
            .where('payout_id', 'in', payoutIds)
            .orderBy('id')
            .execute(),

    /** Moves a locked payout. @throws when the event cannot happen in its state */
    async move(
      payout: Payout,
      event: Exclude<EventOf<typeof PAYOUT>, 'plan'>,
      change: PayoutChange = {},
    ): Promise<Payout> {
      const { requisites, ...columnsOf } = change;
      const moved = await db
        .updateTable('payout')
        .set({ ...columnsOf, state: stateAfter(PAYOUT, event) })
        .$if(requisites !== undefined, (q) =>
          q.set({ requisites: requisites ? JSON.stringify(requisites) : null }),
        )
        .where('id', '=', payout.id)
        .where('state', 'in', statesFrom(PAYOUT, event))
        .returningAll()
        .executeTakeFirstOrThrow();
      return moved;
    },

    /** Paid parts of these sales, in their order. */
    paidParts: (settlementIds: readonly number[]) =>
      settlementIds.length === 0
        ? Promise.resolve([])
        : db
            .selectFrom('settlement_part')
            .selectAll()
            .where('settlement_id', 'in', settlementIds)
            .where('paid_at', 'is not', null)
            .orderBy('settlement_id')
            .orderBy('k')
            .execute(),

    /** Sales of a customer's lots with their payouts, the newest first. */
    async salesOf(sellerId: string, { limit, offset }: { limit: number; offset: number }) {
      const sales = db
        .selectFrom('settlement as s')
        .innerJoin('lot', 'lot.id', 's.lot_id')
        .where('lot.customer_person_id', '=', sellerId)
        .where('lot.practice', '=', false);
      const [items, { total }] = await Promise.all([
        sales
          .selectAll('s')
          .select('lot.title as lot_title')
          .orderBy('s.id', 'desc')
          .limit(limit)
          .offset(offset)
          .execute(),
        sales.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
      ]);
      return { items, total };
    },
  };
}
export type PayoutsRepository = ReturnType<typeof createPayoutsRepository>;
export type SaleOfSeller = Awaited<ReturnType<PayoutsRepository['salesOf']>>['items'][number];

function requisitesOf({
  fields,
  card_type: cardType,
  card_mask: cardMask,
}: Pick<Selectable<PayoutTables['customer_order']>, 'fields'> & {
  card_type: string | null;
  card_mask: string | null;
}): PayoutRequisites | null {
  const given = fields.requisites;
  if (!given) return null;
  if (given.kind === 'account') {
    const { kind, bankName, account, mfo, holderName } = given;
    return { kind, bankName, account, mfo, holderName };
  }
  return cardType && cardMask ? { kind: 'card', cardId: given.cardId, cardType, cardMask } : null;
}
