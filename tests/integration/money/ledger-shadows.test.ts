import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWallet } from '#server/domains/money/wallet/index.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

test('the check of journals looks at its own tables, whatever a session puts in their place', async () => {
  const wallet = createWallet(database.db);
  const paid = { personId: 'somebody', amountTiyin: 10_00, key: 'first', reason: 'a test', actor: 'system' };
  await wallet.topUp({ ...paid, provider: 'cash-desk', reference: 'first' });
  const client = await database.pool.connect();
  try {
    // One entry of a journal is real; in the session's own tables it has the other one too.
    await client.query(`begin;
      create temp table ledger_journal (like public.ledger_journal including indexes);
      create temp table ledger_entry (like public.ledger_entry including indexes);
      insert into public.ledger_journal (kind, idempotency_key, person_id, amount_tiyin, reference, reason, actor)
        values ('top-up', 'forged', 'somebody', 100000, 'x', 'x', 'x');
      insert into public.ledger_entry (journal_id, account_id, amount_tiyin)
        select max(j.id), a.id, 100000 from public.ledger_journal j, ledger_account a
        where a.person_id = 'somebody' and a.kind = 'available' group by a.id;
      insert into ledger_journal select * from public.ledger_journal order by id desc limit 1;
      insert into ledger_entry (id, journal_id, account_id, amount_tiyin)
        select a.id, j.id, a.id, case a.kind when 'available' then 100000 else -100000 end
        from ledger_journal j, ledger_account a
        where (a.person_id = 'somebody' and a.kind = 'available')
          or a.id = (select min(id) from ledger_account where kind = 'clearing')`);
    await expect(client.query('commit')).rejects.toMatchObject({ code: 'LG002' });
  } finally {
    await client.query('rollback');
    client.release();
  }
  expect(await wallet.balanceOf('somebody')).toBe(10_00);
});
