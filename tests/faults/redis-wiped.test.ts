import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fired } from '../support/fault.ts';
import { practiceTerms } from '../support/scripted-room.ts';
import { startTrouble, type Trouble } from '../support/trouble.ts';

const ROUNDS = process.env.TEST_ALL ? 20 : 2;
const PEOPLE = Array.from({ length: 24 }, (_, i) => `p${i + 1}`);
const LOTS = [1, 2, 3];

let trouble: Trouble;
beforeEach(async () => {
  trouble = await startTrouble();
  await Promise.all(LOTS.map((lotId) => trouble.storm.open(practiceTerms(lotId), PEOPLE)));
  trouble.storm.start(PEOPLE, LOTS);
});
afterEach(() => trouble.close());

vi.setConfig({ testTimeout: process.env.TEST_ALL ? 900_000 : 120_000 });

describe('during bidding', () => {
  it('F5 FLUSHALL loses no answered bid', async (ctx) => {
    const { storm, journal } = trouble;
    for (let round = 0; round < ROUNDS; round += 1) {
      await storm.more(400);
      await trouble.catchInFlight(() => storm.flushRedis());
      await storm.moreIn(LOTS, 1);
    }
    await storm.more(400);
    await storm.stop();
    await journal.until((process) => process.counts().redisLosses >= ROUNDS, 'every flush to be noticed');
    fired(ctx, 'F5', journal.counts().redisLosses);
    trouble.say('FLUSHALL:');
    expect(storm.answered).toBeGreaterThan(1_000);
    expect(trouble.caughtInFlight).toBeGreaterThan(0);
    expect(await storm.violations(LOTS)).toEqual([]);
  });

  it('F5 SCRIPT FLUSH is noticed by nobody', async (ctx) => {
    const { storm, journal } = trouble;
    const forgotten = await storm.scriptsForgotten();
    for (let round = 0; round < ROUNDS * 3; round += 1) {
      await storm.more(200);
      await trouble.catchInFlight(() => storm.flushRedis('script flush'));
    }
    await storm.more(200);
    await storm.stop();
    trouble.say('SCRIPT FLUSH:');
    fired(ctx, 'F5', (await storm.scriptsForgotten()) - forgotten);
    expect(storm.answered).toBeGreaterThan(1_000);
    expect(
      Object.keys(storm.tally).filter((word) => !['accepted', 'below-suggested'].includes(word)),
    ).toEqual([]);
    expect(journal.counts()).toMatchObject({ redisLosses: 0, chainBreaks: 0 });
    expect(await storm.violations(LOTS)).toEqual([]);
  });

  it('F4 a lot’s keys put back as they were moments before break its chain, and the lot is rebuilt', async (ctx) => {
    const { storm, journal } = trouble;
    for (let round = 0; round < Math.max(4, ROUNDS); round += 1) {
      const [lotId = 1] = LOTS;
      await storm.moreIn([lotId], 50);
      const putBack = await storm.keepKeysOf(lotId);
      await storm.moreIn([lotId], 15);
      const before = journal.counts().chainBreaks;
      await trouble.catchInFlight(putBack);
      await journal.until((process) => process.counts().chainBreaks > before, 'the break of the chain');
    }
    await storm.moreIn(LOTS, 100);
    await storm.stop();
    fired(ctx, 'F4', journal.counts().chainBreaks);
    trouble.say('stale keys:');
    expect(storm.answered).toBeGreaterThan(1_000);
    expect(journal.counts().redisLosses).toBe(0);
    expect(await storm.violations(LOTS)).toEqual([]);
  });
});
