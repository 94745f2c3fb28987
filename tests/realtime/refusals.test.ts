import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOM_EVENTS } from '#shared/realtime/room.ts';
import { accepted, refused } from '../support/bidder.ts';
import {
  openRoom,
  startLiveNode,
  startLiveServices,
  terms,
  type LiveNode,
  type LiveServices,
} from '../support/live-node.ts';

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
    const lotId = await openRoom(node, terms({ closesAtMs: Date.now() + 700 }), ['anna', 'bek']);
    const [anna, bek] = await Promise.all([node.bidder('anna'), node.bidder('bek')]);
    await anna.enter(lotId);
    accepted(await anna.place(lotId, 1_000));
    let last;
    do last = await bek.place(lotId, 9_000_000 + Math.floor(Math.random() * 1_000_000));
    while ('verdict' in last && last.verdict === 'accepted');
    const refusal = refused(last);
    expect(refusal.reason === 'closed' || refusal.reason === 'below-suggested').toBe(true);
    await anna.message(ROOM_EVENTS.update, (update) => update.head.phase === 'closed');
    expect(refused(await bek.place(lotId, 99_000_000)).reason).toBe('closed');
    expect(refused(await bek.setAuto(lotId, 99_000_000)).reason).toBe('closed');
    for (const one of [anna, bek]) one.close();
  });

  it('answers from PostgreSQL once a closed room has left Redis', async () => {
    const lotId = await openRoom(node, terms(), ['anna']);
    const anna = await node.bidder('anna');
    const offer = accepted(await anna.place(lotId, 1_000, { bidId: 'kept-00001' }));
    await node.door.withdraw({ lotId, reason: 'by the customer' });
    await node.state.forget(lotId);
    expect(refused(await anna.place(lotId, 2_000)).reason).toBe('closed');
    expect(accepted(await anna.place(lotId, 1_000, { bidId: 'kept-00001' }))).toMatchObject({
      seq: offer.seq,
      repeated: true,
    });
    expect(accepted(await anna.find(lotId, 'kept-00001')).seq).toBe(offer.seq);
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
});
