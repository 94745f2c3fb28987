import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registerMoneyOfDayRoutes } from '#server/api/index.ts';
import { createWallet } from '#server/domains/money/wallet/index.ts';
import { createReadMoneyOfDay } from '#server/domains/money/wallet/money-of-day.repository.ts';
import type { Role } from '#shared/api/contract.ts';
import { DAY_MS, startOfDay } from '#shared/time/tashkent.ts';
import { startTestApp, type TestApp } from '../../fixtures/app.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';

let database: TestDatabase;
let app: TestApp;

beforeAll(async () => {
  database = await testDatabase();
  app = await startTestApp((http) => registerMoneyOfDayRoutes(http, createReadMoneyOfDay(database.db)));
});
afterAll(async () => {
  await app.close();
  await database.close();
});

const by = { reason: 'a test', actor: 'system' };

test('what crosses the edge of the platform counts on its day, what moves within it does not', async () => {
  const wallet = createWallet(database.db);
  const personId = randomUUID();
  const read = createReadMoneyOfDay(database.db);
  const topUp = (amountTiyin: number) =>
    wallet.topUp({
      ...by,
      personId,
      amountTiyin,
      key: randomUUID(),
      provider: 'test',
      reference: 'payment:1',
    });
  const hold = async (amountTiyin: number): Promise<number> => {
    const held = await wallet.hold({
      ...by,
      personId,
      amountTiyin,
      key: randomUUID(),
      reference: `deal:${amountTiyin}`,
    });
    if (held.outcome !== 'held') throw new Error(held.outcome);
    return held.holdId;
  };
  await topUp(100_00);
  await topUp(50_00);
  await hold(20_00);
  const sent = await wallet.payOut({ ...by, holdId: await hold(30_00), key: randomUUID() });
  if (sent.outcome !== 'resolved') throw new Error(sent.outcome);
  // On its way to the bank it is the platform's still.
  const before = await read(Date.now());
  expect(before.out.every(({ count }) => count === 0)).toBe(true);
  await wallet.settlePayOut({ ...by, payOutId: sent.journalId, key: randomUUID() });

  expect(await read(Date.now())).toEqual({
    fromMs: startOfDay(Date.now()),
    in: [
      { kind: 'top-up', count: 2, amountTiyin: 150_00 },
      { kind: 'indemnity', count: 0, amountTiyin: 0 },
    ],
    out: [
      { kind: 'refund', count: 1, amountTiyin: 30_00 },
      { kind: 'payout', count: 0, amountTiyin: 0 },
      { kind: 'lost', count: 0, amountTiyin: 0 },
      { kind: 'reversal', count: 0, amountTiyin: 0 },
    ],
  });
  for (const other of [-DAY_MS, DAY_MS])
    expect((await read(Date.now() + other)).in.map(({ count }) => count)).toEqual([0, 0]);
});

test('it is for those who may read payments', async () => {
  const ask = async (roles: Role[]) =>
    app.call('GET', '/api/console/money-of-day', {
      cookie: (await app.signIn({ roles })).cookie,
    });
  expect((await ask(['operator'])).status).toBe(200);
  expect((await ask(['moderator'])).status).toBe(403);
});
