import { afterEach, describe, expect, it, vi } from 'vitest';
import { CRASH_STEPS } from '#server/auction/journal/crash-points.ts';
import { fired } from '../support/fault.ts';
import type { CoreProcess } from '../support/core-process.ts';
import { practiceTerms } from '../support/scripted-room.ts';
import { startTrouble, type Trouble } from '../support/trouble.ts';

const ROUNDS = process.env.TEST_ALL ? 10 : 1;
const PEOPLE = Array.from({ length: 24 }, (_, i) => `p${i + 1}`);
const LOTS = [1, 2, 3];

let trouble: Trouble;
afterEach(() => trouble.close());

/** Resolves at the process's death with its time; bids under way then are counted as caught. */
function death({ child }: CoreProcess): Promise<number> {
  return new Promise((resolve) => {
    child.once('exit', () => {
      trouble.caughtInFlight += trouble.storm.inFlight;
      resolve(performance.now());
    });
  });
}

vi.setConfig({ testTimeout: process.env.TEST_ALL ? 900_000 : 120_000 });

describe('the journal', () => {
  it('F2 killed at each of its steps in turn: a standby goes on within 3 s and nothing is doubled', async (ctx) => {
    // One partition: one journal works, all others stand by.
    trouble = await startTrouble({ partitions: 1 });
    const { storm, journal } = trouble;
    const alive = [journal, await trouble.start('standby-0', ['journal'])];
    await Promise.all(LOTS.map((lotId) => storm.open(practiceTerms(lotId), PEOPLE)));
    storm.start(PEOPLE, LOTS);
    const gaps: string[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const step of CRASH_STEPS) {
        await storm.more(150);
        const next = trouble.start(`standby-${round}-${step}`, ['journal']);
        const working = alive.find((process) => process.kept() > 0);
        if (!working) throw new Error('no journal is at work');
        const died = death(working);
        working.crashAt(step);
        const diedAt = await died;
        expect(working.child.signalCode).toBe('SIGKILL');
        await storm.more(1, 'accepted');
        const gapMs = performance.now() - diedAt;
        gaps.push(`${step} ${Math.round(gapMs)}`);
        expect(gapMs).toBeLessThan(3_000);
        alive.splice(alive.indexOf(working), 1, await next);
        await Promise.race(alive.map((process) => process.until(({ kept }) => kept() > 0, 'it works')));
      }
    }
    await storm.stop();
    fired(ctx, 'F2', gaps.length);
    trouble.say(`killed at each step (ms until the next accepted bid: ${gaps.join(', ')})`);
    expect(trouble.caughtInFlight).toBeGreaterThanOrEqual(CRASH_STEPS.length);
    expect(storm.answered).toBeGreaterThan(1_000);
    for (const process of alive) expect(process.counts()).toMatchObject({ redisLosses: 0, chainBreaks: 0 });
    expect(await storm.violations(LOTS)).toEqual([]);
  });

  it('F24 frozen: its partitions go to the standby, and when it thaws it changes nothing', async (ctx) => {
    trouble = await startTrouble();
    const { storm, journal } = trouble;
    const standby = await trouble.start('standby', ['journal']);
    await Promise.all(LOTS.map((lotId) => storm.open(practiceTerms(lotId), PEOPLE)));
    const [late = '', ...bidding] = PEOPLE;
    storm.start(bidding, LOTS);
    await storm.more(600);
    await trouble.catchInFlight(() => journal.child.kill('SIGSTOP'));
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    // Everybody who has bid waits for the commit; who comes now is told at once that nothing can be placed.
    expect(await storm.bid(late, 1, 900_000_000)).toMatchObject({ verdict: 'refused', reason: 'held' });
    await standby.until((process) => process.kept() === 8, 'the standby to keep every partition');
    journal.child.kill('SIGCONT');
    await storm.more(600);
    await storm.stop();
    fired(ctx, 'F24', standby.counts().recoveries.stall);
    trouble.say('frozen:');
    expect(standby.kept()).toBe(8);
    expect(standby.counts().recoveries.stall).toBeGreaterThan(0);
    expect(storm.answered).toBeGreaterThan(1_000);
    expect(await storm.violations(LOTS)).toEqual([]);
  });
});
