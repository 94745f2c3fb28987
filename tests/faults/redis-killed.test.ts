import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { COMPLETE } from '../fixtures/complete-run.ts';
import { fired } from '../fixtures/fault.ts';
import { practiceTerms } from '../fixtures/scripted-room.ts';
import { startFaultFixture, type FaultFixture } from '../fixtures/fault-fixture.ts';
import { randomBelow } from '../fixtures/random.ts';

/** Complete runs with TEST_ALL=1, a sample of them otherwise. */
const ROUNDS = COMPLETE ? 25 : 1;
const PEOPLE = Array.from({ length: 24 }, (_, i) => `p${i + 1}`);

let fixture: FaultFixture;
afterEach(() => fixture.close());

vi.setConfig({ testTimeout: COMPLETE ? 900_000 : 120_000 });

const WAYS = [
  ['with its append-only file', true, 'F4'],
  ['empty', false, 'F3'],
  ['with that file cut short by up to 4 000 bytes', true, 'F4'],
] as const;

describe.each(WAYS.slice(0, COMPLETE ? 3 : 2))(
  'Redis killed in the middle of a storm and started again %s',
  (how, aof, fault) => {
    beforeEach(async () => {
      fixture = await startFaultFixture({ aof });
    });

    it(`${fault} loses and reorders no answered bid, and takes bids again within 2 s in 50 rooms`, async (ctx) => {
      const { load, redis, journal } = fixture;
      const lots = Array.from({ length: 50 }, (_, i) => i + 1);
      const [hot = 1] = lots;
      await Promise.all(
        lots.map((lotId) => load.open(practiceTerms(lotId), lotId === hot ? PEOPLE : PEOPLE.slice(0, 3))),
      );
      load.start(PEOPLE, [hot]);
      load.start(PEOPLE.slice(0, 3), lots);
      let slowestMs = 0;
      const { counts } = journal;
      // What comes back with the file belongs to an epoch that is over; a kill that left nothing such proves little.
      const metStale = () => counts().otherEpochDropped + counts().chainBreaks > 0;
      let rounds = 0;
      while (rounds < ROUNDS || (aof && !metStale() && rounds < ROUNDS + 5)) {
        rounds += 1;
        await load.more(600);
        const epochs = load.epochs(lots);
        await fixture.catchInFlight(() => redis.kill());
        const restart =
          how === 'empty' ? 'empty' : aof && how.includes('cut') ? { cutBytes: randomBelow(4_000) } : 'aof';
        await redis.restart(restart);
        const backAt = performance.now();
        await Promise.all([load.more(1, 'accepted'), load.everyRoomAfter(lots, epochs)]);
        const tookMs = performance.now() - backAt;
        slowestMs = Math.max(slowestMs, tookMs);
        await load.more(600);
      }
      await load.stop();
      expect(slowestMs).toBeLessThan(2_000);
      expect(load.answered).toBeGreaterThan(1_000);
      await journal.until((process) => process.counts().redisLosses >= rounds, 'the losses to be counted');
      expect(metStale() || !aof).toBe(true);
      expect(fixture.caughtInFlight).toBeGreaterThan(0);
      expect(await load.violations(lots)).toEqual([]);
      fired(ctx, fault, rounds);
      fixture.say(`${how}: back after ${Math.round(slowestMs)} ms at most`);
    });
  },
);
