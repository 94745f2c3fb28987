import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAuctionLogRepository } from '#server/auction/index.ts';
import { callServer } from '../../fixtures/app.ts';
import { startPlatform, type PlatformProcess } from '../../fixtures/platform-process.ts';
import { startRedis, type OwnRedis } from '../../fixtures/redis-server.ts';
import { practiceTerms } from '../../fixtures/scripted-room.ts';
import { eventually, testDatabase, testRedis, type TestDatabase } from '../../fixtures/services.ts';

const LOT = 1;
/** A Redis user of the web process alone, so that its reads can be refused and the journal's go on. */
const WEB = { name: 'web', password: 'web-of-tests' };

let database: TestDatabase;
let auctionRedis: OwnRedis;
let client: Redis;
let journal: PlatformProcess;
let clock: PlatformProcess;
let web: PlatformProcess;
let startClock: () => Promise<PlatformProcess>;

beforeAll(async () => {
  [database, auctionRedis] = await Promise.all([testDatabase(), startRedis()]);
  client = new Redis(auctionRedis.url);
  await client.call('ACL', 'SETUSER', WEB.name, 'on', `>${WEB.password}`, '~*', '&*', '+@all');
  await createAuctionLogRepository(database.db).openLot(practiceTerms(LOT));
  const redis = { ...testRedis(), auctionUrl: auctionRedis.url };
  const asWeb = new URL(auctionRedis.url);
  [asWeb.username, asWeb.password] = [WEB.name, WEB.password];
  startClock = () => startPlatform({ database, redis }, { PROCESSES: 'clock' }, { wait: false });
  [journal, clock, web] = await Promise.all([
    startPlatform({ database, redis }, { PROCESSES: 'journal' }, { wait: false }),
    startClock(),
    startPlatform({ database, redis: { ...redis, auctionUrl: asWeb.href } }, { PROCESSES: 'web' }),
  ]);
  // A visitor who looks into the room has the process follow its partition.
  await eventually(async () => {
    const { body } = await callServer(web.url, 'GET', `/api/shop/game-view/check/${LOT}`);
    return body.mayEnter;
  }, 'the room');
  await isReady();
});
afterAll(async () => {
  await Promise.all([journal?.stop(), clock?.stop(), web?.stop()]);
  client?.disconnect();
  await auctionRedis?.stop();
  await database?.close();
});

interface Look {
  status: number;
  taken: boolean;
  problems: string[];
  partitions: { partition: number; since: string | null }[] | null;
}

async function look(): Promise<Look> {
  const { status, body } = await callServer(web.url, 'GET', '/readyz/bids');
  return { status, ...body.bids };
}

/** Not ready, for reasons that `are` right. */
const notReady = (what: string, are: (problems: string[]) => boolean) =>
  eventually(async () => {
    const { status, problems } = await look();
    return status === 503 && are(problems);
  }, what);

const isReady = () => eventually(async () => (await look()).status === 200, 'readiness');

/** PostgreSQL's time as the journal gets it with every commit. */
const setPostgresAhead = (seconds: number) =>
  database.pool.query(`
    create or replace function auction_now_us() returns bigint language sql volatile as
    $$ select (extract(epoch from clock_timestamp() + interval '${seconds} s') * 1000000)::bigint $$`);

test.each([
  ['behind', -3],
  ['ahead', 3],
])('names clocks that differ, and none once they agree (PostgreSQL is %s)', async (_, seconds) => {
  await setPostgresAhead(seconds);
  const differ =
    /^clocks: the auction redis and postgresql differ by (2\.[5-9]|3\.\d) s, the bids of 8 partitions are held$/;
  await notReady('clocks', (problems) => problems.some((problem) => differ.test(problem)));
  await setPostgresAhead(0);
  await isReady();
});

test('names a committed feed whose reader gets nothing, and nothing once it reads again', async () => {
  const cutAt = Date.now();
  await client.call('ACL', 'SETUSER', WEB.name, '-xread');
  const silent = /^committed feed: silent for [3-9]\.\d s, what is committed is shown late here$/;
  // The only web process has no feed: no bid can reach the rooms, and the journal stalls them.
  await notReady('the feed', (problems) => {
    const others = problems.filter((problem) => !silent.test(problem));
    return others.length === 1 && others.every((problem) => problem.startsWith('reach: '));
  });
  // Every partition is held, and since when.
  const { problems, partitions } = await look();
  expect(problems).toContainEqual(
    expect.stringMatching(
      /^reach: no web process can place bids for \d+\.\d s, the rooms of 8 partitions are stalled$/,
    ),
  );
  expect(partitions).toHaveLength(8);
  for (const { since } of partitions ?? []) {
    expect(Date.parse(since ?? '')).toBeGreaterThan(cutAt - 3_000);
    expect(Date.parse(since ?? '')).toBeLessThan(Date.now());
  }
  await client.call('ACL', 'SETUSER', WEB.name, '+xread');
  await isReady();
});

test('a web process without its auction Redis serves pages and says so at once', async () => {
  const ask = async (path: string) => {
    const startedAt = performance.now();
    const { status, body } = await callServer(web.url, 'GET', path);
    return { status, bids: body.bids, tookMs: performance.now() - startedAt };
  };
  await ask('/readyz/bids');
  auctionRedis.freeze();
  try {
    const known = await eventually(async () => {
      const answer = await ask('/readyz');
      expect(answer).toMatchObject({ status: 200 });
      expect(answer.tookMs).toBeLessThan(900);
      return answer.bids.taken ? null : answer.bids;
    }, 'a look that finds no Redis');
    expect(known).toMatchObject({ problems: ['auction redis: no answer within 2000 ms'], partitions: null });
    expect(known.ageMs).toBeLessThan(10_000);
    expect(await ask('/readyz/bids')).toMatchObject({ status: 503, bids: { taken: false } });
  } finally {
    auctionRedis.thaw();
  }
  await isReady();
});

test('/readyz/bids is red while a lot waits for two members of staff to choose, and no longer', async () => {
  await database.pool.query(
    `insert into auction_rewind (lot_id, redis_epoch, epoch, seq, head_hash, lost_through, needs_choice)
     values ($1, 100001, 101002, 1, '', 3, true)`,
    [LOT],
  );
  // What was lost is said as far as it is known: nothing, the hammer alone, a bid.
  const lost = ['entries that can no longer be listed', 'the hammer and no bid', 'answered bids'];
  const kinds = [[], ['opened', 'closed'], ['price']];
  for (const [i, what] of lost.entries()) {
    for (const kind of kinds[i] ?? [])
      await database.pool.query(
        `insert into auction_lost_entry (rewind_id, seq, epoch, hash, entry)
         select max(r.id), coalesce(max(e.seq), 1) + 1, 100001, '', jsonb_build_object('kind', $1::text)
         from auction_rewind r left join auction_lost_entry e on e.rewind_id = r.id`,
        [kind],
      );
    const said = `older timeline: 1 lots lost entries with a database and wait for two members of staff to choose: 1 (${what})`;
    await notReady(what, (problems) => problems.length === 1 && problems[0] === said);
  }
  await eventually(
    async () => /^savdo_lots_held(\{[^}]*\})? 1$/m.test(await (await fetch(`${web.url}/metrics`)).text()),
    'the gauge',
  );
  await database.pool.query("update auction_rewind set choice = 'continue', decided_at = now()");
  await isReady();
});

test('names a clock that was killed, and none once another one runs', async () => {
  clock.child.kill('SIGKILL');
  await clock.ended;
  const silent = /^clock: none has run for \d+\.\d s, rooms open, resume and end by themselves no more$/;
  await notReady(
    'the clock',
    (problems) => problems.length === 1 && problems.every((one) => silent.test(one)),
  );
  // An alarm, and yet bids are taken.
  expect((await look()).taken).toBe(true);
  await clock.stop();
  clock = await startClock();
  await isReady();
});
