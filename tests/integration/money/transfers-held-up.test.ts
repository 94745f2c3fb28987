import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { LOT_STATUS as S } from '#shared/lifecycles/lot-status.ts';
import { DEPOSIT } from '../../fixtures/applications-fixture.ts';
import { requireWholeBooks } from '../../fixtures/check-ledger.ts';
import { COMPLETE } from '../../fixtures/complete-run.ts';
import { protestedLots, type ProtestedLots } from '../../fixtures/protested-lots.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';
import { PRICE, type SoldLots } from '../../fixtures/sold-lots.ts';
import { bankDay, statementLines, uzs, type StatementLines } from '../../fixtures/statement-lines.ts';
import { waitsForLock } from '../../fixtures/waits-for-lock.ts';

const REST = PRICE - DEPOSIT;
const TEXT = 'The room did not take my last price.';
const REASON = 'The log of the room shows every price.';
const ROUNDS = COMPLETE ? 60 : 15;

let database: TestDatabase;
let lots: ProtestedLots;
let sold: SoldLots;
let bank: StatementLines;

beforeAll(async () => {
  database = await testDatabase('template', 20);
});
beforeEach(() => {
  lots = protestedLots(database);
  sold = lots.sold;
  bank = statementLines(database, sold);
});
afterAll(async () => {
  await requireWholeBooks(database.db);
  await database.close();
});

const by = (personId: string = randomUUID()) => ({ personId, name: 'Xodim', address: '127.0.0.1' });

/** A line of a new statement. @param names a settlement that its purpose names */
async function transfer(amountTiyin: number, names?: { id: number; lotId: number }): Promise<number> {
  const purpose = names ? { purpose: `Savdo S-${names.id}, lot ${names.lotId}` } : {};
  const credit = uzs(amountTiyin);
  const [line] = await bank.brought([{ day: bankDay(), document: randomUUID(), credit, ...purpose }]);
  return line!.id;
}
const credit = (lineId: number, personId: string, settlementId?: number) =>
  bank.credit(lineId, { personId, ...(settlementId === undefined ? {} : { settlementId }) }, by());

async function sale() {
  const won = await sold.open(0);
  const loser = randomUUID();
  await sold.give(loser, DEPOSIT);
  await sold.admitted(won.lotId, loser);
  await sold.applications.deposits.ofLot(won.lotId);
  return { ...won, loser };
}
/** Filed and admitted, unless something else came first. */
async function protest(lotId: number, personId: string): Promise<void> {
  const done = await lots.filing.file({ lotId, personId, isStaff: false, text: TEXT });
  if (done.outcome === 'filed')
    await lots.admitting.admit(done.protestId, { reason: TEXT, by: randomUUID() });
}
const filed = ({ lotId, loser }: { lotId: number; loser: string }) => lots.admitted(lotId, loser);
/** What the worker does when the last protest is over and the result stays. */
const goOn = (lotId: number) =>
  database.db.transaction().execute((tx) => lots.clock.payHeldUp(tx, lotId, sold.paying));
async function over(protestId: number, lotId: number): Promise<void> {
  await lots.deciding.dismiss(protestId, { reason: REASON, by: randomUUID() });
  await goOn(lotId);
}

describe('a transfer that is credited while a protest is open', () => {
  test('stays on the balance without a word that it is left over, and pays once the protest is over', async () => {
    const won = await sale();
    const { id, lotId, personId } = won;
    const protestId = await filed(won);
    expect(await credit(await transfer(REST, won), personId, id)).toBe('done');
    expect([await sold.balance(personId), (await sold.of(lotId)).state]).toEqual([REST, 'awaiting']);
    expect(await sold.notices(personId)).toContain('transfer-credited');
    expect(await sold.notices(personId)).not.toContain('payment-left-over');
    // The event may come before the protest is over, and twice.
    await goOn(lotId);
    expect((await sold.of(lotId)).state).toBe('awaiting');
    await over(protestId, lotId);
    await Promise.all([goOn(lotId), goOn(lotId)]);
    expect((await sold.of(lotId)).state).toBe('paid');
    expect([await sold.balance(personId), await sold.lotStatus(lotId)]).toEqual([0, S.soldAndPaid]);
    expect((await sold.notices(personId)).filter((each) => each === 'lot-paid')).toHaveLength(1);
  });

  test('in two halves pays with the second one', async () => {
    const won = await sale();
    const { id, lotId, personId } = won;
    const protestId = await filed(won);
    expect(await credit(await transfer(REST - 100), personId, id)).toBe('done');
    await over(protestId, lotId);
    expect([(await sold.of(lotId)).state, await sold.balance(personId)]).toEqual(['awaiting', REST - 100]);
    expect(await credit(await transfer(100), personId, id)).toBe('done');
    expect((await sold.of(lotId)).state).toBe('paid');
  });

  test('for the balance alone, or for another lot of the buyer, does not pay by itself', async () => {
    const won = await sale();
    const { lotId, personId } = won;
    const another = await sold.open(0, { personId });
    const protestId = await filed(won);
    expect(await credit(await transfer(REST - 1), personId, another.id)).toBe('done');
    expect(await credit(await transfer(REST), personId)).toBe('done');
    await over(protestId, lotId);
    expect((await sold.of(lotId)).state).toBe('awaiting');
    expect(await sold.balance(personId)).toBe(2 * REST - 1);
  });

  test('stays on the balance for good when the protest is upheld', async () => {
    const won = await sale();
    const protestId = await filed(won);
    await credit(await transfer(REST, won), won.personId, won.id);
    await database.pool.query('update protest set answer_by = clock_timestamp() where id = $1', [protestId]);
    await lots.answering.fallUnanswered(protestId);
    for (const who of [randomUUID(), randomUUID()])
      expect(await lots.deciding.uphold(protestId, { reason: REASON, by: who })).toEqual({ outcome: 'done' });
    await goOn(won.lotId);
    expect((await sold.of(won.lotId)).state).toBe('cancelled');
    // The deposit as well.
    expect(await sold.balance(won.personId)).toBe(REST + DEPOSIT);
  });
});

describe('at one instant', () => {
  test('a transfer, a protest, a payment, the deadline and the end of a protest wait for one another, never in a circle', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const won = await sale();
      const { id, lotId, personId, loser } = won;
      const [line, other] = [await transfer(REST, won), await transfer(REST, won)];
      if (round % 3 === 0) await sold.pass(id, '40 days');
      const protestId = round % 2 ? await filed(won) : null;
      const withdrawn = async () => {
        await lots.filing.withdraw(protestId!, loser);
        await goOn(lotId);
      };
      await Promise.all([
        credit(line, personId, id),
        credit(other, personId),
        sold.paying.pay(id, personId),
        sold.looking.look(id),
        protestId === null ? protest(lotId, loser) : withdrawn(),
      ]);
      const { state, paused_at: paused } = await sold.of(lotId);
      // Both sums came; the sale took the rest of the price once, or nothing.
      const spent = state === 'paid' ? REST : 0;
      expect(await sold.balance(personId), `${state}, round ${round}`).toBe(2 * REST - spent);
      // A protest came first; or it was withdrawn before the payment, which was refused, and the transfer pays then.
      const fate = paused === null ? state : 'paused';
      expect(['paid', 'defaulted', 'paused'], `${state}, round ${round}`).toContain(fate);
    }
  });

  test('transfers that name one sale and are credited for another lock both in the same order', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [one, other] = [await sold.open(0), await sold.open(0)];
      const [first, second] = [await transfer(REST, one), await transfer(REST, other)];
      const hold = await database.pool.connect();
      await hold.query('begin');
      await hold.query('select from settlement where id = any($1) for update', [[one.id, other.id]]);
      const both = Promise.all([
        credit(first, other.personId, other.id),
        credit(second, one.personId, one.id),
        sold.paying.pay(other.id, other.personId),
      ]);
      await waitsForLock(database, 2);
      await hold.query('commit');
      hold.release();
      expect((await both).slice(0, 2)).toEqual(['done', 'done']);
      for (const { lotId } of [one, other]) expect((await sold.of(lotId)).state).toBe('paid');
    }
  });
});
