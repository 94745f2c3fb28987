import { afterAll, beforeAll, expect, test } from 'vitest';
import { foldLots } from '#server/domains/trade/lots/fold-lots.ts';
import { foldOrders } from '#server/domains/trade/orders/fold-orders.ts';
import { runBackfill } from '#server/platform/database/index.ts';
import { publishTestLot } from '../../fixtures/lots.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const titled = (text: string) => ({ uz: text, ru: text, 'uz-Cyrl': text, en: text });

test('words that an earlier version stored with lots and orders are computed again', async () => {
  const { db, pool } = database;
  const lot = await publishTestLot(database, { title: titled('Нексия'), opensInMs: 3_600_000 });
  const wordsOf = async (table: string, id: number) =>
    (await pool.query<{ search_form: string }>(`select search_form from ${table} where id = $1`, [id]))
      .rows[0]!.search_form;
  const current = await wordsOf('lot', lot);
  expect(current.split(' ')).toContain('nehia');
  await pool.query(`update lot set search_form = 'neksia', search_more = '' where id = $1`, [lot]);
  const person = await pool.query<{ id: string }>(
    `insert into person (issuer, subject, name, kind, language) values ('fold', 'fold', 'Fold', 'natural', 'uz') returning id`,
  );
  const order = await pool.query<{ id: number }>(
    `insert into customer_order (person_id, request_id, status, fields, search_form)
     values ($1, gen_random_uuid(), 'created', $2, 'treker') returning id`,
    [person.rows[0]!.id, JSON.stringify({ title: { uz: 'Tracker', ru: 'Трекер' } })],
  );
  const orderId = Number(order.rows[0]!.id);

  for (const [name, batch] of [
    ['lot-search', foldLots],
    ['order-search', foldOrders],
  ] as const)
    await runBackfill(db, { name, version: 1, batch: (afterId) => batch(db, afterId) });

  expect(await wordsOf('lot', lot)).toBe(current);
  const { rows } = await pool.query('select search_more from lot where id = $1', [lot]);
  expect(rows[0].search_more).not.toBe('');
  expect((await wordsOf('customer_order', orderId)).split(' ')).toEqual(
    expect.arrayContaining(['traker', 'treker']),
  );
});

test('a backfill continues where it was stopped, is not repeated, and runs again for a new version', async () => {
  const seen: number[] = [];
  const run = (version: number, fail = false) =>
    runBackfill(database.db, {
      name: 'numbers',
      version,
      async batch(afterId) {
        seen.push(afterId);
        if (fail && afterId === 2) throw new Error('stopped');
        return Promise.resolve(afterId < 4 ? afterId + 1 : null);
      },
    });
  await expect(run(1, true)).rejects.toThrow('stopped');
  await run(1);
  expect(seen).toEqual([0, 1, 2, 2, 3, 4]);
  await run(1);
  expect(seen).toHaveLength(6);
  await run(2);
  expect(seen.slice(6)).toEqual([0, 1, 2, 3, 4]);
});
