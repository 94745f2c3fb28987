import fc from 'fast-check';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AuctionTerms } from '#shared/auction/rules.ts';
import type { Command, RefusalMemory } from '#server/auction/rules/room-commands.ts';
import { decideOn } from '#server/auction/rules/decide.ts';
import { cloneState, initialState } from '#server/auction/rules/fold.ts';
import { createAuctionState } from '#server/auction/state/auction-state.ts';
import type { AuctionState, LogRecord } from '#server/auction/state/contract.ts';
import { COMPLETE } from '../fixtures/complete-run.ts';
import { startRedis, type OwnRedis } from '../fixtures/redis-server.ts';
import { commander } from './auction/commander.ts';
import { scenarios, type Act } from './auction/scenarios.ts';
import { call } from './auction/script-play.ts';
import { Tally } from './auction/tally.ts';

/** Real clock, real lease, one call after the other: the twin is given the instant that Redis says it decided at. */
const RUNS = COMPLETE ? 500 : 60;
const SEED = 91;
const EPOCH = 3;

let redis: OwnRedis;
let client: Redis;
let state: AuctionState;
let lots = 0;
let lastLogId = '0';

beforeAll(async () => {
  redis = await startRedis();
  client = new Redis(redis.url);
  state = createAuctionState({ url: redis.url, namespace: 'real:', partitions: 1 });
  await state.ready();
});
afterAll(async () => {
  client.disconnect();
  await state.disconnect();
  await redis.stop();
});

const playable = (act: Act): boolean => act.kind !== 'newEpoch';

describe('on Redis’s own clock and under a lease', () => {
  test('the scripts answer, keep and log as the twin does at that instant', async () => {
    const tally = new Tally();
    const scenario = fc.tuple(scenarios, fc.infiniteStream(fc.integer({ min: 0, max: 19 })));
    await fc.assert(
      fc.asyncProperty(scenario, async ([played, chance]) => {
        const nowMs = Math.floor((await state.redisNowUs()) / 1_000);
        const terms: AuctionTerms = {
          ...played.terms,
          lotId: (lots += 1),
          opensAtMs: nowMs - 5_000,
          closesAtMs: nowMs + 600_000,
        };
        const make = commander(terms);
        const memory: RefusalMemory = new Map();
        let twin = initialState(terms, EPOCH);
        await state.load(twin);
        const admissions: Act[] = played.admitted.map((limit, who) => ({ kind: 'admit', who, limit }));
        const acts = [...admissions, ...played.steps.map((step) => step.act).filter(playable)];
        for (const act of acts) {
          const held = chance.next().value === 0;
          if (held) await client.del('real:{p00}:lease');
          else await state.claimLease(0, { owner: 'test', pgNowUs: await state.redisNowUs() });
          const command = make.command(act, cloneState(twin), await state.redisNowUs()) as Command;
          const answer = await call(state, command);
          const records = await read();
          const atUs = instant(answer, records) ?? (await state.redisNowUs());
          // The state draws its own salts: the twin learns them from the log.
          const salt = records.find(({ secret }) => secret)?.secret?.salt;
          if (command.kind === 'setAuto' && salt !== undefined) command.salt = salt;
          const decided = decideOn(twin, command, atUs, { memory, held });
          twin = decided.state;
          tally.hit(answer === null ? 'never seen' : 'reason' in answer ? answer.reason : answer.verdict);
          expect(answer, JSON.stringify(command)).toEqual(decided.verdict);
          expect(records.map(({ entry }) => entry)).toEqual(decided.entries.map(({ entry }) => entry));
        }
        expect({ ...(await state.snapshot(terms.lotId)), prevLogId: '' }).toEqual({ ...twin, prevLogId: '' });
      }),
      { numRuns: RUNS, seed: SEED, interruptAfterTimeLimit: 90_000, markInterruptAsFailure: true },
    );
    console.info(tally.table());
    expect(
      tally.missing({ held: 50, accepted: 50, closed: 50, fenced: 10, suspended: 20, done: 100 }),
    ).toEqual([]);
  });
});

async function read(): Promise<LogRecord[]> {
  const found = await state.readLog(new Map([[0, lastLogId]]), { blockMs: 0, limit: 1_000 });
  lastLogId = found.at(-1)?.record.logId ?? lastLogId;
  return found.flatMap(({ record }) => ('entry' in record ? [record] : []));
}

/** When the call was decided: bids say so, other commands by what they appended last. */
function instant(answer: Awaited<ReturnType<typeof call>>, records: LogRecord[]): number | undefined {
  if (answer && 'atUs' in answer && answer.atUs > 0 && !answer.repeated) return answer.atUs;
  return records.filter(({ entry }) => entry.kind !== 'opened').at(-1)?.entry.atUs;
}
