import type { CommittedEntry } from '#shared/auction/entries.ts';
import type { HammerOutcome, RoomPhase } from '#shared/auction/refusals.ts';
import type { AuctionTerms } from '#shared/auction/rules.ts';
import type { PublicEvent, PublicPrice } from '#shared/realtime/room.ts';
import { publicEvent, publicPrice } from './public-entry.ts';

/** Prices kept in memory per room; older ones are read from PostgreSQL on demand. */
const KEPT_PRICES = 1_000;
const KEPT_EVENTS = 100;
const KEPT_OWNERS = 4_000;

export interface BidderView {
  number: number;
  limitTiyin: number | null;
  revoked: '' | 'ban' | 'withdrawn';
}

export interface AutoView {
  maximumTiyin: number;
  asleep: boolean;
}

/**
 * The fold of one lot's committed entries, as needed to show the room and to answer whose bid is in.
 * It never holds anything that could be taken back; what an audience may see of it is decided in audience-view.
 */
export class RoomView {
  readonly terms: AuctionTerms;
  epoch: number;
  seq = 0;
  hash: string;
  phase: RoomPhase = 'waiting';
  pauseCause: 'staff' | 'outage' | null = null;
  pauseReason: string | null = null;
  resumeAtUs: number | null = null;
  deadlineUs: number;
  extensions = 0;
  priceTiyin: number | null = null;
  /** Confirmed prices so far. */
  count = 0;
  leader: string | null = null;
  leaderNumber: number | null = null;
  /** Uncancelled admissions. */
  applicants = 0;
  outcome: HammerOutcome | null = null;
  winnerNumber: number | null = null;
  readonly bidders = new Map<string, BidderView>();
  readonly autos = new Map<string, AutoView>();
  readonly prices: PublicPrice[] = [];
  readonly events: PublicEvent[] = [];
  /** Whose command made which sequence, `person:bidId`, of the newest entries: a number alone proves nothing. */
  readonly #owners = new Map<number, string>();
  /** What the commands of staff and business left in the log, `kind:person`, of the newest entries. */
  readonly #controls = new Map<number, string>();
  #opened = false;
  #droppedThroughSeq = 0;

  constructor(terms: AuctionTerms, epoch: number, termsHash: string) {
    this.terms = terms;
    this.epoch = epoch;
    this.hash = termsHash;
    this.deadlineUs = terms.closesAtMs * 1000;
  }

  /** Sequence through which prices or events are no longer in memory. */
  get droppedThroughSeq(): number {
    return this.#droppedThroughSeq;
  }

  /** Applies the entry with sequence `seq + 1`; any other is a fault of the caller. */
  apply({ entry, hash, secret }: CommittedEntry): void {
    if (entry.seq !== this.seq + 1)
      throw new Error(`lot ${entry.lotId}: entry ${entry.seq} after ${this.seq}`);
    this.seq = entry.seq;
    this.hash = hash;
    if (entry.epoch > this.epoch) this.epoch = entry.epoch;
    switch (entry.kind) {
      case 'admitted': {
        const known = this.bidders.get(entry.person);
        if (!known || known.revoked) this.applicants += 1;
        this.bidders.set(entry.person, { number: entry.number, limitTiyin: entry.limitTiyin, revoked: '' });
        break;
      }
      case 'limitSet': {
        const bidder = this.bidders.get(entry.person);
        if (bidder) bidder.limitTiyin = entry.limitTiyin;
        const auto = this.autos.get(entry.person);
        if (auto && (entry.slept || entry.woke)) auto.asleep = entry.slept;
        break;
      }
      case 'revoked': {
        const bidder = this.bidders.get(entry.person);
        if (bidder) {
          if (!bidder.revoked) this.applicants -= 1;
          bidder.revoked = entry.cause;
        }
        this.autos.delete(entry.person);
        break;
      }
      case 'opened':
        this.#opened = true;
        this.phase = 'running';
        break;
      case 'autoSet':
        this.autos.set(entry.person, { maximumTiyin: secret?.maximumTiyin ?? 0, asleep: entry.asleep });
        break;
      case 'autoCleared':
        this.autos.delete(entry.person);
        break;
      case 'price': {
        this.priceTiyin = entry.amountTiyin;
        this.count = entry.count;
        this.leader = entry.person;
        this.leaderNumber = entry.number;
        this.deadlineUs = entry.deadlineUs;
        if (entry.extended) this.extensions += 1;
        for (const person of entry.slept) {
          const auto = this.autos.get(person);
          if (auto) auto.asleep = true;
        }
        this.prices.push(publicPrice(entry));
        break;
      }
      case 'suspended':
        this.phase = 'paused';
        this.pauseCause = entry.cause;
        this.pauseReason = entry.reason;
        this.resumeAtUs = entry.resumeAtUs;
        break;
      case 'resumed':
        this.phase = this.#opened ? 'running' : 'waiting';
        this.pauseCause = null;
        this.pauseReason = null;
        this.resumeAtUs = null;
        this.deadlineUs = entry.deadlineUs;
        break;
      case 'deadlineMoved':
        this.deadlineUs = entry.deadlineUs;
        break;
      case 'closed':
        this.phase = 'closed';
        this.pauseCause = null;
        this.pauseReason = null;
        this.resumeAtUs = null;
        this.outcome = entry.outcome;
        this.winnerNumber = entry.winnerNumber;
        break;
      default:
        entry satisfies never;
    }
    if (
      entry.kind === 'autoSet' ||
      entry.kind === 'autoCleared' ||
      (entry.kind === 'price' && entry.by === 'offer')
    ) {
      remember(this.#owners, entry.seq, `${entry.person}:${entry.bidId}`);
    }
    if (CONTROLS.has(entry.kind)) {
      remember(this.#controls, entry.seq, `${entry.kind}:${'person' in entry ? entry.person : ''}`);
    }
    const event = publicEvent(entry, this.bidders);
    if (event) this.events.push(event);
    this.#forgetOld();
  }

  /** Whose command the committed entry of this sequence is; undefined when it is none or no longer at hand. */
  ownerOf(seq: number): string | undefined {
    return this.#owners.get(seq);
  }

  /** Did a command leave this (`kind:person`) after `afterSeq`, up to and including `throughSeq`? */
  controlled(own: string, afterSeq: number, throughSeq: number): boolean {
    return [...this.#controls].some(
      ([seq, control]) => seq > afterSeq && seq <= throughSeq && control === own,
    );
  }

  /** Kept prices with a sequence above `seq`, oldest first. */
  pricesAfter(seq: number): PublicPrice[] {
    return newerThan(this.prices, seq);
  }

  eventsAfter(seq: number): PublicEvent[] {
    return newerThan(this.events, seq);
  }

  #forgetOld(): void {
    if (this.prices.length > 2 * KEPT_PRICES) this.#drop(this.prices, KEPT_PRICES);
    if (this.events.length > 2 * KEPT_EVENTS) this.#drop(this.events, KEPT_EVENTS);
  }

  #drop(list: { seq: number }[], keep: number): void {
    const dropped = list.splice(0, list.length - keep);
    this.#droppedThroughSeq = Math.max(this.#droppedThroughSeq, dropped.at(-1)?.seq ?? 0);
  }
}

const CONTROLS: ReadonlySet<string> = new Set([
  'admitted',
  'limitSet',
  'revoked',
  'suspended',
  'resumed',
  'deadlineMoved',
  'closed',
]);

function remember(what: Map<number, string>, seq: number, whose: string): void {
  what.set(seq, whose);
  if (what.size > KEPT_OWNERS) what.delete(what.keys().next().value as number);
}

function newerThan<T extends { seq: number }>(list: T[], seq: number): T[] {
  let from = list.length;
  while (from > 0 && (list[from - 1] as T).seq > seq) from -= 1;
  return list.slice(from);
}
