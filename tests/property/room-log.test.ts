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
import { KNOWN_ROOMS, publicLog, playedRoom, randomRoom } from '../fixtures/room-logs.ts';

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
    const log = await publicLog(playedRoom(drawn));
    expect(log).not.toMatch(
      /anna|bek|davron|secret|salt|limit(?!FromPrice|Percent|OffStep)|maximum(?!":\d+\})/,
    );
    expect(log).not.toContain('4321');
  }
});
