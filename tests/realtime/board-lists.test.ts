import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { WatchBoardAnswer } from '#shared/realtime/room-answers.ts';
import { ROOM_EVENTS } from '#shared/realtime/room.ts';
import { DEFAULT_LIMITS } from '#server/auction/live/live-options.ts';
import { LotLookup } from '#server/auction/live/lot-lookup.ts';
import { accepted } from '../fixtures/bidder.ts';
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
const { lookupsPerSecond, addressLookupsPerSecond } = DEFAULT_LIMITS;

beforeAll(async () => {
  services = await startLiveServices();
  node = await startLiveNode(services, { limits: { lookupsPerSecond, addressLookupsPerSecond } });
});
afterAll(async () => {
  await node?.close();
  await services?.close();
});

/** Lots that were never opened. */
let invented = 1_000_000;
const unknown = (count: number): number[] => Array.from({ length: count }, () => (invented += 1));

describe('a list of cards', () => {
  it('sent last holds, though an earlier one is looked up longer', async () => {
    const [old, current] = [await openRoom(node, terms(), ['anna']), await openRoom(node, terms(), ['anna'])];
    const [visitor, anna] = [await node.bidder(null), await node.bidder('anna')];
    const { rooms } = node.live;
    const open = rooms.open.bind(rooms);
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const slow = vi.spyOn(rooms, 'open').mockImplementation(async (lotId) => {
      if (lotId === old) await released;
      return open(lotId);
    });
    const watch = (lotIds: number[]) => visitor.request<WatchBoardAnswer>(ROOM_EVENTS.watchBoard, { lotIds });
    const first = watch([old]);
    expect(await watch([current])).toMatchObject({ ok: true, cards: [{ lotId: current, count: 0 }] });
    release();
    expect(await first).toMatchObject({ ok: true });
    slow.mockRestore();
    accepted(await anna.place(old, 1_000));
    accepted(await anna.place(current, 1_000));
    await visitor.message(ROOM_EVENTS.board, ([card]) => card.lotId === current && card.count === 1);
    const heard = visitor.received.filter(({ event }) => event === ROOM_EVENTS.board);
    expect(heard.flatMap(({ payload }) => payload).filter(({ lotId }) => lotId === old)).toEqual([]);
    for (const one of [visitor, anna]) one.close();
  });

  it('shows the card of a closed lot without loading its room', async () => {
    const lotId = await openRoom(node, terms(), ['anna']);
    await node.door.withdraw({ lotId, reason: 'no longer sold' });
    const second = await startLiveNode(services, { keeps: false });
    const visitor = await second.bidder(null);
    const answer = await visitor.request(ROOM_EVENTS.watchBoard, { lotIds: [lotId] });
    expect(answer.cards).toMatchObject([{ lotId, phase: 'closed', outcome: 'withdrawn' }]);
    expect(second.live.rooms.size).toBe(0);
    visitor.close();
    await second.close();
  });
});

describe('invented lots', () => {
  it('are looked up within the budget of a socket and of its address, and refused beyond', async () => {
    const headers = { 'x-forwarded-for': '198.51.100.7' };
    const visitor = await node.bidder(null, { headers });
    const watch = (lotIds: number[]) => visitor.request(ROOM_EVENTS.watchBoard, { lotIds });
    const answers = [];
    for (let i = 0; i < 6; i += 1) answers.push(await watch(unknown(60)));
    expect(answers.slice(0, 2)).toEqual([
      { ok: true, cards: [] },
      { ok: true, cards: [] },
    ]);
    for (const answer of answers.slice(2)) expect(answer.error.code).toBe('rate-limited');
    const join = await visitor.request(ROOM_EVENTS.join, { lotId: unknown(1)[0] });
    expect(['not-found', 'rate-limited']).toContain(join.error.code);

    // A lot in memory costs nothing, and another address has a budget of its own.
    const lotId = await openRoom(node, terms(), ['anna']);
    expect(await watch([lotId])).toMatchObject({ ok: true, cards: [{ lotId }] });
    const neighbours = await Promise.all(Array.from({ length: 40 }, () => node.bidder(null, { headers })));
    const all = await Promise.all(
      neighbours.map((one) => one.request(ROOM_EVENTS.watchBoard, { lotIds: unknown(60) })),
    );
    const served = all.filter(({ ok }) => ok).length;
    expect(served).toBeGreaterThan(10);
    expect(served).toBeLessThan(40);
    const elsewhere = await node.bidder(null);
    expect(await elsewhere.request(ROOM_EVENTS.watchBoard, { lotIds: unknown(60) })).toEqual({
      ok: true,
      cards: [],
    });
    for (const one of [visitor, elsewhere, ...neighbours]) one.close();
  });

  it('exist once they are opened, though a look-up begun before did not find them', async () => {
    let answer = (_rows: []): void => undefined;
    const lookup = new LotLookup(() => new Promise((resolve) => (answer = resolve)));
    const found = lookup.exists(7);
    await new Promise((resolve) => setImmediate(resolve));
    lookup.opened(7);
    answer([]);
    expect(await found).toBe(true);
    expect([lookup.knownUnknown(7), await lookup.exists(7)]).toEqual([false, true]);
  });

  it('of one moment are one query, and an unknown one is not asked for again within a second', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'setImmediate', 'performance'] });
    try {
      const asked: number[][] = [];
      const lookup = new LotLookup(async (lotIds) => {
        asked.push([...lotIds]);
        return [];
      });
      const found = Promise.all([...[1, 2, 3].map((id) => lookup.find(id)), lookup.find(2)]);
      await vi.advanceTimersByTimeAsync(1);
      expect(await found).toEqual([null, null, null, null]);
      expect(asked).toEqual([[1, 2, 3]]);
      // A flood of single ids: no more than one query each 10 ms.
      for (let id = 10; id < 110; id += 1) {
        void lookup.find(id);
        void lookup.find(2);
        await vi.advanceTimersByTimeAsync(1);
      }
      await vi.advanceTimersByTimeAsync(20);
      expect(asked.length).toBeLessThanOrEqual(13);
      expect(asked.flat()).toHaveLength(103);
      await vi.advanceTimersByTimeAsync(1_000);
      void lookup.find(2);
      await vi.advanceTimersByTimeAsync(20);
      expect(asked.at(-1)).toEqual([2]);
    } finally {
      vi.useRealTimers();
    }
  });
});
