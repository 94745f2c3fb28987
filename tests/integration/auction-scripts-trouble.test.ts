import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createAuctionState } from '#server/auction/state/auction-state.ts';
import { AuctionRedisUnavailable } from '#server/auction/state/contract.ts';
import { fired } from '../support/fault.ts';
import { openLotBench, type LotBench } from '../support/lot-bench.ts';

let bench: LotBench;

beforeAll(async () => {
  bench = await openLotBench();
});
afterAll(() => bench.close());
beforeEach(() => bench.nextLot());

describe('trouble with Redis', () => {
  test('SCRIPT FLUSH is not noticed by anyone', async () => {
    await bench.room();
    for (let i = 0; i < 5; i += 1) {
      await bench.client.script('FLUSH');
      expect(await bench.bid(i % 2 ? 'b' : 'a', 100 + i * 10)).toMatchObject({ verdict: 'accepted' });
    }
  });

  test('FLUSHALL fences every lot until it is loaded again', async () => {
    const lot = await bench.room();
    await bench.client.flushall();
    expect(await bench.bid('a', 100)).toMatchObject({ reason: 'fenced', epoch: 0 });
    await bench.state.load({ ...lot, epoch: 3 });
    await bench.lease();
    expect(await bench.bid('a', 100, { epoch: 3 })).toMatchObject({ reason: 'not-admitted' });
  });

  test('F7 full memory refuses before anything is written, and says that nothing was', async (ctx) => {
    await bench.room();
    await bench.bid('a', 100);
    const before = await bench.state.snapshot(bench.lotId);
    await bench.client.config('SET', 'maxmemory', '1');
    const failure = await bench.bid('b', 110).catch((error: unknown) => error);
    await bench.client.config('SET', 'maxmemory', '0');
    expect(failure).toBeInstanceOf(AuctionRedisUnavailable);
    expect(failure).toMatchObject({ notSent: true });
    expect(await bench.state.snapshot(bench.lotId)).toEqual(before);
    expect(await bench.bid('b', 110)).toMatchObject({ verdict: 'accepted' });
    fired(ctx, 'F7', Number(/OOM/.test((failure as Error).message)));
  });

  test('a kill leaves a call in flight unknown, later ones unsent, and is over once Redis is back', async () => {
    await bench.room();
    const runId = await bench.state.serverRunId();
    bench.redis.freeze();
    const inFlight = bench.bid('a', 100).catch((error: unknown) => error);
    await new Promise((resolve) => setTimeout(resolve, 50));
    await bench.redis.kill();
    expect(await inFlight).toMatchObject({ name: 'AuctionRedisUnavailable', notSent: false });
    const later = await bench.bid('a', 100).catch((error: unknown) => error);
    expect(later).toMatchObject({ name: 'AuctionRedisUnavailable', notSent: true });
    await bench.redis.restart();
    await bench.state.ready();
    expect(await bench.state.serverRunId()).not.toBe(runId);
    expect(await bench.bid('a', 100)).toMatchObject({ reason: 'fenced', epoch: 0 });
  });

  test('a freeze makes calls give up with an unknown outcome', async () => {
    const impatient = createAuctionState({
      url: bench.redis.url,
      namespace: 'x:',
      partitions: 4,
      commandTimeoutMs: 200,
    });
    await impatient.ready();
    bench.redis.freeze();
    const failure = await impatient.redisNowUs().catch((error: unknown) => error);
    bench.redis.thaw();
    expect(failure).toMatchObject({ name: 'AuctionRedisUnavailable', notSent: false });
    await impatient.disconnect();
  });

  test('an address where nobody answers is said so', async () => {
    const nowhere = createAuctionState({ url: 'redis://127.0.0.1:1', namespace: 'x:', partitions: 4 });
    await expect(nowhere.ready(200)).rejects.toMatchObject({
      name: 'AuctionRedisUnavailable',
      notSent: true,
    });
    await nowhere.disconnect();
  });
});
