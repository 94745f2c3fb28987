import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { OFFER_EVENTS } from '#server/domains/trade/second-offers/index.ts';
import { SETTLEMENT_EVENTS } from '#server/domains/money/settlements/index.ts';
import { openEventQueue, startEventWorker } from '#server/jobs/index.ts';
import { startOutboxRelay } from '#server/platform/database/index.ts';
import { createLogger } from '#server/platform/logging/index.ts';
import { settlingModule } from '#server/workflows/index.ts';
import { LOT_STATUS as S } from '#shared/lifecycles/lot-status.ts';
import { DEPOSIT } from '../../fixtures/applications-fixture.ts';
import {
  eventually,
  testDatabase,
  testJobsRedis,
  type TestDatabase,
  type TestJobsRedis,
} from '../../fixtures/services.ts';
import { soldLots, type SoldLots } from '../../fixtures/sold-lots.ts';

const DAY_MS = 86_400_000;

let database: TestDatabase;
let jobs: TestJobsRedis;
let sold: SoldLots;

beforeAll(async () => {
  database = await testDatabase('template', 20);
  jobs = testJobsRedis();
});
beforeEach(() => {
  sold = soldLots(database);
});
afterAll(async () => {
  jobs.close();
  // Dropping the database proves that the books balance.
  await database.close();
});

/** Instants, ms, for which an event of this topic was written about the thing. */
async function instantsOf(topic: string, field: string, id: number): Promise<number[]> {
  const { rows } = await database.pool.query<{ at: number }>(
    `select (payload ->> 'notBeforeMs')::float8 as at from outbox
     where topic = $1 and (payload ->> $2)::bigint = $3 order by id`,
    [topic, field, id],
  );
  return rows.map(({ at }) => at);
}

async function lookAtOf(id: number): Promise<number> {
  const { rows } = await database.pool.query<{ look_at: Date }>(
    'select look_at from settlement where id = $1',
    [id],
  );
  return rows[0]!.look_at.getTime();
}

test('each instant at which something falls due with a sale has an event of its own', async () => {
  const { id } = await sold.open(0);
  const instants = [await lookAtOf(id)];
  // The first look reminds and schedules the next one, and so on until the sale is lost.
  for (let look = 0; look < 3; look += 1) {
    await database.pool.query(
      `update settlement set due_at = due_at - gap.by, default_at = default_at - gap.by, grace_until = grace_until - gap.by,
         look_at = look_at - gap.by
       from (select look_at - clock_timestamp() as by from settlement where id = $1) as gap where id = $1`,
      [id],
    );
    await sold.looking.look(id);
    instants.push(await lookAtOf(id));
  }
  expect(await instantsOf(SETTLEMENT_EVENTS.scheduled, 'settlementId', id)).toEqual(instants);
});

test('what falls due is done by its delayed event, where no round looks for it', async () => {
  const reserve = await sold.registered('30101901234560');
  await sold.give(reserve, DEPOSIT);
  const lost = await sold.open(0, { reserve });
  await sold.pass(lost.id, '40 days');
  // Due in a moment, which the event says: the one written with the sale is days away.
  const event = { settlementId: lost.id, notBeforeMs: Date.now() + 500 };
  const { queue: redis, namespace } = jobs;
  const listeners = settlingModule.listeners!({
    answering: sold.answering,
    looking: sold.looking,
    paying: sold.paying,
  } as never);
  const events = openEventQueue(redis, namespace, listeners);
  const worker = startEventWorker({
    db: database.db,
    redis,
    namespace,
    listeners,
    logger: createLogger({ level: 'silent' }),
    onFinished: () => undefined,
  });
  const relay = startOutboxRelay({
    db: database.db,
    pool: database.pool,
    onError: () => undefined,
    deliver: (row) => events.deliver(row),
  });
  const statusIs = (status: number) =>
    eventually(async () => (await sold.lotStatus(lost.lotId)) === status, `the lot to be ${status}`);
  try {
    await database.pool.query('insert into outbox (topic, payload) values ($1, $2)', [
      SETTLEMENT_EVENTS.scheduled,
      JSON.stringify(event),
    ]);
    await statusIs(S.offeredToOne);
    const { rows } = await database.pool.query<{ id: number; answer_by: Date }>(
      `update offer set answer_by = now() - interval '1 second' where lot_id = $1 returning id, answer_by`,
      [lost.lotId],
    );
    const [offer] = rows;
    const [answerBy] = await instantsOf(OFFER_EVENTS.scheduled, 'offerId', offer!.id);
    expect(answerBy! - Date.now()).toBeLessThan(10 * DAY_MS);
    await database.pool.query('insert into outbox (topic, payload) values ($1, $2)', [
      OFFER_EVENTS.scheduled,
      JSON.stringify({ offerId: offer!.id, notBeforeMs: Date.now() + 200 }),
    ]);
    await statusIs(S.priceNotConfirmed);
  } finally {
    await relay.stop();
    await worker.close();
    await events.queue.close();
  }
});
