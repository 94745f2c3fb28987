import {
  REFUSAL_REASONS,
  type HammerOutcome,
  type RefusalReason,
  type RoomPhase,
} from '#shared/auction/refusals.ts';
import type { BidVerdict, CloseVerdict, CommittedState, ControlVerdict } from './contract.ts';

/** Numbers in one bid's reply. */
const ANSWER = 12;
/** Numbers per offer in the reply of a call with several, and the flags added to the first one, the reason. */
const OFFER = 8;
const REPEATED = 32;
const LEADING = 64;
const DOUBLE = 8;

/** Parses a script's reply by position; the positions are in each script's header. */
export function bidVerdict(reply: unknown): BidVerdict {
  const at = figures(reply, ANSWER);
  const reason = at(0);
  const judged = { epoch: at(1), seq: at(2), repeated: at(3) === 1 };
  const [atUs, suggestedTiyin, deadlineUs] = [at(5), at(7), at(8)];
  if (reason !== 0) {
    return { ...refusalBy(reasonOf(reason), at(11)), ...judged, atUs, suggestedTiyin, deadlineUs };
  }
  const own = { ownSeq: at(4), amountTiyin: at(6), leading: at(9) === 1, asleep: at(10) === 1 };
  return { verdict: 'accepted', ...own, ...judged, atUs, suggestedTiyin, deadlineUs };
}

/** Parses the reply of a call with several offers: little-endian doubles in one string, the epoch first. */
export function offerVerdicts(reply: Buffer, count: number): BidVerdict[] {
  if (reply.length !== (1 + count * OFFER) * DOUBLE)
    throw new TypeError(`a script answered no ${count} bids`);
  const view = new DataView(reply.buffer, reply.byteOffset, reply.length);
  const epoch = wholeNumber(view.getFloat64(0, true));
  const verdicts: BidVerdict[] = [];
  for (let offer = 0; offer < count; offer += 1) verdicts.push(offerVerdict(view, 1 + offer * OFFER, epoch));
  return verdicts;
}

/** Parses the reply of a call with offers to be refused by the same committed state; null: `place` must judge it. */
export function earlyRefusals(
  reply: Buffer,
  count: number,
  { epoch, seq, headHash, suggestedTiyin, deadlineUs }: CommittedState,
): (BidVerdict | null)[] {
  if (reply.length !== (1 + count) * DOUBLE) throw new TypeError(`a script answered no ${count} offers`);
  const view = new DataView(reply.buffer, reply.byteOffset, reply.length);
  const atUs = figureAt(view, 0);
  const refused: BidVerdict = {
    ...refusalBy('below-suggested', 0),
    epoch,
    seq,
    repeated: false,
    atUs,
    suggestedTiyin,
    deadlineUs,
    headHash,
  };
  return Array.from({ length: count }, (_, offer) => (figureAt(view, 1 + offer) === 0 ? refused : null));
}

function offerVerdict(view: DataView, first: number, epoch: number): BidVerdict {
  const code = figureAt(view, first);
  const reason = code % REPEATED;
  const seq = figureAt(view, first + 1);
  const repeated = (code & REPEATED) !== 0;
  const atUs = figureAt(view, first + 3);
  const suggestedTiyin = figureAt(view, first + 5);
  const deadlineUs = figureAt(view, first + 6);
  if (reason !== 0) {
    const refused = refusalBy(reasonOf(reason), figureAt(view, first + 7));
    return { ...refused, epoch, seq, repeated, atUs, suggestedTiyin, deadlineUs };
  }
  const leading = (code & LEADING) !== 0;
  const own = { ownSeq: figureAt(view, first + 2), amountTiyin: figureAt(view, first + 4), leading } as const;
  return {
    verdict: 'accepted',
    ...own,
    asleep: false,
    epoch,
    seq,
    repeated,
    atUs,
    suggestedTiyin,
    deadlineUs,
  };
}

/**
 * `boundTiyin`: what the amount exceeded, the person's limit or, for `too-far`, the most allowed. 1 with `fenced`: the id
 * must be looked up.
 */
function refusalBy(reason: RefusalReason, boundTiyin: number) {
  if (reason === 'fenced') {
    const none = { limitTiyin: 0, mostTiyin: 0 };
    return {
      verdict: 'refused',
      reason,
      ...none,
      ...(boundTiyin === 1 && { lookUp: true as const }),
    } as const;
  }
  const mostTiyin = reason === 'too-far' ? boundTiyin : 0;
  return { verdict: 'refused', reason, limitTiyin: boundTiyin - mostTiyin, mostTiyin } as const;
}

const figureAt = (view: DataView, place: number): number =>
  wholeNumber(view.getFloat64(place * DOUBLE, true));

export function controlVerdict(reply: unknown): ControlVerdict {
  const at = figures(reply, 4);
  const judged = { epoch: at(1), seq: at(2), repeated: at(3) === 1 };
  return at(0) === 0
    ? { verdict: 'done', ...judged }
    : { verdict: 'refused', reason: reasonOf(at(0)), ...judged };
}

export function closeVerdict(reply: unknown): CloseVerdict {
  if (!Array.isArray(reply)) throw new TypeError('close-lot answered no list');
  const at = (index: number): number => wholeNumber(reply[index]);
  const judged = { epoch: at(1), seq: at(2), repeated: false };
  if (at(0) === 0) {
    const repeatedClose = at(4) === 1;
    const outcome = reply[3] as HammerOutcome;
    return { verdict: 'closed', ...judged, repeated: repeatedClose, outcome, repeatedClose };
  }
  if (at(0) === -1) return { verdict: 'not-due', ...judged, dueAtUs: at(3), phase: reply[4] as RoomPhase };
  const reason = reasonOf(at(0));
  if (reason !== 'fenced' && reason !== 'held') throw new TypeError(`close-lot refused with ${reason}`);
  return { verdict: 'refused', reason, ...judged };
}

function reasonOf(wire: number): RefusalReason {
  const reason = REFUSAL_REASONS[wire - 1];
  if (reason === undefined) throw new TypeError(`no refusal reason has the number ${wire}`);
  return reason;
}

function figures(reply: unknown, count: number): (index: number) => number {
  if (!Array.isArray(reply) || reply.length !== count)
    throw new TypeError(`a script answered no ${count} figures`);
  return (index) => wholeNumber(reply[index]);
}

/** An integer of a reply: it arrives as text, because the client would lose the last digit of a large one. */
export function wholeNumber(value: unknown): number {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  if (!Number.isSafeInteger(number))
    throw new TypeError(`a script answered ${String(value)} for a whole figure`);
  return number as number;
}
