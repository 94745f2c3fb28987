import { afterAll, beforeAll, expect, test, vi } from 'vitest';
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
const KILLS = 2;
/** What is promised on a machine of its own, and what one busy with other tests may add. */
const BACK_LIMIT_MS = 1_000 + 2_000;

const redis = testRedis();
let database: TestDatabase;
let platform: PlatformProcess;
let people: ReturnType<typeof peopleOf>;
let lotId: number;
const bidders: Bidder[] = [];
let bids = 0;
vi.setConfig({ testTimeout: 120_000 });

beforeAll(async () => {
  database = await testDatabase();
  // As `npm start` runs it: without PROCESSES.
  platform = await startPlatform({ database, redis }, { RATE_LIMIT_FACTOR: '1000' }, { whole: true });
  people = peopleOf(redis, () => database);
  lotId = await publishTestLot(database);
  for (const _ of [1, 2]) {
    const { cookie } = await people.signIn();
    await eventually(async () => {
      const { body } = await callServer(platform.url, 'POST', '/api/shop/user-order/join-practice', {
        body: { lotId },
        cookie,
      });
      return body.verdict === 'admitted';
    }, 'the admission');
    const bidder = await Bidder.connect(platform.url, { headers: { cookie } });
    await bidder.enter(lotId);
    bidders.push(bidder);
  }
});
afterAll(async () => {
  for (const bidder of bidders) bidder.close();
  await people?.close();
  await platform?.stop();
  await database?.close();
});

/** Pids of the journals that have started, in order. */
const journals = () =>
  platform
    .output()
    .split('\n')
    .filter((line) => line.includes('"type":"journal"'))
    .map((line) => Number((JSON.parse(line) as { pid: number }).pid));

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
    const log = platform.output().split('\n').slice(-20).join('\n');
    throw new Error(
      `${String(error)}\n${[...answers.slice(0, 3), ...answers.slice(-2)].join('\n')}\n${log}`,
      { cause: error },
    );
  });
  bids += 1;
}

const metricsText = async () => String((await callServer(platform.url, 'GET', '/metrics')).body);

/** What the gauge of the journal says; null: there is no sample of it. */
async function failingSeconds(): Promise<number | null> {
  const sample = /^savdo_journal_commits_failing_seconds\{process="journal"\} (\S+)$/m.exec(
    await metricsText(),
  );
  return sample ? Number(sample[1]) : null;
}

const servesPages = async () => (await callServer(platform.url, 'GET', '/readyz')).status === 200;

const problems = async () => {
  const { status, body } = await callServer(platform.url, 'GET', '/readyz/bids');
  return { status, text: (body.bids.problems as string[]).join('; ') };
};

test('F33 the journal of npm start killed: another one commits within a second, and web and its sockets go on', async (ctx) => {
  let dropped = 0;
  for (const bidder of bidders) bidder.socket.on('disconnect', () => (dropped += 1));
  await accepted();
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const [journal = 0] = journals().slice(-1);
    expect(journal).not.toBe(platform.child.pid);
    await accepted();
    await eventually(
      () => platform.output().split('the next process is prepared').length - 1 === kill,
      'the next journal to be prepared',
      60_000,
    );
    process.kill(journal, 'SIGKILL');
    const killedAt = performance.now();
    await accepted();
    const backMs = performance.now() - killedAt;
    process.stdout.write(`the next bid was accepted ${Math.round(backMs)} ms after the journal was killed\n`);
    expect(backMs).toBeLessThan(BACK_LIMIT_MS);
    await eventually(() => journals().length === kill + 1, 'the line of the next journal');
    expect(journals().at(-1)).not.toBe(journal);
  }
  fired(ctx, 'F33', KILLS);
  expect(dropped).toBe(0);
  expect(platform.child.exitCode).toBeNull();
  // What both see is what was committed.
  const price = START + (bids - 1) * STEP;
  for (const bidder of bidders)
    await eventually(() => bidder.rooms.get(lotId)?.head.priceTiyin === price, 'the last price');
});

test('/readyz/bids names the partitions without a journal while pages are served, and is content again when there is one', async () => {
  await eventually(async () => (await problems()).status === 200, 'readiness');
  const [journal = 0] = journals().slice(-1);
  process.kill(journal, 'SIGSTOP');
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
    const text = await metricsText();
    return /savdo_partitions_held\{\S* 8/.test(text) ? text : null;
  }, 'the figures');
  expect(Number(/savdo_lease_age_seconds\{\S* (\S+)/.exec(metrics)?.[1])).toBeGreaterThan(1);
  process.kill(journal, 'SIGCONT');
  await eventually(async () => (await problems()).status === 200, 'readiness again', 20_000);
  // The journal's own figures are shown by the process that has an address.
  await eventually(
    async () => /savdo_journal_partitions\{process="journal"\} 8/.test(await metricsText()),
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

// Last: the rooms pause for a minute after it.
test('figures of a journal that is silent are not shown as its last ones, and are back with it', async () => {
  await eventually(async () => (await failingSeconds()) === 0, 'the gauge');
  const [journal = 0] = journals().slice(-1);
  process.kill(journal, 'SIGSTOP');
  try {
    // Its last word was that commits succeed: shown on, it would hide the outage.
    await eventually(async () => (await failingSeconds()) === null, 'no figures', 40_000);
    expect(await metricsText()).toMatch(/^savdo_child_figures_age_seconds\{\S* [2-9]\d/m);
    expect((await problems()).status).toBe(503);
    expect(await servesPages()).toBe(true);
  } finally {
    process.kill(journal, 'SIGCONT');
  }
  await eventually(async () => (await failingSeconds()) === 0, 'the gauge again', 20_000);
});
