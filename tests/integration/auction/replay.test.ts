import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { initialState, suggestedIn } from '#server/auction/rules/fold.ts';
import { readHistories, termsOf, type History } from '#server/auction/replay/history.ts';
import { playHistory } from '#server/auction/replay/play-history.ts';
import { runReplayCommand } from '#server/auction/replay/replay-command.ts';
import { rulesEngine } from '#server/auction/replay/replay-rules.ts';
import type { ReplayReport } from '#server/auction/replay/report.ts';
import { recordedData } from '../../fixtures/recorded-data.ts';
import { startRedis, type OwnRedis } from '../../fixtures/redis-server.ts';

const OWN = path.resolve(import.meta.dirname, '../../../server/auction/replay/histories');
const RECORDED = recordedData('auction-histories/english-overtime-2021-2022.jsonl');
const ENGINES = ['redis', 'rules'] as const;

let redis: OwnRedis;
let folder: string;

beforeAll(async () => {
  redis = await startRedis();
  folder = await mkdtemp(path.join(tmpdir(), 'savdo-replay-'));
});
afterAll(async () => {
  await redis.stop();
  await rm(folder, { recursive: true });
});

interface Run {
  code: number;
  out: string;
  err: string;
  report: ReplayReport;
}

async function replay(argv: string[], redisUrl: string | undefined = redis.url): Promise<Run> {
  const said = { out: '', err: '' };
  const code = await runReplayCommand(argv, {
    redisUrl,
    stdout: { write: (text) => (said.out += text) },
    stderr: { write: (text) => (said.err += text) },
  });
  const last = said.out.trimEnd().split('\n').at(-1) ?? '';
  return { code, ...said, report: (last.startsWith('{') ? JSON.parse(last) : null) as ReplayReport };
}

async function file(name: string, lines: unknown[]): Promise<string> {
  const target = path.join(folder, name);
  await writeFile(
    target,
    lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'),
  );
  return target;
}

const ownFiles = async () =>
  (await readdir(OWN)).filter((name) => name.endsWith('.jsonl')).map((name) => path.join(OWN, name));

const room = {
  id: 'one',
  rules: {
    firstBid: 'atStart',
    increment: { kind: 'fixed', amount: 10 },
    overtime: null,
    leaderMayRaise: false,
    minParticipants: 0,
  },
  startPrice: 100,
  opensAt: 0,
  closesAt: 86_400_000,
  bids: [
    { at: 1_000, bidder: 'B1', amount: 120 },
    { at: 1_500, bidder: 'B2', maximum: 500 },
  ],
  expected: { outcome: 'sold', winner: 'B2', price: 130, closesAt: 86_400_000, extensions: 0 },
};

describe.each(ENGINES)('replay with --engine %s', (engine) => {
  test('gives every small history what was worked out by hand', async () => {
    const { code, report } = await replay([...(await ownFiles()), '--engine', engine, '--json']);
    expect(report.differing).toEqual([]);
    expect(report.histories).toBeGreaterThan(50);
    expect(report.matched).toBe(report.histories);
    expect(code).toBe(0);
  });

  test.skipIf(RECORDED === null)('gives all 360 recorded auctions their published outcome', async () => {
    const { code, report } = await replay([RECORDED ?? '', '--engine', engine, '--json']);
    expect(report).toMatchObject({ histories: 360, matched: 360, differing: [] });
    expect(report.bids).toEqual({ accepted: 4_539, refused: {} });
    expect(code).toBe(0);
  });

  test.skipIf(RECORDED === null)(
    'keeps those outcomes when each gets four bids that must be refused',
    async () => {
      const histories = await readHistories([RECORDED ?? '']);
      const spoilt = await Promise.all(histories.map(spoil));
      const { report } = await replay([
        await file(`spoilt-${engine}.jsonl`, spoilt),
        '--engine',
        engine,
        '--json',
      ]);
      expect(report.differing).toEqual([]);
      expect(report.bids).toEqual({
        accepted: 4_539,
        refused: { 'below-suggested': 360, closed: 360, 'not-admitted': 360, 'id-reused': 360 },
      });
    },
  );

  test('says what differs, and ends with 1', async () => {
    const expected = { ...room.expected, price: 131, winner: 'B1' };
    const { code, report } = await replay([
      await file('differs.jsonl', [{ ...room, expected }]),
      '--engine',
      engine,
      '--json',
    ]);
    expect(code).toBe(1);
    expect(report).toMatchObject({ histories: 1, matched: 0 });
    expect(report.differing).toEqual([
      { id: 'one', field: 'winner', expected: 'B1', actual: 'B2' },
      { id: 'one', field: 'price', expected: 131, actual: 130 },
    ]);
  });

  test('prints a table for people: a line a history, and the sum', async () => {
    const { code, out } = await replay([await file('table.jsonl', [room]), '--engine', engine]);
    expect(code).toBe(0);
    expect(out).toMatch(/^history +accepted +refused +extensions +outcome +winner +price +end/);
    expect(out).toMatch(/^one +2 +0 +0 +sold +B2 +130 +1970-01-02T00:00:00.000Z +as expected$/m);
    expect(out).toMatch(/1 of 1 histories as expected in [\d.]+ s; bids accepted 2, refused 0\n$/);
  });
});

describe('what is expected', () => {
  test.each(['no-price-given', 'no price given', 'no_price_given', 'noPriceGiven'])(
    'may say %s',
    async (outcome) => {
      const silent = { ...room, bids: [], expected: { outcome, winner: null, price: null } };
      expect((await replay([await file('outcome.jsonl', [silent]), '--engine', 'rules'])).code).toBe(0);
    },
  );

  test('may be left out altogether', async () => {
    const { expected: _, ...bare } = room;
    expect((await replay([await file('bare.jsonl', [bare, '', '  ']), '--engine', 'rules'])).code).toBe(0);
  });
});

describe('the redis engine', () => {
  test('runs the scripts: Redis counts a call for each bid, and keeps nothing afterwards', async () => {
    const own = await startRedis();
    const client = new Redis(own.url);
    const files = await ownFiles();
    const bids = (await readHistories(files)).reduce((sum, history) => sum + history.bids.length, 0);
    await replay([...files, '--engine', 'rules'], own.url);
    expect(await calls(client)).toBe(0);
    await replay(files, own.url);
    const ran = await calls(client);
    expect(ran).toBeGreaterThan(bids * 2);
    expect((await client.keys('*')).filter((key) => !key.includes(':no:'))).toEqual([]);
    client.disconnect();
    await own.stop();
  });

  test('fails when Redis is dead', async () => {
    const own = await startRedis();
    await own.kill();
    const { code, out, err } = await replay([await file('dead.jsonl', [room]), '--json'], own.url);
    expect(code).toBe(2);
    expect(out).toBe('');
    expect(err).toContain(`Redis 127.0.0.1:${own.port}: the auction Redis was out of reach`);
    await own.stop();
  });

  test('fails when Redis dies in the middle', async () => {
    const own = await startRedis();
    const client = new Redis(own.url);
    client.on('error', () => undefined);
    const bids = Array.from({ length: 30_000 }, (_, i) => ({
      at: 1_000 + i,
      bidder: `B${i % 2}`,
      amount: 100 + i * 10,
    }));
    const running = replay([await file('long.jsonl', [{ ...room, expected: {}, bids }])], own.url);
    while ((await calls(client)) < 100) await new Promise((resolve) => setTimeout(resolve, 1));
    await own.kill();
    const { code, out, err } = await running;
    expect(code).toBe(2);
    expect(out).toBe('');
    expect(err).toMatch(/the auction Redis (did not answer|is out of reach)/);
    client.disconnect();
    await own.stop();
  });

  test('fails without an address', async () => {
    const said = { err: '' };
    const code = await runReplayCommand([await file('noredis.jsonl', [room])], {
      redisUrl: undefined,
      stdout: { write: () => undefined },
      stderr: { write: (text) => (said.err += text) },
    });
    expect(code).toBe(2);
    expect(said.err).toContain('REDIS_URL');
  });
});

describe('replay refuses, with file and line,', () => {
  const cases: [what: string, line: unknown, says: string][] = [
    ['what is not JSON', '{"id":', ':2: not JSON'],
    [
      'a bid with neither amount nor maximum',
      { ...room, bids: [{ at: 1, bidder: 'B' }] },
      'either amount or maximum',
    ],
    [
      'a bid with both',
      { ...room, bids: [{ at: 1, bidder: 'B', amount: 1, maximum: 2 }] },
      'either amount or maximum',
    ],
    ['an amount beyond 2^53', { ...room, bids: [{ at: 1, bidder: 'B', amount: 2 ** 53 }] }, 'bids.0.amount'],
    ['a fraction of an amount', { ...room, bids: [{ at: 1, bidder: 'B', amount: 1.5 }] }, 'bids.0.amount'],
    [
      'time that runs backwards',
      {
        ...room,
        bids: [
          { at: 2, bidder: 'B', amount: 1 },
          { at: 1, bidder: 'B', amount: 1 },
        ],
      },
      'time runs backwards',
    ],
    ['a room that closes before it opens', { ...room, closesAt: 0 }, 'ends before it opens'],
    [
      'a percent with three decimals',
      { ...room, rules: { ...room.rules, increment: { kind: 'percentOfCurrent', percent: 1.234 } } },
      'two decimals',
    ],
    ['a rule it does not know', { ...room, rules: { ...room.rules, hammer: 'wood' } }, 'hammer'],
    ['an outcome it does not know', { ...room, expected: { outcome: 'lost' } }, 'an outcome is one of'],
    ['an expectation it does not know', { ...room, expected: { color: 'red' } }, 'color'],
    ['an id used twice', room, 'the id one was used in'],
  ];
  test.each(cases)('%s', async (_, line, says) => {
    const { code, out, err } = await replay([
      await file('bad.jsonl', [room, line]),
      '--engine',
      'rules',
      '--json',
    ]);
    expect(code).toBe(2);
    expect(out).toBe('');
    expect(err).toContain('bad.jsonl:2');
    expect(err).toContain(says);
  });

  test('files that cannot be read, are empty or are not named', async () => {
    expect(await replay(['/does/not/exist.jsonl'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('ENOENT'),
    });
    expect(await replay([await file('empty.jsonl', [''])])).toMatchObject({
      code: 2,
      err: expect.stringContaining('no history'),
    });
    expect(await replay([])).toMatchObject({ code: 2, err: expect.stringContaining('usage:') });
    expect(await replay(['x', '--engine', 'magic'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('magic'),
    });
    expect(await replay(['x', '--fast'])).toMatchObject({ code: 2, err: expect.stringContaining('--fast') });
  });
});

/** The same auction with an offer one too low, one at the deadline, one by a stranger and one under a used id. */
async function spoil(history: History): Promise<unknown> {
  const end = history.expected.closesAt ?? history.closesAt;
  const first = history.bids[0]!;
  // After the first price: what would pass then is known without playing the rest.
  const after = initialState(termsOf(history, 1), 1);
  Object.assign(after, { priceTiyin: first.amount, count: 1 });
  const { at } = first;
  const bids = [
    { ...first, id: 'first' },
    { ...first, id: 'first' },
    { ...first, id: 'first', amount: (first.amount ?? 0) + 1 },
    { at, bidder: history.bids.at(-1)!.bidder, amount: suggestedIn(after) - 1 },
    { at, bidder: 'stranger', amount: suggestedIn(after) },
    ...history.bids.slice(1),
    { at: end, bidder: first.bidder, amount: Number.MAX_SAFE_INTEGER },
  ];
  const admitted = [...new Set(history.bids.map((bid) => bid.bidder))];
  const refused = { 'below-suggested': 1, closed: 1, 'not-admitted': 1, 'id-reused': 1 };
  return {
    ...history,
    admitted,
    bids,
    expected: { ...history.expected, accepted: history.bids.length, refused },
  };
}

async function calls(client: Redis): Promise<number> {
  const stats = await client.info('commandstats').catch(() => '');
  return Number(/cmdstat_fcall:calls=(\d+)/.exec(stats)?.[1] ?? 0);
}

describe('a replayed room', () => {
  test('counts a repeat under the same id and content neither as accepted nor as refused', async () => {
    const [history] = await readHistories([
      await file('repeat.jsonl', [
        { ...room, bids: [0, 1].map((i) => ({ at: i + 1, bidder: 'B1', amount: 120, id: 'same' })) },
      ]),
    ]);
    const replayed = await playHistory(rulesEngine(), history!, 1);
    expect(replayed).toMatchObject({ accepted: 1, refused: {}, repeated: 1, price: 120 });
  });
});
