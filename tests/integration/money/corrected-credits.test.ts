import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { correctCredit } from '#server/domains/money/bank-statements/correct-credit.ts';
import { createWallet } from '#server/domains/money/wallet/index.ts';
import { createNotifications, type Notifications } from '#server/domains/content/notifications/index.ts';
import { tiesOf } from '#server/domains/people/conflicts-of-interest/account-ties.repository.ts';
import { debtsOfPeople } from '../../fixtures/debts-of-people.ts';
import { creditedLine, registered } from '../../fixtures/decision-fixtures.ts';
import { decidedByTwo } from '../../fixtures/decided-by-two.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';

// A transfer that two persons have credited to the wrong person has a way back, without the money of others.

const SUM = 5_000_00;

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase('template', 20);
});
// Dropping the database proves that the books balance.
afterAll(() => database.close());

const balance = (personId: string) => createWallet(database.db).balanceOf(personId);
const owed = (personId: string) => createWallet(database.db).owedBy(personId);

const correct = (
  lineId: number,
  personId: string,
  two: { one?: string; other?: string } = {},
  notifications: Pick<Notifications, 'notify'> = createNotifications(database.db),
) => {
  const kind = correctCredit({ notifications, namesOf: async () => new Map() });
  return decidedByTwo(database, kind, { kind: 'correct-credit', payload: { lineId, personId } }, two);
};
const noticesOf = async (personId: string) => {
  const { rows } = await database.pool.query(
    'select template from inbox_message where person_id = $1 order by id',
    [personId],
  );
  return rows.map(({ template }) => template);
};
/** Somebody loses so much of the balance. */
async function spend(personId: string, amountTiyin: number): Promise<void> {
  const wallet = createWallet(database.db);
  const movement = { reason: 'test', actor: 'system' };
  const held = await wallet.hold({
    ...movement,
    key: randomUUID(),
    personId,
    amountTiyin,
    reference: 'deposit:1',
  });
  if (held.outcome !== 'held') throw new Error(held.outcome);
  await wallet.forfeit({ ...movement, key: randomUUID(), holdId: held.holdId });
}

test('goes to whom it belongs at once where it is there', async () => {
  const [wrong, right] = [await registered(database), await registered(database)];
  const lineId = await creditedLine(database, wrong, SUM);
  expect(await correct(lineId, right)).toMatchObject({ outcome: 'done' });
  expect([await balance(wrong), await owed(wrong), await balance(right)]).toEqual([0, 0, SUM]);
  expect(await noticesOf(wrong)).toContain('credit-taken-back');
  expect(await noticesOf(right)).toContain('transfer-credited');
  // It is done, and its holder now is the one from whom it can be taken.
  expect(await correct(lineId, right)).toEqual({ outcome: 'not-now', why: 'nothing-to-do' });
  expect(await correct(lineId, wrong)).toMatchObject({ outcome: 'done' });
  expect([await balance(wrong), await balance(right)]).toEqual([SUM, 0]);
});

test('is a debt where it is spent: the owner gets it when it is paid, and is not erased before', async () => {
  const [wrong, right] = [await registered(database), await registered(database)];
  const lineId = await creditedLine(database, wrong, SUM);
  await spend(wrong, 2_000_00);
  expect(await correct(lineId, right)).toMatchObject({ outcome: 'done' });
  // What was left lowers what is owed, and no other person's money goes to the owner.
  expect([await balance(wrong), await owed(wrong), await balance(right)]).toEqual([0, 2_000_00, 0]);
  expect(await tiesOf(database.db, right)).toContain('claim');
  expect(await correct(lineId, await registered(database))).toEqual({
    outcome: 'not-now',
    why: 'nothing-to-do',
  });
  await createWallet(database.db).topUp({
    key: randomUUID(),
    personId: wrong,
    amountTiyin: 2_000_00,
    provider: 'test',
    reference: 'payment:1',
    reason: 'test',
    actor: 'system',
  });
  const debts = debtsOfPeople(database.db);
  const { ownUnpaidIds } = await debts.ofPerson(wrong, { page: 1, size: 10 });
  expect(await debts.pay(wrong, ownUnpaidIds, '127.0.0.1')).toMatchObject({ outcome: 'paid', owedTiyin: 0 });
  expect([await balance(wrong), await owed(wrong), await balance(right)]).toEqual([0, 0, SUM]);
  expect(await tiesOf(database.db, right)).not.toContain('claim');
});

test('takes two persons who have no part in it, and an account that is there', async () => {
  const [wrong, right] = [await registered(database), await registered(database)];
  const lineId = await creditedLine(database, wrong, SUM);
  const staff = randomUUID();
  expect(await correct(lineId, right, { one: staff, other: staff })).toEqual({ outcome: 'second-person' });
  await database.pool.query(
    `update decision set state = 'withdrawn', decided_at = now() where state = 'open'`,
  );
  for (const concerned of [wrong, right])
    expect(await correct(lineId, right, { one: concerned })).toEqual({ outcome: 'own-interest' });
  expect(await correct(lineId, randomUUID())).toEqual({ outcome: 'not-now', why: 'no-account' });
  expect(await balance(wrong)).toBe(SUM);
});

test.each(['credit-taken-back', 'transfer-credited'])(
  'that fails as it says %s has moved nothing, and moves everything once when it is decided again',
  async (step) => {
    const [wrong, right] = [await registered(database), await registered(database)];
    const lineId = await creditedLine(database, wrong, SUM);
    const real = createNotifications(database.db);
    const failing: Pick<Notifications, 'notify'> = {
      async notify(tx, message) {
        if (message.template === step) throw new Error('the process was killed');
        return real.notify(tx, message);
      },
    };
    await expect(correct(lineId, right, {}, failing)).rejects.toThrow('the process was killed');
    expect([await balance(wrong), await owed(wrong), await balance(right)]).toEqual([SUM, 0, 0]);
    expect(await noticesOf(wrong)).not.toContain('credit-taken-back');
    await database.pool.query(
      `update decision set state = 'withdrawn', decided_at = now() where state = 'open'`,
    );
    expect(await correct(lineId, right)).toMatchObject({ outcome: 'done' });
    expect([await balance(wrong), await owed(wrong), await balance(right)]).toEqual([0, 0, SUM]);
  },
);
