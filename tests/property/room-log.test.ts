import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readHistories } from '#server/auction/replay/history.ts';
import { playHistory } from '#server/auction/replay/play-history.ts';
import { runReplayCommand } from '#server/auction/replay/replay-command.ts';
import { rulesEngine } from '#server/auction/replay/replay-rules.ts';
import type { ReplayReport } from '#server/auction/replay/report.ts';
import { COMPLETE } from '../fixtures/complete-run.ts';
import { startRedis, type OwnRedis } from '../fixtures/redis-server.ts';
import { checkPublicLog } from '#shared/trust/check-public-log.ts';
import type { PublicLog } from '#shared/trust/public-log.ts';
import { checkSignature } from '#shared/trust/signed-statement.ts';
import { KNOWN_ROOMS, publicLog, playedRoom, randomRoom, ROOM_LOG_KEYS } from '../fixtures/room-logs.ts';

let folder: string;
let redis: OwnRedis;
beforeAll(async () => {
  redis = await startRedis();
  folder = await mkdtemp(path.join(tmpdir(), 'savdo-room-log-'));
});
afterAll(async () => {
  await redis.stop();
  await rm(folder, { recursive: true });
});

const RUNS = COMPLETE ? 3_000 : 400;

test('the public log of any finished room leads by the rules to its published prices and result', async () => {
  const file = path.join(folder, 'room.jsonl');
  await fc.assert(
    fc.asyncProperty(randomRoom, async (drawn) => {
      const room = playedRoom(drawn);
      await writeFile(file, await publicLog(room));
      const [history] = await readHistories([file]);
      const { extensions, ...expected } = history!.expected;
      expect(await playHistory(rulesEngine(), history!, room.state.terms.lotId)).toMatchObject({
        ...expected,
        extensions,
      });
    }),
    { numRuns: RUNS, seed: 7 },
  );
});

test.each(['redis', 'rules'])(
  'rooms with all that may happen in them are replayed by %s to their results',
  async (engine) => {
    const rooms = await Promise.all(KNOWN_ROOMS.map((drawn) => publicLog(playedRoom(drawn))));
    const file = path.join(folder, `rooms-${engine}.jsonl`);
    await writeFile(file, rooms.join(''));
    let out = '';
    const around = { redisUrl: redis.url, stdout: { write: (text: string) => (out += text) } };
    const code = await runReplayCommand([file, '--engine', engine, '--json'], around);
    const report = JSON.parse(out.trimEnd().split('\n').at(-1)!) as ReplayReport;
    expect(report).toMatchObject({
      histories: KNOWN_ROOMS.length,
      matched: KNOWN_ROOMS.length,
      differing: [],
    });
    expect(code).toBe(0);
  },
);

test('names no person, no maximum and no limit', async () => {
  for (const drawn of KNOWN_ROOMS) {
    const log = (await publicLog(playedRoom(drawn))).replace(/"[0-9a-f]{64}"/g, '"a hash"');
    expect(log).not.toMatch(
      /anna|bek|davron|secret|salt|limit(?!FromPrice|Percent|OffStep|Set")|maximum(?!":\d+\})/,
    );
    expect(log).not.toContain('4321');
  }
});

/** A log with one change in it, of a kind. */
const CHANGES: Record<string, (log: PublicLog, at: number) => void> = {
  'an entry is edited': ({ entries }, at) => void (entries[at]!.atUs += 1),
  'a field is added': ({ entries }, at) => void Object.assign(entries[at]!, { note: 1 }),
  'an entry is left out': ({ entries }, at) => void entries.splice(at, 1),
  'an entry is left out and the others renumbered': ({ entries }, at) => {
    entries.splice(at, 1);
    for (const [i, entry] of entries.entries()) entry.seq = i + 1;
  },
  'an entry is doubled': ({ entries }, at) => void entries.splice(at, 0, entries[at]!),
  'the end is cut off': ({ entries }, at) => void entries.splice(at),
  'two entries change places': ({ entries }, at) => {
    const other = (at + 1) % entries.length;
    [entries[at], entries[other]] = [entries[other]!, entries[at]!];
  },
  'the start price is another': ({ terms }) => void (terms.startPriceTiyin += 1),
  'another result is stated': ({ head: { statement } }) =>
    void (statement.winnerNumber = (statement.winnerNumber ?? 0) + 1),
};

test.each(Object.keys(CHANGES))('a public log is refused when %s', async (kind) => {
  const file = path.join(folder, 'changed.jsonl');
  await fc.assert(
    fc.asyncProperty(randomRoom, fc.nat(), async (drawn, place) => {
      const text = await publicLog(playedRoom(drawn));
      const log = JSON.parse(text) as PublicLog;
      expect((await checkPublicLog(log)).problem).toBeNull();
      CHANGES[kind]!(log, place % log.entries.length);
      expect((await checkPublicLog(log)).problem).not.toBeNull();
      await writeFile(file, JSON.stringify(log));
      await expect(readHistories([file])).rejects.toThrow(/the log|has other terms/);
    }),
    { numRuns: 40, seed: 11 },
  );
});

/** What it takes to make all hashes right again after a change: everything but the operator's key. */
test('a log that was written again from its first entry has no valid signature', async () => {
  const keys = await ROOM_LOG_KEYS();
  const room = playedRoom(KNOWN_ROOMS[0]!);
  const honest = JSON.parse(await publicLog(room)) as PublicLog;
  expect(await checkSignature(honest.head, keys)).toBe('valid');
  room.entries = room.entries.map((one) =>
    one.entry.kind === 'price' ? { ...one, entry: { ...one.entry, number: 99 } } : one,
  );
  const forged = JSON.parse(await publicLog(room)) as PublicLog;
  expect((await checkPublicLog(forged)).problem).toBeNull();
  const { signature } = honest.head;
  expect(await checkSignature({ ...forged.head, signature }, keys)).toBe('changed');
  expect(await checkSignature({ ...forged.head, keyId: 'another' }, keys)).toBe('unknown-key');
  expect(await checkSignature({ ...forged.head, format: 'savdo-receipt-1' }, keys)).toBe('changed');
});
