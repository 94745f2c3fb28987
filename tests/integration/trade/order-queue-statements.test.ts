import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { OrderFields } from '#shared/orders/order-fields.ts';
import { startModerationApp, type ModerationApp, type Somebody } from '../../fixtures/moderation-app.ts';
import { requisitesOf } from '../../fixtures/ready-seller.ts';
import { statementsOf } from '../../fixtures/statements-of.ts';

const ROWS = 8;

let app: ModerationApp;
let moderator: Somebody;

beforeAll(async () => {
  app = await startModerationApp();
  moderator = await app.signIn('Malika Moderator', ['moderator']);
  for (let each = 0; each < ROWS; each += 1) {
    const name = `Anvar Namuna${'i'.repeat(each)}`;
    const customer = await app.signIn(name, ['customer']);
    const given: Partial<OrderFields> = each % 2 === 0 ? {} : { requisites: requisitesOf(name) };
    const done = await app.done(customer, await app.written(customer, given), 'send');
    if (done.verdict !== 'done') throw new Error(JSON.stringify(done));
  }
  const { rows } = await app.database.pool.query<{ id: number }>(
    'select id from customer_order order by id limit 1',
  );
  // No longer what was signed.
  await app.database.pool.query(
    `update customer_order set fields = jsonb_set(fields, '{startPriceTiyin}', '77700') where id = $1`,
    [rows[0]!.id],
  );
}, 120_000);
afterAll(() => app?.close());
afterEach(() => vi.restoreAllMocks());

const read = async (path: string) =>
  (await app.app.call('GET', `/api/console/orders${path}`, { cookie: moderator.cookie })).body;

/** Of two readings one after the other: what is cached for some seconds is read again in one of them at most. */
const fewestStatements = async (path: string): Promise<number> =>
  Math.min(await statementsOf(() => read(path)), await statementsOf(() => read(path)));

test('a page of orders asks the database as often as one of two', async () => {
  expect((await read(`?size=${ROWS}`)).items).toHaveLength(ROWS);
  const few = await fewestStatements('?size=2');
  expect(few).toBeGreaterThan(0);
  expect(await fewestStatements(`?size=${ROWS}`)).toBe(few);
});

test('each order of a page has the checks that it has by itself', async () => {
  const { items } = await read(`?size=${ROWS}`);
  const failed: number[] = [];
  for (const { id, checks } of items) {
    const { checkList } = await read(`/${id}`);
    const passed = checkList.filter((check: { passed: boolean }) => check.passed).length;
    expect(checks).toEqual({ passed, failed: checkList.length - passed });
    failed.push(checks.failed);
  }
  expect(new Set(failed).size).toBeGreaterThan(1);
});
