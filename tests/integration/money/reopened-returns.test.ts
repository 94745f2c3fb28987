import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEPOSIT } from '../../fixtures/applications-fixture.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';
import { PRICE, soldLots, type SoldLots } from '../../fixtures/sold-lots.ts';
import { csvStatement } from '../../fixtures/statement-files.ts';
import { bankDay, statementLines, uzs, type StatementLines } from '../../fixtures/statement-lines.ts';

// Money that two persons sent back to its payer must not pay the sale as well, on the word of one.

const REST = PRICE - DEPOSIT;

let database: TestDatabase;
let sold: SoldLots;
let bank: StatementLines;

beforeAll(async () => {
  database = await testDatabase('template', 20);
  sold = soldLots(database, { operatorAccount: true });
  bank = statementLines(database, sold);
});
afterAll(() => database.close());

const by = (personId: string = randomUUID()) => ({ personId, name: 'Xodim', address: '127.0.0.1' });
const query = (text: string, values: unknown[] = []) => database.pool.query(text, values);

let balance = 1_000_00;
let day = -30;
async function brought(line: { credit?: string; debit?: string; purpose: string; stir?: string }) {
  const opening = balance;
  const sum = (text?: string) => Math.round(Number((text ?? '0').replace(',', '.')) * 100);
  const closing = opening + sum(line.credit) - sum(line.debit);
  const given = { document: `P-${day}`, ...line, day: bankDay((day += 1)) };
  const done = await bank.take(csvStatement([given], { opening: uzs(opening), closing: uzs(closing) }));
  if (done.outcome !== 'done') throw new Error(done.outcome);
  balance = closing;
  const { items } = await bank.lines.list(bank.viewer, {
    state: 'all',
    statementId: done.statementIds[0]!,
    page: 1,
    size: 1,
  });
  return items[0]!;
}

test.each([
  [
    'went back to its payer',
    (id: number, by: Parameters<typeof bank.deciding.giveBack>[2]) =>
      bank.deciding.giveBack(id, 'asked for by the payer', by),
  ],
  [
    'the bank reversed',
    (id: number, by: Parameters<typeof bank.deciding.giveBack>[2]) =>
      bank.deciding.ignore(id, 'reversed by the bank', by),
  ],
])('a transfer that %s is not credited by one person who opens it again', async (_, drop) => {
  if (day === -30) {
    const first = await brought({ credit: '1,00', purpose: 'Savdo' });
    await bank.confirm(first.statementId);
  }
  const stir = String(301_000_030 - day);
  const personId = await sold.registered(`3120990555${String(1000 - day)}`);
  await query('update person set stir = $2 where id::text = $1', [personId, stir]);
  const { id, lotId } = await sold.open(0, { personId });
  await sold.winLots.bankOrder(lotId, personId);
  const line = await brought({ credit: uzs(REST), purpose: `Savdo S-${id}, lot ${lotId}`, stir });

  // Two persons agree that the money is gone: the next statement says so.
  const [one, two] = [by(), by()];
  expect(await drop(line.id, one)).toBe('done');
  expect(await bank.deciding.approve(line.id, 1, two)).toBe('done');
  const back = await brought({ debit: uzs(REST), purpose: 'to the payer' });
  expect(await bank.deciding.ignore(back.id, 'the same money', one)).toBe('done');
  expect(await bank.deciding.approve(back.id, 1, two)).toBe('done');

  const dishonest = by();
  await bank.deciding.reopen(line.id, 'a mistake', dishonest);
  await bank.deciding.credit(line.id, { personId, settlementId: id }, dishonest);
  expect(await sold.of(lotId)).not.toMatchObject({ state: 'paid' });
  expect(await bank.line(line.id)).toMatchObject({ approvalsNeeded: 2 });

  // Two others open it again, and what was opened again is no proof for one person.
  for (const dropper of [one, two])
    expect(await bank.deciding.reopen(line.id, 'it came', dropper)).toBe('second-person');
  expect(await bank.deciding.reopen(line.id, 'it came', by())).toBe('done');
  expect(await bank.line(line.id)).toMatchObject({ state: 'undecided', approvalsNeeded: 2 });
  expect(await bank.deciding.credit(line.id, { personId, settlementId: id }, by())).toBe('done');
  expect(await bank.line(line.id)).toMatchObject({ state: 'asked' });
});
