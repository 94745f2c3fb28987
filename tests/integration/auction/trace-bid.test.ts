import { afterAll, beforeAll, expect, it } from 'vitest';
import { createBidTraceRepository } from '#server/auction/journal/bid-trace.repository.ts';
import { toBatch } from '#server/auction/journal/commit-batch.ts';
import { JournalConnection } from '#server/auction/journal/journal-connection.repository.ts';
import { runTraceCommand } from '#server/auction/journal/trace-command.ts';
import { createAuctionLogRepository, type Attempt } from '#server/auction/state/auction-log.repository.ts';
import { practiceTerms, progressFrom, ScriptedRoom } from '../../fixtures/scripted-room.ts';
import { testDatabase, type TestDatabase } from '../../fixtures/services.ts';

const LOT = 42;
let database: TestDatabase;
let receivedMs: number;

beforeAll(async () => {
  database = await testDatabase();
  const repository = createAuctionLogRepository(database.db);
  const terms = practiceTerms(LOT);
  await repository.openLot(terms);
  const room = new ScriptedRoom(terms);
  room.admit('ann', 'bob');
  room.do({ kind: 'setAuto', person: 'bob', bidId: 'auto-bob-1', maximumTiyin: 90_000, salt: 'pepper' });
  const price = (room.state.priceTiyin ?? 0) + 100;
  room.do({ kind: 'place', person: 'ann', bidId: 'bid-ann-1', amountTiyin: price });
  const entries = room.take();
  const own = entries.find(({ entry }) => 'bidId' in entry && entry.bidId === 'bid-ann-1');
  if (!own) throw new Error('the bid is in no entry');
  const row = await repository.readLot(LOT);
  if (!row) throw new Error('the lot was not opened');
  const journal = await JournalConnection.open(database.url, 'writer');
  await journal.commit(toBatch([progressFrom(row, entries)]), false);
  await journal.close();

  receivedMs = Math.floor(own.entry.atUs / 1_000) - 2;
  const receivedAt = new Date(receivedMs);
  await repository.insertReceipts([{ lotId: LOT, seq: own.entry.seq, receivedAtMs: receivedMs }]);
  const refused: Attempt = {
    lotId: LOT,
    person: 'ann',
    bidId: 'bid-ann-2',
    command: 'place',
    amountTiyin: 1_000,
    verdict: 'refused',
    reason: 'below-suggested',
    epoch: 1,
    seq: 2,
    headHash: 'ab'.repeat(32),
    repeated: false,
    receivedAt,
    decidedAt: new Date(receivedMs + 1),
  };
  const maximum = { ...refused, bidId: 'auto-ann-1', command: 'set-auto', amountTiyin: 777_00 } as const;
  await repository.insertAttempts([refused, maximum]);
});
afterAll(() => database.close());

async function trace(...argv: string[]): Promise<{ code: number; lines: string[]; errors: string[] }> {
  const lines: string[] = [];
  const errors: string[] = [];
  const out = {
    line: (text: string) => void lines.push(text),
    error: (text: string) => void errors.push(text),
  };
  const code = await runTraceCommand(argv, { repository: createBidTraceRepository(database.db), out });
  return { code, lines, errors };
}

it('an accepted bid is followed from its arrival to its commit, with the auto-bid that it woke', async () => {
  const { code, lines } = await trace(String(LOT), 'bid-ann-1');
  expect(code).toBe(0);
  expect(lines[0]).toContain(new Date(receivedMs).toISOString());
  expect(lines[1]).toMatch(/^ +\+0\.0 ms {2}web +received from ann$/);
  expect(lines.join('\n')).toMatch(/Redis +entry \d+, price 11, of ann\n/);
  expect(lines.join('\n')).toMatch(/Redis +entry \d+, price .*, caused by it, of bob/);
  expect(lines.filter((line) => line.includes('committed'))).toHaveLength(2);
});

it('a refused one says by whom and why, and at what price', async () => {
  const { code, lines } = await trace(String(LOT), 'bid-ann-2');
  expect(code).toBe(0);
  expect(lines.slice(1).map((line) => line.trim())).toEqual([
    '+0.0 ms  web         place 10 received from ann',
    '+1.0 ms  web         refused by the web process, from what was committed at entry 2: below-suggested',
  ]);
});

it('the maximum of an auto-bid stays a secret', async () => {
  const { lines } = await trace(String(LOT), 'auto-ann-1');
  expect(lines.join('\n')).toContain('set-auto received from ann');
  expect(lines.join('\n')).not.toContain('777');
});

it.each([
  ['another lot', ['43', 'bid-ann-1'], 1, /has no bid/],
  ['an unknown bid', [String(LOT), 'bid-bob-9'], 1, /has no bid/],
  ['no bid', [String(LOT)], 2, /usage/],
  ['a lot that is no number', ['x', 'bid-ann-1'], 2, /usage/],
])('of %s it says so', async (_what, argv, code, text) => {
  const answer = await trace(...argv);
  expect(answer.code).toBe(code);
  expect(answer.errors.join('\n')).toMatch(text);
});
