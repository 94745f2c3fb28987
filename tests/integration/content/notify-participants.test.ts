import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createNotifications } from '#server/domains/content/notifications/index.ts';
import { createRewindsRepository } from '#server/auction/state/rewinds.repository.ts';
import { createTellLosses } from '#server/workflows/after-sale/tell-losses.ts';
import { createNotifyParticipants } from '#server/workflows/bidding/notify-participants.ts';
import { publishTestLot } from '../../fixtures/lots.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
beforeEach(() => database.pool.query('truncate inbox_message, outbox, trade_application cascade'));
afterAll(() => database.close());

const worker = () =>
  createNotifyParticipants({ db: database.db, notifications: createNotifications(database.db) });
const lot = (opensInMs: number, ruleSet: 'private' | 'practice' = 'private') =>
  publishTestLot(database, { opensInMs, ruleSet });
let number = 0;
const apply = (lotId: number, personId: string, given: { status?: string; demo?: boolean } = {}) =>
  database.pool.query(
    `insert into trade_application (lot_id, person_id, number, status, confirmed_at)
     values ($1, $2, $3, $4, case when $5 then null else now() end)`,
    [lotId, personId, (number += 1), given.status ?? 'admitted', given.demo ?? false],
  );
const setStatus = (lotId: number, status: number) =>
  database.pool.query('update lot set status = $1 where id = $2', [status, lotId]);
const messages = async () =>
  (
    await database.pool.query<{ person_id: string; template: string; params: { lotId: number } }>(
      'select person_id, template, params from inbox_message order by id',
    )
  ).rows.map(({ person_id, template, params }) => [person_id, template, params.lotId]);

describe('people who are admitted', () => {
  test('are notified within the hour before their auction, once, whichever workers look', async () => {
    const soon = await lot(30 * 60_000);
    const later = await lot(3 * 3_600_000);
    const [first, second] = [worker(), worker()];
    await apply(soon, 'anna');
    await apply(soon, 'bek');
    await apply(later, 'anna');
    await Promise.all([first(), second()]);
    await first();
    expect(await messages()).toEqual([
      ['anna', 'auction-soon', soon],
      ['bek', 'auction-soon', soon],
    ]);
  });

  test('are notified again when the auction is moved to another hour', async () => {
    const soon = await lot(30 * 60_000);
    await apply(soon, 'anna');
    const round = worker();
    await round();
    await database.pool.query(`update lot set opens_at = opens_at + interval '10 minutes' where id = $1`, [
      soon,
    ]);
    await round();
    expect(await messages()).toHaveLength(2);
  });

  test('are notified of a room that stays suspended, not of one that stumbles for a moment', async () => {
    const [long, short] = [await lot(-60_000), await lot(-60_000)];
    for (const id of [long, short]) {
      await apply(id, 'anna');
      await setStatus(id, 8);
    }
    const round = worker();
    await round();
    await setStatus(short, 4);
    await round();
    await round();
    await worker()();
    expect(await messages()).toEqual([['anna', 'auction-interrupted', long]]);
  });

  test('are people who applied themselves and still stand in the room: no rehearsals, no demo, no one who left', async () => {
    const soon = await lot(30 * 60_000);
    const practice = await lot(30 * 60_000, 'practice');
    await apply(practice, 'anna');
    await apply(soon, 'bot', { demo: true });
    await apply(soon, 'left', { status: 'cancelled' });
    await apply(soon, 'waiting', { status: 'requested' });
    await worker()();
    expect(await messages()).toEqual([]);
  });
});

test('everybody who was ever admitted hears once what an auction lost, after staff have chosen', async () => {
  const lost = await lot(3_600_000);
  await apply(lost, 'anna');
  await apply(lost, 'bek', { status: 'lost' });
  await apply(lost, 'demo', { demo: true });
  await database.pool.query(
    `insert into auction_rewind (lot_id, redis_epoch, epoch, seq, head_hash, lost_through, needs_choice)
     values ($1, 100001, 101002, 4, '', 6, true)`,
    [lost],
  );
  const notifications = createNotifications(database.db);
  const losses = createRewindsRepository(database.db);
  const round = createTellLosses({ db: database.db, notifications, losses });
  await round();
  expect(await messages()).toEqual([]);
  await losses.choose(lost, 'continue', 1);
  await Promise.all([round(), round()]);
  await round();
  expect(await messages()).toEqual([
    ['anna', 'auction-prices-lost', lost],
    ['bek', 'auction-prices-lost', lost],
  ]);
});
