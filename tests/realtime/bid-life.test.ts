import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { AuctionRedisUnavailable } from '#server/auction/state/contract.ts';
import type { BidCommand } from '#server/auction/live/bid-command.ts';
import { ROOM_EVENTS } from '#shared/realtime/room.ts';
import { accepted, refused } from '../fixtures/bidder.ts';
import {
  openRoom,
  startLiveNode,
  startLiveServices,
  terms,
  type LiveNode,
  type LiveServices,
} from '../fixtures/live-node.ts';
import { refusalCounts } from '../fixtures/refusal-counts.ts';

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

describe('the life of a bid', () => {
  it('answers the bidder, shows the price to everyone and keeps it in PostgreSQL', async () => {
    const lotId = await openRoom(node, terms(), ['anna', 'bek']);
    const [anna, visitor] = await Promise.all([node.bidder('anna'), node.bidder(null)]);
    await Promise.all([anna.enter(lotId), visitor.enter(lotId)]);

    const answer = accepted(await anna.place(lotId, 1_000));
    expect(answer).toMatchObject({
      amountTiyin: 1_000,
      suggestedTiyin: 1_100,
      leading: true,
      repeated: false,
    });

    const seen = await visitor.reaches(lotId, answer.seq);
    expect(seen.head).toMatchObject({ priceTiyin: 1_000, count: 1, leaderNumber: 1, suggestedTiyin: 1_100 });
    expect(seen.prices).toEqual([
      expect.objectContaining({ number: 1, amountTiyin: 1_000, seq: answer.seq }),
    ]);
    expect(JSON.stringify(visitor.received)).not.toContain('anna');
    const own = await anna.reaches(lotId, answer.seq);
    expect(own.prices[0]?.mine).toBe(true);
    expect(own.me).toMatchObject({ role: 'bidder', number: 1, leading: true });

    const row = await services.database.pool.query(
      'select entry, hash from auction_entry where lot_id = $1 and kind = $2',
      [lotId, 'price'],
    );
    expect(row.rows[0]?.entry).toMatchObject({ seq: answer.seq, amountTiyin: 1_000, person: 'anna' });
    expect(own.head.hash).toBe(row.rows[0]?.hash);
    for (const one of [anna, visitor]) one.close();
  });

  it('tells the one who was outbid and the one who leads', async () => {
    const lotId = await openRoom(node, terms(), ['anna', 'bek']);
    const [anna, bek] = await Promise.all([node.bidder('anna'), node.bidder('bek')]);
    await Promise.all([anna.enter(lotId), bek.enter(lotId)]);
    accepted(await anna.place(lotId, 1_000));
    accepted(await bek.place(lotId, 1_200));
    expect((await anna.personal('outbid')).me.leading).toBe(false);
    expect((await bek.personal('leading')).me.leading).toBe(true);
    for (const one of [anna, bek]) one.close();
  });

  it('lets an auto-bid answer for its person, never showing the maximum to others', async () => {
    const lotId = await openRoom(node, terms(), ['anna', 'bek']);
    const [anna, bek] = await Promise.all([node.bidder('anna'), node.bidder('bek')]);
    await Promise.all([anna.enter(lotId), bek.enter(lotId)]);
    expect(accepted(await anna.setAuto(lotId, 777_700)).leading).toBe(true);
    const answer = accepted(await bek.place(lotId, 5_000));
    expect(answer.leading).toBe(false);
    const room = await bek.reaches(lotId, answer.seq + 1);
    expect(room.head).toMatchObject({ priceTiyin: 5_100, leaderNumber: 1 });
    expect(room.prices[0]).toMatchObject({ auto: true, number: 1 });
    expect(JSON.stringify(bek.received)).not.toContain('777700');
    expect((await anna.reaches(lotId, answer.seq + 1)).me.auto).toMatchObject({
      maximumTiyin: 777_700,
      asleep: false,
    });

    const top = refused(await bek.place(lotId, 5_100));
    expect(top).toMatchObject({ reason: 'below-suggested', suggestedTiyin: 5_200 });
    const last = accepted(await bek.place(lotId, 800_000));
    expect(last.leading).toBe(true);
    await anna.personal('auto-exhausted');
    for (const one of [anna, bek]) one.close();
  });

  it('gives the same answer to the same id, from socket and HTTP alike, and finds it again', async () => {
    const lotId = await openRoom(node, terms(), ['anna']);
    const anna = await node.bidder('anna');
    const first = accepted(await anna.place(lotId, 1_500, { bidId: 'offer-0001' }));
    const again = accepted(await anna.place(lotId, 1_500, { bidId: 'offer-0001' }));
    expect(again).toMatchObject({ seq: first.seq, atMs: first.atMs, repeated: true });

    const { cookie } = await node.signIn('anna');
    const overHttp = await node.call('POST', '/api/shop/game-view/place', {
      cookie,
      body: { lotId, bidId: 'offer-0001', amountTiyin: 1_500 },
    });
    expect(overHttp).toMatchObject({
      status: 200,
      body: { verdict: 'accepted', seq: first.seq, repeated: true },
    });
    const found = await node.call('GET', `/api/shop/game-view/bid?lotId=${lotId}&bidId=offer-0001`, {
      cookie,
    });
    expect(found.body).toMatchObject({ verdict: 'accepted', seq: first.seq });
    expect(accepted(await anna.find(lotId, 'offer-0001'))).toMatchObject({
      seq: first.seq,
      amountTiyin: 1_500,
    });
    expect(await anna.find(lotId, 'offer-0002')).toEqual({ verdict: 'never-seen', bidId: 'offer-0002' });
    anna.close();
  });

  it('counts the attempts of people who are not admitted by lot and minute, and stores none of them', async () => {
    const lotId = await openRoom(node, terms(), ['anna']);
    const [anna, carim] = await Promise.all([node.bidder('anna'), node.bidder('carim')]);
    refused(await anna.place(lotId, 10));
    for (let i = 0; i < 12; i += 1)
      expect(refused(await carim.place(lotId, 5_000)).reason).toBe('not-admitted');
    await expect
      .poll(() => refusalCounts(services.database.pool, lotId), { timeout: 5_000 })
      .toEqual({ 'below-suggested': 1, 'not-admitted': 12 });
    const stored = await services.database.pool.query(
      'select person from auction_attempt where lot_id = $1',
      [lotId],
    );
    expect(stored.rows).toEqual([{ person: 'anna' }]);
    const counted = await services.database.pool.query(
      'select distinct person, reason from auction_attempt_count where lot_id = $1',
      [lotId],
    );
    expect(counted.rows).toEqual([{ person: '', reason: 'not-admitted' }]);
    for (const one of [anna, carim]) one.close();
  });

  it.each([
    "update auction_attempt set reason = 'x'",
    'delete from auction_attempt',
    'truncate auction_attempt',
  ])('keeps what was recorded: %j is refused by the database', async (statement) => {
    await expect(services.database.pool.query(statement)).rejects.toMatchObject({ code: 'AU002' });
  });

  it('records every refused attempt', async () => {
    const lotId = await openRoom(node, terms(), ['anna']);
    const anna = await node.bidder('anna');
    refused(await anna.place(lotId, 10, { bidId: 'too-low-01' }));
    await expect
      .poll(async () => {
        const found = await services.database.pool.query(
          'select person, bid_id, amount_tiyin, verdict, reason from auction_attempt where lot_id = $1',
          [lotId],
        );
        return found.rows;
      })
      .toEqual([
        {
          person: 'anna',
          bid_id: 'too-low-01',
          amount_tiyin: 10,
          verdict: 'refused',
          reason: 'below-suggested',
        },
      ]);
    anna.close();
  });

  it('records once when each accepted bid was received, for good', async () => {
    const lotId = await openRoom(node, terms(), ['anna']);
    const anna = await node.bidder('anna');
    const fromMs = Date.now();
    const answers = [
      accepted(await anna.place(lotId, 1_000, { bidId: 'received-001' })),
      accepted(await anna.setAuto(lotId, 9_000)),
      accepted(await anna.clearAuto(lotId)),
    ];
    expect(accepted(await anna.place(lotId, 1_000, { bidId: 'received-001' })).repeated).toBe(true);
    await anna.place(lotId, 10);
    const last = accepted(await anna.place(lotId, 2_000));
    const { pool } = services.database;
    const stored = () =>
      pool.query<{ seq: number; at: number }>(
        'select seq::int, extract(epoch from received_at)::float8 * 1000 as at from auction_receipt where lot_id = $1 order by seq',
        [lotId],
      );
    await expect
      .poll(async () => (await stored()).rows.map(({ seq }) => seq))
      .toEqual([...answers, last].map(({ seq }) => seq));
    for (const { at } of (await stored()).rows) {
      expect(at).toBeGreaterThanOrEqual(fromMs);
      expect(at).toBeLessThanOrEqual(Date.now());
    }
    for (const change of [
      'update auction_receipt set seq = 0',
      'delete from auction_receipt',
      'truncate auction_receipt',
    ])
      await expect(pool.query(change)).rejects.toThrow('append-only');
    anna.close();
  });

  it('records when a bid was received that the node had to send again', async () => {
    const lotId = await openRoom(node, terms(), ['anna']);
    const anna = await node.bidder('anna');
    const place = node.state.place.bind(node.state);
    const lostReply = vi.spyOn(node.state, 'place').mockImplementationOnce(async (command) => {
      await place(command);
      throw new AuctionRedisUnavailable('the reply was lost', false);
    });
    const answer = accepted(await anna.place(lotId, 1_000));
    expect([answer.repeated, lostReply.mock.calls.length]).toEqual([true, 2]);
    lostReply.mockRestore();
    const stored = () =>
      services.database.pool.query('select seq::int from auction_receipt where lot_id = $1', [lotId]);
    await expect.poll(async () => (await stored()).rows).toEqual([{ seq: answer.seq }]);
    anna.close();
  });

  describe('on a node whose clock is wrong', () => {
    /** The node reads its clock when it receives a bid. */
    function receivedAt(skewMs: number, command: BidCommand): ReturnType<typeof node.live.bids.submit> {
      const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + skewMs);
      try {
        return node.live.bids.submit(command);
      } finally {
        clock.mockRestore();
      }
    }
    const receiptsOf = async (lotId: number) => {
      const { rows } = await services.database.pool.query<{ seq: number }>(
        'select seq::int from auction_receipt where lot_id = $1 order by seq',
        [lotId],
      );
      return rows.map(({ seq }) => seq);
    };
    const bid = (lotId: number, bidId: string, amountTiyin: number) =>
      ({ kind: 'place', lotId, person: 'anna', bidId, amountTiyin }) as const;

    it.each([-5_000, 5_000])(
      'records when a bid was received that it had to send again (%i ms)',
      async (skewMs) => {
        const lotId = await openRoom(node, terms(), ['anna']);
        const place = node.state.place.bind(node.state);
        vi.spyOn(node.state, 'place').mockImplementationOnce(async (command) => {
          await place(command);
          throw new AuctionRedisUnavailable('the reply was lost', false);
        });
        const answer = accepted(await receivedAt(skewMs, bid(lotId, 'sent-twice', 1_000)));
        vi.restoreAllMocks();
        expect(answer.repeated).toBe(true);
        await expect.poll(() => receiptsOf(lotId)).toEqual([answer.seq]);
      },
    );

    it.each([-5_000, 5_000])(
      'records nothing for a repeat of a bid that another node placed (%i ms)',
      async (skewMs) => {
        const lotId = await openRoom(node, terms(), ['anna']);
        const repeated = bid(lotId, 'of-another-node', 1_000);
        // That node was killed before it wrote its receipt.
        const placed = await node.state.place({ ...repeated, epoch: 1 });
        expect(placed.verdict).toBe('accepted');
        expect(accepted(await receivedAt(skewMs, repeated)).repeated).toBe(true);
        // Receipts are written in order: with the next one there, none came before.
        const next = accepted(await receivedAt(skewMs, bid(lotId, 'the-next-one', 2_000)));
        await expect.poll(() => receiptsOf(lotId)).toContain(next.seq);
        expect(await receiptsOf(lotId)).toEqual([next.seq]);
      },
    );

    it('records nothing for a repeat that it had to send again: an earlier sending may have placed the bid', async () => {
      const lotId = await openRoom(node, terms(), ['anna']);
      const repeated = { ...bid(lotId, 'of-another-node', 1_000), sentEpoch: 1 };
      expect((await node.state.place({ ...repeated, epoch: 1 })).verdict).toBe('accepted');
      vi.spyOn(node.state, 'place').mockImplementationOnce(() =>
        Promise.reject(new AuctionRedisUnavailable('the reply was lost', false)),
      );
      expect(accepted(await receivedAt(-5_000, repeated)).repeated).toBe(true);
      vi.restoreAllMocks();
      const next = accepted(await receivedAt(0, bid(lotId, 'the-next-one', 2_000)));
      await expect.poll(() => receiptsOf(lotId)).toContain(next.seq);
      expect(await receiptsOf(lotId)).toEqual([next.seq]);
    });
  });

  it('sends the cards of watched lots at most once a second, and only those', async () => {
    const lotId = await openRoom(node, terms(), ['anna']);
    const other = await openRoom(node, terms(), ['anna']);
    const closed = await openRoom(node, terms({ watchable: false }), ['anna']);
    const [anna, visitor] = await Promise.all([node.bidder('anna'), node.bidder(null)]);
    const lotIds = [lotId, closed, 999_999];
    const answer = await visitor.request(ROOM_EVENTS.watchBoard, { lotIds });
    expect(answer.cards).toHaveLength(1);
    expect((await anna.request(ROOM_EVENTS.watchBoard, { lotIds })).cards).toHaveLength(2);
    expect(answer).toMatchObject({ ok: true, cards: [{ lotId, priceTiyin: null, count: 0 }] });
    const since = performance.now();
    await anna.place(other, 1_000);
    for (let i = 0; i < 5; i += 1) await anna.place(lotId, 1_000 + 100 * i);
    await visitor.message(ROOM_EVENTS.board, ([card]) => card.lotId === lotId && card.count === 5);
    const cards = visitor.received.filter(({ event }) => event === ROOM_EVENTS.board);
    const seconds = Math.floor((performance.now() - since) / 1_000);
    expect(cards.length).toBeLessThanOrEqual(2 + seconds);
    expect(cards.every(({ payload }) => payload[0].lotId === lotId)).toBe(true);
    for (const one of [anna, visitor]) one.close();
  });
});
