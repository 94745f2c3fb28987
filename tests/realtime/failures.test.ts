import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BidAck } from '#shared/realtime/room-answers.ts';
import { COMPLETE } from '../fixtures/complete-run.ts';
import { fired } from '../fixtures/fault.ts';
import { startAuctionNode, type AuctionNode } from '../fixtures/auction-node.ts';
import { accepted, type Bidder } from '../fixtures/bidder.ts';
import { startRedis, type OwnRedis } from '../fixtures/redis-server.ts';
import { eventually, testDatabase, type TestDatabase } from '../fixtures/services.ts';
import { SocketLoad } from '../fixtures/socket-load.ts';
import { startTcpProxy, type TcpProxy } from '../fixtures/tcp-proxy.ts';

const range = (count: number) => Array.from({ length: count }, (_, at) => at + 1);
const people = (count: number) => range(count).map((n) => `b${n}`);

let database: TestDatabase;
let redis: OwnRedis;
const nodes: AuctionNode[] = [];
const proxies: TcpProxy[] = [];

beforeEach(async () => {
  [database, redis] = await Promise.all([testDatabase(), startRedis()]);
});
afterEach(async () => {
  await Promise.all(nodes.splice(0).map((node) => node.stop()));
  await Promise.all(proxies.splice(0).map((proxy) => proxy.close()));
  await redis.stop();
  await database.close();
});

async function node(options: Partial<Parameters<typeof startAuctionNode>[0]> = {}): Promise<AuctionNode> {
  const started = await startAuctionNode({ databaseUrl: database.url, redisUrl: redis.url, ...options });
  nodes.push(started);
  return started;
}

async function proxyTo(port: number): Promise<TcpProxy> {
  const proxy = await startTcpProxy(port);
  proxies.push(proxy);
  return proxy;
}

/** An offer that was executed and whose reply is swallowed. A busy machine may hold one for a moment: then another is made. */
async function placeSwallowed(bidder: Bidder, proxy: TcpProxy) {
  for (let offer = 1; ; offer += 1) {
    const bidId = `swallowed-${offer}`;
    // Not sooner: a place that waits for an answer to something else would never be asked for.
    proxy.swallowRepliesFrom(bidId);
    const answer = bidder.place(1, 2_000, { bidId });
    let refused: BidAck | undefined;
    const note = (given: BidAck) => {
      if ('verdict' in given && given.verdict === 'refused') refused = given;
    };
    answer.then(note, () => undefined);
    await eventually(async () => (await entriesOf(bidId)) === 1 || refused, 'the offer to be executed');
    if (!refused) return { bidId, answer };
    expect(['held', 'unreachable'], JSON.stringify(refused)).toContain('reason' in refused && refused.reason);
  }
}

/** How many committed entries of lot 1 a bid has. */
async function entriesOf(bidId: string): Promise<number> {
  const { rows } = await database.pool.query(
    'select count(*)::int as times from auction_entry where lot_id = 1 and own_bid_id = $1',
    [bidId],
  );
  return rows[0].times;
}

describe('processes really killed, sockets really cut', () => {
  it.runIf(COMPLETE)(
    'goes on within 2 s after Redis is killed in a storm over 50 rooms, with nothing lost',
    async () => {
      const lots = range(50);
      await node({ roles: 'journal,clock', rooms: 50, bidders: 2, name: 'owner' });
      const web = await node({ roles: 'web', name: 'web' });
      const load = new SocketLoad(database, [web.url]);
      await load.watch(web.url, lots.slice(0, 10));
      // Two people in each room, so that everybody is outbid all the time.
      for (const lotId of lots) load.start(people(2), [lotId]);
      await load.more(1_000);

      expect(load.inFlight).toBeGreaterThan(0);
      await redis.kill();
      await redis.restart('empty');
      const restartedAt = performance.now();
      while (load.lastAcceptedAt < restartedAt) {
        if (performance.now() - restartedAt > 10_000) throw new Error(JSON.stringify(load.tally));
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
      const backAfterMs = load.lastAcceptedAt - restartedAt;
      await load.more(1_000);
      await load.stop();

      expect(await load.violations(lots)).toEqual([]);
      expect(load.tally.unknown ?? 0).toBe(0);
      expect(backAfterMs).toBeLessThan(2_000);
      const { rows } = await database.pool.query('select min(epoch) as epoch from auction_lot');
      expect(rows[0].epoch).toBeGreaterThan(1);
      load.close();
    },
  );

  it.runIf(COMPLETE)(
    'F1 lets the clients of the other node miss nothing when a web process is killed',
    async (ctx) => {
      await node({ roles: 'journal,clock', rooms: 2, bidders: 20, name: 'owner' });
      const doomed = await node({ roles: 'web', name: 'doomed' });
      const other = await node({ roles: 'web', name: 'other' });
      const load = new SocketLoad(database, [doomed.url, other.url]);
      const staying = await load.watch(other.url, [1, 2]);
      const cut = await load.watch(doomed.url, [1, 2]);
      load.start(people(20), [1, 2]);
      await load.more(500);

      expect(load.inFlight).toBeGreaterThan(0);
      const { port } = doomed;
      await doomed.kill();
      fired(ctx, 'F1', 1);
      await load.more(300);
      expect(staying.gaps).toBe(0);
      // The same address comes back; the viewer that was cut reconnects by itself and catches up.
      await node({ roles: 'web', name: 'doomed', port });
      await cut.message('room:update', undefined, 15_000);
      await load.more(200);
      await load.stop();
      expect(await load.violations([1, 2])).toEqual([]);
      expect(load.tally.unknown ?? 0).toBe(0);
      expect(staying.gaps).toBe(0);
      load.close();
    },
  );

  it('F12 gives the first answer, once, when Redis’s replies are swallowed', async (ctx) => {
    const proxy = await proxyTo(redis.port);
    await node({ roles: 'journal,clock', rooms: 1, bidders: 2, name: 'owner' });
    const web = await node({ roles: 'web', redisUrl: `redis://127.0.0.1:${proxy.port}`, name: 'web' });
    const anna = await web.bidder('b1');
    await anna.enter(1);
    accepted(await anna.place(1, 1_000));

    const { bidId, answer: lost } = await placeSwallowed(anna, proxy);
    fired(ctx, 'F12', proxy.swallowedBytes());
    proxy.restore();
    const first = await lost;
    const answer =
      'verdict' in first && first.verdict === 'unknown' ? await anna.find(1, bidId, first.sentEpoch) : first;
    const { seq } = accepted(answer);
    const again = accepted(await anna.place(1, 2_000, { bidId, sentEpoch: 1 }));
    expect(again).toMatchObject({ seq, repeated: true });
    expect(await entriesOf(bidId)).toBe(1);
    anna.close();
  });

  it('gives the first answer, once, when the server’s answers to a client are swallowed', async () => {
    const web = await node({ rooms: 1, bidders: 2 });
    const proxy = await proxyTo(web.port);
    const through = { origin: web.url };
    const { Bidder } = await import('../fixtures/bidder.ts');
    const anna = await Bidder.connect(`http://127.0.0.1:${proxy.port}`, {
      ...through,
      headers: { 'x-load-person': 'b1' },
    });
    await anna.enter(1);
    proxy.swallowReplies();
    const lost = anna.request('bid:place', { lotId: 1, bidId: 'swallowed-2', amountTiyin: 5_000 });
    // Asked for before it has arrived, it would be answered as never placed, for ever.
    await eventually(() => proxy.swallowedText('"verdict":"accepted"'), 'the answer to be swallowed');
    proxy.restore();
    await expect(lost).rejects.toThrow();

    const back = await web.bidder('b1');
    const found = accepted(await back.find(1, 'swallowed-2', 1));
    const again = accepted(await back.place(1, 5_000, { bidId: 'swallowed-2', sentEpoch: 1 }));
    expect(again).toMatchObject({ seq: found.seq, repeated: true });
    for (const one of [anna, back]) one.close();
  });

  it('tells the room when the journal is silent, holds bids, and says when it is back', async () => {
    const owner = await node({ roles: 'journal,clock', rooms: 1, bidders: 2, name: 'owner' });
    const web = await node({ roles: 'web', name: 'web' });
    const anna = await web.bidder('b1');
    await anna.enter(1);
    accepted(await anna.place(1, 1_000));
    await owner.kill();
    await anna.message('room:notice', ({ kind }) => kind === 'interrupted', 10_000);
    const held = await anna.request('bid:place', { lotId: 1, amountTiyin: 2_000, bidId: 'held-00001' });
    expect(held).toMatchObject({ verdict: 'refused', reason: 'held' });
    const late = await web.bidder(null);
    await late.enter(1);
    await late.message('room:notice', ({ kind }) => kind === 'interrupted');

    await node({ roles: 'journal,clock', name: 'standby' });
    await anna.message('room:notice', ({ kind }) => kind === 'back', 10_000);
    for (const one of [anna, late]) one.close();
  });

  it('F30 takes everybody back after a web process is killed, and no one misses what was committed meanwhile', async (ctx) => {
    await node({ roles: 'journal,clock', rooms: 1, bidders: 2, name: 'owner' });
    const doomed = await node({ roles: 'web', name: 'doomed' });
    const other = await node({ roles: 'web', name: 'other' });
    const load = new SocketLoad(database, [doomed.url, other.url]);
    for (let i = 0; i < 8; i += 1) await Promise.all(range(50).map(() => load.watch(doomed.url, [1])));
    const bek = await other.bidder('b2');
    accepted(await bek.place(1, 1_000));
    const { port } = doomed;
    await doomed.kill();
    let last = 0;
    for (const n of range(30)) last = accepted(await bek.place(1, 1_000 + 100 * n)).seq;
    await node({ roles: 'web', name: 'doomed', port });
    const backFrom = performance.now();
    await Promise.all(load.viewers.map((viewer) => viewer.reaches(1, last, 20_000)));
    expect(performance.now() - backFrom).toBeLessThan(10_000);
    for (const viewer of load.viewers) expect(viewer.view(1).prices).toHaveLength(31);
    fired(ctx, 'F30', load.viewers.length);
    bek.close();
    load.close();
  });
});
