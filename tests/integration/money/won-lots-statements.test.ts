import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { PEOPLE, protocolsOf } from '../../fixtures/protocols.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';
import { PRICE, soldLots, type SoldLots } from '../../fixtures/sold-lots.ts';
import { statementsOf } from '../../fixtures/statements-of.ts';

const ROWS = 6;
const buyer = randomUUID();

let database: TestDatabase;
let sold: SoldLots;

beforeAll(async () => {
  database = await testDatabase('template', 20);
  const protocols = protocolsOf(database, () => PEOPLE.anvar!);
  sold = soldLots(database, { protocols, operatorAccount: true });
  for (let each = 0; each < ROWS; each += 1) {
    const { lotId, id } = await sold.open(each % 2 === 0 ? PRICE : 0, { personId: buyer });
    if (each % 3 !== 0)
      await protocols.record({
        lotId,
        cause: 'hammer',
        priceTiyin: PRICE,
        winnerPersonId: buyer,
        winnerNumber: 1,
        endedAt: new Date(),
      });
    if (each % 2 === 0) await sold.paying.pay(id, buyer);
  }
});
afterAll(() => database?.close());
afterEach(() => vi.restoreAllMocks());

const page = (size: number) => sold.winLots.list(buyer, { state: 'all', page: 1, size });

test('a page of won lots asks the database as often as one of two', async () => {
  expect((await page(ROWS)).items).toHaveLength(ROWS);
  const few = await statementsOf(() => page(2));
  expect(few).toBeGreaterThan(0);
  expect(await statementsOf(() => page(ROWS))).toBe(few);
});

test('each won lot of a page says what it says by itself', async () => {
  const { items } = await page(ROWS);
  for (const item of items) expect(await sold.winLots.shown(item.settlementId)).toEqual(item);
  expect(new Set(items.map(({ protocol }) => protocol?.word)).size).toBe(5);
  expect(new Set(items.map(({ state }) => state))).toEqual(new Set(['awaiting', 'paid']));
});
