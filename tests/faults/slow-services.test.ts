import { afterEach, describe, expect, it, vi } from 'vitest';
import { fired } from '../support/fault.ts';
import { practiceTerms } from '../support/scripted-room.ts';
import { startTrouble, type Trouble } from '../support/trouble.ts';

const ALL = Boolean(process.env.TEST_ALL);
const PEOPLE = Array.from({ length: 12 }, (_, i) => `p${i + 1}`);
const LOTS = [1, 2];

let trouble: Trouble;
afterEach(() => trouble.close());

vi.setConfig({ testTimeout: ALL ? 600_000 : 120_000 });

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('a service that is slow', () => {
  it('F6 Redis frozen for a while: bids in flight are found by their id, none lost', async (ctx) => {
    trouble = await startTrouble();
    const { storm, redis } = trouble;
    await Promise.all(LOTS.map((lotId) => storm.open(practiceTerms(lotId), PEOPLE)));
    storm.start(PEOPLE, LOTS);
    let times = 0;
    for (const ms of ALL ? [100, 500, 1_000, 3_000, 10_000] : [300, 1_500]) {
      await storm.more(300);
      await trouble.catchInFlight(() => redis.freeze());
      await pause(ms);
      redis.thaw();
      times += 1;
      await storm.moreIn(LOTS, 50, 120_000);
    }
    await storm.stop();
    expect(trouble.caughtInFlight).toBeGreaterThan(0);
    expect(storm.tally.unknown ?? 0).toBe(0);
    expect(await storm.violations(LOTS)).toEqual([]);
    fired(ctx, 'F6', times);
  });

  it('F10 PostgreSQL answering late: prices come late, in order, and nothing is lost', async (ctx) => {
    trouble = await startTrouble({ proxies: true });
    const { storm, journalToPostgres } = trouble;
    await Promise.all(LOTS.map((lotId) => storm.open(practiceTerms(lotId), PEOPLE)));
    storm.start(PEOPLE, LOTS);
    await storm.more(300);
    for (const ms of ALL ? [5, 50, 200, 500] : [5, 200]) {
      journalToPostgres?.set({ toClient: { delayMs: () => ms } });
      await storm.more(100, 'answered', 60_000);
    }
    journalToPostgres?.clear();
    await storm.more(300);
    await storm.stop();
    expect(storm.tally.unknown ?? 0).toBe(0);
    expect(await storm.violations(LOTS)).toEqual([]);
    fired(ctx, 'F10', journalToPostgres?.seen().late ?? 0);
  });
});
