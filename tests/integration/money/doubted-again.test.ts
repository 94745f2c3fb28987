import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';
import { soldLots } from '../../fixtures/sold-lots.ts';
import { csvStatement } from '../../fixtures/statement-files.ts';
import { bankDay, statementLines, uzs, type StatementLines } from '../../fixtures/statement-lines.ts';

// What two persons have compared with the bank's paper is not in doubt again by the file of one.

let database: TestDatabase;
let bank: StatementLines;

beforeAll(async () => {
  database = await testDatabase('template', 20);
  bank = statementLines(database, soldLots(database, { operatorAccount: true }));
});
afterAll(() => database.close());

const by = (personId: string = randomUUID()) => ({ personId, name: 'Xodim', address: '127.0.0.1' });

test('a file of one person does not hold up the money of a statement that two have confirmed', async () => {
  const line = (sum: number, document: string) => ({ day: bankDay(-5), document, credit: uzs(sum) });
  const sums = (closing: number) => ({ opening: uzs(0), closing: uzs(closing) });
  const real = await bank.take(csvStatement([line(60_00, 'D-1')], sums(60_00)));
  if (real.outcome !== 'done') throw new Error(real.outcome);
  await bank.confirm(real.statementIds[0]!);
  const dishonest = by();
  await bank.take(csvStatement([line(59_00, 'D-2')], sums(59_00)), 'a correction', dishonest);
  const { items } = await bank.lines.list(bank.viewer, {
    state: 'all',
    statementId: real.statementIds[0]!,
    page: 1,
    size: 1,
  });
  expect(await bank.credit(items[0]!.id, { personId: randomUUID() }, by())).toBe('done');
});

test('a line of one person does not hold up the line of a statement that two have confirmed, which it contradicts', async () => {
  const line = { day: bankDay(-3), document: 'D-3', credit: uzs(70_00), purpose: 'Savdo S-17' };
  const sums = { opening: uzs(0), closing: uzs(70_00) };
  const real = await bank.take(csvStatement([line], sums));
  if (real.outcome !== 'done') throw new Error(real.outcome);
  const known = { state: 'all', statementId: real.statementIds[0]!, page: 1, size: 1 } as const;
  await bank.confirm(known.statementId);
  const other = await bank.take(
    csvStatement([{ ...line, purpose: 'Savdo S-18' }], sums),
    'a correction',
    by(),
  );
  if (other.outcome !== 'done') throw new Error(other.outcome);
  const { items } = await bank.lines.list(bank.viewer, known);
  expect(items[0]).toMatchObject({ inDoubt: false });
  // Where two have compared that one with the bank's paper as well, somebody has to say which it is.
  await bank.confirm(other.statementIds[0]!);
  expect(await bank.credit(items[0]!.id, { personId: randomUUID() }, by())).toBe('in-doubt');
});
