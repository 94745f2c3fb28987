import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWallet } from '#server/domains/money/wallet/index.ts';
import { checkLedger, INVARIANTS } from '../../fixtures/check-ledger.ts';
import { publishTestLot } from '../../fixtures/lots.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';

/** Invariants 7–9, 11 and 12: what the ledger has in common with lots, rooms, providers, applications and refunds. */

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await wholeHistory();
});
// Each test breaks something in a transaction of its own, which is never committed.
afterAll(() => database.close());

const by = { reason: 'a test', actor: 'system' };

/** A database in which everything happened once and rightly. */
async function wholeHistory(): Promise<void> {
  const wallet = createWallet(database.db);
  const run = async (statement: string, values: unknown[] = []) =>
    (await database.pool.query(statement, values)).rows[0];
  const lotId = await publishTestLot(database);
  await run(
    `update lot set practice = false, deposit_tiyin = 10000, status = 6, ended_at = now() - interval '1 day',
       winner_person_id = 'winner' where id = $1`,
    [lotId],
  );

  const paid = (personId: string, amountTiyin: number, payment: number) => ({
    ...by,
    personId,
    amountTiyin,
    key: `p${payment}`,
    provider: 'payme',
    reference: `payment:${payment}`,
  });
  for (const [personId, takenBack] of [
    ['winner', false],
    ['loser', false],
    ['loser', true],
  ] as const) {
    const { id } = await run(
      `insert into top_up (person_id, provider, amount_tiyin, request_id, expires_at)
       values ($1, 'payme', 100000, gen_random_uuid(), now()) returning id`,
      [personId],
    );
    await run(
      `insert into provider_transaction
         (provider, provider_id, top_up_id, person_id, amount_tiyin, state, created_ms, performed_ms, cancelled_ms)
       values ('payme', $1, $2, $3, 100000, $4, 1, 2, $5)`,
      [`p${id}`, id, personId, takenBack ? 'cancelled' : 'performed', takenBack ? 3 : null],
    );
    await wallet.topUp(paid(personId, 1_000_00, id));
    if (takenBack) await wallet.reverseTopUp(paid(personId, 1_000_00, id));
  }

  for (const personId of ['winner', 'loser']) {
    const held = await wallet.hold({
      ...by,
      personId,
      amountTiyin: 100_00,
      key: personId,
      reference: `lot:${lotId}`,
    });
    if (held.outcome !== 'held') throw new Error(held.outcome);
    await run(
      `insert into trade_application (lot_id, person_id, number, status, deposit_tiyin, deposit_state, hold_id)
       values ($1, $2, $3, $4, 10000, $5, $6)`,
      [
        lotId,
        personId,
        personId === 'winner' ? 1 : 2,
        ...(personId === 'winner' ? ['won', 'held'] : ['lost', 'released']),
        held.holdId,
      ],
    );
    await run(
      `insert into auction_entry (lot_id, seq, epoch, log_id, prev_log_id, hash, entry)
       values ($1, $2, 1, '1', '0', 'x', jsonb_build_object('kind', 'price', 'person', $3::text, 'atUs',
         (extract(epoch from now()) * 1000000)::bigint))`,
      [lotId, personId === 'winner' ? 2 : 1, personId],
    );
    if (personId === 'loser') await wallet.release({ ...by, key: 'loser', holdId: held.holdId });
  }

  for (const status of [
    'created',
    'under-review',
    'sent-to-bank',
    'paid',
    'rejected',
    'returned',
    'cancelled',
  ]) {
    const { id } = await run(
      `insert into refund (person_id, request_key, amount_tiyin, kind, approvals_needed)
       values ('loser', $1, 1000, 'account', 1) returning id`,
      [status],
    );
    const key = `refund:${id}`;
    const held = await wallet.hold({ ...by, personId: 'loser', amountTiyin: 10_00, key, reference: key });
    if (held.outcome !== 'held') throw new Error(held.outcome);
    const { holdId } = held;
    let payOutId: number | null = null;
    if (['sent-to-bank', 'paid', 'returned'].includes(status)) {
      const out = await wallet.payOut({ ...by, key, holdId });
      payOutId = out.outcome === 'resolved' ? out.journalId : null;
      if (status === 'paid') await wallet.settlePayOut({ ...by, key, payOutId: payOutId ?? 0 });
      if (status === 'returned') await wallet.returnPayOut({ ...by, key, payOutId: payOutId ?? 0 });
    } else if (status === 'rejected' || status === 'cancelled') {
      await wallet.release({ ...by, key, holdId });
    }
    await run(
      `update refund set status = $1, hold_id = $2, pay_out_id = $3, reason = 'why', bank_document = '1' where id = $4`,
      [status === 'returned' ? 'rejected' : status, holdId, payOutId, id],
    );
  }
}

/** What the check says after somebody with the keys of the database did this; undone afterwards. */
async function after(statement: string): Promise<number[]> {
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    await client.query('set local session_replication_role = replica');
    const { rowCount } = await client.query(statement);
    expect(rowCount, 'rows that were broken').toBeGreaterThan(0);
    return await numbers((text) => client.query(text));
  } finally {
    await client.query('rollback');
    client.release();
  }
}

/** The check itself wants a transaction of its own, so its questions are asked one by one here. */
async function numbers(ask: (text: string) => Promise<{ rows: unknown[] }>): Promise<number[]> {
  const found = new Set<number>();
  for (const { number, query } of INVARIANTS) {
    if ((await ask(query)).rows.length > 0) found.add(number);
  }
  return [...found];
}

describe('the ledger beside what others keep', () => {
  test('is whole where everything happened rightly', async () => {
    expect(await checkLedger(database.db)).toEqual([]);
  });

  test.each([
    [
      7,
      'a deposit held for a lot no one won',
      `update lot set status = 9, winner_person_id = null where status = 6`,
    ],
    [
      7,
      'a loser’s deposit that no one released',
      `update lot set winner_person_id = 'another' where status = 6`,
    ],
    [
      8,
      'a price without a deposit',
      `update auction_entry set entry = entry || '{"person": "stranger"}' where seq = 1`,
    ],
    [
      8,
      'a price confirmed before the deposit was held',
      `update ledger_journal set posted_at = now() + interval '1 hour' where kind = 'hold' and reference like 'lot:%'
         and person_id = 'winner'`,
    ],
    [
      8,
      'a price confirmed after the deposit was released',
      `update ledger_journal set posted_at = now() - interval '1 hour' where kind = 'release'
         and reference like 'lot:%' and person_id = 'loser'`,
    ],
    [
      9,
      'a payment no one credited',
      `update provider_transaction set top_up_id = 1 where person_id = 'winner'`,
    ],
    [
      9,
      'a credit of another sum',
      `update provider_transaction set amount_tiyin = 99999 where person_id = 'winner'`,
    ],
    [
      9,
      'a credit of another person',
      `update provider_transaction set person_id = 'x' where person_id = 'winner'`,
    ],
    [
      9,
      'a payment taken back that is still credited',
      `update provider_transaction set state = 'cancelled', cancelled_ms = 3 where person_id = 'winner'`,
    ],
    [9, 'a credit no provider knows of', `delete from provider_transaction where person_id = 'winner'`],
    [11, 'a deposit no application has', `delete from trade_application where person_id = 'winner'`],
    [
      11,
      'an application whose deposit is gone',
      `update trade_application set deposit_state = 'held' where person_id = 'loser'`,
    ],
    [
      11,
      'a deposit of another sum',
      `update trade_application set deposit_tiyin = 1 where person_id = 'winner'`,
    ],
    [11, 'a deposit for another lot', `update trade_application set lot_id = 7 where person_id = 'winner'`],
    [11, 'money held for no refund', `delete from refund where status = 'created'`],
    [11, 'a refund paid that never left', `update refund set status = 'paid' where status = 'sent-to-bank'`],
    [
      11,
      'a refund sent that was only held',
      `update refund set status = 'sent-to-bank', pay_out_id = 1 where status = 'created'`,
    ],
    [
      11,
      'a refused refund still held',
      `update refund set status = 'rejected' where status = 'under-review'`,
    ],
    [11, 'a refund of another sum', `update refund set amount_tiyin = 999 where status = 'paid'`],
    [
      12,
      'an account that differs from the statement',
      `update provider_transaction set state = 'created' where person_id = 'winner'`,
    ],
  ] as const)('%i finds %s', async (number, _what, statement) => {
    expect(await after(statement)).toContain(number);
    expect(await checkLedger(database.db)).toEqual([]);
  });

  test('allows a deposit its minute after the close', async () => {
    expect(
      await after(`update lot set status = 9, winner_person_id = null, ended_at = now() where status = 6`),
    ).toEqual([]);
  });
});
