import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createReplayState } from '#server/auction/state/auction-state.ts';
import { BARE_RULES, openScriptLots, PARTITIONS, type ScriptLots } from '../../fixtures/script-lots.ts';

let lots: ScriptLots;

beforeAll(async () => {
  lots = await openScriptLots();
});
afterAll(() => lots.close());
beforeEach(() => lots.nextLot());

describe('the lease', () => {
  test('holds every command while the journal has none, and remembers it under the id', async () => {
    await lots.room();
    await lots.client.del(`${lots.prefix()}lease`);
    const first = await lots.bid('a', 100, { bidId: 'held-bid-1' });
    expect(first).toMatchObject({ verdict: 'refused', reason: 'held', repeated: false });
    expect(await lots.state.close({ lotId: lots.lotId, epoch: 2 })).toMatchObject({
      verdict: 'refused',
      reason: 'held',
    });
    expect(await lots.state.suspend({ lotId: lots.lotId, epoch: 2, reason: '' })).toMatchObject({
      reason: 'held',
    });
    await lots.lease();
    expect(await lots.bid('a', 100, { bidId: 'held-bid-1' })).toEqual({ ...first, repeated: true });
    expect(await lots.bid('a', 100)).toMatchObject({ verdict: 'accepted' });
  });

  test('is over after a second without a renewal', async () => {
    await lots.room();
    const old = String((await lots.state.redisNowUs()) - 1_001_000);
    await lots.client.hset(`${lots.prefix()}lease`, {
      redisUs: old,
      pgUs: String(await lots.state.redisNowUs()),
    });
    expect(await lots.bid('a', 100)).toMatchObject({ reason: 'held' });
  });

  test.each([-1_300_000, 1_300_000])('holds when PostgreSQL’s time is %i µs off Redis’s', async (skewUs) => {
    await lots.room();
    await lots.lease(skewUs);
    expect(await lots.bid('a', 100)).toMatchObject({ reason: 'held' });
    await lots.lease(skewUs > 0 ? 900_000 : -900_000);
    expect(await lots.bid('a', 100)).toMatchObject({ verdict: 'accepted' });
  });

  test('is lost to anyone who claims it, and hands out wanted lots once', async () => {
    await lots.room();
    const pgNowUs = await lots.state.redisNowUs();
    await lots.state.want(lots.lotId);
    const renew = (owner: string) => lots.state.renewLease([lots.partition()], { owner, pgNowUs });
    expect(await renew('other')).toMatchObject([{ lost: true, wanted: [] }]);
    expect(await renew('test')).toMatchObject([{ lost: false, wanted: [lots.lotId] }]);
    expect(await renew('test')).toMatchObject([{ lost: false, wanted: [] }]);
    await lots.state.claimLease(lots.partition(), { owner: 'other', pgNowUs });
    expect(await renew('test')).toMatchObject([{ lost: true }]);
  });
});

describe('epochs', () => {
  test('fence commands of another epoch and of lots Redis does not have, and write nothing', async () => {
    await lots.room();
    const before = await lots.state.snapshot(lots.lotId);
    expect(await lots.bid('a', 100, { epoch: 1 })).toMatchObject({ reason: 'fenced', epoch: 2, seq: 0 });
    expect(
      await lots.state.findBid({ lotId: lots.lotId, epoch: 3, person: 'a', bidId: 'whatever1' }),
    ).toMatchObject({
      reason: 'fenced',
    });
    expect(await lots.state.close({ lotId: lots.lotId, epoch: 1 })).toMatchObject({
      verdict: 'refused',
      reason: 'fenced',
    });
    expect(await lots.state.snapshot(lots.lotId)).toEqual(before);
    lots.lotId += PARTITIONS * 1_000;
    expect(await lots.bid('a', 100)).toMatchObject({ reason: 'fenced', epoch: 0 });
    expect(await lots.state.snapshot(lots.lotId)).toBeNull();
    expect(await lots.client.keys(`*lot:${lots.lotId}*`)).toEqual([]);
  });

  test('are numbers from 1 on: what is none is refused before it is sent, as are fractions and ids of two lines', async () => {
    await lots.room();
    await expect(lots.bid('a', 200, { epoch: 0 })).rejects.toThrow(RangeError);
    await expect(lots.bid('a', 1.5)).rejects.toThrow(RangeError);
    await expect(lots.bid('a\nb', 100)).rejects.toThrow(RangeError);
  });

  test('end the memory of refusals, and make final what was sent before and never arrived', async () => {
    const lot = await lots.room();
    expect(await lots.bid('a', 99, { bidId: 'too-low-1' })).toMatchObject({ reason: 'below-suggested' });
    await lots.state.load({ ...(await lots.state.snapshot(lots.lotId))!, epoch: 3, prevLogId: '' });
    expect(await lots.bid('a', 100, { epoch: 3, bidId: 'too-low-1' })).toMatchObject({
      verdict: 'accepted',
    });
    const lost = { epoch: 3, bidId: 'lost-bid-1', sentEpoch: 2 };
    expect(await lots.bid('b', 500, lost)).toMatchObject({ reason: 'not-placed' });
    expect(await lots.bid('b', 700, { epoch: 3, bidId: 'lost-bid-1' })).toMatchObject({
      reason: 'not-placed',
      repeated: true,
    });
    expect(lot.epoch).toBe(2);
  });
});

describe('loading', () => {
  test('puts a large lot in place as it was, and on the due list', async () => {
    const lot = await lots.room();
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
    await lots.state.load(lot);
    expect(await lots.state.snapshot(lots.lotId)).toEqual(lot);
    expect(await lots.client.zcard(`${lots.prefix()}lot:${lots.lotId}:awake`)).toBe(466);
    expect(await lots.client.keys(`*lot:${lots.lotId}:loading*`)).toEqual([]);
    expect(await lots.client.ttl(`${lots.prefix()}lot:${lots.lotId}:ids`)).toBe(-1);
    const due = await lots.state.due(lots.partition(), 100);
    expect(due).toContainEqual({ lotId: lots.lotId, epoch: 3, dueAtUs: lot.terms.opensAtMs * 1_000 });
  });

  test('never puts an older epoch over a newer, nor an older state over what came of it', async () => {
    const lot = await lots.room();
    await lots.bid('a', 100);
    const running = await lots.state.snapshot(lots.lotId);
    await lots.state.load(lot);
    expect(await lots.state.snapshot(lots.lotId)).toEqual(running);
    await expect(lots.state.load({ ...lot, epoch: 1 })).rejects.toThrow('newer epoch');
    expect(await lots.state.snapshot(lots.lotId)).toEqual(running);
  });

  test('is undone by forget, which leaves no key of the lot', async () => {
    await lots.room();
    await lots.bid('a', 100);
    await lots.state.forget(lots.lotId);
    expect(await lots.client.keys(`*lot:${lots.lotId}*`)).toEqual([]);
    expect((await lots.state.due(lots.partition(), 1_000)).map((lot) => lot.lotId)).not.toContain(lots.lotId);
  });
});

describe('time', () => {
  test('is Redis’s own: a lot of the product carries no clock that could be set', async () => {
    await lots.room();
    const replay = createReplayState({ url: lots.redis.url, namespace: 'x:', partitions: PARTITIONS });
    await replay.ready();
    await expect(replay.setClock(lots.lotId, 1)).rejects.toThrow('only a lot of a replay');
    await expect(replay.setClock(lots.lotId + 1_000_000, 1)).rejects.toThrow('only a lot of a replay');
    await replay.disconnect();
    const verdict = await lots.bid('a', 100);
    expect(Math.abs(verdict.atUs - (await lots.state.redisNowUs()))).toBeLessThan(1_000_000);
  });

  test('once past a deadline stays past it: whatever is first answered `closed` has the hammer before it in the log', async () => {
    const { state } = lots;
    const soonMs = async () => Math.ceil((await state.redisNowUs()) / 1_000) + 300;
    const noOne = { lotId: 0, epoch: 2, person: 'b', bidId: 'late-00001' };
    const late = [
      () => state.place({ ...noOne, lotId: lots.lotId, amountTiyin: 110 }),
      () => state.setAuto({ ...noOne, lotId: lots.lotId, maximumTiyin: 500 }),
      () => state.clearAuto({ ...noOne, lotId: lots.lotId }),
      () => state.extend({ ...noOne, lotId: lots.lotId, deadlineUs: Number.MAX_SAFE_INTEGER, reason: '' }),
      () => state.withdraw({ ...noOne, lotId: lots.lotId, reason: '' }),
    ];
    for (const command of late) {
      lots.nextLot();
      const { deadlineUs } = await lots.room({ rules: BARE_RULES, closesAtMs: await soonMs() });
      const before = await lots.bid('a', 100);
      expect(before).toMatchObject({ verdict: 'accepted' });
      while ((await state.redisNowUs()) < deadlineUs);
      expect(await command()).toMatchObject({ reason: 'closed', seq: before.seq + 1 });
      const reported = await state.snapshot(lots.lotId);
      expect(reported).toMatchObject({ phase: 'closed', outcome: 'sold', leader: 'a', seq: before.seq + 1 });
    }
  });

  test('given to a withdrawal twice withdraws once, and says so both times', async () => {
    await lots.room();
    const command = { lotId: lots.lotId, epoch: 2, reason: 'taken back' };
    const first = await lots.state.withdraw(command);
    expect(first).toMatchObject({ verdict: 'done', repeated: false });
    expect(await lots.state.withdraw(command)).toEqual({ ...first, repeated: true });
  });

  test('of the seller closes a room without a price, and no other, also in the same moment as the first offer', async () => {
    const outcomes = new Set<string>();
    const withdrawnFirst: number[] = [];
    const offeredFirst: number[] = [];
    const bySeller = { epoch: 2, reason: '', unlessPriced: true };
    for (let round = 0; round < 12; round += 1) {
      lots.nextLot();
      await lots.room();
      const { lotId } = lots;
      const offer = () => lots.bid('a', 100);
      const withdraw = () => lots.state.withdraw({ ...bySeller, lotId });
      const [bid, withdrawn] =
        round % 2 === 0
          ? await Promise.all([offer(), withdraw()])
          : (await Promise.all([withdraw(), offer()])).toReversed();
      const refusal = withdrawn && 'reason' in withdrawn ? `: ${withdrawn.reason}` : '';
      outcomes.add(`${bid?.verdict} ${withdrawn?.verdict}${refusal}`);
      (withdrawn?.verdict === 'done' ? withdrawnFirst : offeredFirst).push(lotId);
    }
    expect(outcomes).toEqual(new Set(['accepted refused: already-bidding', 'refused done']));
    const lease = async (lotId: number) =>
      lots.state.claimLease(lots.state.partitions.of(lotId), {
        owner: 'test',
        pgNowUs: await lots.state.redisNowUs(),
      });
    for (const lotId of withdrawnFirst) {
      await lease(lotId);
      expect(await lots.state.snapshot(lotId)).toMatchObject({ outcome: 'withdrawn', priceTiyin: null });
      const again = await lots.state.withdraw({ ...bySeller, lotId });
      expect(again).toMatchObject({ verdict: 'done', repeated: true });
    }
    for (const lotId of offeredFirst) {
      await lease(lotId);
      expect(await lots.state.snapshot(lotId)).toMatchObject({ phase: 'running', leader: 'a' });
      const again = await lots.state.withdraw({ ...bySeller, lotId });
      expect(again).toMatchObject({ reason: 'already-bidding' });
      // Staff may withdraw it all the same.
      const byStaff = { lotId, epoch: 2, reason: 'a court', unlessPriced: false };
      expect(await lots.state.withdraw(byStaff)).toMatchObject({ verdict: 'done' });
    }
  });

  test('of a clock set back does not stop the log: its ids go on rising', async () => {
    await lots.room();
    const ahead = `${(await lots.state.redisNowUs()) + 3_600_000_000}-7`;
    await lots.client.xadd(`${lots.prefix()}log`, ahead, 'k', 'marker');
    expect(await lots.bid('a', 100)).toMatchObject({ verdict: 'accepted' });
    expect(await lots.bid('b', 110)).toMatchObject({ verdict: 'accepted' });
    const records = await lots.state.readLog(new Map([[lots.partition(), ahead]]), {
      blockMs: 0,
      limit: 10,
    });
    const [time] = ahead.split('-');
    expect(records.map(({ record }) => record.logId)).toEqual([`${time}-8`, `${time}-9`]);
    expect(records[1]?.record).toMatchObject({ prevLogId: `${time}-8` });
    await lots.client.del(`${lots.prefix()}log`);
  });

  test('forgets what was due when its lot is gone', async () => {
    const dueKey = `${lots.prefix()}due`;
    await lots.client.zadd(dueKey, 1, String(lots.lotId));
    const due = await lots.state.due(lots.partition(), 1_000);
    expect(due.map((lot) => lot.lotId)).not.toContain(lots.lotId);
    expect(await lots.client.zscore(dueKey, String(lots.lotId))).toBeNull();
  });

  test('makes rooms due: opening, hammer, resumption', async () => {
    const lot = await lots.room();
    const mine = async () =>
      (await lots.state.due(lots.partition(), 1_000)).filter((one) => one.lotId === lots.lotId);
    const score = () => lots.client.zscore(`${lots.prefix()}due`, String(lots.lotId)).then(Number);
    expect(await mine()).toEqual([]);
    expect(await score()).toBe(lot.deadlineUs);
    await lots.state.suspend({ lotId: lots.lotId, epoch: 2, reason: 'a word' });
    expect(await lots.client.zscore(`${lots.prefix()}due`, String(lots.lotId))).toBeNull();
    await lots.state.resume({ lotId: lots.lotId, epoch: 2 });
    const outageFromUs = await lots.state.redisNowUs();
    await lots.state.recover({
      lotId: lots.lotId,
      epoch: 2,
      mode: 'outage',
      outageFromUs,
      resumeAtUs: outageFromUs + 1,
    });
    expect(await mine()).toEqual([{ lotId: lots.lotId, epoch: 2, dueAtUs: outageFromUs + 1 }]);
    expect(await lots.state.close({ lotId: lots.lotId, epoch: 2 })).toMatchObject({
      verdict: 'not-due',
      phase: 'running',
    });
    await lots.state.withdraw({ lotId: lots.lotId, epoch: 2, reason: 'sold elsewhere' });
    expect(await lots.client.zscore(`${lots.prefix()}due`, String(lots.lotId))).toBeNull();
  });
});

describe('recovery', () => {
  test('works while the lease is stale, and gives the lost time back', async () => {
    const lot = await lots.room();
    await lots.client.del(`${lots.prefix()}lease`);
    const outageFromUs = (await lots.state.redisNowUs()) - 400_000;
    expect(
      await lots.state.recover({
        lotId: lots.lotId,
        epoch: 2,
        mode: 'stall',
        outageFromUs,
        resumeAtUs: null,
      }),
    ).toMatchObject({
      verdict: 'done',
      repeated: false,
    });
    const after = await lots.state.snapshot(lots.lotId);
    expect(after!.pausedUs).toBeGreaterThanOrEqual(400_000);
    expect(after!.deadlineUs).toBe(lot.deadlineUs + after!.pausedUs);
  });
});

describe('the log', () => {
  test('is read by partition with blocking, and trimmed behind a record', async () => {
    await lots.room();
    await lots.client.del(`${lots.prefix()}log`);
    const waiting = lots.state.readLog(new Map([[lots.partition(), '0']]), { blockMs: 5_000, limit: 10 });
    await lots.bid('a', 100);
    const [first] = await waiting;
    expect(first).toMatchObject({
      partition: lots.partition(),
      record: { entry: { kind: 'price', amountTiyin: 100 } },
    });
    await lots.bid('b', 110);
    await lots.state.trimLog(lots.partition(), first!.record.logId);
    const rest = await lots.state.readLog(new Map([[lots.partition(), '0']]), { blockMs: 0, limit: 10 });
    expect(rest.map(({ record }) => record)).toMatchObject([{ entry: { kind: 'price', amountTiyin: 110 } }]);
  });
});

describe('the committed feed', () => {
  const beat = (journalAtMs: number) => ({ type: 'beat' as const, journalAtMs });

  test('misses nothing between two reads from now on', async () => {
    const from = new Map([
      [0, '$'],
      [1, '$'],
    ]);
    expect(await lots.state.readCommitted(from, { blockMs: 1 })).toEqual([]);
    await lots.state.publishCommitted(1, [beat(1), beat(2)]);
    const read = await lots.state.readCommitted(from, { blockMs: 1_000 });
    expect(read.map(({ partition: of, message }) => [of, message])).toEqual([
      [1, beat(1)],
      [1, beat(2)],
    ]);
  });

  test('gives way at once when interrupted, before, while and between reads', async () => {
    const from = new Map([[2, '$']]);
    for (let i = 0; i < 20; i += 1) {
      const startedAt = performance.now();
      const reading = lots.state.readCommitted(from, { blockMs: 5_000 });
      if (i % 2) await new Promise((resolve) => setTimeout(resolve, i));
      lots.state.interruptReadCommitted();
      expect(await reading).toEqual([]);
      expect(performance.now() - startedAt).toBeLessThan(1_000);
    }
  });

  test('keeps a bounded tail', async () => {
    await lots.state.publishCommitted(
      3,
      Array.from({ length: 3_000 }, (_, i) => beat(i)),
    );
    expect(await lots.client.xlen('x:{p03}:committed')).toBeLessThan(1_200);
  });
});
