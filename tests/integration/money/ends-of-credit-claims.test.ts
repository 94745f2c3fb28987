import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createNotifications } from '#server/domains/content/notifications/index.ts';
import { creditClaimEnd } from '#server/domains/money/bank-statements/credit-claim-end.ts';
import { createAskAboutOldCreditClaims } from '#server/domains/money/bank-statements/old-credit-claims.ts';
import { createIndemnity, createWallet } from '#server/domains/money/wallet/index.ts';
import { createPartsRepository } from '#server/domains/people/conflicts-of-interest/parties.repository.ts';
import { tiesOf } from '#server/domains/people/conflicts-of-interest/account-ties.repository.ts';
import { createStaffTasks } from '#server/domains/staff/tasks/staff-tasks.service.ts';
import { workingCalendar } from '#server/domains/content/reference/index.ts';
import { inTransaction } from '#server/platform/database/index.ts';
import { checkLedger } from '../../fixtures/check-ledger.ts';
import { debtsOfPeople } from '../../fixtures/debts-of-people.ts';
import { decidedByTwo } from '../../fixtures/decided-by-two.ts';
import { creditedLine, registered, unpaidCorrection } from '../../fixtures/decision-fixtures.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';

// Whose transfer another person has spent does not wait for that person for ever.

const SUM = 5_000_00;

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase('template', 20);
});
// Dropping the database proves that the books balance.
afterAll(() => database.close());

const wallet = () => createWallet(database.db);
const indemnity = () => inTransaction(database.db, (tx) => createIndemnity(tx).sum());
const tasks = () => createStaffTasks({ db: database.db, record: async () => undefined });
const end = (lineId: number, two: { one?: string; other?: string } = {}) => {
  const notifications = createNotifications(database.db);
  const kind = creditClaimEnd({ notifications, namesOf: async () => new Map(), tasks: tasks() });
  return decidedByTwo(database, kind, { kind: 'credit-claim-end', payload: { lineId } }, two);
};
async function pays(personId: string): Promise<void> {
  const movement = { reason: 'test', actor: 'system', provider: 'test', reference: 'payment:1' };
  await wallet().topUp({ ...movement, key: randomUUID(), personId, amountTiyin: SUM });
  const debts = debtsOfPeople(database.db);
  const { ownUnpaidIds } = await debts.ofPerson(personId, { page: 1, size: 10 });
  expect(await debts.pay(personId, ownUnpaidIds, '127.0.0.1')).toMatchObject({
    outcome: 'paid',
    owedTiyin: 0,
  });
}

test('a transfer that its holder does not pay back is answered for by the operator, whose the debt is from then on', async () => {
  const { lineId, debtor, owner } = await unpaidCorrection(database);
  const before = await indemnity();
  expect(await tiesOf(database.db, owner)).toContain('claim');
  expect(await end(lineId)).toMatchObject({ outcome: 'done' });
  expect([await wallet().balanceOf(owner), await wallet().owedBy(debtor)]).toEqual([SUM, SUM]);
  expect(await indemnity()).toBe(before - SUM);
  expect(await tiesOf(database.db, owner)).not.toContain('claim');
  expect(await checkLedger(database.db)).toEqual([]);
  expect(await end(lineId)).toEqual({ outcome: 'not-now', why: 'nothing-to-do' });
  await pays(debtor);
  expect([await wallet().balanceOf(owner), await wallet().owedBy(debtor)]).toEqual([SUM, 0]);
  expect(await indemnity()).toBe(before);
});

test('staff are asked about one that is owed for 30 working days, once, until it is paid or answered for', async () => {
  const [paid, covered] = [await unpaidCorrection(database), await unpaidCorrection(database)];
  const ask = async (days: number) => {
    const calendar = async () => workingCalendar([]);
    const now = () => Date.now() + days * 86_400_000;
    const asking = createAskAboutOldCreditClaims({ db: database.db, tasks: tasks(), calendar, now });
    await asking((error) => {
      throw error;
    });
  };
  const page = async () => (await tasks().page({ page: 1, size: 100, state: 'open' })).items;
  const open = async () => {
    const items = await page();
    return items.flatMap(({ kind, bankLineId }) => (kind === 'end-credit-claim' ? bankLineId : []));
  };
  await ask(35);
  expect(await open()).toEqual([]);
  for (const days of [60, 61]) await ask(days);
  expect((await open()).filter((id) => id === paid.lineId || id === covered.lineId)).toEqual([
    paid.lineId,
    covered.lineId,
  ]);
  // No one who has a part in the transfer works on its task.
  const task = (await page()).find(({ bankLineId }) => bankLineId === paid.lineId)!;
  const persons = [paid.debtor, paid.owner, covered.owner];
  const involved = await createPartsRepository(database.db).partsIn('staff-task', task.id, persons);
  expect(involved.toSorted()).toEqual([paid.debtor, paid.owner].toSorted());
  await pays(paid.debtor);
  await end(covered.lineId);
  expect(await open()).not.toContain(paid.lineId);
  expect(await open()).not.toContain(covered.lineId);
  await ask(62);
  expect(await open()).not.toContain(paid.lineId);
});

test('nothing is answered for that was paid, nor with money that the operator does not have', async () => {
  const paid = await unpaidCorrection(database);
  await pays(paid.debtor);
  expect(await end(paid.lineId)).toEqual({ outcome: 'not-now', why: 'nothing-to-do' });
  const amountTiyin = (await indemnity()) + 1_00;
  const { lineId, owner } = await unpaidCorrection(database, { amountTiyin, funded: false });
  expect(await end(lineId)).toEqual({ outcome: 'not-now', why: 'not-enough' });
  expect(await wallet().balanceOf(owner)).toBe(0);
});

test('it takes two persons who have no part in it, and a transfer that was taken back', async () => {
  const { lineId, debtor, owner } = await unpaidCorrection(database);
  for (const concerned of [debtor, owner])
    expect(await end(lineId, { one: concerned })).toEqual({ outcome: 'own-interest' });
  const staff = randomUUID();
  expect(await end(lineId, { one: staff, other: staff })).toEqual({ outcome: 'second-person' });
  const credited = await creditedLine(database, await registered(database), SUM);
  expect(await end(credited)).not.toMatchObject({ outcome: 'done' });
});
