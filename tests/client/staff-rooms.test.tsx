import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BoardRoom } from '#shared/api/console/console-rooms.ts';
import { LOT_STATUS } from '#shared/lifecycles/lot-status.ts';
import { ROOM_EVENTS } from '#shared/realtime/room.ts';
import type { RoomChanges } from '#shared/realtime/room-changes.ts';
import { useRooms } from '#client/features/console/rooms/use-rooms.ts';
import { serve, show } from './page.tsx';

/** The wire: what the page sent, and a way to send to it. */
const wire = vi.hoisted(() => ({
  sent: [] as unknown[],
  heard: new Map<string, (payload: unknown) => void>(),
}));
vi.mock('#client/lib/auction-socket/connection.ts', () => ({
  request: async (_event: string, payload: unknown) => {
    wire.sent.push(payload);
    return { ok: true };
  },
  onServerEvent: (event: string, handler: (payload: unknown) => void) => {
    wire.heard.set(event, handler);
    return () => wire.heard.delete(event);
  },
  onConnected: (handler: () => void) => {
    handler();
    return () => undefined;
  },
}));

const TITLE = { uz: 'Uy', 'uz-Cyrl': 'Уй', ru: 'Дом', en: 'House' };
const room = (lotId: number, more: Partial<BoardRoom> = {}): BoardRoom => ({
  lotId,
  number: `L${lotId}`,
  title: TITLE,
  status: LOT_STATUS.biddingNow,
  practice: false,
  phase: 'running',
  pauseCause: null,
  pauseReason: null,
  resumeAtMs: null,
  proposedResumeAtMs: null,
  loss: null,
  priceTiyin: 1_000,
  count: 1,
  leaderNumber: 1,
  participants: 2,
  connected: 2,
  viewers: 3,
  opensAtMs: 1,
  deadlineMs: 10 * lotId,
  extensions: 0,
  outcome: null,
  answerP50Ms: null,
  answerP99Ms: null,
  journalLagMs: 0,
  refusals: {},
  ...more,
});

function Prices() {
  const { data } = useRooms();
  return <p data-testid="prices">{data?.rooms.map((one) => `${one.lotId}:${one.priceTiyin}`).join(' ')}</p>;
}

const prices = () => screen.getByTestId('prices').textContent;
const change = (changes: RoomChanges) => act(() => wire.heard.get(ROOM_EVENTS.consoleRooms)?.(changes));

beforeEach(() => {
  wire.sent = [];
  wire.heard.clear();
});
afterEach(() => vi.unstubAllGlobals());

describe('the board of rooms of staff', () => {
  it('is loaded whole, follows the changes in order of the next end, and loads again what it lacks', async () => {
    const board = [room(1), room(2), room(3)];
    const asked = serve({ 'GET /api/console/rooms': { body: { rooms: board, serverAtMs: 1 } } });
    const { unmount, queries } = show(<Prices />);
    await waitFor(() => expect(prices()).toBe('1:1000 2:1000 3:1000'));
    expect(wire.sent).toEqual([{ watching: true }]);

    change({ changed: [{ lotId: 1, priceTiyin: 1_100, deadlineMs: 25 }, room(4)], gone: [3] });
    await waitFor(() => expect(prices()).toBe('2:1000 1:1100 4:1000'));
    await waitFor(() => expect(queries.isFetching()).toBe(0));
    expect(prices()).toBe('2:1000 1:1100 4:1000');

    const before = asked.length;
    board.splice(0, 3, room(9, { priceTiyin: 9_000 }));
    change({ changed: [{ lotId: 9, viewers: 1 }], gone: [] });
    await waitFor(() => expect(prices()).toBe('9:9000'));
    expect(asked.length).toBe(before + 1);
    unmount();
    expect(wire.sent.at(-1)).toEqual({ watching: false });
  });
});
