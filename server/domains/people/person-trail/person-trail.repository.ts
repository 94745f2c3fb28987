import { sql, type RawBuilder } from 'kysely';
import type { AnyDb } from '#server/platform/database/index.ts';
import type { RefusedAttempt, TrailKind, TrailRow } from '#shared/api/console/person-trail.ts';

/** Queries of the same columns: id, at, lot_id, order_id, amount, state, note. */
type PartOf = (personId: string) => RawBuilder<unknown>;

const PARTS: Readonly<Record<TrailKind, PartOf>> = {
  // Attempts of people who are not admitted are counted together, of nobody in particular.
  attempt: (id) => sql`
    select own_bid_id, to_timestamp((entry ->> 'atUs')::bigint / 1000000.0), e.lot_id, null::bigint,
      case when e.kind = 'price' then (entry ->> 'amountTiyin')::bigint end,
      'accepted', case when e.kind = 'price' then 'place' when e.kind = 'autoSet' then 'set-auto' else 'clear-auto' end
    from trade_application a
      join auction_entry e on e.lot_id = a.lot_id and e.person = ${id} and e.own_bid_id is not null
    where a.person_id = ${id}
    union all
    select t.bid_id, t.received_at, t.lot_id, null, case when t.command = 'place' then t.amount_tiyin end,
      t.verdict, t.reason
    from trade_application a join auction_attempt t on t.lot_id = a.lot_id and t.person = ${id}
    where a.person_id = ${id}`,
  application: (id) => sql`
    select a.id::text, a.requested_at, a.lot_id, null::bigint, a.limit_tiyin, a.status, a.reason
    from trade_application a where a.person_id = ${id}`,
  purchase: (id) => sql`
    select p.id::text, p.reserved_at, p.lot_id, null::bigint, p.total_tiyin, p.state, null
    from purchase p where p.person_id = ${id}`,
  order: (id) => sql`
    select o.id::text, o.changed_at, null::bigint, o.id, null::bigint, o.status, null
    from customer_order o where o.person_id = ${id}`,
  settlement: (id) => sql`
    select s.id::text, s.sold_at, s.lot_id, null::bigint, s.price_tiyin, s.state, s.sale
    from settlement s where s.person_id = ${id}`,
  payout: (id) => sql`
    select p.id::text, p.created_at, s.lot_id, null::bigint, p.amount_tiyin, p.state, p.bank_document
    from payout p join settlement s on s.id = p.settlement_id where p.seller_id = ${id}`,
  payment: (id) => sql`
    select p.id::text, p.created_at, null::bigint, null::bigint, p.amount_tiyin, p.status,
      concat_ws(' ', p.provider, p.receipt_number)
    from top_up p where p.person_id = ${id}`,
  refund: (id) => sql`
    select r.id::text, r.created_at, null::bigint, null::bigint, r.amount_tiyin, r.status,
      coalesce(r.reason, r.bank_document)
    from refund r where r.person_id = ${id}`,
  // Each line of an account of the person; the reference names the lot or the payment.
  ledger: (id) => sql`
    select e.id::text, j.posted_at, case when j.reference ~ '^lot:[0-9]{1,15}$' then substr(j.reference, 5)::bigint end,
      null::bigint, e.amount_tiyin, j.kind, concat_ws(' · ', a.kind, j.reference)
    from ledger_account a join ledger_entry e on e.account_id = a.id join ledger_journal j on j.id = e.journal_id
    where a.person_id = ${id}`,
  message: (id) => sql`
    select m.id::text, m.written_at, (m.params ->> 'lotId')::bigint, (m.params ->> 'orderId')::bigint, null::bigint,
      case when m.read_at is null then 'unread' else 'read' end, null
    from inbox_message m where m.person_id = ${id}`,
  delivery: (id) => sql`
    select d.id::text, coalesce(d.ended_at, d.queued_at), (m.params ->> 'lotId')::bigint,
      (m.params ->> 'orderId')::bigint, null::bigint, coalesce(d.reported, d.state), concat_ws(' · ', d.channel, d.last_error)
    from inbox_message m join notification_delivery d on d.message_id = m.id where m.person_id = ${id}`,
  consent: (id) => sql`
    select c.id::text, c.at, null::bigint, null::bigint, null::bigint,
      case when c.agreed then 'agreed' else 'refused' end, concat_ws(' · ', c.version::text, c.reason)
    from consent_answer c where c.person_id = ${id}`,
};

export type StoredTrailRow = Omit<TrailRow, 'message'> & { messageId: number | null };

export interface TrailWanted {
  kinds: readonly TrailKind[];
  /** From this instant, and before that one. */
  since: Date | null;
  before: Date | null;
  /** Lots of which nothing is shown. */
  withoutLots: readonly number[];
  limit: number;
  offset: number;
}

export interface AttemptsWanted {
  since: Date;
  before: Date;
  /** Last digits of the phone or of the participant's number. */
  ends: string | null;
  lotId: number | null;
  withoutLots: readonly number[];
  limit: number;
  offset: number;
}

export type PersonTrailRepository = ReturnType<typeof createPersonTrailRepository>;

interface Found<Row> {
  items: Row[];
  total: number;
}

/** Reads tables of many domains, which own and write them; for staff who answer one person. */
export function createPersonTrailRepository(db: AnyDb) {
  return {
    /** Newest first; a message and a delivery with the id of the message. */
    async of(personId: string, wanted: TrailWanted): Promise<Found<StoredTrailRow>> {
      const { kinds, since, before, withoutLots, limit, offset } = wanted;
      if (kinds.length === 0) return { items: [], total: 0 };
      const parts = kinds.map(
        (kind) => sql`
          select ${kind}::text as kind, part.* from (${PARTS[kind](personId)})
            as part (id, at, lot_id, order_id, amount, state, note)`,
      );
      const { rows } = await sql<StoredTrailRow & { total: number }>`
        with page as (
        select kind, id, at, lot_id, order_id, amount, state, note, count(*) over ()::int as total
        from (${sql.join(parts, sql` union all `)}) as trail
        where (${since}::timestamptz is null or at >= ${since}) and (${before}::timestamptz is null or at < ${before})
          and (lot_id is null or lot_id <> all(${withoutLots}::bigint[]))
        order by at desc, kind, id limit ${limit} offset ${offset})
        select kind, id, extract(epoch from at)::float8 * 1000 as "atMs", lot_id::float8 as "lotId",
          order_id::float8 as "orderId", amount::float8 as "amountTiyin", state, note, total,
          case kind when 'message' then id::float8
            when 'delivery' then (select d.message_id::float8 from notification_delivery d where d.id = page.id::bigint)
          end as "messageId"
        from page order by at desc, kind, id`.execute(db);
      return {
        items: rows.map(({ total: _total, ...row }) => row),
        total: rows[0]?.total ?? 0,
      };
    },

    /** Newest first; an admitted participant's alone. */
    async refusedAttempts(wanted: AttemptsWanted): Promise<Found<RefusedAttempt>> {
      const { since, before, ends, lotId, withoutLots, limit, offset } = wanted;
      const { rows } = await sql<
        Omit<RefusedAttempt, 'person'> & { personId: string; personName: string; total: number }
      >`
        select t.bid_id as "bidId", extract(epoch from t.received_at)::float8 * 1000 as "atMs",
          t.lot_id::float8 as "lotId", a.number as "bidderNumber",
          t.person as "personId", p.name as "personName",
          case when t.command = 'place' then t.amount_tiyin::float8 end as "amountTiyin",
          t.verdict, t.reason, count(*) over ()::int as total
        from auction_attempt t
          join trade_application a on a.lot_id = t.lot_id and a.person_id = t.person
          join person p on p.id::text = t.person
        where t.received_at >= ${since} and t.received_at < ${before} and t.verdict <> 'accepted'
          and (${ends}::text is null or p.phone like '%' || ${ends} or a.number::text like '%' || ${ends})
          and (${lotId}::bigint is null or t.lot_id = ${lotId})
          and t.lot_id <> all(${withoutLots}::bigint[])
        order by t.received_at desc, t.bid_id limit ${limit} offset ${offset}`.execute(db);
      return {
        items: rows.map(({ personId, personName, total: _total, ...row }) => ({
          ...row,
          person: { id: personId, name: personName },
        })),
        total: rows[0]?.total ?? 0,
      };
    },
  };
}
