import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEPOSIT } from '../../fixtures/applications-fixture.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';
import { PRICE, soldLots, type SoldLots } from '../../fixtures/sold-lots.ts';
import { csvStatement, type StatementLineGiven } from '../../fixtures/statement-files.ts';
import { bankDay, statementLines, uzs, type StatementLines } from '../../fixtures/statement-lines.ts';

// A transfer counts from its value date: two files that state it differently contradict one another like two that name another sale.

let database: TestDatabase;
let sold: SoldLots;
let bank: StatementLines;

beforeAll(async () => {
  database = await testDatabase('template', 20);
  sold = soldLots(database, { operatorAccount: true });
  bank = statementLines(database, sold);
});
// Dropping the database proves that the books balance.
afterAll(() => database.close());

const by = (personId: string = randomUUID()) => ({ personId, name: 'Xodim', address: '127.0.0.1' });

test('a line with an earlier value date than the one of the bank’s own file is not borne out by it', async () => {
  const won = await sold.open(0);
  const real: StatementLineGiven = {
    day: bankDay(-2),
    document: 'V-1',
    credit: uzs(PRICE - DEPOSIT),
    purpose: `Savdo S-${won.id}, lot ${won.lotId}`,
  };
  // Money that came too late counts as money in time.
  const [altered] = await bank.brought([{ ...real, valueDay: bankDay(-9) }]);
  const seen = await bank.take(csvStatement([real]), 'no balances', by());
  expect(seen.outcome).toBe('done');
  expect(await bank.line(altered!.id)).toMatchObject({ inDoubt: true });
});
