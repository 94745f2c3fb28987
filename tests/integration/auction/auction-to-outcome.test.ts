import { afterAll, beforeAll, expect, test } from 'vitest';
import { callServer, type CallOptions } from '../../fixtures/app.ts';
import { publishTestLot, ROOM_END_LIMIT_MS } from '../../fixtures/lots.ts';
import { startPlatform, type PlatformProcess } from '../../fixtures/platform-process.ts';
import { peopleOf } from '../../fixtures/platform-people.ts';
import { eventually, testDatabase, testRedis, type TestDatabase } from '../../fixtures/services.ts';

const redis = testRedis();
let database: TestDatabase;
let platform: PlatformProcess;
let people: ReturnType<typeof peopleOf>;

beforeAll(async () => {
  database = await testDatabase();
  platform = await startPlatform({ database, redis }, { RATE_LIMIT_FACTOR: '100' });
  people = peopleOf(redis, () => database);
});
afterAll(async () => {
  await people.close();
  await platform.stop();
  await database.close();
});

const call = (method: string, path: string, options: CallOptions = {}) =>
  callServer(platform.url, method, path, options);

test('a practice room goes from publication over bids and hammer to its outcome and the next round', async () => {
  const lotId = await publishTestLot(database, {
    opensInMs: 500,
    lengthMs: 12_000,
    rules: { overtime: null },
  });
  const [one, two] = [await people.signIn({ name: 'Aziza' }), await people.signIn({ name: 'Botir' })];

  const join = async ({ cookie }: { cookie: string }) => {
    const joined = await eventually(async () => {
      const answer = await call('POST', '/api/shop/user-order/join-practice', { body: { lotId }, cookie });
      return answer.body.verdict === 'admitted' ? answer : null;
    }, 'the admission');
    return joined.body.number as number;
  };
  const numbers = [await join(one), await join(two)];
  expect(new Set(numbers).size).toBe(2);

  let bids = 0;
  /** On a busy machine the journal may be late for a moment; `held` placed nothing and is simply sent again. */
  const bid = (cookie: string, amountTiyin: number) =>
    eventually(async () => {
      const answer = await call('POST', '/api/shop/game-view/place', {
        body: { lotId, bidId: `bid-0000-${(bids += 1)}`, amountTiyin },
        cookie,
      });
      expect(answer.status).toBe(200);
      return ['held', 'fenced', 'not-open-yet'].includes(answer.body.reason) ? null : answer.body;
    }, 'a verdict');
  expect(await bid(one.cookie, 100_000_00)).toMatchObject({
    verdict: 'accepted',
    amountTiyin: 100_000_00,
    suggestedTiyin: 105_000_00,
  });
  expect(await bid(two.cookie, 104_999_99)).toMatchObject({ verdict: 'refused', reason: 'below-suggested' });
  expect(await bid(two.cookie, 105_000_00)).toMatchObject({ verdict: 'accepted', leading: true });

  const details = () => call('GET', `/api/shop/lot-card/details/${lotId}`);
  const sold = await eventually(
    async () => {
      const { body } = await details();
      return body.result ? body : null;
    },
    'the outcome',
    ROOM_END_LIMIT_MS,
  );
  expect(sold.result).toMatchObject({ outcome: 'sold', priceTiyin: 105_000_00, winnerNumber: numbers[1] });

  const next = await eventually(async () => {
    const { body } = await call('GET', '/api/shop/shop-lots/active-lot-list');
    return (
      (body as { id: number; practice: boolean }[]).find((lot) => lot.practice && lot.id !== lotId) ?? null
    );
  }, 'the next round');
  expect(next.id).toBeGreaterThan(lotId);
  // The hand-over is the last step of the conclusion: by then the lists may show the next round already.
  await eventually(async () => {
    const { rows } = await database.pool.query<{ handed_over: boolean; hammers: number }>(
      `select (select handed_over_at is not null from auction_lot where lot_id = $1) as handed_over,
              (select count(*)::int from outbox where topic = 'auction.hammer' and sent_at is not null) as hammers`,
      [lotId],
    );
    expect(rows[0]?.hammers).toBe(1);
    return rows[0]?.handed_over;
  }, 'the hand-over');
}, 160_000);
