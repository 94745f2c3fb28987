import { afterEach, expect, it } from 'vitest';
import { fired } from '../support/fault.ts';
import { practiceTerms } from '../support/scripted-room.ts';
import { startTrouble, type Trouble } from '../support/trouble.ts';

const PEOPLE = Array.from({ length: 12 }, (_, i) => `p${i + 1}`);
const LOTS = [1, 2];

let trouble: Trouble;
afterEach(() => trouble.close());

it('F17 half open: noticed within 10 s, and taken up anew', async (ctx) => {
  trouble = await startTrouble({ proxies: true });
  const { storm, webToRedis: proxy } = trouble;
  if (!proxy) throw new Error('no proxy');
  await Promise.all(LOTS.map((lotId) => storm.open(practiceTerms(lotId), PEOPLE)));
  storm.start(PEOPLE, LOTS);
  await storm.more(300);
  await trouble.catchInFlight(() => proxy.set({ toServer: { lost: true }, toClient: { lost: true } }));
  const brokenAt = performance.now();
  // The old connections stay as they are: only what is opened anew finds the way free.
  await new Promise((resolve) => setTimeout(resolve, 500));
  proxy.set({});
  await storm.more(20, 'accepted');
  expect(performance.now() - brokenAt).toBeLessThan(10_000);
  await storm.stop();
  expect(await storm.violations(LOTS)).toEqual([]);
  fired(ctx, 'F17', proxy.seen().lostBytes);
});
