import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { spendingLimit } from '#shared/auction/limits.ts';
import { MAX_TIYIN, type AuctionRules } from '#shared/auction/rules.ts';
import { accepted, refused } from '../fixtures/bidder.ts';
import {
  openRoom,
  startLiveNode,
  startLiveServices,
  terms,
  type LiveNode,
  type LiveServices,
} from '../fixtures/live-node.ts';

/** One offer that no one can follow, made to end an auction: what the rules shipped with the platform make of it. */
const JUMPS: Partial<AuctionRules> = { leaderMayRaise: false, maxJump: { offer: 100, maximum: 1_000 } };
const LIMITS: Partial<AuctionRules> = { ...JUMPS, limitFromPrice: 3, limitPercent: 5, limitOffStep: true };
const START = 1_000;
const DEPOSIT = 50;

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

const limitOf = (availableTiyin: number) =>
  spendingLimit({ depositTiyin: DEPOSIT, availableTiyin, limitPercent: 5, firstSuggestedTiyin: START });

async function roomWithLimits() {
  const lotId = await openRoom(node, terms({ startPriceTiyin: START, rules: LIMITS }), [
    'spoiler',
    'anna',
    'bek',
  ]);
  const money: [string, number][] = [
    ['spoiler', 0],
    ['anna', 100],
    ['bek', 100],
  ];
  for (const [person, available] of money)
    await node.door.setLimit({ lotId, person, limitTiyin: limitOf(available) });
  const people = await Promise.all(money.map(([person]) => node.bidder(person)));
  return { lotId, people };
}

describe('one deposit against a whole auction', () => {
  it('offers the largest sum there is, as a price or a maximum, and is refused; the others go on bidding', async () => {
    const { lotId, people } = await roomWithLimits();
    const [spoiler, anna, bek] = people as [(typeof people)[0], (typeof people)[0], (typeof people)[0]];
    for (const confirmed of [false, true])
      expect(refused(await spoiler.place(lotId, MAX_TIYIN, { confirmed }))).toMatchObject({
        reason: 'limit-exceeded',
        limitTiyin: START,
        mostTiyin: 0,
        suggestedTiyin: START,
      });
    expect(refused(await spoiler.setAuto(lotId, MAX_TIYIN)).reason).toBe('limit-exceeded');
    const overHttp = await node.call('POST', '/api/shop/game-view/place', {
      cookie: (await node.signIn('spoiler')).cookie,
      body: { lotId, bidId: 'over-http-1', amountTiyin: MAX_TIYIN, confirmed: true },
    });
    expect(overHttp.body).toMatchObject({ verdict: 'refused', reason: 'limit-exceeded', limitTiyin: START });

    accepted(await anna.place(lotId, 1_000));
    // The second price is on step: what the deposit promised, whatever the limit.
    accepted(await spoiler.place(lotId, 1_100));
    accepted(await bek.place(lotId, 1_200));
    expect(refused(await spoiler.place(lotId, 1_300)).reason).toBe('limit-exceeded');
    accepted(await anna.place(lotId, 1_300));
    for (const one of people) one.close();
  });

  it('is revoked with its price standing, and the others go on bidding above it', async () => {
    const { lotId, people } = await roomWithLimits();
    const [spoiler, anna, bek] = people as [(typeof people)[0], (typeof people)[0], (typeof people)[0]];
    accepted(await anna.place(lotId, 1_000));
    accepted(await spoiler.place(lotId, 1_100));
    await node.door.revoke({ lotId, person: 'spoiler', cause: 'ban' });
    expect(refused(await spoiler.place(lotId, 1_200)).reason).toBe('revoked');
    accepted(await bek.place(lotId, 1_200));
    accepted(await anna.place(lotId, 1_300));
    for (const one of people) one.close();
  });

  it('bids further as soon as money has come, and its maximum sleeps and wakes with the money', async () => {
    const { lotId, people } = await roomWithLimits();
    const [spoiler, anna, bek] = people as [(typeof people)[0], (typeof people)[0], (typeof people)[0]];
    accepted(await anna.place(lotId, 1_000));
    expect(refused(await spoiler.setAuto(lotId, 1_400)).reason).toBe('limit-exceeded');
    await node.door.setLimit({ lotId, person: 'spoiler', limitTiyin: limitOf(20) });
    expect(accepted(await spoiler.setAuto(lotId, 1_400))).toMatchObject({ leading: true, asleep: false });
    await node.door.setLimit({ lotId, person: 'spoiler', limitTiyin: limitOf(0) });
    expect(accepted(await bek.place(lotId, 1_200)).leading).toBe(true);
    await node.door.setLimit({ lotId, person: 'spoiler', limitTiyin: limitOf(20) });
    // Woken, it has answered at once.
    expect(refused(await bek.place(lotId, 1_300))).toMatchObject({
      reason: 'below-suggested',
      suggestedTiyin: 1_400,
    });
    for (const one of people) one.close();
  });
});

describe('a room without deposits', () => {
  it('caps a jump: the most that passes is named, passes, and is followed by others', async () => {
    const lotId = await openRoom(node, terms({ startPriceTiyin: START, rules: JUMPS }), ['spoiler', 'anna']);
    const [spoiler, anna] = await Promise.all([node.bidder('spoiler'), node.bidder('anna')]);
    const no = refused(await spoiler.place(lotId, MAX_TIYIN, { confirmed: true }));
    // A hundred steps of 100 above the start.
    expect(no).toMatchObject({ reason: 'too-far', mostTiyin: 11_000, limitTiyin: 0 });
    expect(refused(await spoiler.setAuto(lotId, MAX_TIYIN))).toMatchObject({
      reason: 'too-far',
      mostTiyin: 101_000,
    });
    accepted(await spoiler.place(lotId, no.mostTiyin, { confirmed: true }));
    await node.door.revoke({ lotId, person: 'spoiler', cause: 'ban' });
    accepted(await anna.place(lotId, 11_100));
    for (const one of [spoiler, anna]) one.close();
  });

  it('asks about a jump: its id is spent on the question, the confirmed offer brings its own', async () => {
    const lotId = await openRoom(node, terms({ startPriceTiyin: START, rules: JUMPS }), ['anna']);
    const anna = await node.bidder('anna');
    const asked = refused(await anna.place(lotId, 1_301, { bidId: 'asked-0001' }));
    expect(asked).toMatchObject({ reason: 'confirm-jump', suggestedTiyin: START, repeated: false });
    expect(refused(await anna.place(lotId, 1_301, { bidId: 'asked-0001' }))).toMatchObject({
      reason: 'confirm-jump',
      repeated: true,
      atMs: asked.atMs,
    });
    const other = await anna.place(lotId, 1_301, { bidId: 'asked-0001', confirmed: true });
    expect(refused(other).reason).toBe('id-reused');
    accepted(await anna.place(lotId, 1_301, { bidId: 'sure-00001', confirmed: true }));
    anna.close();
  });

  it('takes 30 % above the suggested price unasked', async () => {
    const lotId = await openRoom(node, terms({ startPriceTiyin: START, rules: JUMPS }), ['anna']);
    const anna = await node.bidder('anna');
    accepted(await anna.place(lotId, 1_300));
    anna.close();
  });
});
