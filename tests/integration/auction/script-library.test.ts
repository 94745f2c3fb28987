import { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createAuctionState } from '#server/auction/state/auction-state.ts';
import type { AuctionState } from '#server/auction/state/contract.ts';
import { loadLibrary } from '#server/auction/state/load-library.ts';
import { scriptLibrary, type ScriptLibrary } from '#server/auction/state/scripts.ts';
import { startRedis } from '../../fixtures/redis-server.ts';
import { openScriptLots, PARTITIONS, type ScriptLots } from '../../fixtures/script-lots.ts';
import { eventually } from '../../fixtures/services.ts';
import { mutate } from '../../property/auction/mutate.ts';

const HOUR_MS = 3_600_000;

let lots: ScriptLots;
const here = scriptLibrary();
/** The scripts of another release: they answer alike, and their text differs. */
const other = mutate(
  'suspend',
  'local room, no = greet(KEYS, ARGV)',
  'local room, no = greet(KEYS, ARGV) -- other',
);

beforeAll(async () => {
  lots = await openScriptLots();
});
afterAll(() => lots.close());
beforeEach(() => lots.nextLot());

async function libraries(client: Redis = lots.client): Promise<string[]> {
  const list = (await client.call('FUNCTION', 'LIST')) as string[][];
  return list.map((fields) => fields[fields.indexOf('library_name') + 1] ?? '').toSorted();
}

async function opened(scripts: ScriptLibrary, work: (state: AuctionState) => Promise<void>): Promise<void> {
  const state = createAuctionState({ url: lots.redis.url, namespace: 'x:', partitions: PARTITIONS, scripts });
  try {
    await state.ready();
    await work(state);
  } finally {
    await state.disconnect();
  }
}

describe('the library of scripts', () => {
  test('stays when all keys are deleted, and is loaded again when it is not there', async () => {
    await lots.client.flushall();
    expect(await libraries()).toEqual([here.name]);
    await lots.client.call('FUNCTION', 'FLUSH');
    await lots.room();
    expect(await libraries()).toEqual([here.name]);
  });

  test('of two releases is loaded twice, and both judge the same room', async () => {
    await lots.room();
    const { lotId } = lots;
    await opened(other, async (state) => {
      expect(await libraries()).toEqual([here.name, other.name].toSorted());
      const offer = { lotId, epoch: 2, person: 'a', bidId: 'of-the-other-release', amountTiyin: 100 };
      expect(await state.place(offer)).toMatchObject({ verdict: 'accepted', ownSeq: 4 });
      expect(await lots.bid('b', 110)).toMatchObject({ verdict: 'accepted', ownSeq: 5 });
      expect(await state.place(offer)).toMatchObject({ verdict: 'accepted', ownSeq: 4, repeated: true });
    });
  });

  test('that no process has loaded for a day is deleted by the next that is loaded, and who calls it loads it', async () => {
    await lots.client.call('FUNCTION', 'FLUSH');
    const now = Date.now();
    await opened(other, async (state) => {
      await lots.room();
      const { lotId } = lots;
      await loadLibrary(lots.client, here, now + 23 * HOUR_MS);
      expect(await libraries()).toEqual([here.name, other.name].toSorted());
      // The second day: this library was renewed, the other was not.
      await loadLibrary(lots.client, here, now + 25 * HOUR_MS);
      expect(await libraries()).toEqual([here.name]);
      expect(await state.suspend({ lotId, epoch: 2, reason: 'test' })).toMatchObject({ verdict: 'done' });
      expect(await libraries()).toEqual([here.name, other.name].toSorted());
    });
  });

  test('of somebody else is left alone', async () => {
    const foreign = "#!lua name=theirs\nredis.register_function('theirs', function() return 1 end)";
    await lots.client.call('FUNCTION', 'LOAD', foreign);
    await loadLibrary(lots.client, here, Date.now() + 100 * HOUR_MS);
    expect(await libraries()).toContain('theirs');
    await lots.client.call('FUNCTION', 'DELETE', 'theirs');
  });

  test('goes with a replica that takes over', async () => {
    const replica = await startRedis({ settings: ['--replicaof', '127.0.0.1', String(lots.redis.port)] });
    const client = new Redis(replica.url);
    await eventually(async () => (await libraries(client)).includes(here.name), 'the replica to have it');
    await client.replicaof('NO', 'ONE');
    const before = Number(
      /cmdstat_function\|load:calls=(\d+)/.exec(await client.info('commandstats'))?.[1] ?? 0,
    );
    const state = createAuctionState({ url: replica.url, namespace: 'x:', partitions: PARTITIONS });
    await state.ready();
    const offer = { lotId: lots.lotId, epoch: 2, person: 'a', bidId: 'after-the-takeover', amountTiyin: 100 };
    expect(await state.place(offer)).toMatchObject({ reason: 'fenced' });
    const after = Number(
      /cmdstat_function\|load:calls=(\d+)/.exec(await client.info('commandstats'))?.[1] ?? 0,
    );
    expect(after).toBe(before);
    await state.disconnect();
    client.disconnect();
    await replica.stop();
  });

  test('comes back with a server’s file', async () => {
    const own = await startRedis({ aof: true });
    const state = createAuctionState({ url: own.url, namespace: 'x:', partitions: PARTITIONS });
    await state.ready();
    await state.disconnect();
    await own.kill('SIGTERM');
    await own.restart('aof');
    const client = new Redis(own.url);
    expect(await libraries(client)).toEqual([here.name]);
    client.disconnect();
    await own.stop();
  });

  test('on a full Redis still reads, finds bids and loads lots, and decides nothing', async () => {
    const lot = await lots.room();
    await lots.bid('a', 100, { bidId: 'before-it-was-full' });
    await lots.client.config('SET', 'maxmemory', '1');
    try {
      const { lotId } = lots;
      const asked = { lotId, epoch: 2, person: 'a', bidId: 'before-it-was-full' };
      expect(await lots.state.findBid(asked)).toMatchObject({ verdict: 'accepted' });
      expect(await lots.state.snapshot(lotId)).toMatchObject({ seq: 4 });
      await expect(lots.bid('b', 110)).rejects.toMatchObject({ notSent: true });
      await expect(lots.state.suspend({ lotId, epoch: 2, reason: 'full' })).rejects.toMatchObject({
        notSent: true,
      });
      await lots.state.load({ ...lot, epoch: 3 });
      expect(await lots.state.snapshot(lotId)).toMatchObject({ epoch: 3 });
    } finally {
      await lots.client.config('SET', 'maxmemory', '0');
    }
  });

  test('is loaded and called by a user without the dangerous commands', async () => {
    const rights = ['~x:*', '&*', '+@all', '-@dangerous', '+info'];
    await lots.client.call('ACL', 'SETUSER', 'savdo', 'on', '>secret', ...rights);
    await lots.client.call('FUNCTION', 'FLUSH');
    const url = new URL(lots.redis.url);
    [url.username, url.password] = ['savdo', 'secret'];
    const state = createAuctionState({ url: url.href, namespace: 'x:', partitions: PARTITIONS });
    await state.ready();
    await lots.room();
    const { lotId } = lots;
    const offer = { lotId, epoch: 2, person: 'a', bidId: 'by-a-user-of-its-own', amountTiyin: 100 };
    expect(await state.place(offer)).toMatchObject({ verdict: 'accepted' });
    await state.disconnect();
    await lots.client.call('ACL', 'DELUSER', 'savdo');
  });

  test('keeps nothing between calls: a call that fails halfway leaves the next as it was', async () => {
    await lots.room();
    await lots.bid('a', 100);
    const { client } = lots;
    const log = (await client.keys(`${lots.prefix()}log`))[0] ?? '';
    const stored = await client.dumpBuffer(log);
    await client.set(log, 'no stream');
    await expect(lots.bid('b', 110)).rejects.toThrow('WRONGTYPE');
    await client.restore(log, 0, stored, 'REPLACE');
    expect(await lots.bid('b', 110)).toMatchObject({ verdict: 'accepted', ownSeq: 5 });
    const other = lots.lotId;
    lots.nextLot();
    await lots.room();
    expect(await lots.bid('a', 100)).toMatchObject({ verdict: 'accepted', ownSeq: 4 });
    expect(await lots.state.snapshot(other)).toMatchObject({ seq: 5, leader: 'b' });
  });
});
