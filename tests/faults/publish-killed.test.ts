import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { WORKFLOW_STEPS } from '#server/workflows/crash-steps.ts';
import { COMPLETE } from '../fixtures/complete-run.ts';
import { endWithHammer } from '../fixtures/ended-auction.ts';
import { publishedOrders, type OrdersOnTrade } from '../fixtures/published-orders.ts';
import { makeSeller } from '../fixtures/ready-seller.ts';
import { startPlatform } from '../fixtures/platform-process.ts';
import { eventually, testDatabase, testRedis, type TestDatabase } from '../fixtures/services.ts';

/** The long suite kills at each step, the short one at those with the most to lose. */
const SAMPLE = ['list-lot-committed'];
const STEPS = WORKFLOW_STEPS.filter(
  (step) => /^(list|follow)-lot/.test(step) && (COMPLETE || SAMPLE.includes(step)),
);

let database: TestDatabase;
let trade: OrdersOnTrade;
let personId: string;
const redis = testRedis();

beforeAll(async () => {
  database = await testDatabase('template', 5);
  trade = await publishedOrders(database);
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into person (issuer, subject, kind, name, pinfl, language, roles)
     values ('test', 'seller', 'natural', 'Anvar Namuna', '30101901234560', 'uz', '{customer}') returning id`,
  );
  personId = rows[0]?.id ?? '';
  await makeSeller(database, personId);
});
afterAll(async () => {
  await trade.close();
  await database.close();
});

vi.setConfig({ testTimeout: 600_000 });

const approved = () => {
  const account = { bankName: 'Namuna bank', account: '20208000900123456001', mfo: '00444' };
  const requisites = { kind: 'account', ...account, holderName: 'Anvar Namuna' } as const;
  return trade.approved({ requisites }, { personId });
};

/** A worker that dies at the step; its death counts. */
async function killedAt(step: string): Promise<void> {
  const worker = await startPlatform(
    { database, redis },
    { PROCESSES: 'worker', SAVDO_CRASH_AT: step },
    { wait: false },
  );
  expect(await worker.ended, `${step}\n${worker.output()}`).toBe('SIGKILL');
  await worker.stop();
}

/** A worker runs until it is so. */
async function finished(alreadyApplied: () => Promise<boolean>, what: string): Promise<void> {
  const worker = await startPlatform({ database, redis }, { PROCESSES: 'worker' }, { wait: false });
  await eventually(alreadyApplied, what, 120_000);
  await worker.stop();
}

const allAre = async (status: string): Promise<boolean> => {
  const { rows } = await database.pool.query('select bool_and(status = $1) as so from customer_order', [
    status,
  ]);
  return rows[0].so;
};

test('the worker killed at each step between an order and its lot: each order has one lot, and follows it once', async () => {
  const orders: number[] = [];
  for (const step of STEPS.filter((one) => one.startsWith('list'))) {
    orders.push(await approved());
    await killedAt(step);
  }
  await finished(() => allAre('on-trade'), 'every order to be on trade');
  for (const orderId of orders) {
    const lots = await trade.lotsOf(orderId);
    expect(lots).toHaveLength(1);
    expect([lots[0].photos.length, lots[0].hidden_photos.length]).toEqual([2, 1]);
    expect(await trade.events(orderId)).toEqual(['send', 'approve', 'publish']);
  }
  const left = [...orders];
  for (const step of STEPS.filter((one) => one.startsWith('follow'))) {
    const [lot] = await trade.lotsOf(left.shift()!);
    await endWithHammer(database, lot.id, {
      outcome: 'not-held',
      winner: null,
      winnerNumber: null,
      priceTiyin: null,
    });
    await killedAt(step);
  }
  for (const orderId of left) {
    const [lot] = await trade.lotsOf(orderId);
    await endWithHammer(database, lot.id, {
      outcome: 'not-held',
      winner: null,
      winnerNumber: null,
      priceTiyin: null,
    });
  }
  await finished(() => allAre('traded'), 'every order to follow its lot');
  // A worker that lives long enough plans the next trade of what was not sold, which its own tests are about.
  const follows = (of: string[]) =>
    of.filter((each) => !/^(plan|block|postpone)-repeat$|^order-repeat-/.test(each));
  for (const orderId of orders)
    expect(follows(await trade.events(orderId))).toEqual(['send', 'approve', 'publish', 'end-unsold']);
  expect(follows(await trade.notices(personId))).toHaveLength(3 * orders.length);
});
