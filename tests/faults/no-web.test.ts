import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fired } from '../fixtures/fault.ts';
import { offer, pause, type Interruption } from '../fixtures/reach-room.ts';
import { startReachServices, type ReachServices } from '../fixtures/reach-services.ts';
import { eventually } from '../fixtures/services.ts';

/** Web processes whose last word is this old are silent, and what a busy machine adds to its discovery. */
const NOTICED_MS = 2_000;
const SLACK_MS = 1_500;
/** The journal may have renewed its leases so long before the last word of a web process, and no script decided since. */
const LEASE_MS = 1_250;

vi.setConfig({ testTimeout: 120_000 });

let room: ReachServices;

beforeEach(async () => {
  room = await startReachServices();
});
afterEach(() => room.close());

it('F41 all web processes killed: no hammer meanwhile, and the time is given back once', async (ctx) => {
  const { core, enter, reach, start } = room;
  const [one, other] = [await start('one'), await start('other')];
  await reach.able(2);
  // Whenever the price comes, on a slow machine too, the room lasts for a while from then on.
  const lotId = await reach.open(core, 9_000, ['p1', 'p2'], 5_000);
  const bidder = await enter(one, 'p1', lotId);
  await eventually(async () => (await offer(bidder, lotId, 1_000)) === 'accepted', 'a price');
  const before = await reach.head(lotId);
  await pause(before.deadlineMs - 3_500 - Date.now());
  // The machine itself may have stood still until now.
  const earlier = (await reach.interruptions(lotId)).length;
  const { deadlineMs } = await reach.head(lotId);

  // The room would end 3.5 s after the kill, and no one can bid from then on.
  const killedAt = Date.now();
  await Promise.all([one.kill(), other.kill()]);
  await pause(killedAt + 4_250 - Date.now());
  const words = await reach.lastWords();
  expect(await reach.head(lotId)).toMatchObject({ phase: 'running', outcome: null });
  await start('third');
  await reach.able(1);
  const backAt = Date.now();

  // The two may fall silent one after the other: then the room first waits for the people of one of them.
  const covers = ({ kind, began, lasted }: Interruption) =>
    kind === 'suspended' || began + (lasted ?? 0) > killedAt + 4_250;
  await eventually(async () => (await reach.interruptions(lotId)).some(covers), 'the interruption');
  const interruptions = (await reach.interruptions(lotId)).slice(earlier);
  // From their last word on, or from the last lease before it where the journal was late.
  expect(interruptions[0]?.began).toBeGreaterThan(Math.min(...words) - LEASE_MS);
  expect(interruptions[0]?.began).toBeLessThan(Math.max(...words) + SLACK_MS);
  let [givenUntil, givenMs] = [0, 0];
  for (const { began, lasted } of interruptions) {
    expect(began).toBeGreaterThan(givenUntil - 1);
    [givenUntil, givenMs] = [began + (lasted ?? 0), givenMs + (lasted ?? 0)];
  }
  const last = interruptions.at(-1);
  expect(await reach.hammerAt(lotId)).toBeNull();
  // Paused when it lasts beyond 5 s, on a slow machine.
  const moved = last?.kind === 'deadlineMoved';
  expect([last?.kind, last?.cause]).toEqual(moved ? ['deadlineMoved', 'stall'] : ['suspended', 'outage']);
  const [until, least] = moved
    ? [last.deadline, deadlineMs + givenMs - interruptions.length]
    : [last?.resume, backAt + 50_000];
  expect(until).toBeGreaterThanOrEqual(least);
  if (moved) await eventually(async () => (await reach.hammerAt(lotId)) !== null, 'the hammer', 60_000);
  expect((await reach.hammerAt(lotId)) ?? Infinity).toBeGreaterThanOrEqual(until ?? Infinity);
  fired(ctx, 'F41', 2);
});

it('F41 the last web process killed while a room waits for the people of another: no time is given back twice', async (ctx) => {
  const { core, enter, reach, start } = room;
  const [one, other] = [await start('one'), await start('other')];
  await reach.able(2);
  const lotId = await reach.open(core, 12_000, ['p1', 'p2']);
  const bidder = await enter(one, 'p1', lotId);
  const near = await enter(other, 'p2', lotId);
  await eventually(async () => (await offer(bidder, lotId, 1_000)) === 'accepted', 'a price');
  await reach.bidders('one', lotId, 1);
  const before = await reach.head(lotId);
  await one.kill();
  await eventually(async () => (await offer(near, lotId, 1_000)) === 'held', 'the room to wait');
  await other.kill();
  // What it had lost by then is given back first, the rest once bids reach it again.
  await eventually(async () => (await reach.interruptions(lotId)).length === 1, 'the first part');
  await start('third');
  await eventually(async () => (await reach.interruptions(lotId)).length === 2, 'the second part');
  const [first, second] = await reach.interruptions(lotId);
  const until = (first?.began ?? 0) + (first?.lasted ?? 0);
  expect(second?.began).toBeGreaterThan(until - 1);
  // Paused when it lasts beyond 5 s, on a slow machine: what it has lost is known when it goes on.
  const moved = second?.kind === 'deadlineMoved';
  expect([second?.kind, second?.cause]).toEqual(moved ? ['deadlineMoved', 'stall'] : ['suspended', 'outage']);
  const lost = (first?.lasted ?? 0) + (second?.lasted ?? 0);
  const deadline = moved ? (second.deadline ?? Infinity) : before.deadlineMs + lost;
  expect(Math.abs(deadline - before.deadlineMs - lost)).toBeLessThan(2);
  fired(ctx, 'F41', 2);
});

it('F41 all web processes killed for more than 5 s: the room is paused and announces when it goes on', async (ctx) => {
  const { core, enter, reach, start } = room;
  const [one, other] = [await start('one'), await start('other')];
  await reach.able(2);
  const lotId = await reach.open(core, 8_000, ['p1']);
  const bidder = await enter(one, 'p1', lotId);
  await eventually(async () => (await offer(bidder, lotId, 1_000)) === 'accepted', 'a price');
  const killedAt = Date.now();
  await Promise.all([one.kill(), other.kill()]);
  await pause((await reach.head(lotId)).deadlineMs + 1_000 - Date.now());
  expect(await reach.head(lotId)).toMatchObject({ phase: 'running', outcome: null });
  const third = await start('third');
  await eventually(async () => (await reach.head(lotId)).phase === 'paused', 'the pause');
  const [interruption] = await reach.interruptions(lotId);
  expect(interruption).toMatchObject({ kind: 'suspended', cause: 'outage' });
  expect(interruption?.began).toBeGreaterThan(killedAt - 1_500);
  expect(interruption?.resume).toBeGreaterThan(Date.now() + 50_000);
  expect(interruption?.resume).toBeLessThan(Date.now() + 61_000);
  const viewer = await enter(third, 'p1', lotId);
  expect(viewer.view(lotId).head).toMatchObject({ phase: 'paused', pauseCause: 'outage' });
  expect(await reach.hammerAt(lotId)).toBeNull();
  fired(ctx, 'F41', 2);
});

it('F41 a hole between all web processes and the auction Redis: nothing is sold in it, and no one reads `held`', async (ctx) => {
  const { core, enter, proxy, reach, start } = room;
  const [one, other] = [await start('one'), await start('other')];
  await reach.able(2);
  const lotId = await reach.open(core, 6_500, ['p1', 'p2'], 3_000);
  const bidders = [await enter(one, 'p1', lotId), await enter(other, 'p2', lotId)];
  await eventually(async () => (await offer(bidders[0]!, lotId, 1_000)) === 'accepted', 'a price');
  const before = await reach.head(lotId);
  await pause(before.deadlineMs - 3_500 - Date.now());
  const holeAt = Date.now();
  proxy.set({ toServer: { lost: true }, toClient: { lost: true } });

  const said: string[] = [];
  const bids: Promise<unknown>[] = [];
  while (Date.now() < holeAt + 4_250) {
    for (const bidder of bidders)
      bids.push(offer(bidder, lotId, 5_000).then((verdict) => said.push(verdict)));
    await pause(100);
  }
  expect(await reach.head(lotId)).toMatchObject({ phase: 'running', outcome: null });
  proxy.clear();
  await eventually(async () => (await reach.interruptions(lotId)).length > 0, 'the interruption');
  if ((await reach.interruptions(lotId))[0]?.kind === 'deadlineMoved')
    await eventually(async () => (await offer(bidders[1]!, lotId, 6_000)) === 'accepted', 'a bid afterwards');
  await Promise.all(bids);
  // What was sent into the hole before it was noticed is unknown, and asked for by id.
  expect(new Set(said.filter((verdict) => verdict !== 'unknown'))).toEqual(new Set(['unreachable']));
  expect(said.filter((verdict) => verdict === 'unreachable').length).toBeGreaterThan(20);
  const [interruption] = await reach.interruptions(lotId);
  expect(interruption?.began).toBeGreaterThan(holeAt - 1_500);
  expect(interruption?.began).toBeLessThan(holeAt + NOTICED_MS);
  // Sockets stayed, there was no other process to go to.
  for (const bidder of bidders) {
    expect(bidder.socket.connected).toBe(true);
    expect(bidder.received.map(({ event }) => event)).not.toContain('server:reconnect');
    expect(
      bidder.received.filter(({ event }) => event === 'room:notice').map(({ payload }) => payload.kind),
    ).toContain('interrupted');
  }
  fired(ctx, 'F41', proxy.seen().lostBytes);
});

it('an orderly stop of the only web process is an interruption, too', async () => {
  const { core, enter, reach, start } = room;
  const web = await start('only');
  await reach.able(1);
  const lotId = await reach.open(core, 5_000, ['p1']);
  const bidder = await enter(web, 'p1', lotId);
  await eventually(async () => (await offer(bidder, lotId, 1_000)) === 'accepted', 'a price');
  await web.stop();
  await pause((await reach.head(lotId)).deadlineMs + 500 - Date.now());
  expect(await reach.head(lotId)).toMatchObject({ phase: 'running', outcome: null });
  await start('next');
  await eventually(async () => (await reach.interruptions(lotId)).length === 1, 'the interruption');
});

it('an installation that never had a web process ends its rooms on time', async () => {
  const { core, reach } = room;
  const lotId = await reach.open(core, 3_000, ['p1']);
  await eventually(async () => (await reach.hammerAt(lotId)) !== null, 'the hammer');
  expect(await reach.interruptions(lotId)).toEqual([]);
});

it('a journal that takes over while no web process can place bids holds the rooms, and gives all of the time back', async () => {
  const { core, enter, reach, start } = room;
  const owner = await start('standby', { roles: 'journal,clock', direct: true });
  const web = await start('only');
  await reach.able(1);
  const lots = await Promise.all([1, 2, 3, 4].map(() => reach.open(core, 7_000, ['p1'])));
  const bidder = await enter(web, 'p1', lots[0]!);
  await eventually(async () => (await offer(bidder, lots[0]!, 1_000)) === 'accepted', 'a price');
  const killedAt = Date.now();
  await web.kill();
  await pause(NOTICED_MS + SLACK_MS);
  await owner.kill();
  await pause(killedAt + 7_500 - Date.now());
  for (const lotId of lots) expect(await reach.head(lotId)).toMatchObject({ phase: 'running' });
  await start('next');
  for (const lotId of lots) {
    await eventually(async () => (await reach.interruptions(lotId)).length === 1, 'the interruption');
    const [interruption] = await reach.interruptions(lotId);
    expect(interruption).toMatchObject({ kind: 'suspended', cause: 'outage' });
    expect(interruption?.began).toBeLessThan(killedAt + 1_000);
  }
});
