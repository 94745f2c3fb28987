import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openRoomSession } from '#client/features/site/room/room-session.ts';
import { createRoomStore } from '#client/features/site/room/room-store.ts';
import { ROOM_EVENTS } from '#shared/realtime/room.ts';

const wire = vi.hoisted(() => ({
  connected: [] as (() => void)[],
  joins: 0,
  reads: 0,
  status: 'online',
  watchers: [] as ((state: { status: string }) => void)[],
  answer: (): unknown => ({ ok: false, error: { code: 'not-found', message: '' } }),
}));

vi.mock('#client/lib/auction-socket/connection.ts', () => ({
  onConnected: (handler: () => void) => {
    wire.connected.push(handler);
    return () => undefined;
  },
  onServerEvent: () => () => undefined,
  request: async (event: string) => {
    if (event === ROOM_EVENTS.join) wire.joins += 1;
    return wire.answer();
  },
  useConnection: {
    getState: () => ({ status: wire.status }),
    subscribe: (listener: (state: { status: string }) => void) => {
      wire.watchers.push(listener);
      return () => undefined;
    },
  },
}));

vi.mock('#client/features/site/room/http-room.ts', () => ({
  joinOverHttp: async () => {
    wire.reads += 1;
    return { kind: 'unreachable' };
  },
}));

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(wire, { connected: [], joins: 0, reads: 0, status: 'online', watchers: [] });
});
afterEach(() => vi.useRealTimers());

const reconnect = async () => {
  for (const handler of wire.connected) handler();
  await vi.advanceTimersByTimeAsync(0);
};

it('asks for a room that is not there yet every 15 s, once, however often the connection came back', async () => {
  const leave = openRoomSession(createRoomStore(7));
  for (let i = 0; i < 5; i += 1) {
    await reconnect();
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(wire.joins).toBe(5);
  await vi.advanceTimersByTimeAsync(45_000);
  expect(wire.joins).toBe(8);
  leave();
});

it('joins again by itself while it is refused for too many messages: later each time, never in step with others', async () => {
  const refused = wire.answer;
  const random = vi.spyOn(Math, 'random').mockReturnValue(0.5);
  wire.answer = () => ({ ok: false, error: { code: 'rate-limited', message: '' } });
  const leave = openRoomSession(createRoomStore(7));
  await reconnect();
  for (const [i, pauseMs] of [1_500, 3_000, 6_000, 12_000, 12_000].entries()) {
    await vi.advanceTimersByTimeAsync(pauseMs - 1);
    expect(wire.joins).toBe(i + 1);
    await vi.advanceTimersByTimeAsync(1);
    expect(wire.joins).toBe(i + 2);
  }
  leave();
  random.mockRestore();
  wire.answer = refused;
});

it('plans nothing more once the page has been left', async () => {
  const leave = openRoomSession(createRoomStore(7));
  await reconnect();
  leave();
  expect(vi.getTimerCount()).toBe(0);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(wire.joins).toBe(1);
});

it('plans nothing more when it is left while a join is under way', async () => {
  let answered: () => void = () => undefined;
  const answering = new Promise<void>((resolve) => (answered = resolve));
  const refused = wire.answer;
  wire.answer = async () => {
    await answering;
    throw new Error('no answer in time');
  };
  const leave = openRoomSession(createRoomStore(7));
  await reconnect();
  leave();
  answered();
  await vi.advanceTimersByTimeAsync(0);
  expect(vi.getTimerCount()).toBe(0);
  wire.answer = refused;
});

it('reads the room over HTTP at once where it gets no socket, and every two seconds from then on', async () => {
  wire.status = 'connecting';
  const leave = openRoomSession(createRoomStore(7));
  await vi.advanceTimersByTimeAsync(500);
  expect(wire.reads).toBe(0);
  wire.status = 'reconnecting';
  // Every refused try is announced.
  for (let i = 0; i < 3; i += 1) for (const watcher of wire.watchers) watcher({ status: wire.status });
  await vi.advanceTimersByTimeAsync(0);
  expect(wire.reads).toBe(1);
  await vi.advanceTimersByTimeAsync(6_000);
  expect(wire.reads).toBe(4);
  leave();
});

it('reads the room over HTTP after four seconds while a socket neither comes nor is refused', async () => {
  wire.status = 'connecting';
  const leave = openRoomSession(createRoomStore(7));
  await vi.advanceTimersByTimeAsync(3_999);
  expect(wire.reads).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(wire.reads).toBe(1);
  leave();
});
