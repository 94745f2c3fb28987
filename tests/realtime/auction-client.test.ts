import { io } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { AuctionClient, type AuctionRoom } from '#shared/realtime/client/auction-client.ts';
import { NoAnswer } from '#shared/realtime/client/no-answer.ts';
import { fromSnapshot } from '#shared/realtime/client/room-state.ts';
import {
  openRoom,
  startLiveNode,
  startLiveServices,
  terms,
  type LiveNode,
  type LiveServices,
} from '../fixtures/live-node.ts';
import { startTcpProxy, type TcpProxy } from '../fixtures/tcp-proxy.ts';

let services: LiveServices;
let node: LiveNode;
let proxy: TcpProxy;
const clients: AuctionClient[] = [];

beforeAll(async () => {
  services = await startLiveServices();
  node = await startLiveNode(services);
  proxy = await startTcpProxy(Number(new URL(node.url).port));
});
afterEach(() => {
  for (const client of clients.splice(0)) client.close();
});
afterAll(async () => {
  await proxy?.close();
  await node?.close();
  await services?.close();
});

/** A program of this person, connected through a proxy that can lose what it is sent. */
async function clientOf(person: string): Promise<AuctionClient> {
  const socket = io(`http://127.0.0.1:${proxy.port}`, {
    transports: ['websocket'],
    forceNew: true,
    reconnectionDelay: 50,
    reconnectionDelayMax: 200,
    extraHeaders: { origin: node.url, cookie: (await node.signIn(person)).cookie },
  });
  const client = new AuctionClient(socket, { answerMs: 500 });
  clients.push(client);
  return client;
}

const enter = async (client: AuctionClient, lotId: number): Promise<AuctionRoom> => {
  const room = client.enter(lotId);
  await expect.poll(() => room.state?.head.lotId).toBe(lotId);
  return room;
};

it('stays with an offer whose answer was lost: it counts once', async () => {
  const lotId = await openRoom(node, terms(), ['anna', 'bek']);
  const room = await enter(await clientOf('anna'), lotId);
  proxy.swallowReplies();
  const offered = room.offer(1_000, { bidId: 'answer-is-lost' });
  await expect.poll(() => proxy.swallowedText('answer-is-lost')).toBe(true);
  proxy.restore();
  expect(await offered).toMatchObject({ verdict: 'accepted', amountTiyin: 1_000, repeated: true });
  await expect.poll(() => room.state?.head.count).toBe(1);
  expect(room.state?.me.leading).toBe(true);
});

it('follows its room across lost connections, to exactly what a newcomer is shown', async () => {
  const lotId = await openRoom(node, terms(), ['anna', 'bek']);
  const room = await enter(await clientOf('anna'), lotId);
  const bek = await node.bidder('bek');
  await bek.enter(lotId);
  let last = 0;
  for (let i = 0; i < 6; i += 1) {
    const offered = i % 2 === 0 ? bek.place(lotId, 1_000 + 100 * i) : room.offer(1_000 + 100 * i);
    const answer = await offered;
    last = 'seq' in answer ? answer.seq : 0;
    if (i % 3 === 2) proxy.cut();
  }
  await expect.poll(() => room.state?.head.seq).toBe(last);
  const shown = fromSnapshot(await bek.enter(lotId));
  expect(room.state?.head).toEqual({ ...shown.head, serverAtMs: expect.any(Number) });
  // Whose they are is shown to each in their own eyes.
  const withoutMine = { mine: undefined };
  expect(room.state?.prices.map((price) => ({ ...price, ...withoutMine }))).toEqual(
    shown.prices.map((price) => ({ ...price, ...withoutMine })),
  );
  bek.close();
});

it('leaves the outcome open when it is closed, and a next run learns it by the id that was written down', async () => {
  const lotId = await openRoom(node, terms(), ['anna', 'bek']);
  const client = await clientOf('anna');
  const room = await enter(client, lotId);
  const written = { lotId, bidId: 'written-down-1', sentEpoch: room.state?.head.epoch ?? 0 };
  proxy.swallowReplies();
  const offered = room.offer(1_000, { bidId: written.bidId }).catch((reason: unknown) => reason);
  await expect.poll(() => proxy.swallowedText(written.bidId)).toBe(true);
  client.close();
  expect(await offered).toBeInstanceOf(NoAnswer);
  proxy.restore();
  const next = await clientOf('anna');
  const again = await enter(next, lotId);
  const answer = await next.send({ ...written, kind: 'offer', amountTiyin: 1_000 });
  expect(answer).toMatchObject({ verdict: 'accepted', repeated: true });
  expect(again.state?.head.count).toBe(1);
});
