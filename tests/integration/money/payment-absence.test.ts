import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DecisionStaff } from '#server/domains/staff/decisions/decisions.service.ts';
import { finishAlone } from '../../fixtures/finish-alone.ts';
import { DEPOSIT } from '../../fixtures/applications-fixture.ts';
import { startDecisionsApp, type DecisionsApp } from '../../fixtures/decisions-app.ts';
import { PRICE, soldLots, type SoldLots } from '../../fixtures/sold-lots.ts';
import { csvStatement } from '../../fixtures/statement-files.ts';
import { bankDay, statementLines, uzs, type StatementLines } from '../../fixtures/statement-lines.ts';

// A statement that leaves a line out must not make a buyer lose who paid by a payment order.

const HOUR_MS = 3_600_000;
const REST = PRICE - DEPOSIT;
const WHY = { reason: 'the statement has no such line', document: 'Statement 327 of the bank' };

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
  // Statements of earlier tests are of other days.
  await query('update bank_statement set from_day = from_day - 30, to_day = to_day - 30');
});

/** A sale whose buyer has a payment order and whose deadline has passed. */
async function late() {
  const won = await sold.open(0);
  expect(await sold.winLots.bankOrder(won.lotId, won.personId)).not.toBeNull();
  await sold.passUntil(won.id, -2 * HOUR_MS);
  await query(`update settlement set statement_until = now() + interval '1 day' where id = $1`, [won.id]);
  const { due_at: due } = await sold.of(won.lotId);
  const look = async () => {
    await sold.looking.look(won.id);
    await sold.looking.look(won.id);
    return (await sold.of(won.lotId)).state;
  };
  const propose = () =>
    app.office.decisions.propose({ kind: 'payment-absence', payload: { settlementId: won.id } }, WHY, one);
  return { ...won, due, look, propose };
}

let balance = 500_00;
/** Takes over a statement of a day. */
async function stated(
  day: string,
  file: 'unbroken' | 'no-balances',
  line: { credit?: string; purpose?: string } = {},
) {
  const { credit = '1,00', purpose = 'Savdo' } = line;
  const opening = balance;
  balance += Math.round(Number(credit.replace(',', '.')) * 100);
  const sums = file === 'unbroken' ? { opening: uzs(opening), closing: uzs(balance) } : {};
  const done = await bank.take(csvStatement([{ day, credit, purpose, document: `A-${balance}` }], sums));
  if (done.outcome !== 'done') throw new Error(done.outcome);
  return done.statementIds[0]!;
}
const taskOf = (lotId: number) =>
  query(`select kind, reason, done_at is not null as done from staff_task where lot_id = $1`, [lotId]);

test('a sale with a payment order is lost only when two persons confirm that an unbroken statement has no transfer', async () => {
  const { id, lotId, due, look, propose } = await late();
  expect(await look()).toBe('overdue');
  expect(await finishAlone(app.database, lotId)).toBe('staff-tasks.decided');
  expect(await taskOf(lotId)).toEqual([{ kind: 'confirm-absence', reason: `S-${id}`, done: false }]);
  expect(await propose()).toEqual({ outcome: 'not-now', why: 'statement-missing' });

  // Of another sum than the next statement's: it would be read as a repeat of this one.
  await stated(bankDay(0, due), 'no-balances', { credit: '2,00' });
  expect(await propose()).toEqual({ outcome: 'not-now', why: 'statement-missing' });
  expect(await look()).toBe('overdue');
  await query('update bank_statement set from_day = from_day - 30, to_day = to_day - 30');

  const before = await stated(bankDay(-1, due), 'unbroken');
  await stated(bankDay(0, due), 'unbroken');
  expect(await propose()).toEqual({ outcome: 'not-now', why: 'statement-missing' });
  // The row begins where two persons have confirmed a statement, and what follows on it is unbroken from then.
  await bank.confirm(before);
  expect(await look()).toBe('overdue');
  const made = await propose();
  if (made.outcome !== 'done') throw new Error(JSON.stringify(made));
  expect(await look()).toBe('overdue');
  expect(await app.office.decisions.decide(made.decisionId, one)).toEqual({ outcome: 'second-person' });
  expect(await look()).toBe('overdue');
  expect(await app.office.decisions.decide(made.decisionId, other)).toMatchObject({ outcome: 'done' });
  expect(await look()).toBe('defaulted');
  expect((await taskOf(lotId))[0]).toMatchObject({ kind: 'confirm-absence', done: true });
});

test('without a statement in five working days two persons decide by a document', async () => {
  const { id, look, propose } = await late();
  expect(await look()).toBe('overdue');
  await query('update settlement set statement_until = now() where id = $1', [id]);
  expect(await look()).toBe('overdue');
  const made = await propose();
  if (made.outcome !== 'done') throw new Error(JSON.stringify(made));
  expect(await app.office.decisions.decide(made.decisionId, other)).toMatchObject({ outcome: 'done' });
  expect(await look()).toBe('defaulted');
});

test('nothing is confirmed while a transfer that names the sale waits for staff', async () => {
  const { id, lotId, due, propose } = await late();
  await query('update settlement set statement_until = now() where id = $1', [id]);
  await stated(bankDay(0, due), 'no-balances', { credit: uzs(REST), purpose: `Savdo S-${id}, lot ${lotId}` });
  expect(await propose()).toEqual({ outcome: 'not-now', why: 'transfer-waits' });
});

test('what was confirmed for one deadline does not count for a later one', async () => {
  const { id, look, propose } = await late();
  await query('update settlement set statement_until = now() where id = $1', [id]);
  const made = await propose();
  if (made.outcome !== 'done') throw new Error(JSON.stringify(made));
  await app.office.decisions.decide(made.decisionId, other);
  await query(`update settlement set due_at = due_at + interval '1 minute', look_at = now() where id = $1`, [
    id,
  ]);
  expect(await look()).toBe('overdue');
});

describe('a transfer that one person alone brought', () => {
  /** A sale whose deadline has passed, with a transfer of the whole sum so many days ago. */
  async function brought(daysAgo: number, file: 'unbroken' | 'no-balances' = 'no-balances') {
    const won = await sold.open(0);
    await sold.passUntil(won.id, -2 * HOUR_MS);
    const { due_at: due } = await sold.of(won.lotId);
    const purpose = `Savdo S-${won.id}, lot ${won.lotId}`;
    const statementId = await stated(bankDay(0, due), file, { credit: uzs(REST), purpose });
    if (file === 'unbroken') await bank.confirm(statementId);
    await query(`update bank_statement set imported_at = now() - $2 * interval '1 day' where id = $1`, [
      statementId,
      daysAgo,
    ]);
    const look = async () => {
      await sold.looking.look(won.id);
      await sold.looking.look(won.id);
      return (await sold.of(won.lotId)).state;
    };
    const propose = () =>
      app.office.decisions.propose({ kind: 'payment-absence', payload: { settlementId: won.id } }, WHY, one);
    const [line] = await query<{ id: number }>('select id from bank_statement_line where statement_id = $1', [
      statementId,
    ]);
    return { ...won, purpose, due, lineId: line!.id, look, propose };
  }

  test('holds the loss off for three days, then two persons decide by the bank’s answer', async () => {
    const { id, lotId, look, propose, due, purpose } = await brought(2.9);
    expect(await look()).toBe('overdue');
    expect(await taskOf(lotId)).toEqual([]);
    expect(await propose()).toEqual({ outcome: 'not-now', why: 'transfer-waits' });
    await query(`update bank_statement set imported_at = imported_at - interval '1 day'`);
    // Another one, brought by then, gives no new time.
    await stated(bankDay(0, due), 'no-balances', { credit: uzs(REST), purpose: `${purpose} again` });
    expect(await look()).toBe('overdue');
    expect(await taskOf(lotId)).toEqual([{ kind: 'confirm-absence', reason: `S-${id}`, done: false }]);
    const made = await propose();
    if (made.outcome !== 'done') throw new Error(JSON.stringify(made));
    expect(await look()).toBe('overdue');
    expect(await app.office.decisions.decide(made.decisionId, other)).toMatchObject({ outcome: 'done' });
    expect(await look()).toBe('defaulted');
  });

  test('holds it off longer where somebody else has asked for its credit', async () => {
    const { id, personId, lineId, propose, look } = await brought(4);
    const asked = { personId, settlementId: id };
    await bank.deciding.credit(lineId, asked, { ...bank.importer, personId: one.personId });
    expect(await propose()).toEqual({ outcome: 'not-now', why: 'transfer-waits' });
    expect(await look()).toBe('overdue');
    await bank.deciding.reject(
      lineId,
      { round: 1, reason: 'unknown' },
      { ...bank.importer, personId: one.personId },
    );
    await bank.deciding.credit(lineId, asked, bank.importer);
    expect(await propose()).toMatchObject({ outcome: 'done' });
  });

  test('is proven by an unbroken statement, and holds it off until it is decided about', async () => {
    const { propose, look } = await brought(30, 'unbroken');
    expect(await propose()).toEqual({ outcome: 'not-now', why: 'transfer-waits' });
    expect(await look()).toBe('overdue');
  });
});
