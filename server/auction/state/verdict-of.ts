import {
  REFUSAL_REASONS,
  type HammerOutcome,
  type RefusalReason,
  type RoomPhase,
} from '#shared/auction/refusals.ts';
import type { BidVerdict, CloseVerdict, ControlVerdict } from './contract.ts';

/** Figures of one bid's answer. */
const ANSWER = 12;
const DOUBLE = 8;

/** Replies of the scripts, read by position into verdicts; the positions are in each script's header. */
export function bidVerdict(reply: unknown): BidVerdict {
  return verdictOf(figures(reply, ANSWER));
}

/** The answers of a call about several bids: doubles in one string, little-endian. */
export function bidVerdicts(reply: Buffer, count: number): BidVerdict[] {
  if (reply.length !== count * ANSWER * DOUBLE) throw new TypeError(`a script answered no ${count} bids`);
  const view = new DataView(reply.buffer, reply.byteOffset, reply.length);
  return Array.from({ length: count }, (_none, bid) =>
    verdictOf((index) => wholeNumber(view.getFloat64((bid * ANSWER + index) * DOUBLE, true))),
  );
}

function verdictOf(at: (index: number) => number): BidVerdict {
  const judged = { epoch: at(1), seq: at(2), repeated: at(3) === 1 };
  const atUs = at(5);
  const room = { suggestedTiyin: at(7), deadlineUs: at(8) };
  if (at(0) !== 0) {
    return { verdict: 'refused', reason: reasonOf(at(0)), ...judged, atUs, ...room, limitTiyin: at(11) };
  }
  const own = { ownSeq: at(4), atUs, amountTiyin: at(6) };
  return { verdict: 'accepted', ...judged, ...own, ...room, leading: at(9) === 1, asleep: at(10) === 1 };
}

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

/** An integer of a reply: it comes as text, for the client would lose the last digit of a large one. */
export function wholeNumber(value: unknown): number {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  if (!Number.isSafeInteger(number))
    throw new TypeError(`a script answered ${String(value)} for a whole figure`);
  return number as number;
}
