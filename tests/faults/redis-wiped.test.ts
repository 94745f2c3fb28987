import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { COMPLETE } from '../fixtures/complete-run.ts';
import { fired } from '../fixtures/fault.ts';
import { practiceTerms } from '../fixtures/scripted-room.ts';
import { startFaultFixture, type FaultFixture } from '../fixtures/fault-fixture.ts';

const ROUNDS = COMPLETE ? 20 : 2;
const PEOPLE = Array.from({ length: 24 }, (_, i) => `p${i + 1}`);
const LOTS = [1, 2, 3];

let fixture: FaultFixture;
beforeEach(async () => {
  fixture = await startFaultFixture();
  await Promise.all(LOTS.map((lotId) => fixture.load.open(practiceTerms(lotId), PEOPLE)));
  fixture.load.start(PEOPLE, LOTS);
});
afterEach(() => fixture.close());

vi.setConfig({ testTimeout: COMPLETE ? 900_000 : 120_000 });

describe('during bidding', () => {
  it('F5 FLUSHALL loses no answered bid', async (ctx) => {
    const { load, journal } = fixture;
    for (let round = 0; round < ROUNDS; round += 1) {
      await load.more(400);
      await fixture.catchInFlight(() => load.flushRedis());
      await load.moreIn(LOTS, 1);
    }
    await load.more(400);
    await load.stop();
    await journal.until((process) => process.counts().redisLosses >= ROUNDS, 'every flush to be noticed');
    fired(ctx, 'F5', journal.counts().redisLosses);
    fixture.say('FLUSHALL:');
    expect(load.answered).toBeGreaterThan(1_000);
    expect(fixture.caughtInFlight).toBeGreaterThan(0);
    expect(await load.violations(LOTS)).toEqual([]);
  });

  it('F5 FUNCTION FLUSH is noticed by nobody', async (ctx) => {
    const { load, journal } = fixture;
    const forgotten = await load.scriptsForgotten();
    for (let round = 0; round < ROUNDS * 3; round += 1) {
      await load.more(200);
      await fixture.catchInFlight(() => load.flushRedis('function flush'));
    }
    await load.more(200);
    await load.stop();
    fixture.say('FUNCTION FLUSH:');
    fired(ctx, 'F5', (await load.scriptsForgotten()) - forgotten);
    expect(load.answered).toBeGreaterThan(1_000);
    expect(Object.keys(load.tally).filter((word) => !['accepted', 'below-suggested'].includes(word))).toEqual(
      [],
    );
    expect(journal.counts()).toMatchObject({ redisLosses: 0, chainBreaks: 0 });
    expect(await load.violations(LOTS)).toEqual([]);
  });

  it('F4 a lot’s keys put back as they were moments before break its chain, and the lot is rebuilt', async (ctx) => {
    const { load, journal } = fixture;
    for (let round = 0; round < Math.max(4, ROUNDS); round += 1) {
      const [lotId = 1] = LOTS;
      await load.moreIn([lotId], 50);
      const putBack = await load.keepKeysOf(lotId);
      await load.moreIn([lotId], 15);
      const before = journal.counts().chainBreaks;
      await fixture.catchInFlight(putBack);
      await journal.until((process) => process.counts().chainBreaks > before, 'the break of the chain');
    }
    await load.moreIn(LOTS, 100);
    await load.stop();
    fired(ctx, 'F4', journal.counts().chainBreaks);
    fixture.say('stale keys:');
    expect(load.answered).toBeGreaterThan(1_000);
    expect(journal.counts().redisLosses).toBe(0);
    expect(await load.violations(LOTS)).toEqual([]);
  });
});
