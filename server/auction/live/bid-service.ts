import type { BidAnswer } from '#shared/realtime/room.ts';
import type { StoredBid } from '../state/auction-log.repository.ts';
import { AuctionRedisUnavailable, type AuctionState, type BidVerdict } from '../state/contract.ts';
import { acceptedIdOf, answerOf, answerOfStored, refusalOf, withoutHiddenRoom } from './bid-answers.ts';
import { attemptOf } from './attempt-of.ts';
import type { BidAttempts } from './bid-attempts.ts';
import { headOf, type BidCommand, type BidIdentity } from './bid-command.ts';
import type { BidReceipts } from './bid-receipts.ts';
import { EarlyRefusals } from './early-refusals.ts';
import { EpochServers } from './epoch-servers.ts';
import { CommandsUnderWay } from './commands-under-way.ts';
import type { LiveMetrics } from './live-options.ts';
import type { RecentAnswers } from './recent-answers.ts';
import type { Room } from './room.ts';
import type { RoomHistory, Rooms } from './rooms.ts';
import type { CommitOutcome } from './commit-waiters.ts';

/** A command that wrote nothing (fenced, Redis unavailable) is retried for this long before it is answered. */
const RETRY_MS = 2_000;
/** No answer within this is `unknown`. */
const UNKNOWN_MS = 3_000;
/** An orderly end waits for answers a little longer than any of them takes. */
const FINISH_LIMIT_MS = 3_500;
const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 100;

/** Outcome of sending one command to Redis with retries. */
type Sending =
  | { verdict: BidVerdict; sentEpoch: number | undefined }
  | { verdict: 'nothing-written'; reason: 'fenced' | 'held' | 'unreachable' }
  | { verdict: 'unknown'; sentEpoch: number }
  | { verdict: 'room-is-over' };

const UNREACHABLE = { verdict: 'nothing-written', reason: 'unreachable' } as const;

/**
 * Processes bids of socket and HTTP: sends them to the scripts with the epoch this node knows, retries with the same id
 * while certainly nothing was written, and answers once the state the bid was judged on is committed.
 */
export class BidService {
  readonly #rooms: Rooms;
  readonly #state: AuctionState;
  readonly #history: RoomHistory;
  readonly #attempts: BidAttempts;
  readonly #receipts: BidReceipts;
  readonly #answers: Pick<RecentAnswers, 'answered'>;
  readonly #metrics: LiveMetrics;
  readonly #isCut: () => boolean;
  readonly #underWay = new CommandsUnderWay();
  readonly #servers: EpochServers;
  /** null: the scripts judge every offer. */
  readonly #early: EarlyRefusals | null;
  /** Commands of which a send had no reply: it may have placed the bid that the next send finds placed. */
  readonly #unanswered = new WeakSet<BidIdentity>();

  constructor(o: {
    rooms: Rooms;
    state: AuctionState;
    history: RoomHistory;
    attempts: BidAttempts;
    receipts: BidReceipts;
    answers: Pick<RecentAnswers, 'answered'>;
    metrics: LiveMetrics;
    /** Whether this process is known to be cut off from the auction Redis: then nothing is sent. */
    isCut?: () => boolean;
    /** Whether offers that can never be accepted are refused by what is committed (default true). */
    refusesEarly?: boolean;
  }) {
    this.#rooms = o.rooms;
    this.#state = o.state;
    this.#history = o.history;
    this.#attempts = o.attempts;
    this.#receipts = o.receipts;
    this.#answers = o.answers;
    this.#metrics = o.metrics;
    this.#isCut = o.isCut ?? (() => false);
    this.#servers = new EpochServers(o.state);
    this.#early = (o.refusesEarly ?? true) ? new EarlyRefusals(o.rooms) : null;
  }

  /** From now on commands are answered `unreachable`; resolves when those under way are answered. */
  finish(): Promise<void> {
    return this.#underWay.finish(FINISH_LIMIT_MS);
  }

  /** Rejects only when PostgreSQL is unavailable and the lot cannot be looked up; nothing was sent then. */
  submit(command: BidCommand): Promise<BidAnswer> {
    const startedAt = performance.now();
    const receivedAtMs = Date.now();
    const room = this.#rooms.ifLoaded(command.lotId);
    this.#underWay.begin();
    if (!room) return this.#submitTo(this.#rooms.open(command.lotId), command, startedAt, receivedAtMs);
    if (this.#refusesAll()) return this.#submitTo(Promise.resolve(room), command, startedAt, receivedAtMs);
    // Fast path: nearly every bid finds its room loaded and is judged by the first send, with few promises.
    const first =
      this.#refuseEarly(room, command) ?? this.#call(room, command, room.view.epoch, command.sentEpoch);
    return first
      .then(
        (verdict) =>
          verdict.verdict === 'refused' &&
          (verdict.reason === 'fenced' ||
            (command.sentEpoch !== undefined && this.#servers.mayLack(room, verdict.epoch)))
            ? this.#answer(room, command, startedAt, first)
            : this.#afterCommit(room, verdict, command.person, command.bidId, startedAt),
        // Retried there like every failed send.
        () => this.#answer(room, command, startedAt, first),
      )
      .then(
        (answer) => this.#finish(command, room, answer, startedAt, receivedAtMs),
        (error: unknown) => this.#failed(error),
      );
  }

  #refusesAll(): boolean {
    return this.#isCut() || this.#underWay.ending;
  }

  async #submitTo(
    opening: Promise<Room | null>,
    command: BidCommand,
    startedAt: number,
    receivedAtMs: number,
  ): Promise<BidAnswer> {
    try {
      const room = await opening;
      const answer = room
        ? await this.#answer(room, command, startedAt)
        : refusalOf('unknown-lot', command.bidId, null, receivedAtMs);
      return this.#finish(command, room, answer, startedAt, receivedAtMs);
    } catch (error) {
      // Not retried here: the caller has the id and decides how long to retry.
      return this.#failed(error);
    }
  }

  #failed(error: unknown): never {
    this.#underWay.end();
    throw error;
  }

  #finish(
    command: BidCommand,
    room: Room | null,
    answer: BidAnswer,
    startedAt: number,
    receivedAtMs: number,
  ): BidAnswer {
    this.#underWay.end();
    const label = answer.verdict === 'refused' ? answer.reason : answer.verdict;
    const tookMs = performance.now() - startedAt;
    this.#metrics.answered(command.kind, label, tookMs);
    if (room) {
      this.#answers.answered(room.lotId, label, tookMs);
      this.#record(room, command, answer, receivedAtMs);
    }
    return room ? withoutHiddenRoom(answer, room.view, command.person) : answer;
  }

  /** Looks an id up: its first answer, `never-seen`, or (sent in an earlier epoch and lost with it) `not-placed`. */
  async find(query: BidIdentity): Promise<BidAnswer> {
    const startedAt = performance.now();
    const { bidId, person, lotId } = query;
    const room = await this.#rooms.open(lotId);
    if (!room) return refusalOf('unknown-lot', bidId, null, Date.now());
    this.#servers.note(room, room.view.epoch);
    const look = (epoch: number, sentEpoch: number | undefined) =>
      this.#state.findBid(headOf(room, query, epoch, sentEpoch));
    const sending = this.#isCut() ? UNREACHABLE : await this.#send(room, query, startedAt, look, true);
    if (sending === null || sending.verdict === 'room-is-over' || sending.verdict === 'nothing-written') {
      // Redis does not know the id: PostgreSQL decides.
      const stored = await this.#stored(room, person, bidId);
      if (stored !== null && stored !== 'away') return answerOfStored(stored, bidId, room.view, true);
      const certain = sending?.verdict !== 'nothing-written' && !this.#servers.mayLack(room, room.view.epoch);
      if (stored === null && certain) return { verdict: 'never-seen', bidId };
      return { verdict: 'unknown', bidId, sentEpoch: query.sentEpoch ?? room.view.epoch };
    }
    if (sending.verdict === 'unknown') return { verdict: 'unknown', bidId, sentEpoch: sending.sentEpoch };
    return this.#afterCommit(room, sending.verdict, person, bidId, startedAt);
  }

  /** `first`: a send already in flight. */
  async #answer(
    room: Room,
    command: BidCommand,
    startedAt: number,
    first?: Promise<BidVerdict>,
  ): Promise<BidAnswer> {
    const { bidId, person } = command;
    let sent = first;
    const call = (epoch: number, sentEpoch: number | undefined) => {
      const sending = sent ?? this.#call(room, command, epoch, sentEpoch);
      sent = undefined;
      return sending;
    };
    const sendsNothing = !first && this.#refusesAll();
    const sending = sendsNothing ? UNREACHABLE : await this.#send(room, command, startedAt, call);
    // Only look-ups are answered with null.
    if (sending === null) return { verdict: 'never-seen', bidId };
    if (sending.verdict === 'unknown') return { verdict: 'unknown', bidId, sentEpoch: sending.sentEpoch };
    if (sending.verdict === 'nothing-written') {
      // An earlier send of the id may have been placed; then its answer is final.
      const stored = await this.#stored(room, person, bidId);
      if (stored !== null && stored !== 'away') return answerOfStored(stored, bidId, room.view, true);
      const { sentEpoch } = command;
      if (sentEpoch !== undefined) return { verdict: 'unknown', bidId, sentEpoch };
      return refusalOf(sending.reason, bidId, room.view, Date.now());
    }
    if (sending.verdict === 'room-is-over') {
      const stored = await this.#stored(room, person, bidId);
      if (stored === 'away') return { verdict: 'unknown', bidId, sentEpoch: room.view.epoch };
      if (stored) return answerOfStored(stored, bidId, room.view, true);
      return refusalOf('closed', bidId, room.view, Date.now());
    }
    return this.#afterCommit(room, sending.verdict, person, bidId, startedAt);
  }

  /** null: the script must judge the command. The promise leads to its judgement where Redis has a reason to. */
  #refuseEarly(room: Room, command: BidCommand): Promise<BidVerdict> | null {
    const early = this.#early?.of(room, command);
    if (!early) return null;
    const { epoch } = early.committed;
    this.#servers.note(room, epoch);
    // Another server may lack the id that its predecessor accepted.
    if (this.#servers.mayLack(room, epoch)) return null;
    return this.#state
      .refuseEarly(early)
      .then((refused) => refused ?? this.#call(room, command, room.view.epoch, command.sentEpoch));
  }

  #call(room: Room, command: BidCommand, epoch: number, sentEpoch: number | undefined): Promise<BidVerdict> {
    this.#servers.note(room, epoch);
    const head = headOf(room, command, epoch, sentEpoch);
    switch (command.kind) {
      case 'place':
        return this.#state.place({
          ...head,
          amountTiyin: command.amountTiyin,
          confirmed: command.confirmed,
        });
      case 'set-auto':
        return this.#state.setAuto({ ...head, maximumTiyin: command.maximumTiyin });
      case 'clear-auto':
        return this.#state.clearAuto(head);
    }
  }

  /** Sends until a script has judged the command; null when a look-up found nothing. */
  async #send(
    room: Room,
    command: BidIdentity,
    startedAt: number,
    call: (epoch: number, sentEpoch: number | undefined) => Promise<BidVerdict | null>,
    isLookUp = false,
  ): Promise<Sending | null> {
    let { sentEpoch } = command;
    /** A send without a reply may have been executed. */
    let unsure = false;
    let pause = FIRST_PAUSE_MS;
    for (;;) {
      const epoch = room.view.epoch;
      let reason: 'fenced' | 'held' | 'unreachable';
      try {
        const verdict = await call(epoch, sentEpoch);
        if (verdict === null) return null;
        if (verdict.verdict === 'accepted') return { verdict, sentEpoch };
        const isFenced = verdict.reason === 'fenced';
        const isRepeat = sentEpoch !== undefined || isLookUp;
        const isFinal = !isFenced && !(isRepeat && this.#servers.mayLack(room, verdict.epoch));
        if (isFinal) return { verdict, sentEpoch };
        if (room.view.phase === 'closed') return { verdict: 'room-is-over' };
        reason = isFenced ? 'fenced' : 'held';
        if (isFenced && verdict.lookUp && (await this.#provideId(room, epoch, command))) continue;
      } catch (error) {
        // Redis is unavailable or did not reply: retried with the same id, which the scripts judge only once.
        if (!(error instanceof AuctionRedisUnavailable)) throw error;
        if (!error.notSent) {
          unsure = true;
          this.#unanswered.add(command);
          sentEpoch ??= epoch;
        }
        reason = 'unreachable';
      }
      const elapsed = performance.now() - startedAt;
      if (unsure && elapsed > UNKNOWN_MS) return { verdict: 'unknown', sentEpoch: sentEpoch ?? epoch };
      if (!unsure && this.#refusesAll()) return UNREACHABLE;
      if (!unsure && elapsed > RETRY_MS) return { verdict: 'nothing-written', reason };
      await new Promise((resolve) => setTimeout(resolve, pause));
      pause = Math.min(2 * pause, LONGEST_PAUSE_MS);
      if (reason === 'fenced') await this.#learnEpoch(room, epoch);
    }
  }

  /**
   * Looks an id up in PostgreSQL that Redis may not have yet, and gives Redis the answer; the command is then repeated.
   * Called after the script's verdict, so an id that is not in PostgreSQL now was not accepted before this epoch. False
   * when PostgreSQL or Redis is away.
   */
  async #provideId(room: Room, epoch: number, { lotId, person, bidId }: BidIdentity): Promise<boolean> {
    const stored = await this.#stored(room, person, bidId);
    if (stored === 'away') return false;
    const answer = stored && acceptedIdOf(stored);
    try {
      await this.#state.addIds(lotId, epoch, [[`${person}:${bidId}`, answer]], false);
      return true;
    } catch (error) {
      // Redis is away: the caller's loop retries until its time is up.
      if (!(error instanceof AuctionRedisUnavailable)) throw error;
      return false;
    }
  }

  /** A script found no state or another epoch: reads the epoch from PostgreSQL, or requests a load of the lot. */
  async #learnEpoch(room: Room, fencedIn: number): Promise<void> {
    if (room.view.epoch !== fencedIn) return;
    try {
      await this.#rooms.refresh(room);
      if (room.view.epoch === fencedIn) await this.#state.want(room.lotId);
    } catch {
      // PostgreSQL or Redis is unavailable: the caller's loop retries until its time is up.
    }
  }

  /** Answers once the state the verdict was judged on is committed; without a promise when it is. */
  #afterCommit(
    room: Room,
    verdict: BidVerdict,
    person: string,
    bidId: string,
    startedAt: number,
  ): BidAnswer | Promise<BidAnswer> {
    // Held: nothing can be committed now and nothing was placed, so the answer is final at once.
    const certain = verdict.verdict === 'refused' && verdict.reason === 'held';
    const { view } = room;
    if (certain) return answerOf(verdict, bidId);
    if (view.epoch > verdict.epoch)
      return this.#committedAs('raised', room, verdict, person, bidId, startedAt);
    if (view.seq >= verdict.seq)
      return this.#committedAs('committed', room, verdict, person, bidId, startedAt);
    return room.commitWaiters
      .wait(verdict.epoch, verdict.seq, startedAt + UNKNOWN_MS)
      .then((outcome) => this.#committedAs(outcome, room, verdict, person, bidId, startedAt));
  }

  #committedAs(
    outcome: CommitOutcome,
    room: Room,
    verdict: BidVerdict,
    person: string,
    bidId: string,
    startedAt: number,
  ): BidAnswer | Promise<BidAnswer> {
    const { view } = room;
    // A Redis that lost its last entries reuses their sequences: the committed entry must be this command's, or the hammer.
    const own =
      verdict.verdict === 'accepted'
        ? view.ownerOf(verdict.ownSeq) === `${person}:${bidId}`
        : verdict.reason !== 'closed' || view.phase === 'closed';
    if (outcome === 'committed' && own) return answerOf(verdict, bidId);
    if (outcome !== 'timeout') return this.#afterRaise(room, verdict, person, bidId, startedAt);
    return { verdict: 'unknown', bidId, sentEpoch: verdict.epoch };
  }

  /**
   * Another entry was committed in its place, the epoch was raised first, or the view forgot whose entry it was. PostgreSQL
   * decides: what it has was placed; what it lacks was not, once the epoch has ended, for a forked log may continue. Redis
   * records `not-placed` in the new epoch before it is answered: it is final, even for a repeat without its epoch.
   */
  async #afterRaise(
    room: Room,
    verdict: BidVerdict,
    person: string,
    bidId: string,
    startedAt: number,
  ): Promise<BidAnswer> {
    const { epoch } = verdict;
    const unknown = { verdict: 'unknown', bidId, sentEpoch: epoch } as const;
    let stored = await this.#stored(room, person, bidId);
    if (stored === null && room.view.epoch <= epoch) {
      const ended = await room.commitWaiters.wait(epoch, Infinity, startedAt + UNKNOWN_MS);
      if (ended === 'timeout') return unknown;
      stored = await this.#stored(room, person, bidId);
    }
    if (stored === 'away') return unknown;
    if (stored) return answerOfStored(stored, bidId, room.view, verdict.repeated);
    const query = { lotId: room.lotId, person, bidId, sentEpoch: epoch };
    const recorded = await this.#send(room, query, startedAt, (now, sentEpoch) =>
      this.#state.findBid(headOf(room, query, now, sentEpoch)),
    );
    // A room that is over takes no repeat.
    if (recorded?.verdict === 'room-is-over')
      return refusalOf('not-placed', bidId, room.view, verdict.atUs / 1000);
    if (!recorded || recorded.verdict === 'unknown' || recorded.verdict === 'nothing-written') return unknown;
    const found = recorded.verdict;
    // True whatever else of the new epoch is committed: no state is shown but the view's.
    if (found.verdict === 'refused' && found.reason === 'not-placed')
      return refusalOf('not-placed', bidId, room.view, found.atUs / 1000);
    return this.#afterCommit(room, found, person, bidId, startedAt);
  }

  /**
   * The committed command of this id, unless it is an auto-bid that was matched at once and answered so.
   * `away`: PostgreSQL is unavailable; the client asks again by id.
   */
  async #stored(room: Room, person: string, bidId: string): Promise<StoredBid | null | 'away'> {
    try {
      const stored = await this.#history.findBid(room.lotId, person, bidId);
      return stored?.matched ? null : stored;
    } catch {
      // Not retried here: `unknown` makes the client ask again, and no answer may wait for an outage.
      return 'away';
    }
  }

  #record(room: Room, command: BidCommand, answer: BidAnswer, receivedAtMs: number): void {
    // The receipt is that of the sending which placed the bid. Its answer is not a repeated one, unless this node itself had
    // to send it again; a client's repeat has none. No clock is asked: the node's and Redis's need not agree.
    const placedIt =
      answer.verdict === 'accepted' &&
      (!answer.repeated || (command.sentEpoch === undefined && this.#unanswered.has(command)));
    if (placedIt) this.#receipts.record({ lotId: command.lotId, seq: answer.seq, receivedAtMs });
    if (answer.verdict === 'accepted' || answer.verdict === 'never-seen') return;
    this.#attempts.record(
      attemptOf(command, answer, receivedAtMs),
      room.view.bidders[command.person] !== undefined,
    );
  }
}
