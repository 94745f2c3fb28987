import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo, Socket as TcpSocket } from 'node:net';
import { io as connect, type Socket } from 'socket.io-client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createRealtime,
  deliver,
  deliverVolatile,
  encodeBroadcast,
  queued,
  type RealtimeServer,
  type RealtimeSocket,
} from '#server/platform/realtime/index.ts';
import { sendCards } from '#server/auction/live/board-messages.ts';
import { gatherFrames } from '#server/auction/live/coalesce-frames.ts';
import { ROOM_EVENTS, type BoardUpdate } from '#shared/realtime/room.ts';

const EVENT = 'number';

let http: HttpServer;
let io: RealtimeServer;
let url: string;
let clients: Socket[];

beforeEach(async () => {
  http = createServer();
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  io = createRealtime({ server: http, origins: [url] });
  io.on('connection', gatherFrames);
  clients = [];
});
afterEach(async () => {
  for (const client of clients) client.disconnect();
  await new Promise((resolve) => io.close(resolve));
});

interface Pair {
  there: Socket;
  here: RealtimeSocket;
  /** What the client received, in order. */
  received: unknown[];
}

async function pair(): Promise<Pair> {
  const connected = new Promise<RealtimeSocket>((resolve) => io.once('connection', resolve));
  const there = connect(url, {
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    extraHeaders: { origin: url },
  });
  clients.push(there);
  const received: unknown[] = [];
  there.on(EVENT, (payload: unknown) => received.push(payload));
  return { there, here: await connected, received };
}

const upTo = (count: number) => Array.from({ length: count }, (_, at) => at);
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

interface Below {
  transport: { name: string; writable: boolean; socket: { _socket: TcpSocket } };
}
const below = (socket: RealtimeSocket) => (socket.conn as unknown as Below).transport;

/** Number `n` by one of the ways the server has of telling something. */
function tell({ here }: Pair, n: number): void {
  if (n % 7 < 3) deliver(here, encodeBroadcast(EVENT, n));
  else here.emit(EVENT, n);
}

describe('what a socket is sent', () => {
  it('arrives in its order, whichever way each packet takes', async () => {
    const one = await pair();
    const COUNT = 2_000;
    for (let n = 0; n < COUNT; n += 1) {
      tell(one, n);
      // Several in a turn, some in the turn's microtasks, some in turns of their own.
      if (n % 5 === 0) await Promise.resolve();
      if (n % 11 === 0) await nextTurn();
    }
    await expect.poll(() => one.received.length).toBe(COUNT);
    expect(one.received).toEqual(upTo(COUNT));
  });

  it('is all sent before a connection ends in the same turn', async () => {
    const one = await pair();
    const gone = new Promise((resolve) => one.there.once('disconnect', resolve));
    for (let n = 0; n < 10; n += 1) tell(one, n);
    one.here.disconnect(true);
    deliver(one.here, encodeBroadcast(EVENT, 'too late'));
    deliverVolatile(one.here, encodeBroadcast(EVENT, 'too late'));
    await gone;
    expect(one.received).toEqual(upTo(10));
  });

  it('does no harm where the other side has vanished', async () => {
    const one = await pair();
    const gone = new Promise((resolve) => one.here.once('disconnect', resolve));
    one.here.emit(EVENT, 0);
    below(one.here).socket._socket.destroy();
    for (let n = 1; n < 5; n += 1) tell(one, n);
    await gone;
    for (let n = 5; n < 10; n += 1) tell(one, n);
    await nextTurn();
    const other = await pair();
    tell(other, 0);
    await expect.poll(() => other.received).toEqual([0]);
  });
});

describe('a broadcast', () => {
  it('is understood as what Socket.IO itself sends, of any length and in any letters', async () => {
    const one = await pair();
    const payloads = [1, 100, 120, 126, 1_000, 65_530, 65_536, 200_000].map((length) => ({
      text: 'ў'.repeat(length / 2),
      more: [null, true, length],
    }));
    for (const payload of payloads) deliver(one.here, encodeBroadcast(EVENT, payload));
    await expect.poll(() => one.received.length).toBe(payloads.length);
    expect(one.received).toEqual(payloads);
  });

  it('goes straight to a connection with nothing under way, and queues behind what is', async () => {
    const one = await pair();
    await expect.poll(() => below(one.here).writable).toBe(true);
    let packets = 0;
    one.here.conn.on('packetCreate', () => (packets += 1));
    deliver(one.here, encodeBroadcast(EVENT, 0));
    expect(packets).toBe(0);
    one.here.emit(EVENT, 1);
    deliver(one.here, encodeBroadcast(EVENT, 2));
    expect(packets).toBe(2);
    await expect.poll(() => one.received).toEqual([0, 1, 2]);
  });

  it('waits for a slow reader where it is counted, and arrives whole when that reads again', async () => {
    const one = await pair();
    const reading = (one.there.io.engine.transport as unknown as { ws: { _socket: TcpSocket } }).ws._socket;
    reading.pause();
    const frame = (n: number) => encodeBroadcast(EVENT, { n, filling: 'x'.repeat(50_000) });
    let sent = 0;
    while (queued(one.here).packets < 20) {
      deliver(one.here, frame(sent++));
      await nextTurn();
    }
    expect(queued(one.here).bytes).toBeGreaterThan(19 * 50_000);
    // Nothing volatile is added to what waits.
    const before = queued(one.here);
    for (let i = 0; i < 10; i += 1) deliverVolatile(one.here, frame(-1));
    expect(queued(one.here)).toEqual(before);
    reading.resume();
    await expect.poll(() => one.received.length).toBe(sent);
    expect(one.received.map((payload) => (payload as { n: number }).n)).toEqual(upTo(sent));
    await expect.poll(() => queued(one.here)).toEqual({ packets: 0, bytes: 0 });
  });
});

describe('the cards of lots that changed', () => {
  it('come as one message to each socket, with the lots it watches and no others', async () => {
    const card = (lotId: number) =>
      [
        lotId,
        { lotId, phase: 'running', priceTiyin: 100, count: 1, deadlineMs: 1, outcome: null },
      ] as const satisfies [number, BoardUpdate[number]];
    const pairs = [await pair(), await pair(), await pair()];
    const received = pairs.map(({ there }) => {
      const lots: number[][] = [];
      there.on(ROOM_EVENTS.board, (cards: BoardUpdate) => lots.push(cards.map(({ lotId }) => lotId)));
      return lots;
    });
    const lists = [
      [3, 1, 2, 9],
      [3, 1, 2, 9],
      [4, 9],
    ];
    const watched = new Map(pairs.map(({ here }, at) => [here, lists[at] ?? []]));
    await sendCards(watched, new Map([1, 2, 3].map(card)));
    await sendCards(watched, new Map());
    await sendCards(watched, new Map([card(4), card(5)]));
    await expect.poll(() => received).toEqual([[[3, 1, 2]], [[3, 1, 2]], [[4]]]);
  });
});
