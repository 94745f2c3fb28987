import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEPOSIT } from '../../fixtures/applications-fixture.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';
import { PRICE, soldLots, type SoldLots } from '../../fixtures/sold-lots.ts';
import type { StatementLineGiven } from '../../fixtures/statement-files.ts';
import { bankDay, statementLines, uzs, type StatementLines } from '../../fixtures/statement-lines.ts';

// One member of staff must not lose a sale by what they say about the buyer's transfer, or hide money that left.

const HOUR_MS = 3_600_000;
const REST = PRICE - DEPOSIT;

let database: TestDatabase;
let sold: SoldLots;
let bank: StatementLines;

beforeAll(async () => {
  database = await testDatabase('template', 20);
  sold = soldLots(database);
  bank = statementLines(database, sold);
});
// Dropping the database proves that the books balance.
afterAll(() => database.close());

const by = (personId: string = randomUUID()) => ({ personId, name: 'Xodim', address: '127.0.0.1' });

let payers = 0;
/** A sale whose deadline has passed, and its buyer's transfer of that day. */
async function late(more: Partial<StatementLineGiven> = {}, sellerId?: string, personId?: string) {
  const won = await sold.open(0, {
    ...(sellerId === undefined ? {} : { customerPersonId: sellerId }),
    ...(personId === undefined ? {} : { personId }),
  });
  await sold.passUntil(won.id, -2 * HOUR_MS);
  const { due_at: due } = await sold.of(won.lotId);
  const purpose = `Savdo S-${won.id}, lot ${won.lotId}`;
  // Of another payer it is another movement.
  const account = `20208000900${String((payers += 1)).padStart(9, '0')}`;
  const paid = { day: bankDay(0, due), document: randomUUID(), credit: uzs(REST), purpose, account, ...more };
  const look = async () => {
    await sold.looking.look(won.id);
    await sold.looking.look(won.id);
    return (await sold.of(won.lotId)).state;
  };
  return { ...won, paid, look };
}

/** The buyer's transfer, like a transfer that is known: a person says whether it is the same movement. */
async function doubtful() {
  const sale = await late({ document: '' });
  const [known] = await bank.brought([{ ...sale.paid, document: 'A-17', purpose: 'Savdo' }]);
  const [line] = await bank.brought([sale.paid]);
  return { ...sale, known: known!, line: line! };
}

describe('a transfer that names a sale to be paid', () => {
  test.each([
    ['ignored', (id: number) => bank.deciding.ignore(id, 'a fee', by())],
    ['given back', (id: number) => bank.deciding.giveBack(id, 'an unknown payer', by())],
  ])('is not %s by one person, however small: the sale waits until a second one agrees', async (_, drop) => {
    const { paid, look } = await late();
    const [line] = await bank.brought([paid]);
    expect(await look()).toBe('overdue');
    expect(await drop(line!.id)).toBe('done');
    expect(await bank.line(line!.id)).toMatchObject({ state: 'asked' });
    expect(await look()).toBe('overdue');
    expect(await bank.deciding.approve(line!.id, 1, by())).toBe('done');
    expect(await look()).toBe('defaulted');
  });

  test('is not said to repeat another one by one person', async () => {
    const { known, line, look } = await doubtful();
    const tell = { like: known.id, same: true, reason: 'the same day' };
    expect(await bank.deciding.repeat(line.id, tell, by())).toBe('done');
    expect(await bank.line(line.id)).toMatchObject({ state: 'asked', decision: { kind: 'repeat' } });
    expect(await look()).toBe('overdue');
    expect(await bank.deciding.reject(line.id, { round: 1, reason: 'another one' }, by())).toBe('done');
    await bank.deciding.repeat(line.id, tell, by());
    expect(await bank.deciding.approve(line.id, 2, by())).toBe('done');
    expect(await bank.line(line.id)).toMatchObject({ state: 'repeat', decision: null });
    // Its money is that of the other line, about which no two have decided yet.
    expect(await look()).toBe('overdue');
    await bank.credit(known.id, { personId: randomUUID() }, by());
    expect(await look()).toBe('defaulted');
  });

  test('keeps the sale where a line that one person ignored was brought before it as the same movement', async () => {
    const { paid, look, personId } = await late(
      { purpose: 'Savdo' },
      undefined,
      await sold.registered('31209905550091'),
    );
    const stir = '302345678';
    await database.pool.query('update person set stir = $2 where id::text = $1', [personId, stir]);
    const [first] = await bank.brought([paid]);
    expect(await bank.deciding.ignore(first!.id, 'not of trade', by())).toBe('done');
    expect(await bank.line(first!.id)).toMatchObject({ state: 'ignored' });
    // Only this file has the payer's number, which leads to the sale.
    const [line] = await bank.brought([{ ...paid, stir, purpose: 'Savdo, lot' }]);
    expect(line).toMatchObject({ state: 'repeat', repeats: { lineId: first!.id } });
    expect(await look()).toBe('overdue');
  });

  test('keeps the sale where an earlier release let one person drop it', async () => {
    const { paid, look } = await late();
    const [line] = await bank.brought([paid]);
    await database.pool.query(
      `update bank_statement_line set state = 'ignored', decision = 'ignore', reason = 'a fee', decided_by = 'one', decided_at = now()
       where id = $1`,
      [line!.id],
    );
    expect(await look()).toBe('overdue');
    expect(await bank.deciding.reopen(line!.id, 'it names a sale', by())).toBe('done');
    await bank.deciding.ignore(line!.id, 'a fee', by());
    await bank.deciding.approve(line!.id, 1, by());
    expect(await look()).toBe('defaulted');
  });

  test('that went back is not opened again, and credited as its payment, by one person', async () => {
    const { paid } = await late();
    const [line] = await bank.brought([paid]);
    await bank.deciding.giveBack(line!.id, 'the payer asks for it', by());
    await bank.deciding.approve(line!.id, 1, by());
    const [one, other] = [by(), by()];
    for (const asker of [one, one]) await bank.deciding.reopen(line!.id, 'it came', asker);
    expect(await bank.line(line!.id)).toMatchObject({ state: 'returned' });
    expect(await bank.deciding.reopen(line!.id, 'it came', other)).toBe('done');
    expect(await bank.line(line!.id)).toMatchObject({ state: 'undecided' });
  });

  test('is not dropped by its seller', async () => {
    const seller = randomUUID();
    const { paid } = await late({}, seller);
    const [line] = await bank.brought([paid]);
    expect(await bank.deciding.ignore(line!.id, 'a fee', by(seller))).toBe('own-money');
    expect(await bank.line(line!.id)).toMatchObject({ state: 'undecided' });
  });

  test('is dropped by one person once the sale needs it no more', async () => {
    const { paid, personId } = await late();
    const [line, again] = await bank.brought([paid, { ...paid, document: randomUUID() }]);
    const { names_settlement_id: settlementId } = (
      await database.pool.query('select names_settlement_id from bank_statement_line where id = $1', [
        line!.id,
      ])
    ).rows[0];
    expect(await bank.credit(line!.id, { personId, settlementId }, by())).toBe('done');
    expect(await bank.deciding.giveBack(again!.id, 'paid twice', by())).toBe('done');
    expect(await bank.line(again!.id)).toMatchObject({ state: 'returned' });
  });
});

test('money that left and that no payout explains is ignored by two persons', async () => {
  const [line] = await bank.brought([{ day: bankDay(), document: randomUUID(), debit: '15,00' }]);
  expect(line).toMatchObject({ approvalsNeeded: 2 });
  expect(await bank.deciding.ignore(line!.id, 'a fee', by())).toBe('done');
  expect(await bank.line(line!.id)).toMatchObject({ state: 'asked' });
  expect(await bank.deciding.approve(line!.id, 1, by())).toBe('done');
  expect(await bank.line(line!.id)).toMatchObject({ state: 'ignored' });
});
