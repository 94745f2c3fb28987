import { deadlineAfterPrice } from '#shared/auction/overtime.ts';
import { limitsMaximum, withinLimit } from '#shared/auction/limits.ts';
import type { AuctionEntry, EntryBody, EntrySecret } from '#shared/auction/entries.ts';
import type { RefusalReason } from '#shared/auction/refusals.ts';
import { applyEntry, suggestedIn } from './fold.ts';
import type { Refusal } from './room-commands.ts';
import type { LotState } from './lot-state.ts';
import type { BidVerdict, ControlVerdict } from './verdicts.ts';

export interface WrittenEntry {
  entry: AuctionEntry;
  secret?: EntrySecret;
}

/** The execution of one command on one lot: the state, the instant, the entries appended. */
export class CommandExecution {
  readonly state: LotState;
  readonly entries: WrittenEntry[] = [];
  /** The call's instant, clamped so that it never runs backwards in a lot. */
  nowUs: number;
  #overtimeJudged = false;

  constructor(state: LotState, nowUs: number) {
    this.state = state;
    this.nowUs = Math.max(nowUs, state.lastAtUs);
  }

  get opensAtUs(): number {
    return this.state.terms.opensAtMs * 1_000;
  }

  /** Running but past the deadline: no offer counts, and the hammer is due. */
  get late(): boolean {
    return this.state.phase === 'running' && this.nowUs >= this.state.deadlineUs;
  }

  append(body: EntryBody, secret?: EntrySecret): void {
    const { terms, epoch, seq } = this.state;
    const head = { v: 1, lotId: terms.lotId, epoch, seq: seq + 1, atUs: this.nowUs } as const;
    const entry: AuctionEntry = { ...head, ...body };
    applyEntry(this.state, entry, secret);
    this.entries.push(secret ? { entry, secret } : { entry });
  }

  /** Acts at another instant, like a separate call: with its own single extension. */
  asOf(atUs: number, act: () => void): void {
    const nowUs = this.nowUs;
    this.nowUs = Math.max(atUs, this.state.lastAtUs);
    this.#overtimeJudged = false;
    act();
    this.nowUs = Math.max(nowUs, this.state.lastAtUs);
    this.#overtimeJudged = false;
  }

  /** Confirms one price. Overtime is evaluated once per call, at the call's instant. */
  confirm(person: string, amountTiyin: number, by: 'offer' | 'auto', bidId: string): void {
    const { state } = this;
    const deadlineUs = this.#overtimeJudged
      ? state.deadlineUs
      : deadlineAfterPrice(state.terms.rules, { ...state, closesAtMs: state.terms.closesAtMs }, this.nowUs);
    this.#overtimeJudged = true;
    const number = state.bidders[person]?.number ?? 0;
    this.append({
      kind: 'price',
      person,
      number,
      amountTiyin,
      by,
      bidId,
      count: state.count + 1,
      deadlineUs,
      extended: deadlineUs > state.deadlineUs,
      slept: this.#fallingAsleep(),
    });
  }

  /** Awake auto-bids that the limits put to sleep, when the next price but one is the first they apply to. */
  #fallingAsleep(): string[] {
    const { rules } = this.state.terms;
    const ordinal = this.state.count + 1;
    if (limitsMaximum(rules, ordinal) || !limitsMaximum(rules, ordinal + 1)) return [];
    return this.awake()
      .filter((auto) => !withinLimit(this.state.bidders[auto.person]?.limitTiyin ?? null, auto.maximumTiyin))
      .map((auto) => auto.person);
  }

  /** Awake auto-bids, highest first, the earlier of equals before the later. */
  awake(): { person: string; maximumTiyin: number; order: number }[] {
    return Object.entries(this.state.autos)
      .filter(([, auto]) => !auto.asleep)
      .map(([person, { maximumTiyin, order }]) => ({ person, maximumTiyin, order }))
      .sort((a, b) => b.maximumTiyin - a.maximumTiyin || a.order - b.order);
  }

  /** Uncancelled admissions. */
  participants(): number {
    return Object.values(this.state.bidders).filter((bidder) => bidder.revoked === '').length;
  }

  /** Why this person may not act here; null when they may. */
  barred(person: string): 'not-admitted' | 'revoked' | null {
    const bidder = this.state.bidders[person];
    if (!bidder) return 'not-admitted';
    return bidder.revoked === '' ? null : 'revoked';
  }

  accepted(person: string, own: LotState['accepted'][string], repeated = false): BidVerdict {
    const { state } = this;
    return {
      verdict: 'accepted',
      epoch: state.epoch,
      seq: state.seq,
      repeated,
      ownSeq: own.seq,
      atUs: own.atUs,
      amountTiyin: own.amountTiyin,
      suggestedTiyin: suggestedIn(state),
      deadlineUs: state.deadlineUs,
      leading: state.leader === person,
      asleep: own.kind === 'autoSet' && (state.autos[person]?.asleep ?? false),
    };
  }

  refused(
    reason: RefusalReason,
    more: { suggestedTiyin?: number; limitTiyin?: number; mostTiyin?: number } = {},
  ): Refusal {
    const { state } = this;
    return {
      verdict: 'refused',
      reason,
      epoch: state.epoch,
      seq: state.seq,
      repeated: false,
      atUs: this.nowUs,
      suggestedTiyin: reason === 'closed' ? 0 : (more.suggestedTiyin ?? suggestedIn(state)),
      limitTiyin: more.limitTiyin ?? 0,
      mostTiyin: more.mostTiyin ?? 0,
      deadlineUs: state.deadlineUs,
    };
  }

  /** `unchanged`: the requested state was already in effect; nothing was appended. */
  done(unchanged = false): ControlVerdict {
    return { verdict: 'done', epoch: this.state.epoch, seq: this.state.seq, repeated: unchanged };
  }

  declined<R extends RefusalReason>(
    reason: R,
  ): { verdict: 'refused'; reason: R; epoch: number; seq: number; repeated: false } {
    return { verdict: 'refused', reason, epoch: this.state.epoch, seq: this.state.seq, repeated: false };
  }
}
