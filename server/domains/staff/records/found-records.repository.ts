import { sql, type RawBuilder } from 'kysely';
import type { AnyDb } from '#server/platform/database/index.ts';
import type { RecordKind } from '#shared/api/console/record-kinds.ts';
import type { StaffRecord } from '#shared/api/console/records.ts';
import { RECORD_TIES, type RecordTie } from './record-ties.repository.ts';

/** A record with everything that says who may read it. */
export type FoundRecord = Omit<StaffRecord, 'lotId'> & {
  /** Lots it is about: nothing of it is shown to who has a part in one. */
  lotIds: number[];
};

/** How the numbers of a kind are stored; text: as they are written. */
const STORED: Readonly<Partial<Record<RecordKind, 'text' | 'uuid'>>> = { person: 'uuid', protocol: 'text' };
const typeOf = (kind: RecordKind): string => STORED[kind] ?? 'bigint';

type Numbers = readonly string[];

const ofLot = (lotId: RawBuilder<unknown>) => sql`array_remove(array[${lotId}], null)`;

/** Queries of the same columns, by the numbers of a kind: number, at, amount, state, title, note, lots. */
const HEADS: Readonly<Record<RecordKind, (numbers: RawBuilder<unknown>) => RawBuilder<unknown>>> = {
  person: (numbers) => sql`
    select id::text, created_at, null::bigint, case when disabled_at is null then 'active' else 'disabled' end,
      null::jsonb, name, '{}'::bigint[]
    from person where id = any(${numbers})`,
  order: (numbers) => sql`
    select id::text, changed_at, null, status, null, null, array(select l.id from lot l where l.order_id = o.id)
    from customer_order o where id = any(${numbers})`,
  lot: (numbers) => sql`
    select id::text, published_at, start_price_tiyin, status::text, title, null, array[id]
    from lot where id = any(${numbers})`,
  application: (numbers) => sql`
    select id::text, requested_at, nullif(deposit_tiyin, 0), status, null, null, array[lot_id]
    from trade_application where id = any(${numbers})`,
  purchase: (numbers) => sql`
    select id::text, reserved_at, total_tiyin, state, null, null, array[lot_id]
    from purchase where id = any(${numbers})`,
  settlement: (numbers) => sql`
    select id::text, sold_at, price_tiyin, state, null, null, array[lot_id]
    from settlement where id = any(${numbers})`,
  offer: (numbers) => sql`
    select id::text, made_at, price_tiyin, state, null, null, array[lot_id] from offer where id = any(${numbers})`,
  claim: (numbers) => sql`
    select id::text, created_at, amount_tiyin, coalesce(ended, 'open'), null, null, array[lot_id]
    from sale_claim where id = any(${numbers})`,
  payment: (numbers) => sql`
    select id::text, created_at, amount_tiyin, status, null, concat_ws(' ', provider, receipt_number),
      array(select s.lot_id from settlement_payment p join settlement s on s.id = p.settlement_id
        where p.payment_id = t.id)
    from top_up t where id = any(${numbers})`,
  'payment-difference': (numbers) => sql`
    select id::text, seen_at, null, case when settled_at is null then 'open' else 'settled' end, null, kind,
      array(select s.lot_id from settlement_payment p join settlement s on s.id = p.settlement_id
        where p.payment_id = m.top_up_id)
    from payment_mismatch m where id = any(${numbers})`,
  // It ends once, by a movement that names it; the reference names the lot.
  hold: (numbers) => sql`
    select j.id::text, j.posted_at, j.amount_tiyin, coalesce(e.kind, 'hold'), null, null,
      ${ofLot(sql`case when j.reference ~ '^lot:[0-9]{1,15}$' then substr(j.reference, 5)::bigint end`)}
    from ledger_journal j left join ledger_journal e on e.resolves_id = j.id
    where j.kind = 'hold' and j.id = any(${numbers})`,
  refund: (numbers) => sql`
    select id::text, created_at, amount_tiyin, status, null, coalesce(reason, bank_document), '{}'
    from refund where id = any(${numbers})`,
  payout: (numbers) => sql`
    select p.id::text, p.created_at, p.amount_tiyin, p.state, null, p.bank_document, array[s.lot_id]
    from payout p join settlement s on s.id = p.settlement_id where p.id = any(${numbers})`,
  'bank-line': (numbers) => sql`
    select l.id::text, i.imported_at, l.amount_tiyin, l.state, null, l.purpose, ${ofLot(sql`s.lot_id`)}
    from bank_statement_line l join bank_statement i on i.id = l.statement_id
      left join settlement s on s.id = coalesce(l.settlement_id, l.names_settlement_id)
    where l.id = any(${numbers})`,
  protocol: (numbers) => sql`
    select number, signed_on::timestamp at time zone 'Asia/Tashkent', price_tiyin, status, null, cause, array[lot_id]
    from protocol where number = any(${numbers})`,
  protest: (numbers) => sql`
    select id::text, filed_at, null, state, null, null, array[lot_id] from protest where id = any(${numbers})`,
  'hand-over': (numbers) => sql`
    select id::text, opened_at, null, state, null, null, array[lot_id] from hand_over where id = any(${numbers})`,
  bar: (numbers) => sql`
    select id::text, created_at, null,
      case when lifted_at is not null then 'lifted'
        when end_date < (now() at time zone 'Asia/Tashkent')::date then 'ended' else 'in-force' end,
      cause_name, cause, ${ofLot(sql`lot_id`)}
    from barred_person where id = any(${numbers})`,
  decision: (numbers) => sql`
    select id::text, proposed_at, null, state, null, kind, ${ofLot(sql`lot_id`)}
    from decision where id = any(${numbers})`,
  'staff-task': (numbers) => sql`
    select t.id::text, t.created_at, t.price_tiyin, case when t.done_at is null then 'open' else 'done' end, null,
      t.kind, ${ofLot(sql`t.lot_id`)} || array(select l.id from lot l where l.order_id = t.order_id)
    from staff_task t where t.id = any(${numbers})`,
  incident: (numbers) => sql`
    select id::text, since, null, state, null, coalesce(title, cause), '{}' from incident where id = any(${numbers})`,
  'anomaly-flag': (numbers) => sql`
    select f.id::text, f.raised_at, null, f.state, null, f.sign,
      array(select e.lot_id from anomaly_evidence e where e.flag_id = f.id) || f.lot_id
    from anomaly_flag f where f.id = any(${numbers})`,
};

export interface RecordName {
  kind: RecordKind;
  number: string;
}

/** One direction of a tie: the numbers of the other kind that are tied to this one, the newest first. */
function otherSide(tie: RecordTie, from: 'a' | 'b', number: string, limit: number) {
  const { rows, prefix = '', narrowed, ...sides } = tie;
  const [kind, to] = from === 'a' ? [sides.a, sides.b] : [sides.b, sides.a];
  const other = from === 'a' ? 'b' : 'a';
  const [own, column] = [sql.ref(`tie.${from}`), sql.ref(`tie.${other}`)];
  // People are named by texts in tables of other owners.
  const typed = (of: RecordKind) => sql.raw(of === 'person' || of === 'protocol' ? 'text' : 'bigint');
  const asked =
    from === 'b' && prefix !== '' ? sql`${`${prefix}${number}`}::text` : sql`${number}::${typed(kind)}`;
  const found =
    from === 'a' && prefix !== '' ? sql`substr(${column}, ${prefix.length + 1}::int)` : sql`${column}::text`;
  return sql`
    (select ${to}::text as kind, ${found} as number from (${rows}) as tie where ${own} = ${asked}
      ${from === 'a' && prefix !== '' ? sql`and starts_with(${column}, ${prefix})` : sql``}
      ${from === 'b' && narrowed ? sql`and ${narrowed(number)}` : sql``}
      order by ${column} desc limit ${limit})`;
}

export type RecordsRepository = ReturnType<typeof createRecordsRepository>;

/** Reads tables of many domains, which own and write them; for staff who follow one record to the next. */
export function createRecordsRepository(db: AnyDb) {
  return {
    /** Of these records those that exist; numbers must be of the form of their kinds. */
    async find(names: readonly RecordName[]): Promise<FoundRecord[]> {
      const numbersOf = new Map<RecordKind, string[]>();
      for (const { kind, number } of names) numbersOf.set(kind, [...(numbersOf.get(kind) ?? []), number]);
      if (numbersOf.size === 0) return [];
      const parts = [...numbersOf].map(([kind, numbers]: [RecordKind, Numbers]) => {
        const typed = sql`${[...numbers]}::text[]::${sql.raw(typeOf(kind))}[]`;
        return sql`
          select ${kind}::text as kind, number, at, amount::bigint, state::text, title::jsonb, note::text, lots::bigint[]
          from (${HEADS[kind](typed)})
            as head (number, at, amount, state, title, note, lots)`;
      });
      const { rows } = await sql<FoundRecord>`
        select kind, number, extract(epoch from at)::float8 * 1000 as "atMs", amount::float8 as "amountTiyin", state,
          title, note, lots::float8[] as "lotIds"
        from (${sql.join(parts, sql` union all `)}) as found order by at desc, number desc`.execute(db);
      return rows;
    },

    /** Records of these kinds that it names or that name it, of each tie `limit` at most. */
    async related(
      { kind, number }: RecordName,
      kinds: readonly RecordKind[],
      limit: number,
    ): Promise<RecordName[]> {
      const parts = RECORD_TIES.flatMap((each) => [
        ...(each.a === kind && kinds.includes(each.b) ? [otherSide(each, 'a', number, limit)] : []),
        ...(each.b === kind && kinds.includes(each.a) ? [otherSide(each, 'b', number, limit)] : []),
      ]);
      if (parts.length === 0) return [];
      const { rows } = await sql<RecordName>`
        select distinct kind, number from (${sql.join(parts, sql` union all `)}) as found
        where number is not null`.execute(db);
      return rows;
    },
  };
}
