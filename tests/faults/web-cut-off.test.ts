import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ROOM_EVENTS } from '#shared/realtime/room.ts';
import type { Bidder } from '../fixtures/bidder.ts';
import { fired } from '../fixtures/fault.ts';
import { offer, pause } from '../fixtures/reach-room.ts';
import { startReachServices, type ReachServices } from '../fixtures/reach-services.ts';
import { eventually } from '../fixtures/services.ts';

/** Cut off for so long, a process sends its people away; so long they take to bid elsewhere; so long a room waits for them. */
const CUT_MS = 2_000;
const ELSEWHERE_MS = 2_000;
const WAIT_MS = 10_000;
/** What a busy machine adds. */
const SLACK_MS = 3_000;

vi.setConfig({ testTimeout: 120_000 });

let room: ReachServices;

beforeEach(async () => {
  room = await startReachServices();
});
afterEach(() => room.close());

/** When the socket was closed, and the reason its client was given. */
const sentAway = (bidder: Bidder) =>
  new Promise<{ at: number; reason: unknown }>((resolve) => {
    bidder.socket.once('disconnect', () => {
      const move = bidder.received.find(({ event }) => event === ROOM_EVENTS.reconnect);
      resolve({ at: Date.now(), reason: move?.payload?.reason });
    });
  });

/** The first accepted offer: when it was answered, and what was said until then. */
async function bidUntilAccepted(bidder: Bidder, lotId: number, amountTiyin: number) {
  const said: string[] = [];
  await eventually(
    async () => {
      said.push(await offer(bidder, lotId, amountTiyin));
      return said.at(-1) === 'accepted';
    },
    `an accepted bid on the other process, after ${JSON.stringify(said)}`,
  );
  return { at: Date.now(), said };
}

async function saysAble(node: string): Promise<boolean> {
  const { rows } = await room.services.database.pool.query<{ able: boolean }>(
    'select able from auction_web where node like $1',
    [`${node}-%`],
  );
  return rows[0]?.able ?? false;
}

it.for([
  ['the auction Redis', undefined],
  ['the committed feed', /xread/i],
] as const)(
  'F42 one of two web processes cut off from %s: its people bid on the other one, and get their time back',
  async ([, only], ctx) => {
    const { core, enter, proxy, reach, start } = room;
    const cut = await start('cut');
    const other = await start('other', { direct: true });
    await reach.able(2);
    const lotId = await reach.open(core, 30_000, ['p1', 'p2', 'p3', 'p4', 'p5']);
    const lost = await Promise.all(['p1', 'p2', 'p3', 'p4'].map((person) => enter(cut, person, lotId)));
    const near = await enter(other, 'p5', lotId);
    await eventually(async () => (await offer(lost[0]!, lotId, 1_000)) === 'accepted', 'a price');
    await reach.bidders('cut', lotId, 4);
    const before = await reach.head(lotId);

    const away = lost.map(sentAway);
    const cutAt = Date.now();
    proxy.set({ toServer: { lost: true }, toClient: { lost: true }, ...(only && { only }) });
    for (const { at, reason } of await Promise.all(away)) {
      expect(reason).toBe('reconnect');
      expect(at).toBeLessThan(cutAt + CUT_MS + SLACK_MS);
    }
    expect(near.socket.connected).toBe(true);
    await expect(cut.bidder('p1')).rejects.toThrow();
    expect(await saysAble('cut')).toBe(false);
    expect(await saysAble('other')).toBe(true);

    const movedAt = Date.now();
    const moved = await Promise.all(['p1', 'p2', 'p3', 'p4'].map((person) => enter(other, person, lotId)));
    const { at, said } = await bidUntilAccepted(moved[1]!, lotId, 5_000);
    expect(at).toBeLessThan(movedAt + ELSEWHERE_MS + SLACK_MS);
    for (const word of said) expect(['held', 'accepted']).toContain(word);

    // Bids were accepted from the first word of the room on, so what it lost is known by then.
    const interruptions = await reach.interruptions(lotId);
    expect(interruptions.length).toBeLessThan(2);
    for (const { kind, cause, began, lasted, deadline } of interruptions) {
      expect([kind, cause]).toEqual(['deadlineMoved', 'stall']);
      expect(began).toBeGreaterThan(cutAt - 1_500);
      expect(began).toBeLessThan(cutAt + CUT_MS + SLACK_MS);
      expect(deadline).toBeGreaterThan(before.deadlineMs + (lasted ?? 0) - 2);
    }
    // A room that lost nothing waited for no one.
    const heldForNothing = interruptions.length === 0 ? said.slice(0, -1) : [];
    expect(heldForNothing).toEqual([]);
    expect(said.at(-1)).toBe('accepted');
    expect(await reach.hammerAt(lotId)).toBeNull();

    proxy.clear();
    await eventually(() => saysAble('cut'), 'the process that was cut off');
    const back = await enter(cut, 'p3', lotId);
    expect(back.view(lotId).head.priceTiyin).toBe(5_000);
    fired(ctx, 'F42', proxy.seen().lostBytes);
  },
);

it('F42 a process that says that it can place bids again takes people from that moment on', async (ctx) => {
  const { core, enter, proxy, reach, start } = room;
  const cut = await start('cut');
  await start('other', { direct: true });
  await reach.able(2);
  const lotId = await reach.open(core, 60_000, ['p1']);
  const away = sentAway(await enter(cut, 'p1', lotId));
  proxy.set({ toServer: { lost: true }, toClient: { lost: true } });
  await away;
  await eventually(async () => !(await saysAble('cut')), 'the word that it is cut off');

  // What follows the word, storing who is connected, waits here: others send their people at the word.
  const owner = await room.services.database.pool.connect();
  try {
    await owner.query('begin; lock table auction_web_room in exclusive mode');
    proxy.clear();
    await eventually(() => saysAble('cut'), 'the process that was cut off');
    const back = await enter(cut, 'p1', lotId);
    expect(back.socket.connected).toBe(true);
  } finally {
    await owner.query('rollback');
    owner.release();
  }
  fired(ctx, 'F42', proxy.seen().lostBytes);
});

it('F42 bidders of a process that was cut off who do not come back: the room waits for them 10 s at most', async (ctx) => {
  const { core, enter, proxy, reach, start } = room;
  const cut = await start('cut');
  const other = await start('other', { direct: true });
  await reach.able(2);
  const lotId = await reach.open(core, 10_000, ['p1', 'p2', 'p3', 'p4', 'p5']);
  // One of five, the least share that a room waits for; a room beside it has fewer of its bidders there.
  const aside = await reach.open(core, 10_000, ['p1', 'p2', 'p3', 'p4', 'p5', 'p6']);
  const lost = await enter(cut, 'p1', lotId);
  await lost.enter(aside);
  const near = await Promise.all(['p2', 'p3', 'p4', 'p5'].map((person) => enter(other, person, lotId)));
  for (const bidder of near) await bidder.enter(aside);
  await enter(other, 'p6', aside);
  for (const id of [lotId, aside])
    await eventually(async () => (await offer(lost, id, 1_000)) === 'accepted', 'a price');
  await reach.bidders('cut', lotId, 1);
  await reach.bidders('other', aside, 5);
  const before = await reach.head(lotId);

  // The room would end 3.5 s after the cut, in the middle of its waiting.
  await pause(before.deadlineMs - 3_500 - Date.now());
  const cutAt = Date.now();
  proxy.set({ toServer: { lost: true }, toClient: { lost: true } });
  await eventually(async () => (await offer(near[0]!, lotId, 5_000)) === 'held', 'a bid that is held');
  const waitsAt = Date.now();
  await pause(before.deadlineMs + 1_000 - Date.now());
  expect(await reach.head(lotId)).toMatchObject({ phase: 'running', outcome: null });

  await eventually(async () => (await reach.interruptions(lotId)).length > 0, 'the interruption', 30_000);
  const goesOnAt = Date.now();
  const [interruption, ...more] = await reach.interruptions(lotId);
  if (!interruption) throw new Error('no interruption');
  expect(more).toEqual([]);
  expect(interruption).toMatchObject({ kind: 'deadlineMoved', cause: 'stall' });
  expect(interruption.began).toBeGreaterThan(cutAt - 1_500);
  expect(goesOnAt).toBeLessThan(waitsAt + WAIT_MS + SLACK_MS);
  expect(interruption.lasted).toBeLessThan(CUT_MS + WAIT_MS + SLACK_MS);
  expect(interruption.deadline).toBeGreaterThan(before.deadlineMs + (interruption.lasted ?? 0) - 2);
  expect(await reach.hammerAt(lotId)).toBeNull();
  await eventually(async () => (await reach.hammerAt(lotId)) !== null, 'the hammer', 30_000);
  expect(await reach.hammerAt(lotId)).toBeGreaterThanOrEqual(interruption.deadline ?? Infinity);
  // The room beside it ended as announced.
  expect(await reach.interruptions(aside)).toEqual([]);
  fired(ctx, 'F42', proxy.seen().lostBytes);
});

it('F42 a process that was cut off while no room waited for it: a room waits for its people when it is cut off again', async (ctx) => {
  const { core, enter, proxy, reach, start } = room;
  const cut = await start('cut');
  const other = await start('other', { direct: true });
  await reach.able(2);
  // A room with nobody on the process that is cut off, and silence long enough for a room to wait.
  const aside = await reach.open(core, 60_000, ['p1']);
  await enter(other, 'p1', aside);
  proxy.set({ toServer: { lost: true }, toClient: { lost: true } });
  await eventually(async () => !(await saysAble('cut')), 'the word that it is cut off');
  await pause(CUT_MS + SLACK_MS);
  proxy.clear();
  await eventually(() => saysAble('cut'), 'the process that was cut off');
  expect(await reach.interruptions(aside)).toEqual([]);

  const lotId = await reach.open(core, 10_000, ['p1', 'p2', 'p3', 'p4']);
  const lost = await Promise.all(['p1', 'p2'].map((person) => enter(cut, person, lotId)));
  const near = await Promise.all(['p3', 'p4'].map((person) => enter(other, person, lotId)));
  await eventually(async () => (await offer(lost[0]!, lotId, 1_000)) === 'accepted', 'a price');
  await reach.bidders('cut', lotId, 2);
  const before = await reach.head(lotId);
  await pause(before.deadlineMs - 3_500 - Date.now());
  proxy.set({ toServer: { lost: true }, toClient: { lost: true } });
  await eventually(async () => (await offer(near[0]!, lotId, 5_000)) === 'held', 'a bid that is held');
  await eventually(async () => (await reach.interruptions(lotId)).length > 0, 'the interruption', 30_000);
  const [interruption] = await reach.interruptions(lotId);
  expect(interruption).toMatchObject({ kind: 'deadlineMoved', cause: 'stall' });
  expect(interruption?.deadline).toBeGreaterThan(before.deadlineMs);
  expect(await reach.hammerAt(lotId)).toBeNull();
  fired(ctx, 'F42', proxy.seen().lostBytes);
});
