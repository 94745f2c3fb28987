import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS } from '#server/auction/live/live-options.ts';
import { ROOM_EVENTS } from '#shared/realtime/room.ts';
import { accepted, Bidder } from '../fixtures/bidder.ts';
import { COMPLETE } from '../fixtures/complete-run.ts';
import { handledOf } from '../fixtures/handled-events.ts';
import {
  openRoom,
  startLiveNode,
  startLiveServices,
  terms,
  type LiveNode,
  type LiveServices,
} from '../fixtures/live-node.ts';
import { random } from '../fixtures/random.ts';
import { refusalCounts } from '../fixtures/refusal-counts.ts';

const CAPS = { socketsPerSession: 2, socketsPerPerson: 3, socketsPerAddress: 5 };
/** What an installation has by itself. */
const AUTO_BIDS_PER_MINUTE = 10;
const USUAL = {
  eventsPerSecond: 20,
  socketsPerPerson: 30,
  malformedPerMinute: 30,
  autoBidChangesPerMinute: AUTO_BIDS_PER_MINUTE,
};

let services: LiveServices;
let first: LiveNode;
let second: LiveNode;
let usual: LiveNode;
let auctionRedis: Redis;

beforeAll(async () => {
  services = await startLiveServices();
  auctionRedis = new Redis(services.redis.url);
  first = await startLiveNode(services, { name: 'first', limits: { ...CAPS, eventsPerSecond: 20 } });
  second = await startLiveNode(services, {
    name: 'second',
    keeps: false,
    limits: { ...CAPS, eventsPerSecond: 20 },
  });
  usual = await startLiveNode(services, { name: 'usual', keeps: false, limits: USUAL });
});
afterAll(async () => {
  auctionRedis?.disconnect();
  for (const node of [usual, second, first]) await node?.close();
  await services?.close();
});

const from = (address: string) => ({ 'x-forwarded-for': address });
/** Sockets of one person at each node, from an address that other tests do not use: those they closed are counted a moment longer. */
const enterAs = <Nodes extends LiveNode[]>(person: string, address: string, ...nodes: Nodes) =>
  nodes.map((node) => () => node.bidder(person, { headers: from(address) })) as {
    [At in keyof Nodes]: () => Promise<Bidder>;
  };
const closeAll = (all: readonly Bidder[]) => all.forEach((one) => one.close());

describe('open sockets', () => {
  it('of one session are capped', async () => {
    const headers = { cookie: (await first.signIn('sessions')).cookie };
    const open = await Promise.all([1, 2].map(() => Bidder.connect(first.url, { headers })));
    await expect(Bidder.connect(first.url, { headers })).rejects.toThrow('too-many-connections');
    closeAll(open);
  });

  it('of one person are capped over all sessions and nodes, and a closed one makes room', async () => {
    const [here, there] = enterAs('person', '203.0.113.4', first, second);
    const open = [await here(), await here(), await there()];
    await expect(here()).rejects.toThrow('too-many-connections');
    await expect(there()).rejects.toThrow('too-many-connections');
    open.shift()?.close();
    await expect
      .poll(
        async () => {
          const again = await there().catch(() => null);
          if (again) open.push(again);
          return again !== null;
        },
        { timeout: 10_000 },
      )
      .toBe(true);
    closeAll(open);
  });

  it('of one address are capped over all nodes, no matter who opens them, and each person has two all the same', async () => {
    const headers = from('203.0.113.5');
    const open = await Promise.all([
      first.bidder(null, { headers }),
      second.bidder(null, { headers }),
      second.bidder(null, { headers }),
    ]);
    // Visitors take half at most: an opener locks no one out who is signed in behind the same address.
    for (const node of [first, second])
      await expect(node.bidder(null, { headers })).rejects.toThrow('too-many-connections');
    open.push(await first.bidder('anna', { headers }), await second.bidder('bek', { headers }));
    // A full address keeps no one else behind it out of a room.
    for (const node of [first, second]) open.push(await node.bidder('cyd', { headers }));
    for (const node of [first, second])
      await expect(node.bidder('cyd', { headers })).rejects.toThrow('too-many-connections');
    closeAll([await first.bidder(null, { headers: from('203.0.113.6') })]);
    closeAll(open);
  });

  it('each come in a few times only: leaving and coming back is work no one else may count', async () => {
    const address = `${usual.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`;
    // The one of Node.js takes headers, which the types of browsers do not know.
    const Socket = WebSocket as unknown as new (url: string, how: { headers: object }) => WebSocket;
    const one = new Socket(address, { headers: { origin: usual.url } });
    let times = 0;
    const ended = new Promise<void>((resolve) => one.addEventListener('close', () => resolve()));
    one.addEventListener('message', ({ data }) => {
      const packet = String(data);
      if (packet.startsWith('0')) one.send('40');
      if (!packet.startsWith('40')) return;
      times += 1;
      if (times >= 30) return one.close();
      // As no client does: out of the namespace and, in a packet that arrives by itself, in again on the same connection.
      one.send('41');
      setTimeout(() => one.send('40'), 5);
    });
    await ended;
    expect(times).toBeGreaterThan(0);
    expect(times).toBeLessThan(10);
  });

  it('of a node that ended are counted no longer, so that its people come back elsewhere at once', async () => {
    const ending = await startLiveNode(services, { name: 'ending', keeps: false, limits: CAPS });
    const [here, there, leaving] = enterAs('mover', '203.0.113.7', first, second, ending);
    const open = [await here(), await leaving(), await leaving()];
    await expect(here()).rejects.toThrow('too-many-connections');
    await ending.close();
    open.push(await here(), await there());
    closeAll(open);
  });

  it('are counted by each node alone while the others cannot be asked', async () => {
    const broken = { exchange: () => Promise.reject(new Error('away')) };
    const { SocketCaps } = await import('#server/auction/live/socket-caps.ts');
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const caps = new SocketCaps({ limits: { ...DEFAULT_LIMITS, ...CAPS }, shared: broken, log });
    const take = () => caps.take({ session: null, person: 'anna', address: '192.0.2.1' });
    const taken = [await take(), await take(), await take()];
    expect(taken.every((slot) => 'release' in slot)).toBe(true);
    expect(await take()).toEqual({ full: 'person' });
  });
});

describe('the events of a person', () => {
  it('are summed over sockets and sessions', async () => {
    const [enter] = enterAs('busy', '203.0.113.8', first);
    const mine = await Promise.all([enter(), enter(), enter()]);
    const startedAt = performance.now();
    const handled = await handledOf(mine, 4, 2_000);
    const seconds = (performance.now() - startedAt) / 1_000;
    expect(handled).toBeGreaterThanOrEqual(20);
    expect(handled).toBeLessThanOrEqual(20 + 20 * Math.ceil(seconds));
    closeAll(mine);
  });

  it('are summed over nodes, which share one budget within seconds', async () => {
    const [here, there] = enterAs('double', '203.0.113.9', first, second);
    const mine = [await here(), await there()];
    // Each node begins with a second's worth, and learns of the other's share within two.
    await handledOf(mine, 2, 3_000);
    const startedAt = performance.now();
    const handled = await handledOf(mine, 2, 4_000);
    const seconds = (performance.now() - startedAt) / 1_000;
    expect(handled).toBeGreaterThan(10 * seconds);
    // Beside the budget what both may have saved up before, and a tenth; without a shared one it would be twice as many.
    expect(handled).toBeLessThanOrEqual(22 * seconds + 20);
    closeAll(mine);
  });

  it('disconnect all the sockets of who does not stop, and no one else’s', async () => {
    const mine = [await usual.bidder('nuisance'), await usual.bidder('nuisance')];
    const other = await usual.bidder('calm');
    const gone = mine.map((one) => one.disconnected());
    for (let i = 0; i < 200; i += 1) mine[i % 2]?.socket.emit(ROOM_EVENTS.ping, { clientAtMs: i });
    await Promise.all(gone);
    expect(await other.request(ROOM_EVENTS.ping, { clientAtMs: 1 })).toMatchObject({ ok: true });
    closeAll([other]);
  });
});

/** Joins as the room's page does: refused for too many events, it asks again after a second or two. */
async function joinPatiently(guest: Bidder, lotId: number): Promise<number> {
  for (let refused = 0; ; refused += 1) {
    const answer = await guest.join(lotId);
    if (answer.ok) return refused;
    if (answer.error.code !== 'rate-limited') throw new Error(JSON.stringify(answer));
    await new Promise((resolve) => setTimeout(resolve, 1_000 * (1 + random())));
  }
}

describe('an honest crowd behind one address', () => {
  let plain: LiveNode;
  beforeAll(async () => {
    plain = await startLiveNode(services, { name: 'plain', keeps: false, limits: DEFAULT_LIMITS });
  });
  afterAll(() => plain?.close());

  const guests = (count: number, address: string) =>
    Promise.all(Array.from({ length: count }, () => plain.bidder(null, { headers: from(address) })));

  it('of 200 guests is let in at once, with their first readings of the clock', async () => {
    const lotId = await openRoom(plain, terms());
    const crowd = await guests(200, '198.51.100.30');
    const answers = await Promise.all(
      crowd.flatMap((guest) => [guest.request(ROOM_EVENTS.ping, { clientAtMs: 1 }), guest.join(lotId)]),
    );
    expect(answers.filter(({ ok }) => !ok)).toEqual([]);
    closeAll(crowd);
  });

  it.runIf(COMPLETE)(
    'of 500 guests who send more than the address may is let in by asking again',
    async () => {
      const lotId = await openRoom(plain, terms());
      const crowd = await guests(500, '198.51.100.31');
      const pings = crowd.flatMap((guest) =>
        [1, 2].map((clientAtMs) => guest.request(ROOM_EVENTS.ping, { clientAtMs })),
      );
      const refused = await Promise.all(crowd.map((guest) => joinPatiently(guest, lotId)));
      await Promise.all(pings);
      // Some had to wait, and no one was disconnected for it.
      expect(Math.max(...refused)).toBeGreaterThan(0);
      expect(crowd.every(({ socket }) => socket.connected)).toBe(true);
      closeAll(crowd);
    },
    60_000,
  );
});

describe('the viewers of a room', () => {
  it('are persons and addresses, each once, however many sockets and nodes they use', async () => {
    const lotId = await openRoom(usual, terms(), ['anna']);
    const headers = from('198.51.100.9');
    const sockets = await Promise.all([
      ...Array.from({ length: 2 }, () => usual.bidder(null, { headers })),
      first.bidder(null, { headers }),
      usual.bidder(null, { headers: from('198.51.100.10') }),
      ...Array.from({ length: 3 }, () => usual.bidder('anna')),
    ]);
    for (const one of sockets) await one.enter(lotId);
    await sockets[0]?.message(
      ROOM_EVENTS.counts,
      ({ viewers, participants }) => viewers === 3 && participants === 1,
    );
    expect(usual.live.presence.countsOf(lotId).viewers).toBe(3);
    closeAll(sockets);
  });
});

describe('a refused handshake', () => {
  it('is answered with 403, and no other transport than WebSockets begins', async () => {
    const ask = (upgrade: boolean) =>
      new Promise<number>((resolve, reject) => {
        const { port } = new URL(usual.url);
        const transport = upgrade ? 'websocket' : 'polling';
        const asked = request({
          port,
          host: '127.0.0.1',
          path: `/socket.io/?EIO=4&transport=${transport}`,
          headers: {
            origin: 'https://evil.example',
            ...(upgrade && {
              connection: 'Upgrade',
              upgrade: 'websocket',
              'sec-websocket-version': '13',
              'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
            }),
          },
        });
        asked.on('response', (answer) => {
          answer.resume();
          resolve(answer.statusCode ?? 0);
        });
        asked.on('upgrade', () => resolve(101));
        asked.on('error', reject);
        asked.end();
      });
    expect([await ask(true), await ask(false)]).toEqual([403, 400]);
  });
});

describe('auto-bids set again and again', () => {
  it('are stored at a bounded rate over all sockets of the person, and bids go on', async () => {
    const lotId = await openRoom(usual, terms(), ['anna', 'restless']);
    const [one, two] = await Promise.all([usual.bidder('restless'), usual.bidder('restless')]);
    for (const each of [one, two]) await each.enter(lotId);
    let stored = 0;
    let refused = 0;
    // Below the budget of events: a few at a time.
    for (let i = 0; i < 20; i += 1) {
      const answers = await Promise.all(
        [one, two].map((each) =>
          each.socket
            .timeout(5_000)
            .emitWithAck(ROOM_EVENTS.setAuto, { lotId, bidId: randomUUID(), maximumTiyin: 1_000_000 + i }),
        ),
      );
      for (const answer of answers) {
        if (answer.verdict === 'accepted') stored += 1;
        else if (answer.error?.code === 'rate-limited') refused += 1;
      }
    }
    expect(stored).toBeGreaterThan(0);
    expect(stored).toBeLessThanOrEqual(AUTO_BIDS_PER_MINUTE + 2);
    expect(refused).toBeGreaterThan(0);
    const anna = await usual.bidder('anna');
    await anna.enter(lotId);
    expect(await anna.place(lotId, 5_000_000)).toMatchObject({ verdict: 'accepted' });
    closeAll([one, two, anna]);
  });
});

describe('a flood of refused bids from one account', () => {
  const SECONDS = 4;
  /** Memory of the lot and of the flood, with what Redis needs for the clients themselves taken off. */
  const LEAST_OF_REDIS = 3 * 1024 * 1024;

  const dataset = async (): Promise<number> =>
    Number(/used_memory_dataset:(\d+)/.exec(await auctionRedis.info('memory'))?.[1]);

  const SENDERS: [who: string, admitted: boolean][] = [
    ['a participant', true],
    ['somebody who is not admitted', false],
  ];
  it.each(SENDERS.slice(0, COMPLETE ? 2 : 1))(
    'by %s fills neither PostgreSQL nor Redis, and others are answered',
    async (_who, admitted) => {
      const flooder = `flooder-${admitted}`;
      const lotId = await openRoom(usual, terms(), ['anna', ...(admitted ? [flooder] : [])]);
      const anna = await usual.bidder('anna');
      await anna.enter(lotId);
      const before = await dataset();

      const cookies = await Promise.all(Array.from({ length: 8 }, () => usual.signIn(flooder)));
      const sockets: Bidder[] = [];
      let noSeat = 0;
      let going = true;
      for (let i = 0; i < 40; i += 1) {
        const cookie = cookies[i % 8]?.cookie ?? '';
        const one = await Bidder.connect(usual.url, { headers: { cookie }, reconnection: true }).catch(
          () => null,
        );
        if (!one) {
          noSeat += 1;
          continue;
        }
        sockets.push(one);
        // Cut off, it comes back at once.
        one.socket.on('disconnect', () => going && one.socket.connect());
      }
      expect(sockets).toHaveLength(30);
      expect(noSeat).toBe(10);

      const flood = sockets.map(async (one) => {
        while (going) {
          for (let i = 0; i < 50; i += 1)
            one.socket.emit(ROOM_EVENTS.place, { lotId, bidId: randomUUID(), amountTiyin: 1 });
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
      });
      const startedAt = performance.now();
      let mine = 0;
      while (mine < 5 || performance.now() - startedAt < SECONDS * 1_000) {
        accepted(await anna.place(lotId, 1_000 + 100 * mine));
        mine += 1;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      going = false;
      await Promise.all(flood);
      const seconds = (performance.now() - startedAt) / 1_000;
      closeAll(sockets);

      // Whatever the 40 sockets sent, one person's second's worth was judged each second, and all of it is accounted for.
      const reason = admitted ? 'below-suggested' : 'not-admitted';
      const judgedOf = async () => (await refusalCounts(services.database.pool, lotId))[reason] ?? 0;
      await expect.poll(judgedOf, { timeout: 5_000 }).toBeGreaterThan(20);
      const judged = await judgedOf();
      expect(judged).toBeLessThanOrEqual(20 * (seconds + 2));
      const { rows } = await services.database.pool.query(
        'select count(*)::int as stored from auction_attempt where lot_id = $1 and reason = $2',
        [lotId, reason],
      );
      expect(rows[0].stored).toBeLessThanOrEqual(admitted ? 5 * (seconds + 2) : 0);
      const places = await auctionRedis.keys(`*lot:${lotId}:no:*`);
      expect(places.length).toBeLessThanOrEqual(admitted ? 256 : 1_024);
      expect((await dataset()) - before).toBeLessThan(LEAST_OF_REDIS);
      closeAll([anna]);
    },
    60_000,
  );
});
