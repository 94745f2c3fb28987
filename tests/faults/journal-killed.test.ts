import { afterEach, describe, expect, it, vi } from 'vitest';
import { COMPLETE } from '../fixtures/complete-run.ts';
import { fired } from '../fixtures/fault.ts';
import type { CoreProcess } from '../fixtures/core-process.ts';
import type { KillPoint } from '../fixtures/kill-at.ts';
import { practiceTerms } from '../fixtures/scripted-room.ts';
import { startFaultFixture, type FaultFixture } from '../fixtures/fault-fixture.ts';

const ROUNDS = COMPLETE ? 10 : 1;
const commit = { store: 'postgres', of: 'auction_commit.*lot_id' } as const;
const publication = { store: 'redis', of: '^xadd .*:committed .*entry' } as const;
const trim = { store: 'redis', of: '^xtrim' } as const;
/** Around everything a journal does to others: an accepted bid is stored, announced, and leaves the log. */
const POINTS: Record<string, KillPoint> = {
  'before the commit': { ...commit, when: 'before' },
  'with the commit under way': { ...commit, when: 'sent' },
  'after the commit': { ...commit, when: 'answered' },
  'before its publication': { ...publication, when: 'before' },
  'after its publication': { ...publication, when: 'answered' },
  'before the trim': { ...trim, when: 'before' },
  'after the trim': { ...trim, when: 'answered' },
};
/** Those around the commit, in a run that is not complete. */
const TRIED = Object.entries(POINTS).filter(([name]) => COMPLETE || name.endsWith('the commit'));
const PEOPLE = Array.from({ length: 24 }, (_, i) => `p${i + 1}`);
const LOTS = [1, 2, 3];
/** Answered bids of a run. */
const LEAST = 1_000;

let fixture: FaultFixture;
afterEach(() => fixture.close());

/** Resolves at the process's death with its time; bids under way then are counted as caught. */
function death({ child }: CoreProcess): Promise<number> {
  return new Promise((resolve) => {
    child.once('exit', () => {
      fixture.caughtInFlight += fixture.load.inFlight;
      resolve(performance.now());
    });
  });
}

vi.setConfig({ testTimeout: COMPLETE ? 900_000 : 120_000 });

describe('the journal', () => {
  it('F2 killed around each thing it does to others, in turn: a standby goes on within 3 s and nothing is doubled', async (ctx) => {
    // One partition: one journal works, all others stand by.
    fixture = await startFaultFixture({ partitions: 1 });
    const { load, journal } = fixture;
    const alive = [journal, await fixture.start('standby-0', ['journal'])];
    await Promise.all(LOTS.map((lotId) => load.open(practiceTerms(lotId), PEOPLE)));
    load.start(PEOPLE, LOTS);
    const gaps: string[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [name, point] of TRIED) {
        await load.more(150);
        const next = fixture.start(`standby ${round}, ${name}`, ['journal']);
        const working = alive.find((process) => process.owned() > 0);
        if (!working) throw new Error('no journal is at work');
        const died = death(working);
        working.killAt(point);
        const diedAt = await died;
        expect(working.child.signalCode).toBe('SIGKILL');
        await load.more(1, 'accepted');
        const gapMs = performance.now() - diedAt;
        gaps.push(`${name} ${Math.round(gapMs)}`);
        expect(gapMs).toBeLessThan(3_000);
        alive.splice(alive.indexOf(working), 1, await next);
        await Promise.race(alive.map((process) => process.until(({ owned }) => owned() > 0, 'it works')));
      }
    }
    // So many at least are compared with what is stored, however fast the machine is.
    if (load.answered <= LEAST) await load.more(LEAST + 1 - load.answered);
    await load.stop();
    fired(ctx, 'F2', gaps.length);
    fixture.say(`killed at each point (ms until the next accepted bid: ${gaps.join(', ')})`);
    expect(fixture.caughtInFlight).toBeGreaterThanOrEqual(TRIED.length);
    expect(load.answered).toBeGreaterThan(LEAST);
    for (const process of alive) expect(process.counts()).toMatchObject({ redisLosses: 0, chainBreaks: 0 });
    expect(await load.violations(LOTS)).toEqual([]);
  });

  it('F24 frozen: its partitions go to the standby, and when it thaws it changes nothing', async (ctx) => {
    fixture = await startFaultFixture();
    const { load, journal } = fixture;
    const standby = await fixture.start('standby', ['journal']);
    await Promise.all(LOTS.map((lotId) => load.open(practiceTerms(lotId), PEOPLE)));
    const [late = '', ...bidding] = PEOPLE;
    load.start(bidding, LOTS);
    await load.more(600);
    await fixture.catchInFlight(() => journal.child.kill('SIGSTOP'));
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    // Everybody who has bid waits for the commit; who comes now is answered at once that nothing can be placed.
    expect(await load.bid(late, 1, 900_000_000)).toMatchObject({ verdict: 'refused', reason: 'held' });
    await standby.until((process) => process.owned() === 8, 'the standby to keep every partition');
    journal.child.kill('SIGCONT');
    await load.more(600);
    await load.stop();
    fired(ctx, 'F24', standby.counts().recoveries.stall);
    fixture.say('frozen:');
    expect(standby.owned()).toBe(8);
    expect(standby.counts().recoveries.stall).toBeGreaterThan(0);
    expect(load.answered).toBeGreaterThan(LEAST);
    expect(await load.violations(LOTS)).toEqual([]);
  });
});
