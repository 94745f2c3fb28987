import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newPinfl, startBarsApp, type Account, type BarsApp } from '../../fixtures/debarments-app.ts';
import { waitsForLock } from '../../fixtures/waits-for-lock.ts';
import { randomBelow } from '../../fixtures/random.ts';

const PENALTY = 412_000_00;

let office: BarsApp;
let auditor: Account;

beforeAll(async () => {
  office = await startBarsApp();
  auditor = await office.account('Tekshiruvchi', ['auditor']);
});
// Dropping the database proves that the books balance.
afterAll(() => office?.close());

const customer = (pinfl = newPinfl()) => office.account('Sotuvchi Namuna', ['customer'], { pinfl });
async function owes(personId: string, amountTiyin = PENALTY): Promise<number> {
  const order = `order:${100_000 + randomBelow(900_000)}`;
  const owed = await office.wallet.owePenalty({
    key: randomUUID(),
    reference: order,
    personId,
    amountTiyin,
    reason: 'test',
    actor: personId,
  });
  if (owed.outcome !== 'owed') throw new Error(owed.outcome);
  return owed.journalId;
}
const give = (personId: string, amountTiyin: number) =>
  office.wallet.topUp({
    key: randomUUID(),
    personId,
    amountTiyin,
    provider: 'test',
    reference: `payment:${randomUUID()}`,
    reason: 'test',
    actor: 'system',
  });
const pay = (by: Account, ids: number[]) => office.post(by, '/api/shop/user/debts/pay', { ids });
const list = async (by: Account) => (await office.get(by, '/api/shop/user/debts')).body;

describe('debts', () => {
  test('are paid whole, all that are asked for or none, and each once', async () => {
    const person = await customer();
    const [first, second] = [await owes(person.id), await owes(person.id, 2 * PENALTY)];
    expect(await list(person)).toMatchObject({ owedTiyin: 3 * PENALTY, ownUnpaidIds: [first, second] });
    await give(person.id, PENALTY + 1);
    expect((await pay(person, [second, first])).body).toEqual({
      verdict: 'short',
      missingTiyin: 2 * PENALTY - 1,
    });
    expect(await office.wallet.balanceOf(person.id)).toBe(PENALTY + 1);
    const several = await Promise.all([
      pay(person, [first]),
      pay(person, [first]),
      pay(person, [first, first]),
    ]);
    expect(several.map(({ body }) => body.verdict)).toEqual(['paid', 'paid', 'paid']);
    expect(several.filter(({ body }) => !body.repeated)).toHaveLength(1);
    expect(await office.wallet.balanceOf(person.id)).toBe(1);
    const { items, owedTiyin } = await list(person);
    expect(owedTiyin).toBe(2 * PENALTY);
    expect(
      items.map(({ id, paidAtMs }: { id: number; paidAtMs: number | null }) => [id, paidAtMs !== null]),
    ).toEqual([
      [second, false],
      [first, true],
    ]);
  });

  test('never share the money with a hold that begins at the same instant', async () => {
    const person = await customer();
    const debt = await owes(person.id);
    await give(person.id, PENALTY);
    const lock = await office.database.pool.connect();
    await lock.query('begin');
    await lock.query('select from ledger_account where person_id = $1 for update', [person.id]);
    const both = Promise.all([
      pay(person, [debt]),
      office.wallet.hold({
        key: randomUUID(),
        personId: person.id,
        amountTiyin: PENALTY,
        reference: 'sinov:1',
        reason: 'test',
        actor: person.id,
      }),
    ]);
    await waitsForLock(office.database, 2);
    await lock.query('commit');
    lock.release();
    const [paid, held] = await both;
    expect([paid.body.verdict, held.outcome].toSorted()).toEqual(
      paid.body.verdict === 'paid' ? ['paid', 'short'] : ['held', 'short'],
    );
    expect(await office.wallet.balanceOf(person.id)).toBe(0);
    expect(await office.debts.owedBy(person.id)).toBe(paid.body.verdict === 'paid' ? 0 : PENALTY);
  });

  test('count for the person, whatever the account, and are paid by the account that owes them', async () => {
    const pinfl = newPinfl();
    const [one, other] = [await customer(pinfl), await customer(pinfl)];
    const firm = await office.account('«Namuna» MChJ', ['customer'], {
      kind: 'legal',
      pinfl,
      stir: '302345678',
    });
    const debt = await owes(one.id);
    expect(await office.debts.owedBy(other.id)).toBe(PENALTY);
    // The director of a firm is not the firm.
    expect(await office.debts.owedBy(firm.id)).toBe(0);
    expect(await list(other)).toMatchObject({
      owedTiyin: PENALTY,
      ownOwedTiyin: 0,
      ownUnpaidIds: [],
      items: [{ id: debt, ofOtherAccount: true }],
    });
    await give(other.id, PENALTY);
    expect((await pay(other, [debt])).status).toBe(404);
    await give(one.id, PENALTY);
    expect((await pay(one, [debt])).body).toEqual({ verdict: 'paid', repeated: false, owedTiyin: 0 });
    expect(await office.debts.owedBy(other.id)).toBe(0);
    expect((await list(await customer())).total).toBe(0);
  });

  test('are all shown to staff, with what is paid and what is left', async () => {
    const person = await customer();
    const [paid, left] = [await owes(person.id), await owes(person.id, 7_00)];
    await give(person.id, PENALTY);
    await pay(person, [paid]);
    const read = async (query: string) => (await office.get(auditor, `/api/console/debts?${query}`)).body;
    expect(await read(`personId=${person.id}`)).toMatchObject({
      total: 1,
      items: [{ id: left, person: { name: 'Sotuvchi Namuna' }, paidTiyin: 0, leftTiyin: 7_00 }],
    });
    expect(await read(`personId=${person.id}&state=paid&kind=penalty`)).toMatchObject({
      items: [{ id: paid, amountTiyin: PENALTY, paidTiyin: PENALTY, leftTiyin: 0, about: { kind: 'order' } }],
    });
    const { owedTiyin, items } = await read('state=all&size=100');
    expect(items.reduce((sum: number, each: { leftTiyin: number }) => sum + each.leftTiyin, 0)).toBe(
      owedTiyin,
    );
    expect((await office.get(person, '/api/console/debts')).status).toBe(403);
  });
});
