import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';
import { soldLots } from '../../fixtures/sold-lots.ts';
import { csvStatement } from '../../fixtures/statement-files.ts';
import { bankDay, statementLines, uzs, type StatementLines } from '../../fixtures/statement-lines.ts';

// A statement of several days that states its balances has every line of them.

let database: TestDatabase;
let bank: StatementLines;

beforeAll(async () => {
  database = await testDatabase('template', 20);
  bank = statementLines(database, soldLots(database, { operatorAccount: true }));
});
afterAll(() => database.close());

test('a line of a day within days that a balanced statement has already is a difference', async () => {
  const line = (day: number, sum: number, document: string) => ({
    day: bankDay(day),
    document,
    credit: uzs(sum),
  });
  const [first, second] = [line(-9, 60_00, 'W-1'), line(-7, 40_00, 'W-2')];
  expect(
    await bank.take(csvStatement([first, second], { opening: uzs(0), closing: uzs(100_00) }), null),
  ).toMatchObject({ outcome: 'done' });
  // The day of the first line ends with 60 by the one file, and with 1060 by the other.
  const invented = line(-9, 1_000_00, 'W-3');
  expect(
    await bank.take(csvStatement([first, invented], { opening: uzs(0), closing: uzs(1_060_00) }), null),
  ).toEqual({ outcome: 'reason-needed' });
});
