import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DecisionStaff } from '#server/domains/staff/decisions/decisions.service.ts';
import { DEPOSIT } from '../../fixtures/applications-fixture.ts';
import { startDecisionsApp, type DecisionsApp } from '../../fixtures/decisions-app.ts';
import { PRICE, soldLots, type SoldLots } from '../../fixtures/sold-lots.ts';
import { csvStatement, type StatementLineGiven } from '../../fixtures/statement-files.ts';
import { bankDay, statementLines, uzs, type StatementLines } from '../../fixtures/statement-lines.ts';

// What one person brings holds off the loss of a sale for three days and no longer, by whatever way.

const HOUR_MS = 3_600_000;
const REST = PRICE - DEPOSIT;
const WHY = { reason: 'the bank knows of no such transfer', document: 'Letter 12 of the bank' };

let app: DecisionsApp;
let sold: SoldLots;
let bank: StatementLines;
let one: DecisionStaff;
let other: DecisionStaff;

beforeAll(async () => {
  app = await startDecisionsApp();
  sold = soldLots(app.database, { operatorAccount: true });
  bank = statementLines(app.database, sold);
});
// Dropping the database proves that the books balance.
afterAll(() => app.close());

const query = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await app.database.pool.query<Row>(text, values)).rows;

beforeEach(async () => {
  [one, other] = [await app.staff(), await app.staff()];
  await query('update bank_statement set from_day = from_day - 30, to_day = to_day - 30');
});

let balance = 500_00;
const plus = ({ credit = '0' }: StatementLineGiven) => Math.round(Number(credit.replace(',', '.')) * 100);
async function took(
  line: StatementLineGiven,
  sums: { opening?: string; closing?: string } = {},
  who = bank.importer,
) {
  const done = await bank.take(csvStatement([line], sums), 'no balances', who);
  if (done.outcome !== 'done') throw new Error(done.outcome);
  return done.statementIds[0]!;
}
/** A statement that follows on the one before. */
async function following(line: StatementLineGiven) {
  const opening = uzs(balance);
  balance += plus(line);
  return took(line, { opening, closing: uzs(balance) });
}
async function late() {
  const won = await sold.open(0);
  await sold.passUntil(won.id, -2 * HOUR_MS);
  const { due_at: due } = await sold.of(won.lotId);
  const propose = () =>
    app.office.decisions.propose({ kind: 'payment-absence', payload: { settlementId: won.id } }, WHY, one);
  const line = (more: Partial<StatementLineGiven> = {}): StatementLineGiven => ({
    day: bankDay(0, due),
    document: `H-${won.id}`,
    credit: uzs(REST),
    purpose: `Savdo S-${won.id}, lot ${won.lotId}`,
    ...more,
  });
  return { ...won, due, propose, line };
}
const daysAgo = (days: number) =>
  query(`update bank_statement set imported_at = now() - $1 * interval '1 day'`, [days]);
const lineOf = async (statementId: number) =>
  (
    await query<{ id: number }>('select id from bank_statement_line where statement_id = $1', [statementId])
  )[0]!.id;

describe('an invented transfer of one person', () => {
  test('does not hold a sale without end in a file with the balances of the bank, which no one else has brought', async () => {
    const sale = await late();
    const begun = await following({ day: bankDay(-3, sale.due), document: 'H-0', credit: '1,00' });
    await bank.confirm(begun);
    await following(sale.line());
    await daysAgo(30);
    // Nobody else has seen the line: one person alone would not credit it either.
    expect(await sale.propose()).toMatchObject({ outcome: 'done' });
  });

  test('does not hold it where a second account of that person asks for its credit', async () => {
    const sale = await late();
    const [first, second] = await Promise.all(
      ['31209905556601', '31209905556601'].map((pinfl) => sold.registered(pinfl, 'operator')),
    );
    const who = (personId: string) => ({ personId, name: 'Xodim', address: '127.0.0.1' });
    const statementId = await took(sale.line(), {}, who(first!));
    await daysAgo(30);
    await bank.deciding.credit(
      await lineOf(statementId),
      { personId: sale.personId, settlementId: sale.id },
      who(second!),
    );
    expect(await sale.propose()).toMatchObject({ outcome: 'done' });
  });

  test('does not hold it again in another file once two persons have dropped the first one', async () => {
    const sale = await late();
    const lineId = await lineOf(await took(sale.line()));
    await daysAgo(4);
    const who = ({ personId }: DecisionStaff) => ({ personId, name: 'Xodim', address: '127.0.0.1' });
    await bank.deciding.ignore(lineId, 'the bank knows nothing of it', who(one));
    expect(await bank.deciding.approve(lineId, 1, who(other))).toBe('done');
    await took(sale.line({ document: `H-${sale.id}-2`, purpose: `${sale.line().purpose} again` }));
    expect(await sale.propose()).toMatchObject({ outcome: 'done' });
  });

  test('is no longer one where the file of another person has it too, and holds until it is decided about', async () => {
    const sale = await late();
    await took(sale.line());
    await daysAgo(30);
    expect(await sale.propose()).toMatchObject({ outcome: 'done' });
    const again = await late();
    for (const who of [bank.importer, { ...bank.importer, personId: one.personId }])
      await took(again.line(), {}, who);
    await daysAgo(30);
    expect(await again.propose()).toEqual({ outcome: 'not-now', why: 'transfer-waits' });
  });
});
