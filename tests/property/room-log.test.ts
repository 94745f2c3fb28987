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
import { checkFiles } from '#shared/trust/check-files.ts';
import { commitmentOf } from '#server/auction/rules/canonical.ts';
import {
  KNOWN_ROOMS,
  publicLog,
  playedRoom,
  randomRoom,
  ROOM_LOG_KEYS,
  type PlayedRoom,
} from '../fixtures/room-logs.ts';

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

test('names no person and no limit, and no maximum unless the room had a result', async () => {
  const withoutResult: PublicLog[] = [];
  for (const drawn of KNOWN_ROOMS) {
    const log = (await publicLog(playedRoom(drawn))).replace(/"[0-9a-f]{64}"/g, '"a hash"');
    const published = JSON.parse(log) as PublicLog;
    const { maxima: _opened, head, ...rest } = published;
    expect(JSON.stringify({ head, ...rest })).not.toMatch(
      /anna|bek|davron|secret|salt|4321|limit(?!FromPrice|Percent|OffStep|Set")|maximum(?!":\d+\})/,
    );
    if (!['sold', 'no-price-given'].includes(head.statement.outcome)) withoutResult.push(published);
  }
  expect(withoutResult.length).toBeGreaterThan(0);
  for (const { maxima } of withoutResult) expect(maxima).toEqual([]);
});

const autoSets = ({ entries }: PublicLog) => entries.filter(({ kind }) => kind === 'autoSet');

test('opens every maximum that was ever set once there is a result, replaced and deleted ones too', async () => {
  const counts = { opened: 0, sealed: 0, replaced: 0, cleared: 0 };
  await fc.assert(
    fc.asyncProperty(randomRoom, async (drawn) => {
      const room = playedRoom(drawn);
      const log = JSON.parse(await publicLog(room)) as PublicLog;
      const set = room.entries.filter(({ entry }) => entry.kind === 'autoSet');
      const opens = ['sold', 'no-price-given'].includes(log.head.statement.outcome);
      expect(log.maxima).toEqual(
        opens ? set.map(({ entry, secret }) => ({ seq: entry.seq, ...secret })) : [],
      );
      counts[opens ? 'opened' : 'sealed'] += set.length;
      if (opens && new Set(autoSets(log).map((one) => 'number' in one && one.number)).size < set.length)
        counts.replaced += 1;
      if (opens && set.length > 0 && log.entries.some(({ kind }) => kind === 'autoCleared'))
        counts.cleared += 1;
    }),
    { numRuns: RUNS, seed: 5 },
  );
  for (const count of Object.values(counts)) expect(count).toBeGreaterThan(2);
});

const firstAuto = (room: PlayedRoom) => room.entries.find(({ entry }) => entry.kind === 'autoSet')!;

/** What an operator could do with maxima, who has the key and can make every hash right again. */
const MAXIMA_CHANGES: Record<string, [problem: string, room: number, (room: PlayedRoom) => void]> = {
  'is another than the one committed to': [
    'opening',
    0,
    (room) => void (firstAuto(room).secret!.maximumTiyin += 1),
  ],
  'was lost': ['opening', 0, (room) => void delete firstAuto(room).secret],
  // `432` and a `1` before the salt has the same hash as `4321` and the salt.
  'is shorter by a digit that the salt begins with': [
    'opening',
    0,
    (room) => {
      const { secret } = firstAuto(room);
      secret!.salt = `${secret!.maximumTiyin % 10}${secret!.salt}`;
      secret!.maximumTiyin = Math.floor(secret!.maximumTiyin / 10);
    },
  ],
  'was lower than what the auto-bid gave': ['auto-bid', 0, (room) => commitAgain(room, 1_000)],
  'was enough to lead, and the auto-bid lost': [
    'auto-bid',
    0,
    (room) => {
      const { entry } = firstAuto(room);
      for (const one of room.entries)
        if (one.entry.kind === 'price' && one.entry.by === 'auto')
          one.entry = { ...one.entry, by: 'offer', number: 8 };
      const close = room.entries.at(-1)!;
      if (close.entry.kind === 'closed') close.entry = { ...close.entry, winnerNumber: 8 };
      expect(entry).toMatchObject({ kind: 'autoSet', number: 7 });
    },
  ],
};

function commitAgain(room: PlayedRoom, maximumTiyin: number): void {
  const one = firstAuto(room);
  one.secret!.maximumTiyin = maximumTiyin;
  const commitment = commitmentOf(maximumTiyin, one.secret!.salt);
  if (one.entry.kind === 'autoSet') one.entry = { ...one.entry, commitment };
}

test.each(Object.entries(MAXIMA_CHANGES))(
  'a log that the operator signs is refused when a maximum %s',
  async (_name, [problem, at, change]) => {
    const file = path.join(folder, 'maxima.jsonl');
    const room = structuredClone(playedRoom(KNOWN_ROOMS[at]!));
    expect((await checkPublicLog(JSON.parse(await publicLog(room)))).problem).toBeNull();
    change(room);
    const log = JSON.parse(await publicLog(room)) as PublicLog;
    expect((await checkPublicLog(log)).problem?.problem).toBe(problem);
    await writeFile(file, JSON.stringify(log));
    await expect(readHistories([file])).rejects.toThrow(/maximum/);
    const [checked] = await checkFiles([{ name: 'log', text: JSON.stringify(log) }], await ROOM_LOG_KEYS());
    expect(checked).toMatchObject({ proven: false, problem: { kind: 'maximum', log: problem } });
  },
);

test('a log is refused when it opens a maximum twice, one too many, or one of a room without a result', async () => {
  const sold = JSON.parse(await publicLog(playedRoom(KNOWN_ROOMS[0]!))) as PublicLog;
  const one = sold.maxima[0]!;
  for (const maxima of [[one, one], [one, { ...one, seq: 1 }], []])
    expect((await checkPublicLog({ ...sold, maxima })).problem?.problem).toBe('opening');
  const withdrawn = {
    rules: KNOWN_ROOMS[0]!.rules,
    commands: [
      ...KNOWN_ROOMS[0]!.commands,
      { afterUs: 1, command: { kind: 'withdraw' as const, reason: 'a court' } },
    ],
  };
  const log = JSON.parse(await publicLog(playedRoom(withdrawn))) as PublicLog;
  expect((await checkPublicLog(log)).problem).toBeNull();
  expect(autoSets(log)).toHaveLength(1);
  expect((await checkPublicLog({ ...log, maxima: [one] })).problem?.problem).toBe('opening');
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
  'a maximum is another': (log, at) => {
    const { maxima } = log;
    if (maxima.length > 0) maxima[at % maxima.length]!.maximumTiyin += 1;
    else log.head.statement.entries += 1;
  },
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
    one.entry.kind === 'price' && one.entry.by === 'offer'
      ? { ...one, entry: { ...one.entry, number: 99 } }
      : one,
  );
  const forged = JSON.parse(await publicLog(room)) as PublicLog;
  expect((await checkPublicLog(forged)).problem).toBeNull();
  const { signature } = honest.head;
  expect(await checkSignature({ ...forged.head, signature }, keys)).toBe('changed');
  expect(await checkSignature({ ...forged.head, keyId: 'another' }, keys)).toBe('unknown-key');
  expect(await checkSignature({ ...forged.head, format: 'savdo-receipt-1' }, keys)).toBe('changed');
});
