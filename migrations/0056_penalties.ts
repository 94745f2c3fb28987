import { sql, type Kysely } from 'kysely';

/**
 * Penalties of customers who withdraw orders from trade: what a person owes is an account of theirs beside the balance,
 * never above zero. A penalty is owed at once and paid from the balance, whole and once.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table ledger_account drop constraint ledger_account_owner`.execute(db);
  await sql`alter table ledger_account drop constraint ledger_account_balance`.execute(db);
  await sql`
    alter table ledger_account
      add constraint ledger_account_owner check (
        case when person_id is not null
          then purpose is null and kind in ('available', 'held', 'receivable') and balance_tiyin is not null
            and version is not null
          else purpose is not null and kind in ('clearing', 'escrow', 'forfeit', 'payout', 'bank', 'penalty')
            and balance_tiyin is null and version is null
        end),
      add constraint ledger_account_balance check (
        case when kind = 'receivable' then balance_tiyin between -9007199254740991 and 0
          else balance_tiyin between 0 and 9007199254740991 end)
  `.execute(db);

  await sql`alter table ledger_journal drop constraint ledger_journal_kind`.execute(db);
  await sql`
    alter table ledger_journal add constraint ledger_journal_kind check (kind in (
      'top-up', 'top-up-reversal', 'hold', 'release', 'capture', 'forfeit',
      'pay-out', 'pay-out-settled', 'pay-out-returned', 'penalty', 'penalty-paid'))
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
      end
    $$
  `.execute(db);
}
