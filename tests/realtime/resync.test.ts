import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOM_EVENTS, type RoomUpdate } from '#shared/realtime/room.ts';
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

/** Places `count` rising prices, one after the other; returns the last answer. */
async function raise(bidder: Bidder, lotId: number, from: number, count: number) {
  let last;
  for (let i = 0; i < count; i += 1) last = accepted(await bidder.place(lotId, from + 100 * i));
  if (!last) throw new Error('nothing placed');
  return last;
}

describe('catching up', () => {
  it('gives exactly what was missed to one who was away', async () => {
    const lotId = await openRoom(node, terms(), ['anna', 'bek']);
    const [anna, bek] = await Promise.all([node.bidder('anna'), node.bidder('bek')]);
    await anna.enter(lotId);
    await bek.enter(lotId);
    const known = await raise(bek, lotId, 1_000, 3);
    await anna.reaches(lotId, known.seq);
    const { head, prices } = anna.view(lotId);
    anna.close();

    const missed = await raise(bek, lotId, 1_300, 5);
    const back = await node.bidder('anna');
    back.rooms.set(lotId, { ...bek.view(lotId), head, prices });
    const answer = await back.join(lotId, { epoch: head.epoch, seq: head.seq });
    if (!answer.ok || !('updates' in answer)) throw new Error(`no updates: ${JSON.stringify(answer)}`);
    expect(answer.updates.prevSeq).toBe(head.seq);
    expect(answer.updates.omitted).toBe(0);
    expect(answer.updates.prices.map(({ amountTiyin }) => amountTiyin)).toEqual([
      1_300, 1_400, 1_500, 1_600, 1_700,
    ]);
    expect(back.view(lotId).head.seq).toBe(missed.seq);
    expect(answer.me).toMatchObject({ role: 'bidder', number: 1 });
    for (const one of [back, bek]) one.close();
  });

  it('gives a fresh snapshot when more was missed than an update carries, or the sequence is none of ours', async () => {
    const lotId = await openRoom(node, terms(), ['anna']);
    const anna = await node.bidder('anna');
    const { head } = await anna.enter(lotId);
    await raise(anna, lotId, 1_000, 55);
    let oldestShown = 0;
    for (const seq of [head.seq, 1_000_000]) {
      const answer = await anna.request(ROOM_EVENTS.catchUp, { lotId, epoch: 1, afterSeq: seq });
      expect(answer.snapshot.prices).toHaveLength(50);
      expect(answer.snapshot.head.count).toBe(55);
      oldestShown = answer.snapshot.prices[0].seq;
    }
    const older = await node.call('GET', `/api/shop/game-view/entries/${lotId}?before=${oldestShown}`);
    expect(older.body.prices).toHaveLength(5);
    expect(older.body.more).toBe(false);
    const oldest = older.body.prices[0];
    expect(oldest).toMatchObject({ amountTiyin: 1_000, number: 1 });
    anna.close();
  });

  it('gives a snapshot to one who comes from another epoch, whatever the sequence', async () => {
    const lotId = await openRoom(node, terms(), ['anna']);
    const anna = await node.bidder('anna');
    const { seq, epoch } = await raise(anna, lotId, 1_000, 3);
    for (const other of [epoch - 1, epoch + 1]) {
      const joined = await anna.join(lotId, { epoch: other, seq: seq - 1 });
      expect(joined).toMatchObject({ ok: true, snapshot: { head: { epoch, seq } } });
      const caught = await anna.request(ROOM_EVENTS.catchUp, { lotId, epoch: other, afterSeq: seq - 1 });
      expect(caught.snapshot.prices).toHaveLength(3);
      expect(await node.door.roomInfo(lotId, null, { epoch: other, seq: seq - 1 })).toHaveProperty(
        'snapshot',
      );
    }
    const same = await anna.join(lotId, { epoch, seq: seq - 1 });
    expect(same).toMatchObject({ ok: true, updates: { prevSeq: seq - 1 } });
    anna.close();
  });

  it('tells each person their own best price with the newest prices, and only that', async () => {
    const lotId = await openRoom(node, terms(), ['anna', 'bek']);
    const [anna, bek] = await Promise.all([node.bidder('anna'), node.bidder('bek')]);
    await Promise.all([anna.enter(lotId), bek.enter(lotId)]);
    await raise(anna, lotId, 1_000, 1);
    const last = await raise(bek, lotId, 1_100, 1);
    await anna.reaches(lotId, last.seq);
    const bestOf = async (person?: string) => {
      const options = person ? { cookie: (await node.signIn(person)).cookie } : {};
      const answer = await node.call('GET', `/api/shop/game-view/entries/${lotId}?limit=1`, options);
      expect(answer.body.prices.map(({ amountTiyin }: { amountTiyin: number }) => amountTiyin)).toEqual([
        1_100,
      ]);
      return answer.body.ownBestTiyin as number | null;
    };
    expect([await bestOf('anna'), await bestOf('bek'), await bestOf()]).toEqual([1_000, 1_100, null]);
    for (const one of [anna, bek]) one.close();
  });

  it('heals a gap by itself: an update that went missing is asked for', async () => {
    const lotId = await openRoom(node, terms(), ['anna', 'bek']);
    const [anna, bek] = await Promise.all([node.bidder('anna'), node.bidder('bek')]);
    await Promise.all([anna.enter(lotId), bek.enter(lotId)]);
    const first = await raise(bek, lotId, 1_000, 1);
    await anna.reaches(lotId, first.seq);
    // As if an update had been lost on the way: this client forgets what it received last.
    const before = anna.view(lotId);
    const second = await raise(bek, lotId, 1_100, 1);
    await anna.reaches(lotId, second.seq);
    anna.rooms.set(lotId, before);
    const third = await raise(bek, lotId, 1_200, 1);
    const healed = await anna.reaches(lotId, third.seq);
    expect(anna.gaps).toBeGreaterThan(0);
    expect(healed.prices.map(({ amountTiyin }) => amountTiyin)).toEqual([1_200, 1_100, 1_000]);
    for (const one of [anna, bek]) one.close();
  });

  it('carries the last sequence in a heartbeat each second, so that a lost last update is noticed', async () => {
    const lotId = await openRoom(node, terms(), ['anna']);
    const anna = await node.bidder('anna');
    await anna.enter(lotId);
    const answer = await raise(anna, lotId, 1_000, 1);
    await anna.reaches(lotId, answer.seq);
    const beat = await anna.message(ROOM_EVENTS.heartbeat, ({ seq }) => seq === answer.seq, 3_000);
    expect(beat).toMatchObject({ lotId, epoch: 1, deadlineMs: answer.deadlineMs });
    expect(Math.abs(beat.serverAtMs - Date.now())).toBeLessThan(1_000);
    anna.close();
  });
});

describe('joining while prices move', () => {
  it('loses nothing between the snapshot and the updates', async () => {
    const lotId = await openRoom(node, terms(), ['anna']);
    const anna = await node.bidder('anna');
    let going = true;
    let last = 0;
    const bidding = (async () => {
      for (let amount = 1_000; going; amount += 100) last = accepted(await anna.place(lotId, amount)).seq;
    })();
    const joiners: Bidder[] = [];
    for (let i = 0; i < 40; i += 1) {
      const joiner = await node.bidder(null);
      await joiner.enter(lotId);
      joiners.push(joiner);
    }
    going = false;
    await bidding;
    for (const joiner of joiners) {
      const room = await joiner.reaches(lotId, last);
      expect(joiner.gaps).toBe(0);
      const seqs = room.prices.map(({ seq }) => seq).toReversed();
      expect(seqs).toEqual(seqs.map((_, at) => (seqs[0] ?? 0) + at));
    }
    for (const one of [anna, ...joiners]) one.close();
  });

  it('conflates a storm: at most 20 updates a second, always ending with the newest', async () => {
    const lotId = await openRoom(node, terms(), ['anna', 'bek']);
    const [anna, viewer] = await Promise.all([node.bidder('anna'), node.bidder(null)]);
    await viewer.enter(lotId);
    const startedAt = performance.now();
    const answers = await Promise.all(
      Array.from({ length: 1_000 }, (_, i) => anna.place(lotId, 1_000 + 100 * i)),
    );
    const seconds = (performance.now() - startedAt) / 1_000;
    // On a busy machine some may be held for a moment and come too late.
    const taken = answers.flatMap((answer) =>
      'verdict' in answer && answer.verdict === 'accepted' ? [answer] : [],
    );
    expect(taken.length).toBeGreaterThan(500);
    const room = await viewer.reaches(lotId, Math.max(...taken.map(({ seq }) => seq)));
    expect(room.head.priceTiyin).toBe(Math.max(...taken.map(({ amountTiyin }) => amountTiyin)));
    const updates = viewer.received.filter(({ event }) => event === ROOM_EVENTS.update);
    expect(updates.length).toBeLessThanOrEqual(Math.ceil(seconds * 20) + 3);
    const shown = updates.reduce(
      (sum, { payload }) => sum + (payload as RoomUpdate).prices.length + (payload as RoomUpdate).omitted,
      0,
    );
    expect(shown).toBe(taken.length);
    for (const one of [anna, viewer]) one.close();
  });

  it('counts viewers, participants present and applicants', async () => {
    const lotId = await openRoom(node, terms(), ['anna', 'bek', 'davron']);
    const [anna, visitor] = await Promise.all([node.bidder('anna'), node.bidder(null)]);
    await Promise.all([anna.enter(lotId), visitor.enter(lotId)]);
    await visitor.message(
      ROOM_EVENTS.counts,
      (counts) => counts.viewers === 2 && counts.participants === 1 && counts.applicants === 3,
    );
    for (const one of [anna, visitor]) one.close();
  });
});

describe('time in the room', () => {
  it('moves the deadline for everyone when a price comes late, and closes once with one winner', async () => {
    const lotId = await openRoom(
      node,
      terms({ closesAtMs: Date.now() + 3_000, rules: { overtime: { windowMs: 1_500, extendToMs: 2_000 } } }),
      ['anna', 'bek'],
    );
    const [anna, bek] = await Promise.all([node.bidder('anna'), node.bidder('bek')]);
    const { head } = await anna.enter(lotId);
    await bek.enter(lotId);
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, head.deadlineMs - Date.now() - 1_000)));
    const late = accepted(await bek.place(lotId, 1_000));
    expect(late.deadlineMs).toBeGreaterThan(head.deadlineMs);
    const moved = await anna.reaches(lotId, late.seq);
    expect(moved.head).toMatchObject({ deadlineMs: late.deadlineMs, extensions: 1 });
    expect(moved.prices[0]?.extended).toBe(true);

    const closed = await anna.message(
      ROOM_EVENTS.update,
      (update: RoomUpdate) => update.head.phase === 'closed',
    );
    expect(closed.head).toMatchObject({ outcome: 'sold', winnerNumber: 2, priceTiyin: 1_000 });
    expect(closed.events.at(-1)).toMatchObject({ kind: 'closed' });
    // Within 250 ms of the deadline, plus the way to here on a shared machine.
    expect(closed.head.serverAtMs - late.deadlineMs).toBeLessThan(1_000);
    const over = await node.call('GET', `/api/shop/game-view/over-time/${lotId}`);
    expect(over.body).toMatchObject({ deadlineMs: late.deadlineMs, extensions: 1 });
    for (const one of [anna, bek]) one.close();
  });

  it('answers a clock ping with the clock rooms close by', async () => {
    const visitor = await node.bidder(null);
    const answer = await visitor.request(ROOM_EVENTS.ping, { clientAtMs: 12.5 });
    expect(answer).toMatchObject({ ok: true, clientAtMs: 12.5 });
    const redisMs = (await node.state.redisNowUs()) / 1_000;
    expect(Math.abs(redisMs - answer.serverAtMs)).toBeLessThan(200);
    visitor.close();
  });
});
