import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOM_EVENTS, type RoomUpdate } from '#shared/realtime/room.ts';
import { COMPLETE } from '../fixtures/complete-run.ts';
import { fired } from '../fixtures/fault.ts';
import { accepted, type Bidder } from '../fixtures/bidder.ts';
import {
  openRoom,
  startLiveNode,
  startLiveServices,
  terms,
  type LiveNode,
  type LiveServices,
} from '../fixtures/live-node.ts';

let services: LiveServices;
let node: LiveNode;

beforeAll(async () => {
  services = await startLiveServices();
  node = await startLiveNode(services);
});
afterAll(async () => {
  await node.close();
  await services.close();
});

/** A WebSocket made by hand that joins a room and then reads nothing any more. */
async function stalledReader(
  lotId: number,
): Promise<{ ask(times: number): void; destroyed: Promise<void>; wake(): void }> {
  const { port, origin } = new URL(node.url);
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(
    [
      'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1',
      'Host: localhost',
      'Upgrade: websocket',
      'Connection: Upgrade',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      `Origin: ${origin}`,
      '\r\n',
    ].join('\r\n'),
  );
  let output = '';
  await new Promise<void>((resolve) => {
    socket.on('data', (bytes) => {
      output += bytes.toString('latin1');
      if (output.includes('"sid"') && !output.includes('40{')) socket.write(frame('40'));
      if (output.includes('40{"sid"')) resolve();
    });
  });
  socket.write(frame(`42${JSON.stringify([ROOM_EVENTS.join, { lotId }])}`));
  await expect.poll(() => node.live.figures().sockets).toBeGreaterThan(0);
  socket.removeAllListeners('data');
  socket.pause();
  const question = frame(`421${JSON.stringify([ROOM_EVENTS.catchUp, { lotId, epoch: 1, afterSeq: 0 }])}`);
  return {
    ask: (times) => {
      for (let i = 0; i < times; i += 1) socket.write(question);
    },
    destroyed: new Promise((resolve) => {
      socket.once('close', () => resolve());
      socket.once('error', () => resolve());
    }),
    wake: () => void socket.resume(),
  };
}

/** One masked text frame below 64 KiB. */
function frame(text: string): Buffer {
  const body = Buffer.from(text);
  const head =
    body.length < 126
      ? Buffer.from([0x81, 0x80 | body.length])
      : Buffer.from([0x81, 0x80 | 126, body.length >> 8, body.length & 255]);
  return Buffer.concat([head, Buffer.alloc(4), body]);
}

describe('a crowd', () => {
  it.runIf(COMPLETE)('is served in slices, each socket in order, with no one left out', async () => {
    const lotId = await openRoom(node, terms(), ['anna', 'bek']);
    const viewers: Bidder[] = [];
    for (let i = 0; i < 14; i += 1) {
      const some = await Promise.all(Array.from({ length: 50 }, () => node.bidder(null)));
      await Promise.all(some.map((one) => one.enter(lotId)));
      viewers.push(...some);
    }
    const anna = await node.bidder('anna');
    let last = 0;
    for (let i = 0; i < 60; i += 1) last = accepted(await anna.place(lotId, 1_000 + 100 * i)).seq;
    for (const viewer of viewers) {
      await viewer.reaches(lotId, last);
      expect(viewer.gaps).toBe(0);
      const seqs = viewer.received
        .filter(({ event }) => event === ROOM_EVENTS.update)
        .map(({ payload }) => (payload as RoomUpdate).head.seq);
      expect(seqs).toEqual([...seqs].sort((a, b) => a - b));
    }
    for (const one of [anna, ...viewers]) one.close();
    await expect.poll(() => node.live.figures().sockets).toBe(0);
  });

  it('F19 cuts off a reader that has stopped reading, while the others go on', async (ctx) => {
    const lotId = await openRoom(node, terms(), ['anna']);
    const [anna, viewer] = await Promise.all([node.bidder('anna'), node.bidder(null)]);
    await viewer.enter(lotId);
    const stalled = await stalledReader(lotId);
    const audience = () => node.live.presence.countsOf(lotId).viewers;
    await viewer.message(ROOM_EVENTS.counts, ({ viewers }) => viewers === 2);
    expect(audience()).toBe(2);

    // Answers of several kilobytes each: the kernel's buffers are soon full, then the server's own.
    for (let i = 0; i < 60; i += 1) accepted(await anna.place(lotId, 1_000 + 100 * i));
    stalled.ask(4_000);
    await viewer.message(ROOM_EVENTS.counts, ({ viewers }) => viewers === 1, 30_000);
    fired(ctx, 'F19', 1);
    stalled.wake();
    await stalled.destroyed;
    const last = accepted(await anna.place(lotId, 100_000)).seq;
    await viewer.reaches(lotId, last);
    expect(viewer.gaps).toBe(0);
    for (const one of [anna, viewer]) one.close();
  });
});

describe('a node that starts again', () => {
  it('shows the room as it was and knows every answer', async () => {
    const lotId = await openRoom(node, terms(), ['anna', 'bek']);
    const second = await startLiveNode(services, { keeps: false });
    const anna = await second.bidder('anna');
    const before = accepted(await anna.place(lotId, 4_200, { bidId: 'before-restart' }));
    accepted(await anna.setAuto(lotId, 9_000));
    anna.close();
    await second.close();

    const third = await startLiveNode(services, { keeps: false });
    const again = await third.bidder('anna');
    const room = await again.enter(lotId);
    expect(room.head).toMatchObject({ priceTiyin: 4_200, count: 1, leaderNumber: 1 });
    expect(room.me).toMatchObject({ leading: true, auto: { maximumTiyin: 9_000, asleep: false } });
    expect(accepted(await again.find(lotId, 'before-restart')).seq).toBe(before.seq);
    expect(accepted(await again.place(lotId, 4_200, { bidId: 'before-restart' })).repeated).toBe(true);
    again.close();
    await third.close();
  });
});
