import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { payoutsOfSeller } from '../../fixtures/payout-samples.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';
import { soldLots } from '../../fixtures/sold-lots.ts';
import { bankDay, statementLines, uzs, type StatementLines } from '../../fixtures/statement-lines.ts';

// A line that names no account shows nothing of where money went, also where it was sent to a card.

let database: TestDatabase;
let bank: StatementLines;

beforeAll(async () => {
  database = await testDatabase('template', 20);
  bank = statementLines(database, soldLots(database, { operatorAccount: true }));
});
// Dropping the database proves that the books balance.
afterAll(() => database.close());

const by = (personId: string = randomUUID()) => ({ personId, name: 'Xodim', address: '127.0.0.1' });

test('a payout to a card is not found by one person in a line without an account', async () => {
  const id = await payoutsOfSeller(database, randomUUID()).sent();
  await database.pool.query(
    `update payout set requisites = '{"kind": "card", "cardId": 1, "mask": "8600 **** **** 0001", "holderName": "Sotuvchi"}'
     where id = $1`,
    [id],
  );
  const { rows } = await database.pool.query<{ sum: string }>(
    'select amount_tiyin - set_off_tiyin as sum from payout where id = $1',
    [id],
  );
  const [line] = await bank.brought([
    {
      day: bankDay(),
      document: 'F-1',
      debit: uzs(Number(rows[0]!.sum)),
      account: '',
      name: '',
      purpose: 'Fee',
    },
  ]);
  expect(await bank.deciding.match(line!.id, { kind: 'payout', id }, by())).toBe('other-account');
});
