import { suggestedPrice } from '../auction/suggested-price.ts';
import type { HammerOutcome } from '../auction/refusals.ts';
import { MAX_TIYIN, type AuctionTerms } from '../auction/rules.ts';
import { sha256Hex } from './canonical-bytes.ts';
import type { ChainedEntry, OpenedMaximum } from './public-log.ts';

/**
 * Whether a room with this outcome opens its maxima. One without a result does not: its lot may be offered again, to the same people, and
 * there is no result that a maximum could have changed.
 */
export const opensMaxima = (outcome: HammerOutcome): boolean =>
  outcome === 'sold' || outcome === 'no-price-given';

/**
 * One length, so that a commitment has one opening: of the digits before a salt of any length, some could pass for the end of the maximum or
 * for the beginning of the salt.
 */
const SALT = /^[0-9a-f]{32}$/;

/** Whether it is what the commitment promised: hex SHA-256(maximum as decimal text ‖ salt). */
export async function fitsCommitment(
  commitment: string,
  { maximumTiyin, salt }: Pick<OpenedMaximum, 'maximumTiyin' | 'salt'>,
): Promise<boolean> {
  if (!SALT.test(salt) || !Number.isInteger(maximumTiyin)) return false;
  if (maximumTiyin < 1 || maximumTiyin > MAX_TIYIN) return false;
  return (await commitmentTo(maximumTiyin, salt)) === commitment;
}

/** Hex. */
export const commitmentTo = (maximumTiyin: number, salt: string): Promise<string> =>
  sha256Hex(new TextEncoder().encode(`${maximumTiyin}${salt}`));

export type MaximaProblem =
  /** A maximum is missing, is not the one that was committed to, or belongs to no entry. */
  | 'opening'
  /** The auto-bid gave more than its maximum, or lost although it could have led. */
  | 'auto-bid';

interface RoomWithMaxima {
  terms: AuctionTerms;
  /** Whole, up to the hammer. */
  entries: readonly ChainedEntry[];
  maxima: readonly OpenedMaximum[];
}

/** The first entry whose opened maximum is not as promised, or was not followed; null: all were. */
export async function maximaProblem({
  terms,
  entries,
  maxima,
}: RoomWithMaxima): Promise<{ seq: number; problem: MaximaProblem } | null> {
  const close = entries.at(-1);
  if (close?.kind !== 'closed') return null;
  const opened = new Map(maxima.map((one) => [one.seq, one]));
  const expected = opensMaxima(close.outcome) ? entries.filter(({ kind }) => kind === 'autoSet') : [];
  const foreign = maxima.find(({ seq }) => !expected.some((entry) => entry.seq === seq));
  if (foreign) return { seq: foreign.seq, problem: 'opening' };
  if (maxima.length !== opened.size) return { seq: close.seq, problem: 'opening' };
  for (const entry of expected) {
    const one = opened.get(entry.seq);
    if (entry.kind !== 'autoSet' || !one || !(await fitsCommitment(entry.commitment, one)))
      return { seq: entry.seq, problem: 'opening' };
  }
  const seq = opensMaxima(close.outcome) ? notFollowed(terms, entries, opened) : null;
  return seq === null ? null : { seq, problem: 'auto-bid' };
}

/** The first entry at which an auto-bid did what its maximum does not lead to. */
function notFollowed(
  { rules, startPriceTiyin }: AuctionTerms,
  entries: readonly ChainedEntry[],
  opened: ReadonlyMap<number, OpenedMaximum>,
): number | null {
  /** By participant. */
  const inForce = new Map<number | null, OpenedMaximum>();
  let leader: number | null = null;
  let priceTiyin: number | null = null;
  let count = 0;
  for (const entry of entries) {
    const set = entry.kind === 'autoSet' ? opened.get(entry.seq) : undefined;
    if (entry.kind === 'autoSet' && set) inForce.set(entry.number, set);
    if (entry.kind === 'autoCleared' || entry.kind === 'revoked') inForce.delete(entry.number);
    if (entry.kind !== 'price') continue;
    if (entry.by === 'auto' && entry.amountTiyin > (inForce.get(entry.number)?.maximumTiyin ?? 0))
      return entry.seq;
    ({ amountTiyin: priceTiyin, number: leader, count } = entry);
  }
  // Limits of participants are not public: where there are any, an auto-bid above one sleeps.
  if (rules.limitFromPrice !== undefined || rules.limitOffStep === true) return null;
  const suggested = suggestedPrice(rules, { startPriceTiyin, priceTiyin, count });
  if (suggested === 0) return null;
  for (const [number, { seq, maximumTiyin }] of inForce)
    if (number !== leader && maximumTiyin >= suggested) return seq;
  return null;
}
