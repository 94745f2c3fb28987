import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEPOSIT } from '../../fixtures/applications-fixture.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';
import { PRICE, soldLots, type SoldLots } from '../../fixtures/sold-lots.ts';
import { csvStatement, type StatementLineGiven } from '../../fixtures/statement-files.ts';
import { bankDay, statementLines, uzs, type StatementLines } from '../../fixtures/statement-lines.ts';

// Who leaves the number of a document out of a file must not get by what numbers show: that two files say other things of a movement.

const REST = PRICE - DEPOSIT;

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

test('one person does not turn the transfer of one person into the payment of a friend', async () => {
  const stir = '301777001';
  const friend = await sold.registered('31209905557701');
  await database.pool.query('update person set stir = $2 where id::text = $1', [friend, stir]);
  const { id, lotId } = await sold.open(0, { personId: friend });
  expect(await sold.winLots.bankOrder(lotId, friend)).not.toBeNull();
  const honest = await sold.registered('31209905557702');

  const first: StatementLineGiven = { day: bankDay(-9), document: 'N-1', credit: uzs(100_00) };
  const begun = await bank.take(csvStatement([first], { opening: uzs(0), closing: uzs(100_00) }));
  if (begun.outcome !== 'done') throw new Error(begun.outcome);
  await bank.confirm(begun.statementIds[0]!);

  // An honest person tops up the balance. The operator's friend is to have paid instead, within the balances of the bank.
  const balances = { opening: uzs(100_00), closing: uzs(100_00 + REST) };
  const real: StatementLineGiven = {
    day: bankDay(-8),
    document: 'N-2',
    credit: uzs(REST),
    purpose: 'Hisobni toldirish',
    name: 'Halol Xaridor',
    stir: '31209905557702',
  };
  const altered = { ...real, document: '-', purpose: `Savdo S-${id}, lot ${lotId}`, name: 'Oshna', stir };
  const dishonest = by();
  expect(await bank.take(csvStatement([altered], balances), null, dishonest)).toMatchObject({ added: 1 });
  // Another person brings the bank's own file.
  expect((await bank.take(csvStatement([real], balances))).outcome).toBe('done');
  const { items } = await bank.lines.list(bank.viewer, { state: 'all', page: 1, size: 10 });
  const [written, genuine] = [altered, real].map(({ purpose }) =>
    items.find((line) => line.purpose === purpose)!,
  ) as [(typeof items)[number], (typeof items)[number]];

  // The same person says that both are one movement: as what is that settled?
  await bank.deciding.repeat(
    genuine.id,
    { like: written.id, same: true, reason: 'the same movement' },
    dishonest,
  );
  // An honest colleague credits what staff see: it answers its order, and a second file bears it out.
  await bank.deciding.credit(written.id, { personId: friend, settlementId: id }, by());

  expect(await sold.of(lotId)).not.toMatchObject({ state: 'paid' });
  expect(await bank.line(genuine.id)).not.toMatchObject({ state: 'repeat' });
  expect(await sold.balance(honest)).toBe(0);
});

test('a line of another account without a number puts its file and the one of the bank in doubt', async () => {
  const balances = { opening: uzs(0), closing: uzs(REST) };
  const real = { day: bankDay(-20), document: 'N-3', credit: uzs(REST), account: '20208000900000000777' };
  const altered = { ...real, document: '', account: '20208000900000000888' };
  for (const line of [altered, real]) await bank.take(csvStatement([line], balances), 'two files', by());
  const { items } = await bank.lines.list(bank.viewer, { state: 'all', page: 1, size: 10 });
  const day = bankDay(-20).split('.').toReversed().join('-');
  const found = items.filter(({ bookedOn }) => bookedOn === day);
  expect(found).toMatchObject([{ inDoubt: true }, { inDoubt: true }]);
});
