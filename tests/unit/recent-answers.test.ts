import { describe, expect, it } from 'vitest';
import { RecentAnswers } from '#server/auction/live/recent-answers.ts';

const LOG = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Nodes that hear one another as over Redis, this one included. */
function nodes(...names: string[]): RecentAnswers[] {
  const listening: ((message: Buffer) => void)[] = [];
  return names.map(
    (node) =>
      new RecentAnswers({
        node,
        log: LOG,
        messages: {
          publish: (message) => {
            for (const hear of listening) hear(message);
            return Promise.resolve();
          },
          follow: ({ message }) => void listening.push(message),
          stop: () => undefined,
        },
      }),
  );
}

describe('the answers of the last minute', () => {
  it('say how long half of them and 99 of 100 took at most, and what was refused, over all nodes', async () => {
    const [one, other] = nodes('one', 'other') as [RecentAnswers, RecentAnswers];
    for (let i = 0; i < 97; i += 1) one.answered(7, 'accepted', 15);
    other.answered(7, 'below-suggested', 15);
    other.answered(7, 'held', 700);
    other.answered(7, 'held', 900);
    expect(one.of(7)).toEqual({ p50Ms: null, p99Ms: null, refusals: {} });
    await Promise.all([one.tick(), other.tick()]);
    const all = { p50Ms: 20, p99Ms: 1_000, refusals: { 'below-suggested': 1, held: 2 } };
    expect(one.of(7)).toEqual(all);
    expect(other.of(7)).toEqual(all);
    expect(one.of(8)).toEqual({ p50Ms: null, p99Ms: null, refusals: {} });
  });

  it('are forgotten after a minute', async () => {
    const [one] = nodes('one') as [RecentAnswers];
    const now = performance.now();
    one.answered(7, 'held', 700);
    await one.tick(now);
    one.answered(7, 'accepted', 3);
    await one.tick(now + 30_000);
    expect(one.of(7)).toEqual({ p50Ms: 5, p99Ms: 1_000, refusals: { held: 1 } });
    await one.tick(now + 61_000);
    expect(one.of(7)).toEqual({ p50Ms: 5, p99Ms: 5, refusals: {} });
    await one.tick(now + 91_000);
    expect(one.of(7)).toEqual({ p50Ms: null, p99Ms: null, refusals: {} });
  });

  it('of another writer on the channel are not counted', async () => {
    const heard: ((message: Buffer) => void)[] = [];
    const warned: string[] = [];
    const answers = new RecentAnswers({
      node: 'one',
      log: { ...LOG, warn: (_fields: object, message: string) => void warned.push(message) },
      messages: {
        publish: () => Promise.reject(new Error('away')),
        follow: ({ message }) => void heard.push(message),
        stop: () => undefined,
      },
    });
    heard[0]?.(Buffer.from('no report'));
    expect(warned).toHaveLength(1);
    // While the jobs Redis is away, a node has its own.
    answers.answered(7, 'accepted', 3);
    await answers.tick();
    expect(answers.of(7).p50Ms).toBe(5);
  });
});
