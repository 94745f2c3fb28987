import { afterEach, expect, it } from 'vitest';
import { fired } from '../fixtures/fault.ts';
import { practiceTerms } from '../fixtures/scripted-room.ts';
import { startFaultFixture, type FaultFixture } from '../fixtures/fault-fixture.ts';

const PEOPLE = Array.from({ length: 12 }, (_, i) => `p${i + 1}`);
const LOTS = [1, 2];

let fixture: FaultFixture;
afterEach(() => fixture.close());

it('F17 half open: noticed within 10 s, and taken up again', async (ctx) => {
  fixture = await startFaultFixture({ proxies: true });
  const { load, webToRedis: proxy } = fixture;
  if (!proxy) throw new Error('no proxy');
  await Promise.all(LOTS.map((lotId) => load.open(practiceTerms(lotId), PEOPLE)));
  load.start(PEOPLE, LOTS);
  await load.more(300);
  await fixture.catchInFlight(() => proxy.set({ toServer: { lost: true }, toClient: { lost: true } }));
  const brokenAt = performance.now();
  // The old connections stay as they are: only what is newly opened finds the way free.
  await new Promise((resolve) => setTimeout(resolve, 500));
  proxy.set({});
  await load.more(20, 'accepted');
  expect(performance.now() - brokenAt).toBeLessThan(10_000);
  await load.stop();
  expect(await load.violations(LOTS)).toEqual([]);
  fired(ctx, 'F17', proxy.seen().lostBytes);
});
