import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hasReadAsStaff } from '#server/domains/people/conflicts-of-interest/index.ts';
import { createActionLog } from '#server/domains/staff/action-log/index.ts';
import { createTradeApplicationsRepository } from '#server/domains/trade/trade-applications/index.ts';
import { createApplicationRowsRepository } from '#server/domains/trade/trade-applications/application-rows.repository.ts';
import { createTradeApplicationsService } from '#server/domains/trade/trade-applications/trade-applications.service.ts';
import { LOT_STATUS } from '#shared/lifecycles/lot-status.ts';
import { publishTestLot } from '../../fixtures/lots.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

test('who takes part, also without a limit, and limits that staff read before a lot is over are recorded with the reader, and not after it', async () => {
  const [reader, rival] = [randomUUID(), randomUUID()];
  const lotId = await publishTestLot(database, { ruleSet: 'private', opensInMs: 3_600_000 });
  const { id } = await createTradeApplicationsRepository(database.db).request(lotId, rival, 700_00);
  const unlimited = await createTradeApplicationsRepository(database.db).request(lotId, randomUUID(), null);
  const applications = createTradeApplicationsService({
    actions: createActionLog(database.db),
    applications: createTradeApplicationsRepository(database.db),
    rows: createApplicationRowsRepository(database.db),
    names: async () => new Map(),
    rivalLots: async () => [],
    protestWindows: async (lots) => lots.map(() => null),
    lots: { cards: async () => [] },
  });
  const query = { page: 1, size: 20, lot: lotId };
  await applications.all({ personId: reader, address: '127.0.0.9' }, query);
  const recorded = () => createActionLog(database.db).ofType(reader, 'application', 10);
  expect(await recorded()).toMatchObject([
    { action: 'limits-viewed', reason: `application:${unlimited.id} application:${id}` },
  ]);
  expect(await hasReadAsStaff(database.db, reader, lotId)).toBe(true);
  await database.pool.query('update lot set status = $2 where id = $1', [lotId, LOT_STATUS.soldAndPaid]);
  await applications.all({ personId: reader }, query);
  expect(await recorded()).toHaveLength(1);
});
