import { deadlineAfterPrice } from '#shared/auction/overtime.ts';
import type { AuctionEntry, EntryBody } from '#shared/auction/entries.ts';
import type { AuctionTerms } from '#shared/auction/rules.ts';
import { suggestedPrice } from '#shared/auction/suggested-price.ts';
import { between, pick, randomOf, whole } from '../pictures/random.ts';

/** How an auction of the past went. */
export type PastOutcome = 'sold' | 'not-held' | 'no-price-given' | 'withdrawn';

export interface PastBidder {
  person: string;
  number: number;
  /** What the participant's balance carried at the admission; null: no limit. */
  limitTiyin: number | null;
  admittedAtMs: number;
}

/** As far above the start price as sales of the demo go. */
const MOST_OF_START = 1.45;
const MOST_EXTENSIONS = 3;

/**
 * The log of an auction that is over, by the rules every auction goes by: admissions, opening, rising prices with
 * their overtime, the hammer. The same seed gives the same log.
 * @param winner person with the last price of a sale; null: any
 * @param withdrawnAtMs when its customer took the lot off trade
 * @throws where no course of the auction ends with that winner
 */
export function pastAuction(
  terms: AuctionTerms,
  bidders: readonly PastBidder[],
  outcome: PastOutcome,
  { winner = null, withdrawnAtMs = 0 }: { winner?: string | null; withdrawnAtMs?: number } = {},
): AuctionEntry[] {
  for (let turn = 0; turn < Math.max(1, bidders.length); turn += 1) {
    const active = bidders.map((_, i) => bidders[(i + turn) % bidders.length]!);
    const entries = heldAuction(terms, bidders, active, outcome, withdrawnAtMs);
    const last = entries.at(-1);
    if (winner === null || (last?.kind === 'closed' && last.winner === winner)) return entries;
  }
  throw new RangeError(`no course of lot ${terms.lotId} ends with that winner`);
}

/** @param active the same participants in the order in which chance takes them */
function heldAuction(
  terms: AuctionTerms,
  bidders: readonly PastBidder[],
  active: readonly PastBidder[],
  outcome: PastOutcome,
  withdrawnAtMs: number,
): AuctionEntry[] {
  const random = randomOf(`past:${terms.lotId}`);
  const opensAtUs = terms.opensAtMs * 1000;
  const entries: AuctionEntry[] = [];
  let deadlineUs = terms.closesAtMs * 1000;
  let extensions = 0;
  let price: number | null = null;
  let leader: PastBidder | null = null;
  let reserve: { bidder: PastBidder; amountTiyin: number } | null = null;

  const add = (atUs: number, body: EntryBody): void => {
    entries.push({
      v: 1,
      lotId: terms.lotId,
      epoch: 1,
      seq: entries.length + 1,
      atUs: Math.round(atUs),
      ...body,
    });
  };

  for (const { person, number, limitTiyin, admittedAtMs } of bidders)
    add(admittedAtMs * 1_000, { kind: 'admitted', person, number, limitTiyin });
  if (outcome !== 'withdrawn') add(opensAtUs, { kind: 'opened', participants: bidders.length });

  const wanted = outcome === 'sold' ? whole(random, 7, 26) : 0;
  const paceUs = ((deadlineUs - opensAtUs) * 0.98) / Math.max(1, wanted);
  let atUs = opensAtUs;
  for (let count = 1; count <= wanted; count += 1) {
    atUs = Math.round(atUs + paceUs * between(random, 0.5, 1.4));
    if (atUs >= deadlineUs) break;
    const bidder = pick(
      random,
      active.filter((other) => other !== leader),
    );
    const amountTiyin = suggestedPrice(terms.rules, {
      startPriceTiyin: terms.startPriceTiyin,
      priceTiyin: price,
      count: count - 1,
    });
    if (amountTiyin > terms.startPriceTiyin * MOST_OF_START) break;
    const next = deadlineAfterPrice(
      terms.rules,
      { closesAtMs: terms.closesAtMs, deadlineUs, pausedUs: 0 },
      atUs,
    );
    const extended = next > deadlineUs;
    if (extended && (extensions += 1) > MOST_EXTENSIONS) break;
    if (leader !== null && price !== null) reserve = { bidder: leader, amountTiyin: price };
    price = amountTiyin;
    leader = bidder;
    deadlineUs = next;
    add(atUs, {
      kind: 'price',
      person: bidder.person,
      number: bidder.number,
      amountTiyin,
      by: 'offer',
      bidId: `past-${terms.lotId}-${count}`,
      count,
      deadlineUs,
      extended,
      slept: [],
    });
  }

  add(outcome === 'withdrawn' ? withdrawnAtMs * 1_000 : deadlineUs, {
    kind: 'closed',
    outcome,
    winner: leader?.person ?? null,
    winnerNumber: leader?.number ?? null,
    priceTiyin: price,
    reserve: reserve?.bidder.person ?? null,
    reserveNumber: reserve?.bidder.number ?? null,
    reservePriceTiyin: reserve?.amountTiyin ?? null,
    participants: bidders.length,
    winnerDeclines: false,
    // A room that its customer closes has none.
    reason: '',
  });
  return entries;
}
