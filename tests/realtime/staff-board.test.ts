import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BoardRoom } from '#shared/api/console/console-rooms.ts';
import { LOT_STATUS } from '#shared/lifecycles/lot-status.ts';
import { ROOM_EVENTS } from '#shared/realtime/room.ts';
import { changesBetween, withChanges, type RoomChanges } from '#shared/realtime/room-changes.ts';
import { refused } from '../fixtures/bidder.ts';
import {
  openRoom,
  startLiveNode,
  startLiveServices,
  terms,
  type LiveNode,
  type LiveServices,
} from '../fixtures/live-node.ts';

const TITLE = { uz: 'Uy', 'uz-Cyrl': 'Уй', ru: 'Дом', en: 'House' };

const room = (lotId: number, more: Partial<BoardRoom> = {}): BoardRoom => ({
  lotId,
  number: `L${lotId}`,
  title: TITLE,
  status: LOT_STATUS.acceptingApplications,
  practice: false,
  phase: 'running',
  pauseCause: null,
  pauseReason: null,
  resumeAtMs: null,
  loss: null,
  proposedResumeAtMs: null,
  priceTiyin: 1_000,
  count: 1,
  leaderNumber: 1,
  participants: 2,
  connected: 2,
  viewers: 3,
  opensAtMs: 1,
  deadlineMs: 2,
  extensions: 0,
  outcome: null,
  answerP50Ms: null,
  answerP99Ms: null,
  journalLagMs: 0,
  refusals: {},
  ...more,
});

describe('the changes of the board of rooms', () => {
  it('have only the new values of known rooms, all of new ones, and who left', () => {
    const before = [room(1), room(2), room(3)];
    const after = [room(1, { priceTiyin: 1_100, refusals: { held: 1 } }), room(2), room(4)];
    const changes = changesBetween(before, after);
    expect(changes).toEqual({
      changed: [{ lotId: 1, priceTiyin: 1_100, refusals: { held: 1 } }, room(4)],
      gone: [3],
    });
    expect(withChanges(before, changes)).toEqual(after);
    expect(changesBetween(after, structuredClone(after))).toEqual({ changed: [], gone: [] });
  });

  it('cannot be applied to a board that lacks a changed room', () => {
    expect(withChanges([room(1)], { changed: [{ lotId: 2, viewers: 9 }], gone: [] })).toBeNull();
    expect(withChanges([room(1)], { changed: [], gone: [2] })).toEqual([room(1)]);
  });
});

describe('the board of staff', () => {
  let services: LiveServices;
  let node: LiveNode;
  let rooms: BoardRoom[];
  let readings = 0;

  beforeAll(async () => {
    services = await startLiveServices();
    node = await startLiveNode(services);
  });
  afterAll(async () => {
    await node?.close();
    await services?.close();
  });

  it('sends staff one message with what changed, and nothing to anyone else', async () => {
    const [staff, colleague, guest, anna] = await Promise.all([
      node.bidder('staff-1', { roles: ['operator'] }),
      node.bidder('staff-2', { roles: ['operator'] }),
      node.bidder(null),
      node.bidder('anna'),
    ]);
    const watch = { watching: true };
    expect(await staff.request(ROOM_EVENTS.watchRooms, watch)).toMatchObject({
      error: { code: 'unavailable' },
    });
    rooms = Array.from({ length: 50 }, (_, i) => room(i + 1));
    node.live.serveStaffBoard(async () => {
      readings += 1;
      return structuredClone(rooms);
    });
    for (const one of [guest, anna])
      expect(await one.request(ROOM_EVENTS.watchRooms, watch)).toMatchObject({
        error: { code: 'no-access' },
      });
    const answers = [staff, colleague].map((one) => one.request(ROOM_EVENTS.watchRooms, watch));
    expect(await Promise.all(answers)).toEqual([{ ok: true }, { ok: true }]);
    expect(readings).toBe(1);

    for (const one of rooms.slice(0, 10)) one.priceTiyin = 2_000;
    rooms.pop();
    for (const one of [staff, colleague]) {
      const changes: RoomChanges = await one.message(ROOM_EVENTS.consoleRooms);
      expect(changes.changed).toEqual(
        Array.from({ length: 10 }, (_, i) => ({ lotId: i + 1, priceTiyin: 2_000 })),
      );
      expect(changes.gone).toEqual([50]);
    }

    await staff.request(ROOM_EVENTS.watchRooms, { watching: false });
    rooms[0] = room(1, { viewers: 99 });
    await colleague.message(ROOM_EVENTS.consoleRooms, ({ changed }: RoomChanges) => changed.length === 1);
    const sent = (one: typeof staff) =>
      one.received.filter(({ event }) => event === ROOM_EVENTS.consoleRooms);
    expect([staff, colleague, guest, anna].map((one) => sent(one).length)).toEqual([1, 2, 0, 0]);
    for (const one of [staff, colleague, guest, anna]) one.close();
  });

  it('learns from every web process how bids were answered and who is connected, and from Redis that the journal commits', async () => {
    const other = await startLiveNode(services);
    try {
      const lotId = await openRoom(node, terms(), ['anna', 'boris']);
      const anna = await node.bidder('anna');
      await anna.join(lotId);
      for (let i = 0; i < 3; i += 1)
        expect(refused(await anna.place(lotId, 10)).reason).toBe('below-suggested');
      for (const { door } of [node, other]) {
        await expect
          .poll(() => door.answers(lotId).refusals, { timeout: 10_000 })
          .toEqual({ 'below-suggested': 3 });
        expect(door.answers(lotId).p99Ms).toBeGreaterThan(0);
        await expect.poll(() => door.connected(lotId), { timeout: 10_000 }).toBe(1);
        const ages = await door.journalAges([lotId]);
        expect(ages.get(lotId)).toBeLessThan(2_000);
      }
      anna.close();
    } finally {
      await other.close();
    }
  });
});
