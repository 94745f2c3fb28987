import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkLedger } from '../../fixtures/check-ledger.ts';
import { purchaseWorkflows, UNIT } from '../../fixtures/purchase-workflows.ts';
import { soldLots } from '../../fixtures/sold-lots.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';
import { waitsForLock } from '../../fixtures/waits-for-lock.ts';

const BUYERS = 10;
const ROUNDS = 6;

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase('template', 20);
});
afterAll(() => database.close());

async function deadlocks(): Promise<number> {
  const { rows } = await database.pool.query<{ deadlocks: number }>(
    'select deadlocks::int from pg_stat_database where datname = current_database()',
  );
  return rows[0]!.deadlocks;
}

test('the last parts are paid while a buyer who reserves has the stock of the lot locked: neither waits for the other', async () => {
  const shop = purchaseWorkflows(database);
  const sold = soldLots(database);
  const lotId = await shop.lot(9, { instalmentMonths: 2, firstPartBp: 4_000 });
  const personId = await shop.person(9 * UNIT);
  await shop.reserving.reserve(lotId, personId, 1, '127.0.0.1', true);
  await shop.confirm(lotId, personId);
  const { rows } = await database.pool.query<{ id: number }>('select id from settlement where lot_id = $1', [
    lotId,
  ]);
  const reserving = await database.pool.connect();
  try {
    await reserving.query('begin');
    await reserving.query('update lot_stock set reserved = reserved where lot_id = $1', [lotId]);
    const paid = sold.paying.pay(rows[0]!.id, personId).then(({ outcome }) => outcome);
    const waits = waitsForLock(database).then(() => 'waits for the stock');
    expect(await Promise.race([paid, waits])).toBe('paid');
  } finally {
    await reserving.query('rollback');
    reserving.release();
  }
});

test('buyers, clocks, staff and sellers at once never wait for one another in a circle, and the books agree', async () => {
  const shop = purchaseWorkflows(database);
  const sold = soldLots(database);
  const lots = await Promise.all(
    [12, 15, 40].map((units) => shop.lot(units, { instalmentMonths: 2, firstPartBp: 4_000 })),
  );
  const buyers = await Promise.all(Array.from({ length: BUYERS }, () => shop.person(40 * UNIT)));
  const by = { personId: randomUUID(), reason: 'to be looked into' };
  const failed: unknown[] = [];
  const run = async (work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      failed.push(error);
    }
  };
  const buyer = async (personId: string, nth: number) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const lotId = lots[(nth + round) % lots.length]!;
      // Codes of one person are a minute apart.
      await run(() => database.pool.query('delete from one_time_code_send'));
      await run(() => shop.reserving.reserve(lotId, personId, 1, '127.0.0.1', (nth + round) % 2 === 0));
      if ((nth + round) % 5 === 0) await run(() => shop.cancel(lotId, personId));
      if ((nth + round) % 7 === 0) await run(() => shop.letPass(lotId));
      await Promise.all([
        run(() => shop.confirm(lotId, personId)),
        run(() => shop.confirm(lotId, personId)),
        run(() => shop.reserving.reserve(lots[(nth + round + 1) % lots.length]!, personId, 1, '127.0.0.1')),
        run(() => shop.expireAll()),
        ...((nth + round) % 4 === 0 ? [run(() => shop.cancel(lotId, personId))] : []),
      ]);
    }
  };
  let isOver = false;
  const others = async () => {
    for (let round = 0; !isOver; round += 1) {
      const lotId = lots[round % lots.length]!;
      await run(() => shop.endAll());
      if (round % 8 === 0) {
        await run(() => shop.suspend(lotId, 'suspend-sale', by));
        await run(() => shop.suspend(lotId, 'resume-sale', by));
      }
      const { rows } = await database.pool.query<{ id: number; person_id: string }>(
        "select id, person_id from settlement where state = 'part-paid' order by id limit 4",
      );
      await Promise.all(
        rows.flatMap(({ id, person_id }) => [
          run(() => sold.paying.pay(id, person_id, 1)),
          run(() => sold.paying.pay(id, person_id, 1)),
          run(() => sold.paying.pay(id, person_id)),
          run(() => sold.looking.look(id)),
        ]),
      );
    }
  };
  const buying = Promise.all(buyers.map(buyer)).then(async () => {
    isOver = true;
    // A last rush on lots that are being withdrawn.
    await Promise.all([
      ...buyers.map((personId) =>
        run(async () => {
          await shop.reserve(lots[2]!, personId);
          await shop.confirm(lots[2]!, personId);
        }),
      ),
      ...lots.map((lotId) => run(() => shop.sales.withdraw(lotId, { by: 'staff', reason: 'over' }))),
    ]);
  });
  await Promise.all([buying, others()]);
  expect(failed.map(String)).toEqual([]);
  expect(await checkLedger(database.db)).toEqual([]);
  for (const lotId of lots) expect((await shop.stock(lotId)).reserved).toBe(0);
  expect(await deadlocks()).toBe(0);
}, 120_000);
