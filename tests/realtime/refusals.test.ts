import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_TIYIN } from '#shared/auction/rules.ts';
import type { BidAck } from '#shared/realtime/room-answers.ts';
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

describe('what the room refuses', () => {
  it('names each reason, with what would pass', async () => {
    const lotId = await openRoom(node, terms({ rules: { leaderMayRaise: false } }), ['anna', 'bek']);
    const before = await openRoom(node, terms({ opensAtMs: Date.now() + 60_000 }), ['anna']);
    const [anna, bek] = await Promise.all([node.bidder('anna'), node.bidder('bek')]);

    expect(refused(await anna.place(before, 1_000)).reason).toBe('not-open-yet');
    expect(refused(await anna.place(987_654, 1_000)).reason).toBe('unknown-lot');
    expect(refused(await anna.place(lotId, 999))).toMatchObject({
      reason: 'below-suggested',
      suggestedTiyin: 1_000,
    });
    accepted(await anna.place(lotId, 1_000, { bidId: 'the-same-1' }));
    expect(refused(await anna.place(lotId, 1_200)).reason).toBe('already-leading');
    expect(refused(await anna.place(lotId, 1_300, { bidId: 'the-same-1' })).reason).toBe('id-reused');
    accepted(await bek.setAuto(lotId, 2_000));
    expect(refused(await anna.place(lotId, 2_000)).reason).toBe('matched');

    await node.door.setLimit({ lotId, person: 'anna', limitTiyin: 5_000 });
    await node.door.suspend({ lotId, reason: 'a fault is looked into' });
    expect(refused(await anna.place(lotId, 3_000)).reason).toBe('suspended');
    await node.door.resume({ lotId });
    accepted(await anna.place(lotId, 3_000));
    await node.door.revoke({ lotId, person: 'bek', cause: 'ban' });
    expect(refused(await bek.place(lotId, 4_000)).reason).toBe('revoked');
    await node.door.withdraw({ lotId, reason: 'by the customer' });
    expect(refused(await anna.place(lotId, 4_000)).reason).toBe('closed');
    for (const one of [anna, bek]) one.close();
  });

  it('refuses above the limit once limits apply, naming the limit', async () => {
    const lotId = await openRoom(node, terms({ rules: { limitFromPrice: 1 } }), ['anna']);
    await node.door.setLimit({ lotId, person: 'anna', limitTiyin: 5_000 });
    const anna = await node.bidder('anna');
    expect(refused(await anna.place(lotId, 5_001))).toMatchObject({
      reason: 'limit-exceeded',
      limitTiyin: 5_000,
    });
    accepted(await anna.place(lotId, 5_000));
    anna.close();
  });

  it('refuses at and after the deadline, whether or not anyone has closed the room', async () => {
    const lotId = await openRoom(node, terms({ closesAtMs: Date.now() + 3_000 }), ['anna', 'bek']);
    const [anna, bek] = await Promise.all([node.bidder('anna'), node.bidder('bek')]);
    await anna.enter(lotId);
    accepted(await anna.place(lotId, 1_000));
    // Up to the very end each higher offer is taken; the first refusal is that it is over.
    let amount = 1_000;
    let last;
    do last = await bek.place(lotId, (amount += 100));
    while ('verdict' in last && last.verdict === 'accepted');
    expect(refused(last)).toMatchObject({ reason: 'closed' });
    expect(refused(last).atMs).toBeGreaterThanOrEqual(refused(last).deadlineMs);
    await anna.message(ROOM_EVENTS.update, (update) => update.head.phase === 'closed');
    expect(refused(await bek.place(lotId, 99_000_000)).reason).toBe('closed');
    expect(refused(await bek.setAuto(lotId, 99_000_000)).reason).toBe('closed');
    for (const one of [anna, bek]) one.close();
  });

  it('answers from PostgreSQL once a closed room has left Redis', async () => {
    const lotId = await openRoom(node, terms(), ['anna']);
    const anna = await node.bidder('anna');
    const offer = accepted(await anna.place(lotId, 1_000, { bidId: 'stored-00001' }));
    await node.door.withdraw({ lotId, reason: 'by the customer' });
    await node.state.forget(lotId);
    expect(refused(await anna.place(lotId, 2_000)).reason).toBe('closed');
    expect(accepted(await anna.place(lotId, 1_000, { bidId: 'stored-00001' }))).toMatchObject({
      seq: offer.seq,
      repeated: true,
    });
    expect(accepted(await anna.find(lotId, 'stored-00001')).seq).toBe(offer.seq);
    expect(await anna.find(lotId, 'never-0001')).toEqual({ verdict: 'never-seen', bidId: 'never-0001' });
    const late = await node.bidder(null);
    expect((await late.enter(lotId)).head).toMatchObject({ phase: 'closed', outcome: 'withdrawn' });
    for (const one of [anna, late]) one.close();
  });

  it('answers `not-placed`, for good, to an id sent in an epoch that was lost with Redis', async () => {
    const lotId = await openRoom(node, terms(), ['anna']);
    const anna = await node.bidder('anna');
    await anna.enter(lotId);
    accepted(await anna.place(lotId, 1_000));
    await services.redis.restart('empty');
    // Bidding goes on by itself in a new epoch.
    const after = accepted(await anna.place(lotId, 1_100));
    expect(after.epoch).toBeGreaterThan(1);
    for (let i = 0; i < 2; i += 1) {
      const answer = refused(await anna.place(lotId, 1_500, { bidId: 'lost-00001', sentEpoch: 1 }));
      expect(answer.reason).toBe('not-placed');
    }
    expect(refused(await anna.find(lotId, 'lost-00002', 1)).reason).toBe('not-placed');
    accepted(await anna.place(lotId, 1_500));
    anna.close();
  });

  it('answers `too-large` when no further price fits', async () => {
    const lotId = await openRoom(node, terms({ startPriceTiyin: MAX_TIYIN - 50 }), ['anna', 'bek']);
    const [anna, bek] = await Promise.all([node.bidder('anna'), node.bidder('bek')]);
    accepted(await anna.place(lotId, MAX_TIYIN - 50));
    expect(refused(await bek.place(lotId, MAX_TIYIN)).reason).toBe('too-large');
    for (const one of [anna, bek]) one.close();
  });

  it('answers `fenced` after 2 s of trying when no one rebuilds the room, and the same id is taken later', async () => {
    const lotId = await openRoom(node, terms(), ['anna', 'bek']);
    await node.close();
    const web = await startLiveNode(services, { keeps: false });
    const anna = await web.bidder('anna');
    await anna.enter(lotId);
    await services.redis.restart('empty');
    await web.state.ready();
    const sentAt = performance.now();
    const answer = refused(
      await anna.request(ROOM_EVENTS.place, { lotId, amountTiyin: 1_100, bidId: 'patient-01' }),
    );
    expect(answer.reason).toBe('fenced');
    expect(performance.now() - sentAt).toBeGreaterThan(1_900);
    expect(performance.now() - sentAt).toBeLessThan(3_500);

    node = await startLiveNode(services);
    const bek = await node.bidder('bek');
    accepted(await placedAtLast(() => bek.place(lotId, 1_000)));
    accepted(await anna.place(lotId, 1_100, { bidId: 'patient-01' }));
    for (const one of [anna, bek]) one.close();
    await web.close();
  });
});

/** A rebuild takes a moment on a busy machine: tried until it is over. */
async function placedAtLast(place: () => Promise<BidAck>): Promise<BidAck> {
  for (let i = 0; ; i += 1) {
    const answer = await place();
    const rebuilding = 'verdict' in answer && answer.verdict === 'refused' && answer.reason === 'fenced';
    if (!rebuilding || i === 5) return answer;
  }
}
