import type { AuctionRules } from '../../shared/auction/rules.ts';
import { LOG_FORMAT, type PublicEntryBody, type PublicLog } from '../../shared/trust/public-log.ts';

/** A recorded auction: the auction-history format of `npm run replay`, times in ms since 1970. */
export interface History {
  rules: {
    overtime: {
      windowMs: number;
      extendToMs: number;
      capMs?: number | undefined;
      dailyStop?: number | undefined;
    } | null;
    minParticipants: number | { count: number; at: string };
    [rule: string]: unknown;
  };
  startPrice: number;
  opensAt: number;
  closesAt: number;
  bids: ({ at: number; bidder: string } & Asked)[];
  /** Everyone who may bid; everyone named in the bids when absent. */
  admitted?: string[];
  expected?: { price?: number | null };
}

/** An offer, an auto-bid's maximum, or that there is no auto-bid any more. */
interface Asked {
  amount?: number;
  maximum?: number;
  isCleared?: boolean;
}

/** What a storm does not play: it would have to act as staff, or as an outage. */
const NOT_PLAYED: ReadonlySet<PublicEntryBody['kind']> = new Set([
  'revoked',
  'limitSet',
  'suspended',
  'resumed',
  'deadlineMoved',
]);

/**
 * A line of a file as a recorded auction: that of `npm run replay`, or the public log of a finished room. Null: staff or an outage
 * took part, or the rules have a daily stop, which cannot be sped up.
 */
export function historyOf(line: string): History | null {
  const read = JSON.parse(line) as History | PublicLog;
  const history = 'format' in read && read.format === LOG_FORMAT ? historyOfLog(read) : (read as History);
  return history?.rules.overtime?.dailyStop === undefined ? history : null;
}

function historyOfLog({ terms, entries, maxima, head }: PublicLog): History | null {
  const isWithdrawn = head.statement.outcome === 'withdrawn';
  if (isWithdrawn || entries.some(({ kind }) => NOT_PLAYED.has(kind))) return null;
  const opened = new Map(maxima.map(({ seq, maximumTiyin }) => [seq, maximumTiyin]));
  const bids: History['bids'] = [];
  const admitted: string[] = [];
  for (const entry of entries) {
    const at = entry.atUs / 1_000;
    if (entry.kind === 'admitted') admitted.push(String(entry.number));
    if (entry.kind === 'price' && entry.by === 'offer')
      bids.push({ at, bidder: String(entry.number), amount: entry.amountTiyin });
    if (entry.kind === 'autoCleared') bids.push({ at, bidder: String(entry.number), isCleared: true });
    if (entry.kind !== 'autoSet') continue;
    const maximum = opened.get(entry.seq);
    // A room without a result opens no maximum.
    if (maximum === undefined) return null;
    bids.push({ at, bidder: String(entry.number), maximum });
  }
  return {
    // Limits are of money, which the core alone has none of.
    rules: withoutLimits(terms.rules),
    startPrice: terms.startPriceTiyin,
    opensAt: terms.opensAtMs,
    closesAt: terms.closesAtMs,
    bids,
    admitted,
    expected: { price: head.statement.priceTiyin },
  };
}

function withoutLimits({
  limitFromPrice: _from,
  limitPercent: _percent,
  ...rules
}: AuctionRules): AuctionRules {
  return { ...rules, limitOffStep: false };
}

export interface FastRoom {
  /** As the core alone opens rooms. */
  terms: { rules: object; startPriceTiyin: number; closesAfterMs: number; bidders: string[] };
  bids: ({ afterMs: number; bidder: string } & Asked)[];
  expectedPrice: number | null | undefined;
}

/** How long the auction was meant to be open, ms. */
export const openMsOf = ({ opensAt, closesAt }: History): number => closesAt - opensAt;

/** The auction with all its times divided so that it is open for so long; overtime shrinks with them, to 1 ms at least. */
export function speedUp(history: History, openMs: number): FastRoom {
  const { rules, startPrice, opensAt, bids, expected } = history;
  const by = openMsOf(history) / openMs;
  const shorter = (ms: number) => Math.max(1, Math.round(ms / by));
  const { overtime, minParticipants } = rules;
  const fast = overtime && {
    windowMs: shorter(overtime.windowMs),
    extendToMs: shorter(overtime.extendToMs),
    ...(overtime.capMs !== undefined && { capMs: shorter(overtime.capMs) }),
  };
  const least =
    typeof minParticipants === 'number' ? { count: minParticipants, at: 'close' } : minParticipants;
  return {
    terms: {
      rules: { ...rules, overtime: fast, minParticipants: least },
      startPriceTiyin: startPrice,
      closesAfterMs: Math.max(1, Math.round(openMs)),
      bidders: [...new Set([...(history.admitted ?? []), ...bids.map(({ bidder }) => bidder)])],
    },
    bids: bids.map(({ at, ...bid }) => ({ ...bid, afterMs: Math.max(0, (at - opensAt) / by) })),
    expectedPrice: expected?.price,
  };
}
