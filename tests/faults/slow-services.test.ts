import { afterEach, describe, expect, it, vi } from 'vitest';
import { COMPLETE } from '../fixtures/complete-run.ts';
import { fired } from '../fixtures/fault.ts';
import { practiceTerms } from '../fixtures/scripted-room.ts';
import { startFaultFixture, type FaultFixture } from '../fixtures/fault-fixture.ts';

const PEOPLE = Array.from({ length: 12 }, (_, i) => `p${i + 1}`);
const LOTS = [1, 2];

let fixture: FaultFixture;
afterEach(() => fixture.close());

vi.setConfig({ testTimeout: COMPLETE ? 600_000 : 120_000 });

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('a service that is slow', () => {
  it('F6 Redis frozen for a while: bids in flight are found by their id, none lost', async (ctx) => {
    fixture = await startFaultFixture();
    const { load, redis } = fixture;
    await Promise.all(LOTS.map((lotId) => load.open(practiceTerms(lotId), PEOPLE)));
    load.start(PEOPLE, LOTS);
    let times = 0;
    for (const ms of COMPLETE ? [100, 500, 1_000, 3_000, 10_000] : [1_500]) {
      await load.more(300);
      await fixture.catchInFlight(() => redis.freeze());
      await pause(ms);
      redis.thaw();
      times += 1;
      await load.moreIn(LOTS, 50, 120_000);
    }
    await load.stop();
    expect(fixture.caughtInFlight).toBeGreaterThan(0);
    expect(load.tally.unknown ?? 0).toBe(0);
    expect(await load.violations(LOTS)).toEqual([]);
    fired(ctx, 'F6', times);
  });

  it('F10 PostgreSQL answering late: prices come late, in order, and nothing is lost', async (ctx) => {
    fixture = await startFaultFixture({ proxies: true });
    const { load, journalToPostgres } = fixture;
    await Promise.all(LOTS.map((lotId) => load.open(practiceTerms(lotId), PEOPLE)));
    load.start(PEOPLE, LOTS);
    await load.more(300);
    for (const ms of COMPLETE ? [5, 50, 200, 500] : [200]) {
      journalToPostgres?.set({ toClient: { delayMs: () => ms } });
      await load.more(100, 'answered', 60_000);
    }
    journalToPostgres?.clear();
    await load.more(300);
    await load.stop();
    expect(load.tally.unknown ?? 0).toBe(0);
    expect(await load.violations(LOTS)).toEqual([]);
    fired(ctx, 'F10', journalToPostgres?.seen().late ?? 0);
  });
});
