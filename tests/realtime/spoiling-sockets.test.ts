import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ROOM_EVENTS } from '#shared/realtime/room.ts';
import type { Bidder } from '../fixtures/bidder.ts';
import { offer } from '../fixtures/reach-room.ts';
import { startReachServices, type ReachServices } from '../fixtures/reach-services.ts';
import { eventually } from '../fixtures/services.ts';

/** Most of the room's bidders, all of one address and on one web process. */
const SPOILERS = ['s1', 's2', 's3', 's4'];
const EVENTS_PER_SECOND = 20;

vi.setConfig({ testTimeout: 60_000 });

let room: ReachServices;

beforeEach(async () => {
  room = await startReachServices();
});
afterEach(() => room.close());

/** The TCP connection of a client in Node. */
const wireOf = ({ socket }: Bidder): { pause(): void; destroy(): void } =>
  (socket.io.engine.transport as unknown as { ws: { _socket: { pause(): void; destroy(): void } } }).ws
    ._socket;

const spoil: Record<string, (bidder: Bidder) => void> = {
  'close their sockets in order': ({ socket }) => socket.disconnect(),
  'cut their connections': (bidder) => wireOf(bidder).destroy(),
  'stop reading what they are sent': (bidder) => wireOf(bidder).pause(),
  'send far more than they may until they are cut': ({ socket }) => {
    for (let n = 0; n < 50 * EVENTS_PER_SECOND; n += 1) socket.emit(ROOM_EVENTS.ping, { clientAtMs: n });
  },
};

it.each(Object.keys(spoil))('bidders who %s make no room wait', async (how) => {
  const { core, enter, reach, start } = room;
  const env = { LOAD_EVENTS_PER_SECOND: String(EVENTS_PER_SECOND) };
  const web = await start('spoiled', { direct: true, env });
  const other = await start('other', { direct: true, env });
  await reach.able(2);
  // Longer than a process takes to fall silent, and than rooms take to notice.
  const lotId = await reach.open(core, 9_000, [...SPOILERS, 'calm'], 1_000);
  const spoilers = await Promise.all(SPOILERS.map((person) => enter(web, person, lotId)));
  const calm = await enter(other, 'calm', lotId);
  await reach.bidders('spoiled', lotId, SPOILERS.length);
  const { deadlineMs } = await reach.head(lotId);

  for (const spoiler of spoilers) spoil[how]?.(spoiler);
  const said: string[] = [];
  for (let amount = 1_000; Date.now() < deadlineMs - 1_500; amount += 100) {
    said.push(await offer(calm, lotId, amount));
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  expect(new Set(said)).toEqual(new Set(['accepted']));
  await eventually(async () => (await reach.hammerAt(lotId)) !== null, 'the hammer');
  expect(await reach.interruptions(lotId)).toEqual([]);
  expect(await reach.head(lotId)).toMatchObject({ deadlineMs });
});
