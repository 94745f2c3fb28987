import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { freePort } from '../../scripts/launcher/ports.mjs';
import { ROOM_EVENTS } from '#shared/realtime/room.ts';
import { fired } from '../fixtures/fault.ts';
import { callServer } from '../fixtures/app.ts';
import { Bidder } from '../fixtures/bidder.ts';
import { publishTestLot } from '../fixtures/lots.ts';
import { answers, startPlatform, type PlatformProcess } from '../fixtures/platform-process.ts';
import { peopleOf } from '../fixtures/platform-people.ts';
import { eventually, testDatabase, testRedis, type TestDatabase } from '../fixtures/services.ts';

const START = 100_000_00;
const STEP = 5_000_00;
const KILLS = 2;

const redis = testRedis();
let database: TestDatabase;
let web: PlatformProcess;
let journal: PlatformProcess;
let figures: string;
let people: ReturnType<typeof peopleOf>;
let lotId: number;
const bidders: Bidder[] = [];
let bids = 0;
vi.setConfig({ testTimeout: 120_000 });

beforeAll(async () => {
  database = await testDatabase();
  journal = await startJournal();
  web = await startPlatform(
    { database, redis },
    { PROCESSES: 'clock,worker,web', RATE_LIMIT_FACTOR: '1000' },
  );
  people = peopleOf(redis, () => database);
  lotId = await publishTestLot(database);
  for (const _ of [1, 2]) {
    const { cookie } = await people.signIn();
    await eventually(async () => {
      const { body } = await callServer(web.url, 'POST', '/api/shop/user-order/join-practice', {
        body: { lotId },
        cookie,
      });
      return body.verdict === 'admitted';
    }, 'the admission');
    const bidder = await Bidder.connect(web.url, { headers: { cookie } });
    await bidder.enter(lotId);
    bidders.push(bidder);
  }
});
afterAll(async () => {
  for (const bidder of bidders) bidder.close();
  await people?.close();
  await Promise.all([web?.stop(), journal?.stop()]);
  await database?.close();
});

/** As a supervisor does: in a process of its own, with an address for its figures. */
async function startJournal(): Promise<PlatformProcess> {
  const port = await freePort();
  figures = `http://localhost:${port}`;
  const started = await startPlatform(
    { database, redis },
    { PROCESSES: 'journal', ADMIN_PORT: String(port) },
    { wait: false },
  );
  await eventually(() => answers(figures), 'the journal', 60_000);
  return started;
}

/** The two raise each other by turns; resolves at the first accepted offer. */
async function accepted(): Promise<void> {
  const bidder = bidders[bids % 2] as Bidder;
  const amountTiyin = START + bids * STEP;
  const answers: string[] = [];
  let refusals = 0;
  await eventually(
    async () => {
      // As the client does: what was not answered is asked again, and may have been accepted; what was refused is a new bid.
      const bidId = `bid-${bids}-${refusals}-of-the-test`;
      const answer = JSON.stringify(
        await bidder.request(ROOM_EVENTS.place, { lotId, bidId, amountTiyin, confirmed: true }),
      );
      answers.push(answer);
      if (answer.includes('"refused"')) refusals += 1;
      return answer.includes('"accepted"');
    },
    `the price ${amountTiyin}`,
    30_000,
  ).catch((error: unknown) => {
    const log = web.output().split('\n').slice(-20).join('\n');
    throw new Error(
      `${String(error)}\n${[...answers.slice(0, 3), ...answers.slice(-2)].join('\n')}\n${log}`,
      { cause: error },
    );
  });
  bids += 1;
}

const metricsText = async (url: string) => String((await callServer(url, 'GET', '/metrics')).body);

/** What the journal's gauge says. */
async function failingSeconds(): Promise<number | null> {
  const sample = /^savdo_journal_commits_failing_seconds\{\S*\} (\S+)$/m.exec(await metricsText(figures));
  return sample ? Number(sample[1]) : null;
}

const servesPages = async () => (await callServer(web.url, 'GET', '/readyz')).status === 200;

const problems = async () => {
  const { status, body } = await callServer(web.url, 'GET', '/readyz/bids');
  return { status, text: (body.bids.problems as string[]).join('; ') };
};

test('F33 the only journal killed and started again: bids are taken again, and web and its sockets go on', async (ctx) => {
  let dropped = 0;
  for (const bidder of bidders) bidder.socket.on('disconnect', () => (dropped += 1));
  await accepted();
  for (let kill = 1; kill <= KILLS; kill += 1) {
    process.kill(journal.child.pid ?? 0, 'SIGKILL');
    await journal.stop();
    journal = await startJournal();
    await accepted();
  }
  fired(ctx, 'F33', KILLS);
  expect(dropped).toBe(0);
  expect(web.child.exitCode).toBeNull();
  // What both see is what was committed.
  const price = START + (bids - 1) * STEP;
  for (const bidder of bidders)
    await eventually(() => bidder.rooms.get(lotId)?.head.priceTiyin === price, 'the last price');
});

test('/readyz/bids names the partitions without a journal while pages are served, and is content again when there is one', async () => {
  await eventually(async () => (await problems()).status === 200, 'readiness');
  process.kill(journal.child.pid ?? 0, 'SIGSTOP');
  const found = await eventually(
    async () => {
      const { status, text } = await problems();
      return status === 503 ? text : null;
    },
    'the reason',
    20_000,
  );
  expect(found).toMatch(/journal: 8 of 8 partitions \(0, 1, 2, 3, 4, 5, 6, 7\) have no journal for \d/);
  expect(await servesPages()).toBe(true);
  const metrics = await eventually(async () => {
    const text = await metricsText(web.url);
    return /savdo_partitions_held\{\S* 8/.test(text) ? text : null;
  }, 'the figures');
  expect(Number(/savdo_lease_age_seconds\{\S* (\S+)/.exec(metrics)?.[1])).toBeGreaterThan(1);
  process.kill(journal.child.pid ?? 0, 'SIGCONT');
  await eventually(async () => (await problems()).status === 200, 'readiness again', 20_000);
  await eventually(
    async () => /savdo_journal_partitions\{\S*\} 8/.test(await metricsText(figures)),
    'the figures of the journal',
  );
});

test('F37 commits fail while PostgreSQL answers: /readyz/bids and the gauge say it and for how long, and pages are served', async (ctx) => {
  await accepted();
  await eventually(async () => (await failingSeconds()) === 0, 'the gauge');
  await database.pool.query('revoke insert on auction_entry from savdo_runtime');
  const harmedAt = performance.now();
  let [first, longest] = [0, 0];
  try {
    const text = await eventually(
      async () => {
        const { status, text } = await problems();
        return status === 503 && text.includes('42501') ? text : null;
      },
      'the reason',
      20_000,
    );
    expect(text).toMatch(
      /journal: commits of 8 of 8 partitions fail for \d.* although postgresql answers \(SQLSTATE 42501\)/,
    );
    expect(await servesPages()).toBe(true);
    await eventually(async () => (first = (await failingSeconds()) ?? 0) > 0, 'a figure');
    await eventually(async () => (longest = (await failingSeconds()) ?? 0) > first + 1, 'a later figure');
    // Since the last good commit, which was within a second before.
    expect(longest).toBeLessThan((performance.now() - harmedAt) / 1_000 + 2);
  } finally {
    await database.pool.query('grant insert on auction_entry to savdo_runtime');
  }
  await eventually(async () => (await problems()).status === 200, 'readiness again', 20_000);
  await eventually(async () => (await failingSeconds()) === 0, 'the gauge at 0');
  fired(ctx, 'F37', 1);
});
