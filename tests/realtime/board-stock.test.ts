import { afterAll, beforeAll, expect, it } from 'vitest';
import type { WatchBoardAnswer } from '#shared/realtime/room-answers.ts';
import { ROOM_EVENTS, type BoardUpdate } from '#shared/realtime/room.ts';
import { eventually } from '../fixtures/services.ts';
import { startLiveNode, startLiveServices, type LiveNode, type LiveServices } from '../fixtures/live-node.ts';

let services: LiveServices;
let node: LiveNode;
/** Cards of lots without a room, as they are read now. */
const cards = new Map<number, BoardUpdate[number]>();
let reads = 0;

beforeAll(async () => {
  services = await startLiveServices();
  node = await startLiveNode(services);
  node.live.serveOtherCards(async (lotIds) => {
    reads += 1;
    return lotIds.flatMap((lotId) => cards.get(lotId) ?? []);
  });
});
afterAll(async () => {
  await node?.close();
  await services?.close();
});

const onSale = (lotId: number, reserved: number, sold: number): BoardUpdate[number] => ({
  lotId,
  phase: 'waiting',
  priceTiyin: null,
  count: 0,
  deadlineMs: 1_000,
  outcome: null,
  stock: { units: 10, reserved, sold, status: 2 },
});

it('sends the stock of lots at a fixed price to those who watch them, each change and nothing else', async () => {
  const [one, other] = [900_001, 900_002];
  cards.set(one, onSale(one, 0, 0)).set(other, onSale(other, 0, 0));
  const [visitor, second] = [await node.bidder(null), await node.bidder(null)];
  const watch = { lotIds: [one, 900_003] };
  const answer = await visitor.request<WatchBoardAnswer>(ROOM_EVENTS.watchBoard, watch);
  expect(answer).toEqual({ ok: true, cards: [onSale(one, 0, 0)] });
  await second.request(ROOM_EVENTS.watchBoard, { lotIds: [other] });

  cards.set(one, onSale(one, 3, 1)).set(other, onSale(other, 1, 0));
  const isOf = (lotId: number, reserved: number) => (update: BoardUpdate) =>
    update.some((card) => card.lotId === lotId && card.stock?.reserved === reserved);
  await visitor.message(ROOM_EVENTS.board, isOf(one, 3));
  await second.message(ROOM_EVENTS.board, isOf(other, 1));
  // Read twice more and unchanged: whatever were sent of it would come before what comes next.
  const read = reads;
  await eventually(() => Promise.resolve(reads >= read + 2), 'two more looks at the stock', 10_000);
  cards.set(one, { ...onSale(one, 0, 10), phase: 'closed' });
  await visitor.message(ROOM_EVENTS.board, ([card]: BoardUpdate) => card?.stock?.sold === 10);
  const heard = visitor.received.filter(({ event }) => event === ROOM_EVENTS.board);
  expect(heard.flatMap(({ payload }) => payload as BoardUpdate).map(({ lotId }) => lotId)).toEqual([
    one,
    one,
  ]);
  for (const socket of [visitor, second]) socket.close();
  expect(reads).toBeGreaterThan(0);
});
