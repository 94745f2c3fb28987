import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { COMPLETE } from '../fixtures/complete-run.ts';
import { fired } from '../fixtures/fault.ts';
import { practiceTerms } from '../fixtures/scripted-room.ts';
import { startFaultFixture, type FaultFixture } from '../fixtures/fault-fixture.ts';
import { random } from '../fixtures/random.ts';

const PEOPLE = Array.from({ length: 12 }, (_, i) => `p${i + 1}`);
const LOTS = [1, 2];

let fixture: FaultFixture;
afterEach(() => fixture.close());

vi.setConfig({ testTimeout: COMPLETE ? 600_000 : 120_000 });

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const between = (least: number, most: number) => least + random() * (most - least);

async function stormyRooms(): Promise<void> {
  fixture = await startFaultFixture({ proxies: true });
  await Promise.all(LOTS.map((lotId) => fixture.load.open(practiceTerms(lotId), PEOPLE)));
}

/** Weather that was never met shows nothing. */
const proxy = () => {
  if (!fixture.webToRedis) throw new Error('no proxy');
  return fixture.webToRedis;
};

describe('between the web side and Redis', () => {
  it('F13 every bid sent twice at the same time, and again later: applied once, the same answer', async (ctx) => {
    await stormyRooms();
    const { load } = fixture;
    proxy().set({ toServer: { delayMs: () => between(0, 30) }, toClient: { delayMs: () => between(0, 30) } });
    const sent: { person: string; lotId: number; amountTiyin: number; bidId: string }[] = [];
    for (let round = 1; round <= (COMPLETE ? 200 : 12); round += 1) {
      const lotId = LOTS[round % LOTS.length] ?? 1;
      await Promise.all(
        PEOPLE.slice(0, 4).map(async (person, at) => {
          const bidId = randomBytes(9).toString('base64url');
          const bid = { person, lotId, amountTiyin: round * 100_000 + at * 100, bidId };
          const answers = await Promise.all(
            [1, 2, 3].map(() => load.bid(person, lotId, bid.amountTiyin, bidId)),
          );
          const [first, ...others] = answers.map(({ verdict, ...rest }) => ({
            verdict,
            seq: 'seq' in rest ? rest.seq : null,
          }));
          for (const other of others) expect(other).toEqual(first);
          sent.push(bid);
        }),
      );
    }
    for (const { person, lotId, amountTiyin, bidId } of sent.slice(0, 40)) {
      const [before] = load.operations.filter((operation) => operation.bidId === bidId);
      const again = await load.bid(person, lotId, amountTiyin, bidId);
      expect(again.verdict).toBe(before?.answer.verdict);
    }
    await load.stop();
    expect(await load.violations(LOTS)).toEqual([]);
    fired(ctx, 'F13', sent.length * 2);
  });

  it.runIf(COMPLETE)(
    'F14 latency of 20 to 2 000 ms with jitter: slower, one order, nothing lost',
    async (ctx) => {
      await stormyRooms();
      const { load } = fixture;
      load.start(PEOPLE, LOTS);
      await load.more(300);
      for (const most of [20, 200, 2_000]) {
        proxy().set({
          toServer: { delayMs: () => between(most / 2, most) / 2 },
          toClient: { delayMs: () => between(most / 2, most) / 2 },
        });
        await load.more(most > 1_000 ? 40 : 120, 'answered', 90_000);
      }
      proxy().clear();
      await load.more(300);
      await load.stop();
      expect(await load.violations(LOTS)).toEqual([]);
      fired(ctx, 'F14', proxy().seen().late);
    },
  );

  it.for(
    (
      [
        ['replies', { toClient: { lost: true } }],
        ['requests', { toServer: { lost: true } }],
      ] as const
    ).slice(0, COMPLETE ? 2 : 1),
  )(
    'F16 %s lost one way: no one is given a false answer, and bids go on afterwards',
    async ([, weather], ctx) => {
      await stormyRooms();
      const { load } = fixture;
      load.start(PEOPLE, LOTS);
      await load.more(300);
      await fixture.catchInFlight(() => proxy().set(weather));
      await pause(COMPLETE ? 5_000 : 2_000);
      proxy().clear();
      await load.more(300, 'answered', 60_000);
      await load.stop();
      expect(await load.violations(LOTS)).toEqual([]);
      expect(load.tally.unknown ?? 0).toBe(0);
      expect(fixture.caughtInFlight).toBeGreaterThan(0);
      fired(ctx, 'F16', proxy().seen().lostBytes);
    },
  );
});
