import { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AuctionTerms } from '#shared/auction/rules.ts';
import { initialState } from '#server/auction/rules/fold.ts';
import { createAuctionState, createReplayState } from '#server/auction/state/auction-state.ts';
import { AuctionRedisUnavailable, type AuctionState, type LotState } from '#server/auction/state/contract.ts';
import { startRedis, type OwnRedis } from '../support/redis-server.ts';

let redis: OwnRedis;
let client: Redis;
let state: AuctionState;
let lotId = 100;
const PARTITIONS = 4;

beforeAll(async () => {
  redis = await startRedis();
  client = new Redis(redis.url, { retryStrategy: () => 20 });
  client.on('error', () => undefined);
  state = createAuctionState({ url: redis.url, namespace: 'x:', partitions: PARTITIONS });
  await state.ready();
});
afterAll(async () => {
  client.disconnect();
  await state.disconnect();
  await redis.stop();
});
beforeEach(() => (lotId += 1));

const partition = () => state.partitions.of(lotId);
const prefix = () => `x:{p0${partition()}}:`;

async function lease(skewUs = 0, of = partition()): Promise<void> {
  await state.claimLease(of, { owner: 'test', pgNowUs: (await state.redisNowUs()) + skewUs });
}

async function room(more: Partial<AuctionTerms> = {}, admitted: string[] = ['a', 'b']): Promise<LotState> {
  const nowMs = Math.floor((await state.redisNowUs()) / 1_000);
  const lot = initialState(
    {
      lotId,
      rules: {
        firstBid: 'atStart',
        increment: { kind: 'fixed', amount: 10 },
        overtime: { windowMs: 300_000, extendToMs: 300_000 },
        leaderMayRaise: false,
        minParticipants: { count: 0, at: 'close' },
      },
      startPriceTiyin: 100,
      opensAtMs: nowMs - 1_000,
      closesAtMs: nowMs + 3_600_000,
      practice: false,
      watchable: true,
      ...more,
    },
    2,
  );
  await state.load(lot);
  await lease();
  for (const [i, person] of admitted.entries()) {
    await state.admit({ lotId, epoch: 2, person, number: i + 1, limitTiyin: null });
  }
  return lot;
}

let ids = 0;
const bid = (
  person: string,
  amountTiyin: number,
  more: { epoch?: number; bidId?: string; sentEpoch?: number } = {},
) => state.place({ lotId, epoch: 2, person, bidId: `bid-${(ids += 1)}-000`, amountTiyin, ...more });

describe('the lease', () => {
  test('holds every command while the journal has none, and remembers it under the id', async () => {
    await room();
    await client.del(`${prefix()}lease`);
    const first = await bid('a', 100, { bidId: 'held-bid-1' });
    expect(first).toMatchObject({ verdict: 'refused', reason: 'held', repeated: false });
    expect(await state.close({ lotId, epoch: 2 })).toMatchObject({ verdict: 'refused', reason: 'held' });
    expect(await state.suspend({ lotId, epoch: 2, reason: '' })).toMatchObject({ reason: 'held' });
    await lease();
    expect(await bid('a', 100, { bidId: 'held-bid-1' })).toEqual({ ...first, repeated: true });
    expect(await bid('a', 100)).toMatchObject({ verdict: 'accepted' });
  });

  test('is over after a second without a renewal', async () => {
    await room();
    const old = String((await state.redisNowUs()) - 1_001_000);
    await client.hset(`${prefix()}lease`, { redisUs: old, pgUs: String(await state.redisNowUs()) });
    expect(await bid('a', 100)).toMatchObject({ reason: 'held' });
  });

  test.each([-1_300_000, 1_300_000])('holds when PostgreSQL’s time is %i µs off Redis’s', async (skewUs) => {
    await room();
    await lease(skewUs);
    expect(await bid('a', 100)).toMatchObject({ reason: 'held' });
    await lease(skewUs > 0 ? 900_000 : -900_000);
    expect(await bid('a', 100)).toMatchObject({ verdict: 'accepted' });
  });

  test('is lost to whoever claims it, and hands out wanted lots once', async () => {
    await room();
    const pgNowUs = await state.redisNowUs();
    await state.want(lotId);
    const renew = (owner: string) => state.renewLease([partition()], { owner, pgNowUs });
    expect(await renew('other')).toMatchObject([{ lost: true, wanted: [] }]);
    expect(await renew('test')).toMatchObject([{ lost: false, wanted: [lotId] }]);
    expect(await renew('test')).toMatchObject([{ lost: false, wanted: [] }]);
    await state.claimLease(partition(), { owner: 'other', pgNowUs });
    expect(await renew('test')).toMatchObject([{ lost: true }]);
  });
});

describe('epochs', () => {
  test('fence commands of another epoch and of lots Redis does not have, and write nothing', async () => {
    await room();
    const before = await state.snapshot(lotId);
    expect(await bid('a', 100, { epoch: 1 })).toMatchObject({ reason: 'fenced', epoch: 2, seq: 0 });
    expect(await state.findBid({ lotId, epoch: 3, person: 'a', bidId: 'whatever1' })).toMatchObject({
      reason: 'fenced',
    });
    expect(await state.close({ lotId, epoch: 1 })).toMatchObject({ verdict: 'refused', reason: 'fenced' });
    expect(await state.snapshot(lotId)).toEqual(before);
    lotId += PARTITIONS * 1_000;
    expect(await bid('a', 100)).toMatchObject({ reason: 'fenced', epoch: 0 });
    expect(await state.snapshot(lotId)).toBeNull();
    expect(await client.keys(`*lot:${lotId}*`)).toEqual([]);
  });

  test('are only passed over with the wildcard that tests ask for', async () => {
    await room();
    const loose = createAuctionState({
      url: redis.url,
      namespace: 'x:',
      partitions: PARTITIONS,
      epochWildcard: true,
    });
    await loose.ready();
    const bidId = 'wild-card-1';
    expect(await loose.place({ lotId, epoch: 1, person: 'a', bidId, amountTiyin: 100 })).toMatchObject({
      verdict: 'accepted',
    });
    await loose.disconnect();
    expect(() => bid('a', 200, { epoch: 0 })).toThrow(RangeError);
  });

  test('end the memory of refusals, and make final what was sent before and never arrived', async () => {
    const lot = await room();
    expect(await bid('a', 99, { bidId: 'too-low-1' })).toMatchObject({ reason: 'below-suggested' });
    await state.load({ ...(await state.snapshot(lotId))!, epoch: 3, prevLogId: '' });
    expect(await bid('a', 100, { epoch: 3, bidId: 'too-low-1' })).toMatchObject({ verdict: 'accepted' });
    const lost = { epoch: 3, bidId: 'lost-bid-1', sentEpoch: 2 };
    expect(await bid('b', 500, lost)).toMatchObject({ reason: 'not-placed' });
    expect(await bid('b', 700, { epoch: 3, bidId: 'lost-bid-1' })).toMatchObject({
      reason: 'not-placed',
      repeated: true,
    });
    expect(lot.epoch).toBe(2);
  });
});

describe('loading', () => {
  test('puts a large lot in place as it was, and on the due list', async () => {
    const lot = await room();
    const person = (i: number) => `person-${i}`;
    const many = { length: 3_000 };
    lot.epoch = 3;
    lot.bidders = Object.fromEntries(
      Array.from(many, (_, i) => [
        person(i),
        { number: i + 1, limitTiyin: i % 2 ? i * 7 : null, revoked: '' as const },
      ]),
    );
    lot.accepted = Object.fromEntries(
      Array.from(many, (_, i) => [
        `${person(i)}:b${i}`,
        { seq: i + 1, amountTiyin: i + 1, kind: 'price' as const, atUs: 5 },
      ]),
    );
    lot.autos = Object.fromEntries(
      Array.from({ length: 700 }, (_, i) => [
        person(i),
        { maximumTiyin: 1_000 + i, salt: `s${i}`, order: i + 1, asleep: i % 3 === 0 },
      ]),
    );
    lot.seq = 3_000;
    lot.reserve = { person: 'person-1', number: 2, amountTiyin: 90 };
    await state.load(lot);
    expect(await state.snapshot(lotId)).toEqual(lot);
    expect(await client.zcard(`${prefix()}lot:${lotId}:awake`)).toBe(466);
    expect(await client.keys(`*lot:${lotId}:loading*`)).toEqual([]);
    expect(await client.ttl(`${prefix()}lot:${lotId}:ids`)).toBe(-1);
    const due = await state.due(partition(), 100);
    expect(due).toContainEqual({ lotId, epoch: 3, dueAtUs: lot.terms.opensAtMs * 1_000 });
  });

  test('never puts an older epoch over a newer, nor an older state over what came of it', async () => {
    const lot = await room();
    await bid('a', 100);
    const running = await state.snapshot(lotId);
    await state.load(lot);
    expect(await state.snapshot(lotId)).toEqual(running);
    await expect(state.load({ ...lot, epoch: 1 })).rejects.toThrow('newer epoch');
    expect(await state.snapshot(lotId)).toEqual(running);
  });

  test('is undone by forget, which leaves no key of the lot', async () => {
    await room();
    await bid('a', 100);
    await state.forget(lotId);
    expect(await client.keys(`*lot:${lotId}*`)).toEqual([]);
    expect((await state.due(partition(), 1_000)).map((lot) => lot.lotId)).not.toContain(lotId);
  });
});

describe('time', () => {
  test('is Redis’s own: a lot of the product carries no clock that could be set', async () => {
    await room();
    const replay = createReplayState({ url: redis.url, namespace: 'x:', partitions: PARTITIONS });
    await replay.ready();
    await expect(replay.setClock(lotId, 1)).rejects.toThrow('only a lot of a replay');
    await expect(replay.setClock(lotId + 1_000_000, 1)).rejects.toThrow('only a lot of a replay');
    await replay.disconnect();
    const verdict = await bid('a', 100);
    expect(Math.abs(verdict.atUs - (await state.redisNowUs()))).toBeLessThan(1_000_000);
  });

  test('never runs backwards in a lot: a deadline once answered for stays passed', async () => {
    const seen = () => client.hget(`${prefix()}lot:${lotId}`, 'seen');
    const nowMs = Math.floor((await state.redisNowUs()) / 1_000);
    await room({ rules: BARE_RULES, opensAtMs: nowMs - 2_000, closesAtMs: nowMs - 1_000 }, []);
    const late = await bid('a', 100);
    expect(late).toMatchObject({ reason: 'closed' });
    expect(await seen()).toBe(String(late.atUs));

    lotId += 1;
    const { deadlineUs } = await room({ rules: BARE_RULES });
    expect(await bid('a', 100)).toMatchObject({ verdict: 'accepted' });
    // As if `closed` had been answered once and the clock been set back by an hour since.
    await client.hset(`${prefix()}lot:${lotId}`, 'seen', String(deadlineUs));
    expect(await bid('b', 110)).toMatchObject({ reason: 'closed', atUs: deadlineUs });
  });

  test('of a clock set back does not stop the log: its ids go on rising', async () => {
    await room();
    const ahead = `${(await state.redisNowUs()) + 3_600_000_000}-7`;
    await client.xadd(`${prefix()}log`, ahead, 'k', 'marker');
    expect(await bid('a', 100)).toMatchObject({ verdict: 'accepted' });
    expect(await bid('b', 110)).toMatchObject({ verdict: 'accepted' });
    const records = await state.readLog(new Map([[partition(), ahead]]), { blockMs: 0, limit: 10 });
    const [time] = ahead.split('-');
    expect(records.map(({ record }) => record.logId)).toEqual([`${time}-8`, `${time}-9`]);
    expect(records[1]?.record.prevLogId).toBe(`${time}-8`);
    await client.del(`${prefix()}log`);
  });

  test('makes rooms due: opening, hammer, resumption', async () => {
    const lot = await room();
    const mine = async () => (await state.due(partition(), 1_000)).filter((one) => one.lotId === lotId);
    const score = () => client.zscore(`${prefix()}due`, String(lotId)).then(Number);
    expect(await mine()).toEqual([]);
    expect(await score()).toBe(lot.deadlineUs);
    await state.suspend({ lotId, epoch: 2, reason: 'a word' });
    expect(await client.zscore(`${prefix()}due`, String(lotId))).toBeNull();
    await state.resume({ lotId, epoch: 2 });
    const outageFromUs = await state.redisNowUs();
    await state.recover({ lotId, epoch: 2, mode: 'outage', outageFromUs, resumeAtUs: outageFromUs + 1 });
    expect(await mine()).toEqual([{ lotId, epoch: 2, dueAtUs: outageFromUs + 1 }]);
    expect(await state.close({ lotId, epoch: 2 })).toMatchObject({ verdict: 'not-due', phase: 'running' });
    await state.withdraw({ lotId, epoch: 2, reason: 'sold elsewhere' });
    expect(await client.zscore(`${prefix()}due`, String(lotId))).toBeNull();
  });
});

const BARE_RULES: AuctionTerms['rules'] = {
  firstBid: 'atStart',
  increment: { kind: 'fixed', amount: 10 },
  overtime: null,
  leaderMayRaise: false,
  minParticipants: { count: 0, at: 'close' },
};

describe('recovery', () => {
  test('works while the lease is stale, and gives the lost time back', async () => {
    const lot = await room();
    await client.del(`${prefix()}lease`);
    const outageFromUs = (await state.redisNowUs()) - 400_000;
    expect(
      await state.recover({ lotId, epoch: 2, mode: 'stall', outageFromUs, resumeAtUs: null }),
    ).toMatchObject({
      verdict: 'done',
      repeated: false,
    });
    const after = await state.snapshot(lotId);
    expect(after!.pausedUs).toBeGreaterThanOrEqual(400_000);
    expect(after!.deadlineUs).toBe(lot.deadlineUs + after!.pausedUs);
  });
});

describe('the log', () => {
  test('is read by partition with blocking, and trimmed behind a record', async () => {
    await room();
    await client.del(`${prefix()}log`);
    const waiting = state.readLog(new Map([[partition(), '0']]), { blockMs: 5_000, limit: 10 });
    await bid('a', 100);
    const [first] = await waiting;
    expect(first).toMatchObject({
      partition: partition(),
      record: { entry: { kind: 'price', amountTiyin: 100 } },
    });
    await bid('b', 110);
    await state.trimLog(partition(), first!.record.logId);
    const rest = await state.readLog(new Map([[partition(), '0']]), { blockMs: 0, limit: 10 });
    expect(rest.map(({ record }) => record.entry)).toMatchObject([{ kind: 'price', amountTiyin: 110 }]);
  });
});

describe('the committed feed', () => {
  const beat = (journalAtMs: number) => ({ type: 'beat' as const, journalAtMs });

  test('misses nothing between two reads from now on', async () => {
    const from = new Map([
      [0, '$'],
      [1, '$'],
    ]);
    expect(await state.readCommitted(from, { blockMs: 1 })).toEqual([]);
    await state.publishCommitted(1, [beat(1), beat(2)]);
    const read = await state.readCommitted(from, { blockMs: 1_000 });
    expect(read.map(({ partition: of, message }) => [of, message])).toEqual([
      [1, beat(1)],
      [1, beat(2)],
    ]);
  });

  test('gives way at once when interrupted, before, while and between reads', async () => {
    const from = new Map([[2, '$']]);
    for (let i = 0; i < 20; i += 1) {
      const startedAt = performance.now();
      const reading = state.readCommitted(from, { blockMs: 5_000 });
      if (i % 2) await new Promise((resolve) => setTimeout(resolve, i));
      state.interruptReadCommitted();
      expect(await reading).toEqual([]);
      expect(performance.now() - startedAt).toBeLessThan(1_000);
    }
  });

  test('keeps a bounded tail', async () => {
    await state.publishCommitted(
      3,
      Array.from({ length: 3_000 }, (_, i) => beat(i)),
    );
    expect(await client.xlen('x:{p03}:committed')).toBeLessThan(1_200);
  });
});

describe('presence', () => {
  test('sums nodes, counts a person on two of them once, and forgets a node that fell silent', async () => {
    await state.reportPresence(lotId, 'one', { viewers: 3, persons: ['a', 'b'] });
    expect(await state.reportPresence(lotId, 'two', { viewers: 2, persons: ['b', 'c'] })).toEqual({
      viewers: 5,
      participants: 3,
    });
    await client.hset(`${prefix()}lot:${lotId}:presence`, 'one', '1|3|a\nb');
    expect(await state.reportPresence(lotId, 'two', { viewers: 2, persons: [] })).toEqual({
      viewers: 2,
      participants: 0,
    });
  });
});

describe('trouble with Redis', () => {
  test('SCRIPT FLUSH is not noticed by anyone', async () => {
    await room();
    for (let i = 0; i < 5; i += 1) {
      await client.script('FLUSH');
      expect(await bid(i % 2 ? 'b' : 'a', 100 + i * 10)).toMatchObject({ verdict: 'accepted' });
    }
  });

  test('FLUSHALL fences every lot until it is loaded again', async () => {
    const lot = await room();
    await client.flushall();
    expect(await bid('a', 100)).toMatchObject({ reason: 'fenced', epoch: 0 });
    await state.load({ ...lot, epoch: 3 });
    await lease();
    expect(await bid('a', 100, { epoch: 3 })).toMatchObject({ reason: 'not-admitted' });
  });

  test('full memory refuses before anything is written, and says that nothing was', async () => {
    await room();
    await bid('a', 100);
    const before = await state.snapshot(lotId);
    await client.config('SET', 'maxmemory', '1');
    const failure = await bid('b', 110).catch((error: unknown) => error);
    await client.config('SET', 'maxmemory', '0');
    expect(failure).toBeInstanceOf(AuctionRedisUnavailable);
    expect(failure).toMatchObject({ notSent: true });
    expect(await state.snapshot(lotId)).toEqual(before);
    expect(await bid('b', 110)).toMatchObject({ verdict: 'accepted' });
  });

  test('a kill leaves a call in flight unknown, later ones unsent, and is over once Redis is back', async () => {
    await room();
    const runId = await state.serverRunId();
    redis.freeze();
    const inFlight = bid('a', 100).catch((error: unknown) => error);
    await new Promise((resolve) => setTimeout(resolve, 50));
    await redis.kill();
    expect(await inFlight).toMatchObject({ name: 'AuctionRedisUnavailable', notSent: false });
    const later = await bid('a', 100).catch((error: unknown) => error);
    expect(later).toMatchObject({ name: 'AuctionRedisUnavailable', notSent: true });
    await redis.restart();
    await state.ready();
    expect(await state.serverRunId()).not.toBe(runId);
    expect(await bid('a', 100)).toMatchObject({ reason: 'fenced', epoch: 0 });
  });

  test('a freeze makes calls give up with an unknown outcome', async () => {
    const impatient = createAuctionState({
      url: redis.url,
      namespace: 'x:',
      partitions: 4,
      commandTimeoutMs: 200,
    });
    await impatient.ready();
    redis.freeze();
    const failure = await impatient.redisNowUs().catch((error: unknown) => error);
    redis.thaw();
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
