import { sql, type Kysely } from 'kysely';

/**
 * What sellers get: from the account of sales the fee goes to the operator and the rest to the seller's bank, or back when the
 * bank returns it. No account of a person takes part.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ledger(db);
  await sql`
    create table payout (
      id bigint generated always as identity primary key,
      settlement_id bigint not null unique references settlement (id),
      seller_id text not null,
      price_tiyin bigint not null check (price_tiyin > 0),
      fee_tiyin bigint not null check (fee_tiyin >= 0),
      amount_tiyin bigint not null check (amount_tiyin > 0),
      state text not null default 'planned'
        check (state in ('planned', 'approved', 'in-flight', 'paid', 'returned', 'cancelled')),
      -- End of the time for protests.
      not_before timestamptz not null,
      -- Counts rounds of approval: a new one after other requisites and after a return.
      round integer not null default 1,
      -- As approved in this round; null: not approved yet.
      requisites jsonb,
      -- The ledger's journals: the fee, and the last payment out.
      fee_id bigint unique references ledger_journal (id),
      pay_out_id bigint unique references ledger_journal (id),
      bank_document text,
      sent_at timestamptz,
      paid_at timestamptz,
      created_at timestamptz not null default now(),
      unique (id, seller_id),
      check (amount_tiyin = price_tiyin - fee_tiyin),
      check (state not in ('approved', 'in-flight', 'paid') or requisites is not null),
      check (state not in ('in-flight', 'paid', 'returned')
        or (pay_out_id is not null and sent_at is not null and (fee_id is null) = (fee_tiyin = 0))),
      check ((state = 'paid') = (paid_at is not null) and (state = 'paid') = (bank_document is not null))
    )
  `.execute(db);
  await sql`create index payout_by_state on payout (state, not_before, id)`.execute(db);
  await sql`
    create table payout_step (
      id bigint generated always as identity primary key,
      payout_id bigint not null,
      seller_id text not null,
      round integer not null,
      action text not null
        check (action in ('approved', 'requisites-changed', 'sent', 'paid', 'returned', 'planned-again')),
      actor text not null,
      note text,
      at timestamptz not null default clock_timestamp(),
      foreign key (payout_id, seller_id) references payout (id, seller_id),
      -- Staff never decide about money of their own.
      check (actor <> seller_id)
    )
  `.execute(db);
  await sql`create index payout_step_of on payout_step (payout_id, id)`.execute(db);
  await sql`
    create unique index payout_step_approves_once on payout_step (payout_id, round, actor) where action = 'approved'
  `.execute(db);
  await sql`
    create trigger payout_step_append_only before update or delete or truncate on payout_step
    for each statement execute function ledger_refuse_change()
  `.execute(db);
}

async function ledger(db: Kysely<unknown>): Promise<void> {
  await sql`alter table ledger_account drop constraint ledger_account_owner`.execute(db);
  await sql`
    alter table ledger_account add constraint ledger_account_owner check (
      case when person_id is not null
        then purpose is null and kind in ('available', 'held', 'receivable') and balance_tiyin is not null
          and version is not null
        else purpose is not null and kind in ('clearing', 'escrow', 'forfeit', 'payout', 'bank', 'penalty', 'fee')
          and balance_tiyin is null and version is null
      end)
  `.execute(db);
  await sql`alter table ledger_journal drop constraint ledger_journal_kind`.execute(db);
  await sql`
    alter table ledger_journal add constraint ledger_journal_kind check (kind in (
      'top-up', 'top-up-reversal', 'hold', 'release', 'capture', 'forfeit',
      'pay-out', 'pay-out-settled', 'pay-out-returned', 'penalty', 'penalty-paid', 'payment',
      'sale-fee', 'sale-out', 'sale-out-settled', 'sale-out-returned'))
  `.execute(db);
  await sql`alter table ledger_journal drop constraint ledger_journal_resolves`.execute(db);
  await sql`alter table ledger_journal drop constraint ledger_journal_shape`.execute(db);
  await sql`alter table ledger_journal drop column resolves_kind`.execute(db);
  await sql`
    alter table ledger_journal add column resolves_kind text generated always as (
      case kind
        when 'release' then 'hold' when 'capture' then 'hold' when 'forfeit' then 'hold' when 'pay-out' then 'hold'
        when 'top-up-reversal' then 'top-up'
        when 'pay-out-settled' then 'pay-out' when 'pay-out-returned' then 'pay-out'
        when 'penalty-paid' then 'penalty'
        when 'sale-out-settled' then 'sale-out' when 'sale-out-returned' then 'sale-out'
      end) stored
  `.execute(db);
  await sql`
    alter table ledger_journal
      add constraint ledger_journal_resolves
        foreign key (resolves_id, resolves_kind, person_id, amount_tiyin)
        references ledger_journal (id, kind, person_id, amount_tiyin),
      add constraint ledger_journal_shape check ((resolves_kind is null) = (resolves_id is null))
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
        when 'sale-fee' then 'escrow>fee' when 'sale-out' then 'escrow>payout'
        when 'sale-out-settled' then 'payout>bank' when 'sale-out-returned' then 'payout>escrow'
      end
    $$
  `.execute(db);
}
