import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createAuctionState, createReplayState } from '#server/auction/state/auction-state.ts';
import { BARE_RULES, openLotBench, PARTITIONS, type LotBench } from '../support/lot-bench.ts';

let bench: LotBench;

beforeAll(async () => {
  bench = await openLotBench();
});
afterAll(() => bench.close());
beforeEach(() => bench.nextLot());

describe('the lease', () => {
  test('holds every command while the journal has none, and remembers it under the id', async () => {
    await bench.room();
    await bench.client.del(`${bench.prefix()}lease`);
    const first = await bench.bid('a', 100, { bidId: 'held-bid-1' });
    expect(first).toMatchObject({ verdict: 'refused', reason: 'held', repeated: false });
    expect(await bench.state.close({ lotId: bench.lotId, epoch: 2 })).toMatchObject({
      verdict: 'refused',
      reason: 'held',
    });
    expect(await bench.state.suspend({ lotId: bench.lotId, epoch: 2, reason: '' })).toMatchObject({
      reason: 'held',
    });
    await bench.lease();
    expect(await bench.bid('a', 100, { bidId: 'held-bid-1' })).toEqual({ ...first, repeated: true });
    expect(await bench.bid('a', 100)).toMatchObject({ verdict: 'accepted' });
  });

  test('is over after a second without a renewal', async () => {
    await bench.room();
    const old = String((await bench.state.redisNowUs()) - 1_001_000);
    await bench.client.hset(`${bench.prefix()}lease`, {
      redisUs: old,
      pgUs: String(await bench.state.redisNowUs()),
    });
    expect(await bench.bid('a', 100)).toMatchObject({ reason: 'held' });
  });

  test.each([-1_300_000, 1_300_000])('holds when PostgreSQL’s time is %i µs off Redis’s', async (skewUs) => {
    await bench.room();
    await bench.lease(skewUs);
    expect(await bench.bid('a', 100)).toMatchObject({ reason: 'held' });
    await bench.lease(skewUs > 0 ? 900_000 : -900_000);
    expect(await bench.bid('a', 100)).toMatchObject({ verdict: 'accepted' });
  });

  test('is lost to whoever claims it, and hands out wanted lots once', async () => {
    await bench.room();
    const pgNowUs = await bench.state.redisNowUs();
    await bench.state.want(bench.lotId);
    const renew = (owner: string) => bench.state.renewLease([bench.partition()], { owner, pgNowUs });
    expect(await renew('other')).toMatchObject([{ lost: true, wanted: [] }]);
    expect(await renew('test')).toMatchObject([{ lost: false, wanted: [bench.lotId] }]);
    expect(await renew('test')).toMatchObject([{ lost: false, wanted: [] }]);
    await bench.state.claimLease(bench.partition(), { owner: 'other', pgNowUs });
    expect(await renew('test')).toMatchObject([{ lost: true }]);
  });
});

describe('epochs', () => {
  test('fence commands of another epoch and of lots Redis does not have, and write nothing', async () => {
    await bench.room();
    const before = await bench.state.snapshot(bench.lotId);
    expect(await bench.bid('a', 100, { epoch: 1 })).toMatchObject({ reason: 'fenced', epoch: 2, seq: 0 });
    expect(
      await bench.state.findBid({ lotId: bench.lotId, epoch: 3, person: 'a', bidId: 'whatever1' }),
    ).toMatchObject({
      reason: 'fenced',
    });
    expect(await bench.state.close({ lotId: bench.lotId, epoch: 1 })).toMatchObject({
      verdict: 'refused',
      reason: 'fenced',
    });
    expect(await bench.state.snapshot(bench.lotId)).toEqual(before);
    bench.lotId += PARTITIONS * 1_000;
    expect(await bench.bid('a', 100)).toMatchObject({ reason: 'fenced', epoch: 0 });
    expect(await bench.state.snapshot(bench.lotId)).toBeNull();
    expect(await bench.client.keys(`*lot:${bench.lotId}*`)).toEqual([]);
  });

  test('are only passed over with the wildcard that tests ask for', async () => {
    await bench.room();
    const loose = createAuctionState({
      url: bench.redis.url,
      namespace: 'x:',
      partitions: PARTITIONS,
      epochWildcard: true,
    });
    await loose.ready();
    const bidId = 'wild-card-1';
    expect(
      await loose.place({ lotId: bench.lotId, epoch: 1, person: 'a', bidId, amountTiyin: 100 }),
    ).toMatchObject({
      verdict: 'accepted',
    });
    await loose.disconnect();
    await expect(bench.bid('a', 200, { epoch: 0 })).rejects.toThrow(RangeError);
    await expect(bench.bid('a', 1.5)).rejects.toThrow(RangeError);
    await expect(bench.bid('a\nb', 100)).rejects.toThrow(RangeError);
  });

  test('end the memory of refusals, and make final what was sent before and never arrived', async () => {
    const lot = await bench.room();
    expect(await bench.bid('a', 99, { bidId: 'too-low-1' })).toMatchObject({ reason: 'below-suggested' });
    await bench.state.load({ ...(await bench.state.snapshot(bench.lotId))!, epoch: 3, prevLogId: '' });
    expect(await bench.bid('a', 100, { epoch: 3, bidId: 'too-low-1' })).toMatchObject({
      verdict: 'accepted',
    });
    const lost = { epoch: 3, bidId: 'lost-bid-1', sentEpoch: 2 };
    expect(await bench.bid('b', 500, lost)).toMatchObject({ reason: 'not-placed' });
    expect(await bench.bid('b', 700, { epoch: 3, bidId: 'lost-bid-1' })).toMatchObject({
      reason: 'not-placed',
      repeated: true,
    });
    expect(lot.epoch).toBe(2);
  });
});

describe('loading', () => {
  test('puts a large lot in place as it was, and on the due list', async () => {
    const lot = await bench.room();
    const person = (i: number) => `person-${i}`;
    const many = { length: 30_000 };
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
    lot.seq = 30_000;
    lot.reserve = { person: 'person-1', number: 2, amountTiyin: 90 };
    await bench.state.load(lot);
    expect(await bench.state.snapshot(bench.lotId)).toEqual(lot);
    expect(await bench.client.zcard(`${bench.prefix()}lot:${bench.lotId}:awake`)).toBe(466);
    expect(await bench.client.keys(`*lot:${bench.lotId}:loading*`)).toEqual([]);
    expect(await bench.client.ttl(`${bench.prefix()}lot:${bench.lotId}:ids`)).toBe(-1);
    const due = await bench.state.due(bench.partition(), 100);
    expect(due).toContainEqual({ lotId: bench.lotId, epoch: 3, dueAtUs: lot.terms.opensAtMs * 1_000 });
  });

  test('never puts an older epoch over a newer, nor an older state over what came of it', async () => {
    const lot = await bench.room();
    await bench.bid('a', 100);
    const running = await bench.state.snapshot(bench.lotId);
    await bench.state.load(lot);
    expect(await bench.state.snapshot(bench.lotId)).toEqual(running);
    await expect(bench.state.load({ ...lot, epoch: 1 })).rejects.toThrow('newer epoch');
    expect(await bench.state.snapshot(bench.lotId)).toEqual(running);
  });

  test('is undone by forget, which leaves no key of the lot', async () => {
    await bench.room();
    await bench.bid('a', 100);
    await bench.state.forget(bench.lotId);
    expect(await bench.client.keys(`*lot:${bench.lotId}*`)).toEqual([]);
    expect((await bench.state.due(bench.partition(), 1_000)).map((lot) => lot.lotId)).not.toContain(
      bench.lotId,
    );
  });
});

describe('time', () => {
  test('is Redis’s own: a lot of the product carries no clock that could be set', async () => {
    await bench.room();
    const replay = createReplayState({ url: bench.redis.url, namespace: 'x:', partitions: PARTITIONS });
    await replay.ready();
    await expect(replay.setClock(bench.lotId, 1)).rejects.toThrow('only a lot of a replay');
    await expect(replay.setClock(bench.lotId + 1_000_000, 1)).rejects.toThrow('only a lot of a replay');
    await replay.disconnect();
    const verdict = await bench.bid('a', 100);
    expect(Math.abs(verdict.atUs - (await bench.state.redisNowUs()))).toBeLessThan(1_000_000);
  });

  test('once past a deadline stays past it: whatever is first told `closed` has the hammer before it in the log', async () => {
    const { state } = bench;
    const soonMs = async () => Math.ceil((await state.redisNowUs()) / 1_000) + 300;
    const nobody = { lotId: 0, epoch: 2, person: 'b', bidId: 'late-00001' };
    const late = [
      () => state.place({ ...nobody, lotId: bench.lotId, amountTiyin: 110 }),
      () => state.setAuto({ ...nobody, lotId: bench.lotId, maximumTiyin: 500 }),
      () => state.clearAuto({ ...nobody, lotId: bench.lotId }),
      () => state.extend({ ...nobody, lotId: bench.lotId, deadlineUs: Number.MAX_SAFE_INTEGER, reason: '' }),
      () => state.withdraw({ ...nobody, lotId: bench.lotId, reason: '' }),
    ];
    for (const command of late) {
      bench.nextLot();
      const { deadlineUs } = await bench.room({ rules: BARE_RULES, closesAtMs: await soonMs() });
      const before = await bench.bid('a', 100);
      expect(before).toMatchObject({ verdict: 'accepted' });
      while ((await state.redisNowUs()) < deadlineUs);
      expect(await command()).toMatchObject({ reason: 'closed', seq: before.seq + 1 });
      const told = await state.snapshot(bench.lotId);
      expect(told).toMatchObject({ phase: 'closed', outcome: 'sold', leader: 'a', seq: before.seq + 1 });
    }
  });

  test('given to a withdrawal twice withdraws once, and says so both times', async () => {
    await bench.room();
    const command = { lotId: bench.lotId, epoch: 2, reason: 'taken back' };
    const first = await bench.state.withdraw(command);
    expect(first).toMatchObject({ verdict: 'done', repeated: false });
    expect(await bench.state.withdraw(command)).toEqual({ ...first, repeated: true });
  });

  test('of a clock set back does not stop the log: its ids go on rising', async () => {
    await bench.room();
    const ahead = `${(await bench.state.redisNowUs()) + 3_600_000_000}-7`;
    await bench.client.xadd(`${bench.prefix()}log`, ahead, 'k', 'marker');
    expect(await bench.bid('a', 100)).toMatchObject({ verdict: 'accepted' });
    expect(await bench.bid('b', 110)).toMatchObject({ verdict: 'accepted' });
    const records = await bench.state.readLog(new Map([[bench.partition(), ahead]]), {
      blockMs: 0,
      limit: 10,
    });
    const [time] = ahead.split('-');
    expect(records.map(({ record }) => record.logId)).toEqual([`${time}-8`, `${time}-9`]);
    expect(records[1]?.record.prevLogId).toBe(`${time}-8`);
    await bench.client.del(`${bench.prefix()}log`);
  });

  test('forgets what was due when its lot is gone', async () => {
    const dueKey = `${bench.prefix()}due`;
    await bench.client.zadd(dueKey, 1, String(bench.lotId));
    const due = await bench.state.due(bench.partition(), 1_000);
    expect(due.map((lot) => lot.lotId)).not.toContain(bench.lotId);
    expect(await bench.client.zscore(dueKey, String(bench.lotId))).toBeNull();
  });

  test('makes rooms due: opening, hammer, resumption', async () => {
    const lot = await bench.room();
    const mine = async () =>
      (await bench.state.due(bench.partition(), 1_000)).filter((one) => one.lotId === bench.lotId);
    const score = () => bench.client.zscore(`${bench.prefix()}due`, String(bench.lotId)).then(Number);
    expect(await mine()).toEqual([]);
    expect(await score()).toBe(lot.deadlineUs);
    await bench.state.suspend({ lotId: bench.lotId, epoch: 2, reason: 'a word' });
    expect(await bench.client.zscore(`${bench.prefix()}due`, String(bench.lotId))).toBeNull();
    await bench.state.resume({ lotId: bench.lotId, epoch: 2 });
    const outageFromUs = await bench.state.redisNowUs();
    await bench.state.recover({
      lotId: bench.lotId,
      epoch: 2,
      mode: 'outage',
      outageFromUs,
      resumeAtUs: outageFromUs + 1,
    });
    expect(await mine()).toEqual([{ lotId: bench.lotId, epoch: 2, dueAtUs: outageFromUs + 1 }]);
    expect(await bench.state.close({ lotId: bench.lotId, epoch: 2 })).toMatchObject({
      verdict: 'not-due',
      phase: 'running',
    });
    await bench.state.withdraw({ lotId: bench.lotId, epoch: 2, reason: 'sold elsewhere' });
    expect(await bench.client.zscore(`${bench.prefix()}due`, String(bench.lotId))).toBeNull();
  });
});

describe('recovery', () => {
  test('works while the lease is stale, and gives the lost time back', async () => {
    const lot = await bench.room();
    await bench.client.del(`${bench.prefix()}lease`);
    const outageFromUs = (await bench.state.redisNowUs()) - 400_000;
    expect(
      await bench.state.recover({
        lotId: bench.lotId,
        epoch: 2,
        mode: 'stall',
        outageFromUs,
        resumeAtUs: null,
      }),
    ).toMatchObject({
      verdict: 'done',
      repeated: false,
    });
    const after = await bench.state.snapshot(bench.lotId);
    expect(after!.pausedUs).toBeGreaterThanOrEqual(400_000);
    expect(after!.deadlineUs).toBe(lot.deadlineUs + after!.pausedUs);
  });
});

describe('the log', () => {
  test('is read by partition with blocking, and trimmed behind a record', async () => {
    await bench.room();
    await bench.client.del(`${bench.prefix()}log`);
    const waiting = bench.state.readLog(new Map([[bench.partition(), '0']]), { blockMs: 5_000, limit: 10 });
    await bench.bid('a', 100);
    const [first] = await waiting;
    expect(first).toMatchObject({
      partition: bench.partition(),
      record: { entry: { kind: 'price', amountTiyin: 100 } },
    });
    await bench.bid('b', 110);
    await bench.state.trimLog(bench.partition(), first!.record.logId);
    const rest = await bench.state.readLog(new Map([[bench.partition(), '0']]), { blockMs: 0, limit: 10 });
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
    expect(await bench.state.readCommitted(from, { blockMs: 1 })).toEqual([]);
    await bench.state.publishCommitted(1, [beat(1), beat(2)]);
    const read = await bench.state.readCommitted(from, { blockMs: 1_000 });
    expect(read.map(({ partition: of, message }) => [of, message])).toEqual([
      [1, beat(1)],
      [1, beat(2)],
    ]);
  });

  test('gives way at once when interrupted, before, while and between reads', async () => {
    const from = new Map([[2, '$']]);
    for (let i = 0; i < 20; i += 1) {
      const startedAt = performance.now();
      const reading = bench.state.readCommitted(from, { blockMs: 5_000 });
      if (i % 2) await new Promise((resolve) => setTimeout(resolve, i));
      bench.state.interruptReadCommitted();
      expect(await reading).toEqual([]);
      expect(performance.now() - startedAt).toBeLessThan(1_000);
    }
  });

  test('keeps a bounded tail', async () => {
    await bench.state.publishCommitted(
      3,
      Array.from({ length: 3_000 }, (_, i) => beat(i)),
    );
    expect(await bench.client.xlen('x:{p03}:committed')).toBeLessThan(1_200);
  });
});

describe('presence', () => {
  test('sums nodes, counts a person on two of them once, and forgets a node that fell silent', async () => {
    await bench.state.reportPresence(bench.lotId, 'one', { viewers: 3, persons: ['a', 'b'] });
    expect(await bench.state.reportPresence(bench.lotId, 'two', { viewers: 2, persons: ['b', 'c'] })).toEqual(
      {
        viewers: 5,
        participants: 3,
      },
    );
    await bench.client.hset(`${bench.prefix()}lot:${bench.lotId}:presence`, 'one', '1|3|a\nb');
    expect(await bench.state.reportPresence(bench.lotId, 'two', { viewers: 2, persons: [] })).toEqual({
      viewers: 2,
      participants: 0,
    });
  });
});
