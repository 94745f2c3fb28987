import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOM_EVENTS } from '#shared/realtime/room.ts';
import { fired } from '../fixtures/fault.ts';
import { callServer } from '../fixtures/app.ts';
import { Bidder } from '../fixtures/bidder.ts';
import { publishTestLot } from '../fixtures/lots.ts';
import { startPlatform, type PlatformProcess } from '../fixtures/platform-process.ts';
import { peopleOf } from '../fixtures/platform-people.ts';
import { eventually, testDatabase, testRedis, type TestDatabase } from '../fixtures/services.ts';

const START = 100_000_00;
const STEP = 5_000_00;
/** What the promise allows a standby, and what a machine busy with other tests may add. */
const TAKEOVER_LIMIT_MS = 3_000 + 3_000;

const redis = testRedis();
let database: TestDatabase;
let nodes: PlatformProcess[];
let people: ReturnType<typeof peopleOf>;
let lotId: number;
const sockets: Bidder[] = [];

beforeAll(async () => {
  database = await testDatabase();
  const env = { RATE_LIMIT_FACTOR: '1000' };
  nodes = await Promise.all([
    startPlatform({ database, redis }, env),
    startPlatform({ database, redis }, env),
  ]);
  people = peopleOf(redis, () => database);
  lotId = await publishTestLot(database);
});
afterAll(async () => {
  for (const socket of sockets) socket.close();
  await people.close();
  await Promise.all(nodes.map((node) => node.stop()));
  await database.close();
});

async function bidderOn(node: PlatformProcess): Promise<Bidder> {
  const { cookie } = await people.signIn();
  await eventually(async () => {
    const joined = await callServer(node.url, 'POST', '/api/shop/user-order/join-practice', {
      body: { lotId },
      cookie,
    });
    return joined.body.verdict === 'admitted';
  }, 'the admission');
  const bidder = await Bidder.connect(node.url, { headers: { cookie } });
  sockets.push(bidder);
  await bidder.enter(lotId);
  return bidder;
}

const offer = (bidder: Bidder, bidId: string, amountTiyin: number) =>
  bidder.request(ROOM_EVENTS.place, { lotId, bidId, amountTiyin });

const sees = (bidder: Bidder, amountTiyin: number) =>
  eventually(() => bidder.rooms.get(lotId)?.head.priceTiyin === amountTiyin, `the price ${amountTiyin}`);

test('F1 two platforms on the same services are one auction, and the second goes on alone when the first is killed', async (ctx) => {
  const [first, second] = nodes as [PlatformProcess, PlatformProcess];
  const [one, two, three] = [await bidderOn(first), await bidderOn(second), await bidderOn(second)];

  await eventually(
    async () => JSON.stringify(await offer(one, 'first-bid-0001', START)).includes('accepted'),
    'a running room',
  );
  await sees(two, START);
  expect(JSON.stringify(await offer(two, 'second-bid-001', START + STEP))).toContain('accepted');
  await sees(one, START + STEP);

  // Each journal owns its share. One dies; bidders of the other platform must not notice more than a pause.
  await Promise.all(nodes.map((node) => tookPartitions(node)));
  const killedAt = performance.now();
  first.child.kill('SIGKILL');
  const [left, other] = [three, two];
  let tries = 0;
  const amount = START + 2 * STEP;
  await eventually(
    async () => {
      const answer = await offer(left, `after-kill-${String((tries += 1)).padStart(4, '0')}`, amount);
      return JSON.stringify(answer).includes('"accepted"');
    },
    'an accepted bid after the kill',
    20_000,
  );
  expect(performance.now() - killedAt).toBeLessThan(TAKEOVER_LIMIT_MS);
  await sees(other, amount);
  const { rows } = await database.pool.query<{ prices: number; distinct: number }>(
    `select count(*)::int as prices, count(distinct (entry ->> 'amountTiyin'))::int as distinct
     from auction_entry where lot_id = $1 and kind = 'price'`,
    [lotId],
  );
  expect(rows[0]).toEqual({ prices: 3, distinct: 3 });
  fired(ctx, 'F1', Number((await first.ended) === 'SIGKILL'));
});

/** Its journal has taken partitions over, by its log. */
const tookPartitions = (node: PlatformProcess) =>
  eventually(() => node.output().includes('partitions taken'), 'partitions of its own', 20_000);
