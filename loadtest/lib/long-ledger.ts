import { ask } from './database.ts';

/**
 * Top-ups of one person, 1 UZS each, with the balances they led to. The triggers, which would make them one by one, are off
 * meanwhile. @param personId has moved no money yet
 */
export async function fillLedger(url: string, personId: string, count: number): Promise<void> {
  if (!/^[\w-]+$/.test(personId)) throw new RangeError('not an id of a person');
  await ask(
    url,
    `do $$ declare v_available bigint; v_clearing bigint; begin
       set local session_replication_role = replica;
       insert into ledger_account (person_id, kind, balance_tiyin, version)
         values ('${personId}', 'available', ${count} * 100, ${count})
         on conflict on constraint ledger_account_one
         do update set balance_tiyin = excluded.balance_tiyin, version = excluded.version
         returning id into v_available;
       insert into ledger_account (person_id, kind, balance_tiyin, version) values ('${personId}', 'held', 0, 0)
         on conflict do nothing;
       insert into ledger_account (purpose, kind) values ('load', 'clearing') returning id into v_clearing;
       with journal as (
         insert into ledger_journal (kind, idempotency_key, person_id, amount_tiyin, reference, reason, actor)
         select 'top-up', 'load-' || n, '${personId}', 100, 'payment:' || n, 'load', 'system'
         from generate_series(1, ${count}) n returning id
       ), counted as (select id, row_number() over (order by id) as n from journal)
       insert into ledger_entry (journal_id, account_id, amount_tiyin, previous_balance_tiyin, balance_tiyin, version)
       select id, v_available, 100, (n - 1) * 100, n * 100, n from counted
       union all select id, v_clearing, -100, null, null, null from counted;
     end $$`,
  );
  await ask(url, 'analyze ledger_journal, ledger_entry, ledger_account');
}
