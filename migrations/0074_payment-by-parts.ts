import { sql, type Kysely } from 'kysely';

/**
 * A price that is paid by parts. The parts are stated when the first one is paid: a calendar edited afterwards moves none of
 * them. What a buyer pays for being late (`sale-late-fee`) goes the way of the price, to the seller.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ledger(db);
  await sql`
    alter table settlement
      -- When the first part was paid; null: the price is paid whole, or nothing is paid yet.
      add column parts_begun_at timestamptz,
      -- Paid for being late, beside the price.
      add column late_fee_tiyin bigint not null default 0 check (late_fee_tiyin >= 0),
      -- Of a sale that ended because parts were late: what the buyer got back.
      add column returned_tiyin bigint not null default 0 check (returned_tiyin >= 0),
      -- Through which part the last payment order for a bank pays; null: everything that is left.
      add column bank_order_part smallint check (bank_order_part between 0 and 120),
      add constraint settlement_parts check (state <> 'part-paid' or parts_begun_at is not null),
      add constraint settlement_parts_not_refused check (state <> 'refused' or parts_begun_at is null),
      add constraint settlement_late_fee_of_parts check (late_fee_tiyin = 0 or parts_begun_at is not null),
      add constraint settlement_returned_at_default check
        (returned_tiyin = 0 or (state = 'defaulted' and parts_begun_at is not null))
  `.execute(db);
  await sql`
    create table settlement_part (
      settlement_id bigint not null references settlement (id),
      -- 0: the first part, in which the deposit counts.
      k smallint not null check (k between 0 and 120),
      amount_tiyin bigint not null check (amount_tiyin > 0),
      -- Of the first part: when it was paid. Only an extension by two persons and the end of a protest move the others.
      due_at timestamptz not null,
      paid_at timestamptz,
      -- Paid for being late, beside the amount.
      late_fee_tiyin bigint not null default 0 check (late_fee_tiyin >= 0),
      primary key (settlement_id, k),
      check (k > 0 or paid_at is not null),
      check (late_fee_tiyin = 0 or paid_at > due_at)
    )
  `.execute(db);
  // Parts are paid one after the other: what is to be paid next is read by this.
  await sql`
    create index settlement_part_unpaid on settlement_part (settlement_id, k) where paid_at is null
  `.execute(db);
  // A transfer is looked for by the sum of a part.
  await sql`
    create index settlement_part_by_sum on settlement_part (amount_tiyin) where paid_at is null
  `.execute(db);
  await sql`
    alter table settlement_payment
      -- Through which part it pays; null: everything that is left.
      add column through_part smallint check (through_part between 0 and 120)
  `.execute(db);

  await sql`
    alter table payout
      -- The first part of the price that it pays out, and the last one; without a last one it is for the whole price, or for
      -- what is left of a sale that ended.
      add column part smallint not null default 0 check (part between 0 and 120),
      add column through_part smallint check (through_part between part and 120),
      drop constraint payout_share_once,
      add constraint payout_part_share_once unique (settlement_id, part, share)
  `.execute(db);

  await sql`
    alter table result_cancellation
      -- A default: a sale that is paid by parts ends because parts are late; this much goes back to the buyer.
      add column kind text not null default 'cancel' check (kind in ('cancel', 'default')),
      add column return_tiyin bigint check (return_tiyin >= 0),
      -- What was left for the seller, when it was approved.
      add column to_seller_tiyin bigint check (to_seller_tiyin >= 0),
      add constraint result_cancellation_of_kind check ((kind = 'default') = (return_tiyin is not null))
  `.execute(db);

  const { rows } = await sql<{ definition: string }>`
    select pg_get_constraintdef(oid) as definition from pg_constraint where conname = 'staff_task_kind_check'
  `.execute(db);
  const kinds = [...(rows[0]?.definition ?? '').matchAll(/'([a-z-]+)'/g)].map(([, kind]) => kind!);
  const all = [...new Set([...kinds, 'decide-late-parts'])].map((kind) => `'${kind}'`);
  await sql`
    alter table staff_task
      drop constraint staff_task_kind_check,
      add constraint staff_task_kind_check check (kind in (${sql.raw(all.join(', '))}))
  `.execute(db);
}

async function ledger(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ definition: string; way: string }>`
    select pg_get_constraintdef(oid) as definition, (select prosrc from pg_proc where proname = 'ledger_way') as way
    from pg_constraint where conname = 'ledger_journal_kind'
  `.execute(db);
  const { definition = '', way = '' } = rows[0] ?? {};
  const kinds = [...definition.matchAll(/'([a-z-]+)'/g)].map(([, kind]) => kind!);
  const all = [...new Set([...kinds, 'sale-late-fee'])].map((kind) => `'${kind}'`);
  await sql`
    alter table ledger_journal
      drop constraint ledger_journal_kind,
      add constraint ledger_journal_kind check (kind in (${sql.raw(all.join(', '))}))
  `.execute(db);
  const added = way.replace(
    'select case kind',
    "select case kind when 'sale-late-fee' then 'available>escrow'",
  );
  if (added === way)
    throw new Error('the ways of the ledger are written differently: the new one was not added');
  await sql`
    create or replace function ledger_way(kind text) returns text language sql immutable as ${sql.raw(`$$${added}$$`)}
  `.execute(db);
}
