import type { AuctionEntry, CommittedEntry } from '#shared/auction/entries.ts';
import { limitsMaximum, withinLimit } from '#shared/auction/limits.ts';
import type { AuctionTerms } from '#shared/auction/rules.ts';
import type { PublicEvent, PublicPrice } from '#shared/realtime/room.ts';
import { applyToCourse, applyToMembers, Course, type Bidder, type Members } from '../rules/course.ts';
import type { RoomParts } from '../state/room-parts.repository.ts';
import { publicEvent, publicPrice } from './public-entry.ts';

/** Prices cached in memory per room; older ones are read from PostgreSQL on demand. */
const CACHED_PRICES = 1_000;
const CACHED_EVENTS = 100;
const CACHED_OWNERS = 4_000;

export interface AutoView {
  maximumTiyin: number;
  asleep: boolean;
}

/**
 * One lot's committed entries, folded or read at a head, as needed to show the room and to tell whose bid a sequence is.
 * It contains committed entries only; what an audience may see of it is decided in audience-view.
 */
export class RoomView extends Course implements Members<AutoView> {
  readonly terms: AuctionTerms;
  hash: string;
  pauseReason: string | null = null;
  /** Uncancelled admissions. */
  applicants = 0;
  winnerNumber: number | null = null;
  readonly bidders: Record<string, Bidder> = {};
  readonly autos: Record<string, AutoView> = {};
  readonly prices: PublicPrice[] = [];
  readonly events: PublicEvent[] = [];
  /** Sequence → `person:bidId` of the command that made it, for the newest entries; sequences are reused after a loss. */
  readonly #owners = new Map<number, string>();
  /** Sequence → `kind:person` of the newest entries made by commands of staff and domains. */
  readonly #controls = new Map<number, string>();
  #droppedThroughSeq = 0;
  #epochSeq = 0;

  constructor(terms: AuctionTerms, epoch: number, termsHash: string) {
    super(terms, epoch);
    this.terms = terms;
    this.hash = termsHash;
  }

  /** The view at a head: equal to the fold of the log through it, with its newest prices and events only. */
  static at(parts: RoomParts): RoomView {
    const { head } = parts;
    const view = new RoomView(head.terms, head.epoch, head.headHash);
    takeHead(view, head);
    for (const { entry } of parts.events) view.#takeEvent(entry);
    for (const { entry } of parts.prices) view.#takePrice(entry);
    view.#takeAutos(parts);
    view.applicants = Object.values(view.bidders).filter(({ revoked }) => revoked === '').length;
    if (view.count > view.prices.length) view.#droppedThroughSeq = (view.prices[0]?.seq ?? view.seq + 1) - 1;
    if (view.events.length > CACHED_EVENTS) view.#drop(view.events, CACHED_EVENTS);
    return view;
  }

  /**
   * Last sequence before the present epoch, as far as this node knows: what a client has up to here is still true, what
   * it has beyond from an earlier epoch may be lost.
   */
  get epochSeq(): number {
    return this.#epochSeq;
  }

  /** The lot continues in this epoch after the present sequence. */
  raise(epoch: number): void {
    this.epoch = epoch;
    this.#epochSeq = this.seq;
  }

  /** Sequence through which prices or events are no longer in memory. */
  get droppedThroughSeq(): number {
    return this.#droppedThroughSeq;
  }

  /** Applies the entry with sequence `seq + 1`; any other is a programming error. */
  apply({ entry, hash, secret }: CommittedEntry): void {
    if (entry.seq !== this.seq + 1)
      throw new Error(`lot ${entry.lotId}: entry ${entry.seq} after ${this.seq}`);
    if (entry.epoch > this.epoch) this.raise(entry.epoch);
    this.hash = hash;
    applyToCourse(this, entry);
    this.applicants += applyToMembers(this, entry);
    switch (entry.kind) {
      case 'autoSet':
        this.autos[entry.person] = { maximumTiyin: secret?.maximumTiyin ?? 0, asleep: entry.asleep };
        break;
      case 'price':
        this.prices.push(publicPrice(entry));
        break;
      case 'suspended':
        this.pauseReason = entry.reason;
        break;
      case 'resumed':
        this.pauseReason = null;
        break;
      case 'closed':
        this.pauseReason = null;
        this.winnerNumber = entry.winnerNumber;
        break;
      default:
        break;
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

  /** `person:bidId` of the command that made this sequence; undefined when none did or it is no longer cached. */
  ownerOf(seq: number): string | undefined {
    return this.#owners.get(seq);
  }

  /** Whether a command wrote this entry (`kind:person`) after `afterSeq`, up to and including `throughSeq`. */
  controlled(own: string, afterSeq: number, throughSeq: number): boolean {
    return [...this.#controls].some(
      ([seq, control]) => seq > afterSeq && seq <= throughSeq && control === own,
    );
  }

  /** Cached prices with a sequence above `seq`, oldest first. */
  pricesAfter(seq: number): PublicPrice[] {
    return newerThan(this.prices, seq);
  }

  eventsAfter(seq: number): PublicEvent[] {
    return newerThan(this.events, seq);
  }

  #takeEvent(entry: AuctionEntry): void {
    applyToMembers(this, entry);
    const event = publicEvent(entry, this.bidders);
    if (event) this.events.push(event);
  }

  #takePrice(entry: AuctionEntry): void {
    if (entry.kind !== 'price') return;
    this.prices.push(publicPrice(entry));
    if (entry.by === 'offer') remember(this.#owners, entry.seq, `${entry.person}:${entry.bidId}`);
  }

  #takeAutos({ autos, events }: RoomParts): void {
    const revokedAt = new Map<string, number>();
    for (const { entry } of events) if (entry.kind === 'revoked') revokedAt.set(entry.person, entry.seq);
    const limited = limitsMaximum(this.terms.rules, this.count + 1);
    for (const { person, seq, maximumTiyin } of autos) {
      // A revocation deletes the auto-bid; a later admission does not bring it back.
      if ((revokedAt.get(person) ?? 0) > seq) continue;
      const limitTiyin = this.bidders[person]?.limitTiyin ?? null;
      this.autos[person] = { maximumTiyin, asleep: limited && !withinLimit(limitTiyin, maximumTiyin) };
    }
  }

  #forgetOld(): void {
    if (this.prices.length > 2 * CACHED_PRICES) this.#drop(this.prices, CACHED_PRICES);
    if (this.events.length > 2 * CACHED_EVENTS) this.#drop(this.events, CACHED_EVENTS);
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
  if (what.size > CACHED_OWNERS) what.delete(what.keys().next().value as number);
}

function newerThan<T extends { seq: number }>(list: T[], seq: number): T[] {
  let from = list.length;
  while (from > 0 && (list[from - 1] as T).seq > seq) from -= 1;
  return list.slice(from);
}

function takeHead(view: RoomView, head: RoomParts['head']): void {
  const { epoch, seq, phase, started, pauseCause, resumeAtUs, deadlineUs, extensions } = head;
  const { priceTiyin, count, leader, leaderNumber, outcome, pauseReason, winnerNumber } = head;
  Object.assign(view, { epoch, seq, phase, started, pauseCause, resumeAtUs, deadlineUs, extensions });
  Object.assign(view, { priceTiyin, count, leader, leaderNumber, outcome, pauseReason, winnerNumber });
}
