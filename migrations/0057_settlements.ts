import { sql, type Kysely } from 'kysely';

/** What buyers of sold lots owe. One settlement for each sale; a lot has one that is open or paid at most. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table settlement (
      id bigint generated always as identity primary key,
      lot_id bigint not null references lot (id),
      sale text not null check (sale in ('hammer', 'reserve', 'sole')),
      person_id text not null,
      bidder_number integer not null,
      price_tiyin bigint not null check (price_tiyin > 0),
      deposit_tiyin bigint not null check (deposit_tiyin between 0 and price_tiyin),
      -- The hold of the deposit in the ledger; null where the lot asks for none.
      hold_id bigint references ledger_journal (id),
      -- Paid beside the deposit.
      paid_tiyin bigint not null default 0 check (paid_tiyin between 0 and price_tiyin - deposit_tiyin),
      state text not null default 'awaiting'
        check (state in ('awaiting', 'part-paid', 'overdue', 'paid', 'refused', 'defaulted', 'cancelled')),
      -- The moment of the sale: the hammer, or the acceptance of an offer.
      sold_at timestamptz not null,
      -- End of the time in which participants may protest.
      protest_until timestamptz not null,
      -- Known to the buyer: only an extension by two persons moves them, a calendar changed afterwards does not.
      due_at timestamptz not null,
      grace_until timestamptz check (grace_until > due_at),
      -- The earliest moment at which the sale is lost.
      default_at timestamptz not null check (default_at > coalesce(grace_until, due_at)),
      -- How long a buyer who refuses or does not pay is barred from every auction; null: not at all.
      barred_months integer check (barred_months > 0),
      -- The next moment at which something is due; null: nothing more.
      look_at timestamptz,
      accepted_at timestamptz,
      decided_at timestamptz,
      -- Who decided: a person's id, or the rules.
      decided_by text,
      -- What is held has to be a deposit that somebody pays with.
      check ((hold_id is null) = (deposit_tiyin = 0)),
      check ((state in ('awaiting', 'part-paid', 'overdue')) = (decided_at is null)),
      check ((decided_at is null) = (decided_by is null)),
      check (state <> 'paid' or paid_tiyin = price_tiyin - deposit_tiyin),
      created_at timestamptz not null default now(),
      unique (lot_id, sale)
    )
  `.execute(db);
  await sql`
    create unique index settlement_of_lot on settlement (lot_id)
      where state in ('awaiting', 'part-paid', 'overdue', 'paid')
  `.execute(db);
  await sql`create unique index settlement_hold on settlement (hold_id)`.execute(db);
  await sql`create index settlement_of_person on settlement (person_id, id)`.execute(db);
  await sql`create index settlement_to_look_at on settlement (look_at) where look_at is not null`.execute(db);

  await sql`
    create table settlement_payment (
      -- The payment by which a buyer brings the missing sum; when it is credited, the settlement is paid.
      payment_id bigint primary key references top_up (id),
      settlement_id bigint not null references settlement (id),
      created_at timestamptz not null default now(),
      -- When it was tried, and what came of it; null: not credited yet.
      tried_at timestamptz,
      outcome text check (outcome in ('paid', 'short', 'over')),
      check ((tried_at is null) = (outcome is null))
    )
  `.execute(db);
  await sql`create index settlement_payment_of on settlement_payment (settlement_id)`.execute(db);

  await sql`
    create table settlement_extension (
      id bigint generated always as identity primary key,
      settlement_id bigint not null references settlement (id),
      until timestamptz not null,
      reason text not null,
      asked_by text not null,
      asked_at timestamptz not null default now(),
      -- null: waits for a second person.
      decision text check (decision in ('approved', 'rejected')),
      decided_by text,
      decided_at timestamptz,
      check ((decision is null) = (decided_by is null) and (decision is null) = (decided_at is null)),
      check (decision is distinct from 'approved' or decided_by <> asked_by)
    )
  `.execute(db);
  await sql`
    create unique index settlement_extension_waiting on settlement_extension (settlement_id) where decision is null
  `.execute(db);

  // The rest of the price, from the balance to the account of sales.
  await sql`alter table ledger_journal drop constraint ledger_journal_kind`.execute(db);
  await sql`
    alter table ledger_journal add constraint ledger_journal_kind check (kind in (
      'top-up', 'top-up-reversal', 'hold', 'release', 'capture', 'forfeit',
      'pay-out', 'pay-out-settled', 'pay-out-returned', 'penalty', 'penalty-paid', 'payment'))
  `.execute(db);
  await sql`
    create or replace function ledger_way(kind text) returns text language sql immutable as $$
      select case kind
        when 'top-up' then 'clearing>available' when 'top-up-reversal' then 'available>clearing'
        when 'hold' then 'available>held' when 'release' then 'held>available'
        when 'capture' then 'held>escrow' when 'forfeit' then 'held>forfeit'
        when 'pay-out' then 'held>payout' when 'pay-out-settled' then 'payout>bank'
        when 'pay-out-returned' then 'payout>available'
        when 'penalty' then 'receivable>penalty' when 'penalty-paid' then 'available>receivable'
        when 'payment' then 'available>escrow'
      end
    $$
  `.execute(db);
}
