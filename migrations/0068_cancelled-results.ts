import { sql, type Kysely } from 'kysely';

/**
 * Results of sold lots that are cancelled. The price goes from the account of sales back to the buyer, a fee that was taken goes
 * back to it, and what has left to the seller's bank becomes a receivable from the seller (`sale-claim`), paid whole and once.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await ledger(db);
  await sql`
    create table result_cancellation (
      id bigint generated always as identity primary key,
      lot_id bigint not null references lot (id),
      -- The sale it was proposed for; null: the lot had none.
      settlement_id bigint references settlement (id),
      reason text not null,
      -- Being prepared: the documents it is based on are uploaded.
      state text not null check (state in ('prepared', 'proposed', 'approved', 'turned-down', 'dropped')),
      proposed_by text not null,
      created_at timestamptz not null default clock_timestamp(),
      proposed_at timestamptz,
      decided_by text,
      decided_at timestamptz,
      -- Why it was turned down.
      note text,
      -- What was returned to the buyer, and what the seller owes because of it.
      returned_tiyin bigint check (returned_tiyin >= 0),
      owed_tiyin bigint check (owed_tiyin >= 0),
      check ((state in ('approved', 'turned-down')) = (decided_by is not null)),
      check (state not in ('proposed', 'approved', 'turned-down') or proposed_at is not null),
      check ((decided_by is null) = (decided_at is null)),
      check (decided_by <> proposed_by),
      check ((state = 'turned-down') = (note is not null)),
      check ((state = 'approved') = (returned_tiyin is not null)),
      check ((returned_tiyin is null) = (owed_tiyin is null))
    )
  `.execute(db);
  await sql`
    create unique index result_cancellation_open on result_cancellation (lot_id) where state in ('prepared', 'proposed')
  `.execute(db);
  await sql`create index result_cancellation_of_lot on result_cancellation (lot_id, id)`.execute(db);

  await sql`
    create table sale_claim (
      id bigint generated always as identity primary key,
      settlement_id bigint not null unique references settlement (id),
      lot_id bigint not null references lot (id),
      seller_id text not null,
      amount_tiyin bigint not null check (amount_tiyin > 0),
      journal_id bigint not null unique references ledger_journal (id),
      created_at timestamptz not null default clock_timestamp(),
      paid_at timestamptz
    )
  `.execute(db);
  await sql`create index sale_claim_of_seller on sale_claim (seller_id, id)`.execute(db);

  // An open offer is taken back.
  await sql`alter table offer drop constraint offer_obstacle_check`.execute(db);
  await sql`
    alter table offer add constraint offer_obstacle_check
      check (obstacle in ('disabled', 'barred', 'own-lot', 'same-person', 'result-cancelled'))
  `.execute(db);

  await sql`alter table payout_step drop constraint payout_step_action_check`.execute(db);
  await sql`
    alter table payout_step add constraint payout_step_action_check check (action in
      ('approved', 'requisites-changed', 'sent', 'paid', 'returned', 'planned-again', 'cancelled'))
  `.execute(db);
}

async function ledger(db: Kysely<unknown>): Promise<void> {
  await sql`alter table ledger_journal drop constraint ledger_journal_kind`.execute(db);
  await sql`
    alter table ledger_journal add constraint ledger_journal_kind check (kind in (
      'top-up', 'top-up-reversal', 'hold', 'release', 'capture', 'forfeit',
      'pay-out', 'pay-out-settled', 'pay-out-returned', 'penalty', 'penalty-paid', 'payment',
      'sale-fee', 'sale-out', 'sale-out-settled', 'sale-out-returned',
      'sale-back', 'sale-fee-back', 'sale-claim', 'sale-claim-paid'))
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
        when 'sale-fee-back' then 'sale-fee'
        when 'sale-claim-paid' then 'sale-claim'
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
        when 'sale-back' then 'escrow>available' when 'sale-fee-back' then 'fee>escrow'
        when 'sale-claim' then 'receivable>escrow' when 'sale-claim-paid' then 'available>receivable'
      end
    $$
  `.execute(db);
}
