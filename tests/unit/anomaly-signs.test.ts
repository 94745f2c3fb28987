import { describe, expect, it } from 'vitest';
import type { AuctionFacts, BidderFacts, JudgedFacts } from '#server/domains/staff/anomaly-flags/facts.ts';
import { judgeAuction } from '#server/domains/staff/anomaly-flags/judge-auction.ts';
import type { AnomalySign } from '#shared/trust/anomaly-signs.ts';

const DAY_MS = 86_400_000;
const START = 1_000_000;

const bidder = (personId: string, more: Partial<BidderFacts> = {}): BidderFacts => ({
  personId,
  appliedAtMs: 0,
  offers: 3,
  bestTiyin: START,
  drove: 0,
  ...more,
});
const auction = (lotId: number, more: Partial<AuctionFacts> = {}): AuctionFacts => ({
  lotId,
  sellerId: 'seller',
  publishedAtMs: 0,
  applicationsUntilMs: 10 * DAY_MS,
  endedAtMs: 11 * DAY_MS + lotId,
  startPriceTiyin: START,
  priceTiyin: 2 * START,
  winnerId: 'winner',
  bidders: [bidder('winner', { bestTiyin: 2 * START }), bidder('other')],
  ...more,
});
const similar = (count: number, growth = 2, sellerId = 'somebody'): JudgedFacts['similar'] =>
  Array.from({ length: count }, () => ({ growth, sellerId }));
const judge = (facts: Partial<JudgedFacts>) =>
  judgeAuction({
    auction: auction(1),
    prices: [],
    refused: [],
    ties: [],
    past: [],
    similar: [],
    reserve: null,
    ...facts,
  });
const found = (sign: AnomalySign, facts: Partial<JudgedFacts>) =>
  judge(facts).filter((each) => each.sign === sign);

describe('pair', () => {
  const met = (lotId: number, won = 'winner', lost = 'other') =>
    auction(lotId, {
      winnerId: won,
      bidders: [bidder(won, { bestTiyin: 2 * START }), bidder(lost, { drove: 2 })],
    });
  const alone = (lotId: number) => auction(lotId, { winnerId: 'x', bidders: [bidder('other'), bidder('x')] });

  it('is four auctions in which one drove up and the other won, whichever of the two', () => {
    const past = [met(1), met(2, 'other', 'winner'), met(3), met(4)];
    const [flag] = found('pair', { auction: met(1), past });
    expect(flag).toMatchObject({ key: 'pair:other:winner', facts: { meetings: 4, driven: 4, share: 100 } });
    expect(new Set(flag?.evidence.map(({ lotId }) => lotId))).toEqual(new Set([1, 2, 3, 4]));
    expect(found('pair', { auction: met(1), past: past.slice(1) })).toEqual([]);
  });

  it('is none where that is less than two fifths of what the less active one does', () => {
    const past = [met(1), met(2), met(3), met(4)];
    const winnerElsewhere = Array.from({ length: 10 }, (_, at) =>
      auction(50 + at, { bidders: [bidder('winner'), bidder('x')] }),
    );
    const others = (count: number) => Array.from({ length: count }, (_, at) => alone(20 + at));
    expect(
      found('pair', { auction: met(1), past: [...past, ...winnerElsewhere, ...others(6)] }),
    ).toHaveLength(1);
    expect(found('pair', { auction: met(1), past: [...past, ...winnerElsewhere, ...others(7)] })).toEqual([]);
  });

  it('is none without an offer that the winner topped', () => {
    const past = [1, 2, 3, 4, 5].map((lotId) => auction(lotId));
    expect(found('pair', { auction: auction(1), past })).toEqual([]);
  });
});

describe('never-wins', () => {
  const lost = (lotId: number, more: Partial<AuctionFacts> = {}) =>
    auction(lotId, {
      winnerId: `winner ${lotId}`,
      bidders: [
        bidder(`winner ${lotId}`, { bestTiyin: 2 * START }),
        bidder('loser', { bestTiyin: 1.6 * START }),
      ],
      ...more,
    });
  const times = (count: number, more: Partial<AuctionFacts> = {}) =>
    Array.from({ length: count }, (_, at) => lost(at + 1, more));
  const given = (past: AuctionFacts[]) =>
    found('never-wins', { auction: lost(1), past, similar: similar(60) });

  it('is eight serious losses with one seller', () => {
    expect(given(times(8))).toMatchObject([
      { key: 'never-wins:seller:loser', facts: { lots: 8, wins: 0, share: 100 } },
    ]);
    expect(given(times(7))).toEqual([]);
  });

  it('is none where the offers stay below four fifths of the price', () => {
    const low = times(20, {
      bidders: [bidder('w', { bestTiyin: 2 * START }), bidder('loser', { bestTiyin: 1.6 * START - 1 })],
    });
    expect(given(low)).toEqual([]);
  });

  it('is none for who loses with other sellers as often, or wins one in eight', () => {
    expect(given([...times(8), ...times(9, { sellerId: 'another' })])).toEqual([]);
    expect(given([...times(8), lost(9, { winnerId: 'loser' })])).toEqual([]);
  });

  it('says nothing where similar lots are all of that seller', () => {
    const facts = { auction: lost(1), past: times(20) };
    expect(found('never-wins', { ...facts, similar: similar(60, 2, 'seller') })).toEqual([]);
  });
});

describe('sole-bidder', () => {
  const lone = (others: Partial<BidderFacts>, priceTiyin = 1.5 * START) =>
    found('sole-bidder', {
      similar: similar(5),
      auction: auction(1, {
        priceTiyin,
        bidders: [bidder('winner'), bidder('other', { appliedAtMs: 9 * DAY_MS, offers: 1, ...others })],
      }),
    });

  it('is one who wanted the lot and others who came in the last tenth and offered once', () => {
    expect(lone({})).toMatchObject([{ facts: { others: 1, growth: 150, usual: 200 } }]);
  });

  it.each([
    ['somebody applied earlier', { appliedAtMs: 9 * DAY_MS - 1 }],
    ['somebody offered twice', { offers: 2 }],
    ['it is not known when somebody applied', { appliedAtMs: null }],
  ])('is none when %s', (_, others) => {
    expect(lone(others)).toEqual([]);
  });

  it('is none at nine tenths of the usual price, or with one participant alone', () => {
    expect(lone({}, 1.8 * START)).toEqual([]);
    expect(
      found('sole-bidder', { similar: similar(5), auction: auction(1, { bidders: [bidder('winner')] }) }),
    ).toEqual([]);
  });
});

describe('jump', () => {
  const offered = (amountTiyin: number, beforeTiyin: number | null, sold = 5) =>
    found('jump', {
      similar: similar(sold),
      prices: [{ personId: 'winner', amountTiyin, suggestedTiyin: START, beforeTiyin }],
    });

  it('is an offer of 1.8 times the suggested one from seven tenths of the usual price', () => {
    expect(offered(1.8 * START, 1.4 * START)).toMatchObject([
      { key: 'jump:1:winner', facts: { jumps: 1, percent: 80 }, evidence: [{ facts: { won: 1 } }] },
    ]);
    expect(offered(1.8 * START - 1, 1.4 * START)).toEqual([]);
    expect(offered(1.8 * START, 1.4 * START - 1)).toEqual([]);
  });

  it('is none for a first price, or where too little is known of similar lots', () => {
    expect(offered(9 * START, null)).toEqual([]);
    expect(offered(9 * START, 2 * START, 4)).toEqual([]);
  });
});

describe('seller-tie', () => {
  const tied = (...ties: Partial<JudgedFacts['ties'][number]>[]) =>
    found('seller-tie', {
      ties: ties.map((tie) => ({ personId: 'other', tie: 'network', people: 2, ...tie })),
    });

  it('weighs a network by how many share it', () => {
    expect(tied({ people: 2 })).toMatchObject([{ key: 'seller-tie:seller:other', score: 60 }]);
    expect(tied({ people: 3 })).toMatchObject([{ score: 30 }]);
    expect(tied({ people: 4 })).toEqual([]);
    expect(tied({ people: 100 })).toEqual([]);
  });

  it('is a phone, a card or a number, and grows with what is added', () => {
    for (const tie of ['phone', 'card', 'national-id'] as const)
      expect(tied({ tie, people: 2 })[0]?.score).toBeGreaterThanOrEqual(90);
    expect(tied({ tie: 'address', people: 5 }, { people: 5 })).toMatchObject([
      { score: 30, facts: { ties: 2 } },
    ]);
  });

  it('is none without a seller, or for the seller', () => {
    const ties = [{ personId: 'seller', tie: 'phone', people: 2 } as const];
    expect(found('seller-tie', { ties })).toEqual([]);
    const other = [{ personId: 'other', tie: 'phone', people: 2 } as const];
    expect(found('seller-tie', { ties: other, auction: auction(1, { sellerId: null }) })).toEqual([]);
  });
});

describe('refused-flood', () => {
  it.each([
    [100, 30, 1],
    [99, 30, 0],
    [100, 29, 0],
  ])('%i attempts, %i of them in a minute: %i flags', (attempts, mostInMinute, flags) => {
    expect(found('refused-flood', { refused: [{ personId: 'other', attempts, mostInMinute }] })).toHaveLength(
      flags,
    );
  });
});

describe('price-far', () => {
  const soldFor = (growth: number, lots = similar(10)) =>
    found('price-far', { similar: lots, auction: auction(1, { priceTiyin: growth * START }) });

  it('is twice as much or half as much as usual, and far outside of what varies', () => {
    expect(soldFor(4.01)).toMatchObject([{ facts: { growth: 401, usual: 200, similar: 10 } }]);
    expect(soldFor(0.99)).toHaveLength(1);
    expect(soldFor(3.99)).toEqual([]);
    expect(soldFor(1.01)).toEqual([]);
  });

  it('is none where prices vary that much, or too little is known', () => {
    const varied = [1, 2, 4, 8, 1, 2, 4, 8, 2, 3].map((growth) => ({ growth, sellerId: null }));
    expect(soldFor(8, varied)).toEqual([]);
    expect(soldFor(40, similar(9))).toEqual([]);
  });
});

describe('far-reserve', () => {
  const bought = (priceTiyin: number) => found('far-reserve', { reserve: { personId: 'other', priceTiyin } });

  it('is a winner who did not pay, and a reserve participant who bought three tenths below, or further', () => {
    const [flag] = bought(START);
    expect(flag?.facts).toEqual({ percent: 50 });
    expect(flag?.evidence).toEqual([
      { lotId: 1, personId: 'winner', facts: { lostTiyin: 2 * START } },
      { lotId: 1, personId: 'other', facts: { reserveTiyin: START } },
    ]);
    expect(bought((2 * START) / 1.3)).toHaveLength(1);
    expect(bought((2 * START) / 1.29)).toEqual([]);
  });

  it('is none where the reserve participant did not buy', () => {
    expect(found('far-reserve', {})).toEqual([]);
  });
});

it('without a winner, nothing is said about prices', () => {
  const unsold = auction(1, { winnerId: null, priceTiyin: null });
  expect(judge({ auction: unsold, past: [unsold], similar: similar(60) })).toEqual([]);
});
