import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOM_EVENTS, type RoomUpdate } from '#shared/realtime/room.ts';
import { accepted } from '../fixtures/bidder.ts';
import {
  openRoom,
  startLiveNode,
  startLiveServices,
  terms,
  type LiveNode,
  type LiveServices,
} from '../fixtures/live-node.ts';
import { randomBelow } from '../fixtures/random.ts';

let services: LiveServices;
let first: LiveNode;
let second: LiveNode;

beforeAll(async () => {
  services = await startLiveServices();
  first = await startLiveNode(services, { name: 'first' });
  second = await startLiveNode(services, { name: 'second', keeps: false });
});
afterAll(async () => {
  await second.close();
  await first.close();
  await services.close();
});

describe('two web nodes', () => {
  it('take commands for a lot that the other has opened, though it was unknown to a visitor just before', async () => {
    const given = terms();
    const visitor = await second.bidder(null);
    expect(await visitor.request(ROOM_EVENTS.watchBoard, { lotIds: [given.lotId] })).toEqual({
      ok: true,
      cards: [],
    });
    await first.door.openLot(given);
    const admitted = await second.door.admit({
      lotId: given.lotId,
      person: 'anna',
      number: 1,
      limitTiyin: null,
    });
    expect(admitted.verdict).toBe('done');
    visitor.close();
  });

  it('show everyone one order, whichever node took the bid', async () => {
    const lotId = await openRoom(first, terms(), ['anna', 'bek']);
    const [anna, bek] = await Promise.all([first.bidder('anna'), second.bidder('bek')]);
    const viewers = await Promise.all([first.bidder(null), second.bidder(null)]);
    for (const one of [anna, bek, ...viewers]) await one.enter(lotId);

    let last = 0;
    const bid = async (bidder: typeof anna, from: number) => {
      for (let i = 0; i < 200; i += 1) {
        const answer = await bidder.place(lotId, from + i * 1_000 + randomBelow(500));
        if ('verdict' in answer && answer.verdict === 'accepted') last = Math.max(last, answer.seq);
      }
    };
    await Promise.all([bid(anna, 1_000), bid(bek, 1_400)]);

    const { rows } = await services.database.pool.query(
      `select seq, entry ->> 'number' as number, entry ->> 'amountTiyin' as amount
       from auction_entry where lot_id = $1 and kind = 'price' order by seq`,
      [lotId],
    );
    expect(rows.length).toBeGreaterThan(100);
    const numbers = new Set(rows.map(({ number }) => number));
    expect(numbers).toEqual(new Set(['1', '2']));
    for (const viewer of viewers) {
      await viewer.reaches(lotId, last);
      const updates = viewer.received
        .filter(({ event }) => event === ROOM_EVENTS.update)
        .map(({ payload }) => payload as RoomUpdate);
      const shown = updates.flatMap(({ prices }) => prices);
      const left = updates.reduce((sum, { omitted }) => sum + omitted, 0);
      // An update has room for fifty prices: of more than that in its moment it says how many it leaves out.
      expect(shown.length + left).toBe(rows.length);
      const amounts = new Map(rows.map(({ seq, amount }) => [Number(seq), Number(amount)]));
      expect(shown.map(({ seq }) => seq)).toEqual(shown.map(({ seq }) => seq).sort((a, b) => a - b));
      for (const { seq, amountTiyin } of shown) expect(amountTiyin).toBe(amounts.get(seq));
    }
    for (const one of [anna, bek, ...viewers]) one.close();
  });

  it('find each other’s answers by id and catch up across nodes', async () => {
    const lotId = await openRoom(first, terms(), ['anna']);
    const here = await first.bidder('anna');
    const answer = accepted(await here.place(lotId, 1_000, { bidId: 'across-001' }));
    const there = await second.bidder('anna');
    expect(accepted(await there.find(lotId, 'across-001')).seq).toBe(answer.seq);
    expect(accepted(await there.place(lotId, 1_000, { bidId: 'across-001' })).repeated).toBe(true);
    const joined = await there.join(lotId, { epoch: 1, seq: answer.seq });
    expect(joined.ok && 'updates' in joined && joined.updates.head.seq).toBe(answer.seq);
    for (const one of [here, there]) one.close();
  });

  it('sum the counts of a room over both', async () => {
    const lotId = await openRoom(first, terms(), ['anna', 'bek']);
    const [anna, again, bek] = await Promise.all([
      first.bidder('anna'),
      second.bidder('anna'),
      second.bidder('bek'),
    ]);
    for (const one of [anna, again, bek]) await one.enter(lotId);
    // The same person on two nodes is one participant and one viewer.
    await anna.message(ROOM_EVENTS.counts, (counts) => counts.viewers === 2 && counts.participants === 2);
    for (const one of [anna, again, bek]) one.close();
  });

  it('close a room once, with the same outcome for all', async () => {
    const lotId = await openRoom(first, terms({ closesAtMs: Date.now() + 4_000 }), ['anna', 'bek']);
    const [anna, bek] = await Promise.all([first.bidder('anna'), second.bidder('bek')]);
    for (const one of [anna, bek]) await one.enter(lotId);
    accepted(await bek.place(lotId, 2_000));
    // Anyone may call the hammer: both nodes do, all the time.
    const calls = setInterval(() => {
      for (const node of [first, second]) void node.state.close({ lotId, epoch: 1 }).catch(() => undefined);
    }, 5);
    const closed = await Promise.all(
      [anna, bek].map((one) =>
        one.message(ROOM_EVENTS.update, (update: RoomUpdate) => update.head.phase === 'closed'),
      ),
    );
    clearInterval(calls);
    for (const { head } of closed)
      expect(head).toMatchObject({ outcome: 'sold', winnerNumber: 2, priceTiyin: 2_000 });
    const { rows } = await services.database.pool.query(
      `select count(*)::int as hammers, (select count(*)::int from outbox where topic = 'auction.hammer' and key = $2)
         as handed from auction_entry where lot_id = $1 and kind = 'closed'`,
      [lotId, String(lotId)],
    );
    expect(rows[0]).toEqual({ hammers: 1, handed: 1 });
    for (const one of [anna, bek]) one.close();
  });
});
