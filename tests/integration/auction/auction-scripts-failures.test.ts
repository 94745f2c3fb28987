import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createAuctionState } from '#server/auction/state/auction-state.ts';
import { AuctionRedisUnavailable } from '#server/auction/state/contract.ts';
import { fired } from '../../fixtures/fault.ts';
import { openScriptLots, type ScriptLots } from '../../fixtures/script-lots.ts';

let lots: ScriptLots;

beforeAll(async () => {
  lots = await openScriptLots();
});
afterAll(() => lots.close());
beforeEach(() => lots.nextLot());

describe('trouble with Redis', () => {
  test('FUNCTION FLUSH is not noticed by anyone', async () => {
    await lots.room();
    for (let i = 0; i < 5; i += 1) {
      await lots.client.call('FUNCTION', 'FLUSH');
      expect(await lots.bid(i % 2 ? 'b' : 'a', 100 + i * 10)).toMatchObject({ verdict: 'accepted' });
    }
  });

  test('FLUSHALL fences every lot until it is loaded again', async () => {
    const lot = await lots.room();
    await lots.client.flushall();
    expect(await lots.bid('a', 100)).toMatchObject({ reason: 'fenced', epoch: 0 });
    await lots.state.load({ ...lot, epoch: 3 });
    await lots.lease();
    expect(await lots.bid('a', 100, { epoch: 3 })).toMatchObject({ reason: 'not-admitted' });
  });

  test('F7 full memory refuses before anything is written, and says that nothing was', async (ctx) => {
    await lots.room();
    await lots.bid('a', 100);
    const before = await lots.state.snapshot(lots.lotId);
    await lots.client.config('SET', 'maxmemory', '1');
    const failure = await lots.bid('b', 110).catch((error: unknown) => error);
    await lots.client.config('SET', 'maxmemory', '0');
    expect(failure).toBeInstanceOf(AuctionRedisUnavailable);
    expect(failure).toMatchObject({ notSent: true });
    expect(await lots.state.snapshot(lots.lotId)).toEqual(before);
    expect(await lots.bid('b', 110)).toMatchObject({ verdict: 'accepted' });
    fired(ctx, 'F7', Number(/OOM/.test((failure as Error).message)));
  });

  test('a kill leaves a call in flight unknown, later ones unsent, and is over once Redis is back', async () => {
    await lots.room();
    const runId = await lots.state.serverRunId();
    lots.redis.freeze();
    const inFlight = lots.bid('a', 100).catch((error: unknown) => error);
    await new Promise((resolve) => setTimeout(resolve, 50));
    await lots.redis.kill();
    expect(await inFlight).toMatchObject({ name: 'AuctionRedisUnavailable', notSent: false });
    const later = await lots.bid('a', 100).catch((error: unknown) => error);
    expect(later).toMatchObject({ name: 'AuctionRedisUnavailable', notSent: true });
    await lots.redis.restart();
    await lots.state.ready();
    expect(await lots.state.serverRunId()).not.toBe(runId);
    expect(await lots.bid('a', 100)).toMatchObject({ reason: 'fenced', epoch: 0 });
  });

  test('a freeze makes calls give up with an unknown outcome', async () => {
    const impatient = createAuctionState({
      url: lots.redis.url,
      namespace: 'x:',
      partitions: 4,
      commandTimeoutMs: 200,
    });
    await impatient.ready();
    lots.redis.freeze();
    const failure = await impatient.redisNowUs().catch((error: unknown) => error);
    lots.redis.thaw();
    expect(failure).toMatchObject({ name: 'AuctionRedisUnavailable', notSent: false });
    await impatient.disconnect();
  });

  test('an address where no one answers is said so', async () => {
    const nowhere = createAuctionState({ url: 'redis://127.0.0.1:1', namespace: 'x:', partitions: 4 });
    await expect(nowhere.ready(200)).rejects.toMatchObject({
      name: 'AuctionRedisUnavailable',
      notSent: true,
    });
    await nowhere.disconnect();
  });
});
