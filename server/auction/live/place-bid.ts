import type { BidAnswer } from '#shared/realtime/room.ts';
import type { StoredBid } from '../state/auction-log.repository.ts';
import { AuctionRedisUnavailable, type AuctionState, type BidVerdict } from '../state/contract.ts';
import { answerOf, answerOfStored, refusalOf } from './answer.ts';
import type { Attempts } from './attempts.ts';
import type { LiveMetrics } from './live-options.ts';
import type { Room } from './room.ts';
import type { RoomHistory, Rooms } from './rooms.ts';
import type { CommitOutcome } from './waiting-answers.ts';

interface CommandBase {
  lotId: number;
  person: string;
  bidId: string;
  /** Epoch of a first sending that may have been executed: set on repeats. */
  sentEpoch?: number | undefined;
}
export type BidCommand = CommandBase &
  (
    | { kind: 'place'; amountTiyin: number; confirmed?: boolean | undefined }
    | { kind: 'set-auto'; maximumTiyin: number }
    | { kind: 'clear-auto' }
  );

/** A command that wrote nothing (fenced, Redis away) is tried again this long before anyone is told. */
const RETRY_MS = 2_000;
/** No answer within this is `unknown`. */
const UNKNOWN_MS = 3_000;
const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 100;

/** What became of sending one command to Redis as often as needed. */
type Sending =
  | { verdict: BidVerdict; sentEpoch: number | undefined }
  | { verdict: 'nothing-written'; reason: 'fenced' | 'held' }
  | { verdict: 'unknown'; sentEpoch: number }
  | { verdict: 'room-is-over' };

/**
 * The life of a bid on the server, the same for socket and HTTP: sent to the scripts with the epoch this node knows,
 * retried with the same id while it certainly wrote nothing, answered once the state it was judged on is committed.
 */
export class BidDesk {
  readonly #rooms: Rooms;
  readonly #state: AuctionState;
  readonly #history: RoomHistory;
  readonly #attempts: Attempts;
  readonly #metrics: LiveMetrics;
  readonly #answerBeforeCommit: boolean;

  constructor(o: {
    rooms: Rooms;
    state: AuctionState;
    history: RoomHistory;
    attempts: Attempts;
    metrics: LiveMetrics;
    /** Test-only break: answers what could still be taken back. */
    answerBeforeCommit: boolean;
  }) {
    this.#rooms = o.rooms;
    this.#state = o.state;
    this.#history = o.history;
    this.#attempts = o.attempts;
    this.#metrics = o.metrics;
    this.#answerBeforeCommit = o.answerBeforeCommit;
  }

  /** Rejects only when the lot cannot be looked up because PostgreSQL is away; nothing was sent then. */
  submit(command: BidCommand): Promise<BidAnswer> {
    const startedAt = performance.now();
    const receivedAtMs = Date.now();
    const room = this.#rooms.atHand(command.lotId);
    if (!room) return this.#submitTo(this.#rooms.open(command.lotId), command, startedAt, receivedAtMs);
    // Nearly every bid finds its room here and is judged by its first sending: few promises stand in its way.
    const first = this.#call(command, room.view.epoch, command.sentEpoch);
    return first
      .then(
        (verdict) =>
          verdict.verdict === 'refused' && verdict.reason === 'fenced'
            ? this.#answer(room, command, startedAt, first)
            : this.#afterCommit(room, verdict, command.person, command.bidId, startedAt),
        // Not given up: it is met there like every failed sending.
        () => this.#answer(room, command, startedAt, first),
      )
      .then((answer) => this.#told(command, room, answer, startedAt, receivedAtMs));
  }

  async #submitTo(
    opening: Promise<Room | null>,
    command: BidCommand,
    startedAt: number,
    receivedAtMs: number,
  ): Promise<BidAnswer> {
    const room = await opening;
    const answer = room
      ? await this.#answer(room, command, startedAt)
      : refusalOf('unknown-lot', command.bidId, null, receivedAtMs);
    return this.#told(command, room, answer, startedAt, receivedAtMs);
  }

  #told(
    command: BidCommand,
    room: Room | null,
    answer: BidAnswer,
    startedAt: number,
    receivedAtMs: number,
  ): BidAnswer {
    this.#metrics.answered(command.kind, wordOf(answer), performance.now() - startedAt);
    if (room) this.#record(command, answer, receivedAtMs);
    return answer;
  }

  /** Looks an id up: its first answer, `never-seen`, or (sent in an earlier epoch and lost with it) `not-placed`. */
  async find(query: CommandBase): Promise<BidAnswer> {
    const startedAt = performance.now();
    const { bidId, person, lotId } = query;
    const room = await this.#rooms.open(lotId);
    if (!room) return refusalOf('unknown-lot', bidId, null, Date.now());
    const sending = await this.#send(room, query.sentEpoch, startedAt, (epoch, sentEpoch) =>
      this.#state.findBid({ lotId, epoch, person, bidId, ...(sentEpoch !== undefined && { sentEpoch }) }),
    );
    if (sending === null || sending.verdict === 'room-is-over' || sending.verdict === 'nothing-written') {
      // Redis has nothing to say of it: PostgreSQL has the last word.
      const stored = await this.#stored(room, person, bidId);
      if (stored !== null && stored !== 'away') return answerOfStored(stored, bidId, room.view, true);
      if (stored === null && sending?.verdict !== 'nothing-written') return { verdict: 'never-seen', bidId };
      return { verdict: 'unknown', bidId, sentEpoch: query.sentEpoch ?? room.view.epoch };
    }
    if (sending.verdict === 'unknown') return { verdict: 'unknown', bidId, sentEpoch: sending.sentEpoch };
    return this.#afterCommit(room, sending.verdict, person, bidId, startedAt);
  }

  /** `first`: a sending that is under way already. */
  async #answer(
    room: Room,
    command: BidCommand,
    startedAt: number,
    first?: Promise<BidVerdict>,
  ): Promise<BidAnswer> {
    const { bidId, person } = command;
    let sent = first;
    const sending = await this.#send(room, command.sentEpoch, startedAt, (epoch, sentEpoch) => {
      const call = sent ?? this.#call(command, epoch, sentEpoch);
      sent = undefined;
      return call;
    });
    // Only look-ups are answered with null.
    if (sending === null) return { verdict: 'never-seen', bidId };
    if (sending.verdict === 'unknown') return { verdict: 'unknown', bidId, sentEpoch: sending.sentEpoch };
    if (sending.verdict === 'nothing-written') {
      // Not this time; but an earlier sending of the id may have been placed, and that answer stands.
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

  #call(command: BidCommand, epoch: number, sentEpoch: number | undefined): Promise<BidVerdict> {
    const { lotId, person, bidId } = command;
    const head = { lotId, epoch, person, bidId, ...(sentEpoch !== undefined && { sentEpoch }) };
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

  /** Sends until a script judged it; null when a look-up found nothing. */
  async #send(
    room: Room,
    firstSentEpoch: number | undefined,
    startedAt: number,
    call: (epoch: number, sentEpoch: number | undefined) => Promise<BidVerdict | null>,
  ): Promise<Sending | null> {
    let sentEpoch = firstSentEpoch;
    /** True once a sending of ours may have been executed without our knowing. */
    let unsure = false;
    let pause = FIRST_PAUSE_MS;
    for (;;) {
      const epoch = room.view.epoch;
      let reason: 'fenced' | 'held';
      try {
        const verdict = await call(epoch, sentEpoch);
        if (verdict === null) return null;
        if (verdict.verdict === 'accepted' || verdict.reason !== 'fenced') return { verdict, sentEpoch };
        if (room.view.phase === 'closed') return { verdict: 'room-is-over' };
        reason = 'fenced';
      } catch (error) {
        // Redis is away or did not answer: tried again with the same id, which the scripts judge only once.
        if (!(error instanceof AuctionRedisUnavailable)) throw error;
        if (!error.notSent) {
          unsure = true;
          sentEpoch ??= epoch;
        }
        reason = 'held';
      }
      const elapsed = performance.now() - startedAt;
      if (unsure && elapsed > UNKNOWN_MS) return { verdict: 'unknown', sentEpoch: sentEpoch ?? epoch };
      if (!unsure && elapsed > RETRY_MS) return { verdict: 'nothing-written', reason };
      await new Promise((resolve) => setTimeout(resolve, pause));
      pause = Math.min(2 * pause, LONGEST_PAUSE_MS);
      if (reason === 'fenced') await this.#learnEpoch(room, epoch);
    }
  }

  /** A script met no state or another epoch: take the epoch from PostgreSQL, or ask for the lot to be loaded. */
  async #learnEpoch(room: Room, fencedIn: number): Promise<void> {
    if (room.view.epoch !== fencedIn) return;
    try {
      await this.#rooms.refresh(room);
      if (room.view.epoch === fencedIn) await this.#state.want(room.lotId);
    } catch {
      // PostgreSQL or Redis is away: the caller's loop tries again until its time is up.
    }
  }

  /** What the verdict means once the state it was judged on is committed; at once when it is. */
  #afterCommit(
    room: Room,
    verdict: BidVerdict,
    person: string,
    bidId: string,
    startedAt: number,
  ): BidAnswer | Promise<BidAnswer> {
    // Held: nothing can be committed now, and nothing was placed. That much is certain at once.
    const certain = verdict.verdict === 'refused' && verdict.reason === 'held';
    const { view } = room;
    if (certain || this.#answerBeforeCommit) return answerOf(verdict, bidId);
    if (view.epoch > verdict.epoch) return this.#committedAs('raised', room, verdict, person, bidId);
    if (view.seq >= verdict.seq) return this.#committedAs('committed', room, verdict, person, bidId);
    return room.waiting
      .wait(verdict.epoch, verdict.seq, startedAt + UNKNOWN_MS)
      .then((outcome) => this.#committedAs(outcome, room, verdict, person, bidId));
  }

  #committedAs(
    outcome: CommitOutcome,
    room: Room,
    verdict: BidVerdict,
    person: string,
    bidId: string,
  ): BidAnswer | Promise<BidAnswer> {
    const { view } = room;
    // A Redis that lost its last entries numbers others the same: what is committed must be this very command, or the hammer.
    const own =
      verdict.verdict === 'accepted'
        ? view.ownerOf(verdict.ownSeq) === `${person}:${bidId}`
        : verdict.reason !== 'closed' || view.phase === 'closed';
    if (outcome === 'committed' && own) return answerOf(verdict, bidId);
    if (outcome !== 'timeout') return this.#afterRaise(room, verdict, person, bidId);
    return { verdict: 'unknown', bidId, sentEpoch: verdict.epoch };
  }

  /** The epoch was raised before the commit was seen: PostgreSQL tells whether the bid is in, and that is final. */
  async #afterRaise(room: Room, verdict: BidVerdict, person: string, bidId: string): Promise<BidAnswer> {
    const { epoch } = verdict;
    const stored = await this.#stored(room, person, bidId);
    if (stored === 'away') return { verdict: 'unknown', bidId, sentEpoch: epoch };
    if (stored) return answerOfStored(stored, bidId, room.view, verdict.repeated);
    // Written down in Redis too, so that a repeat without its epoch is not judged anew. Not retried: with its epoch
    // a repeat is answered the same from PostgreSQL.
    this.#state
      .findBid({ lotId: room.lotId, epoch: room.view.epoch, person, bidId, sentEpoch: epoch })
      .catch(() => undefined);
    return refusalOf('not-placed', bidId, room.view, verdict.atUs / 1000);
  }

  /**
   * The committed command of this id, unless it is an auto-bid that was matched at once and answered so.
   * `away`: PostgreSQL does not answer now; the person asks again by id.
   */
  async #stored(room: Room, person: string, bidId: string): Promise<StoredBid | null | 'away'> {
    try {
      const stored = await this.#history.findBid(room.lotId, person, bidId);
      if (stored?.entry.kind !== 'autoSet') return stored;
      const [next] = await this.#history.readEntries(room.lotId, stored.seq, 1);
      const entry = next?.entry;
      const matched =
        entry?.kind === 'price' &&
        entry.by === 'auto' &&
        entry.bidId === bidId &&
        entry.person !== person &&
        entry.amountTiyin === stored.maximumTiyin;
      return matched ? null : stored;
    } catch {
      // Not retried here: `unknown` makes the person's page ask again, and no answer may wait for an outage.
      return 'away';
    }
  }

  #record(command: BidCommand, answer: BidAnswer, receivedAtMs: number): void {
    if (answer.verdict === 'accepted' || answer.verdict === 'never-seen') return;
    const refused = answer.verdict === 'refused' ? answer : null;
    this.#attempts.record({
      lotId: command.lotId,
      person: command.person,
      bidId: command.bidId,
      command: command.kind,
      amountTiyin:
        command.kind === 'place'
          ? command.amountTiyin
          : command.kind === 'set-auto'
            ? command.maximumTiyin
            : null,
      verdict: answer.verdict,
      reason: refused?.reason ?? null,
      epoch: refused?.epoch ?? null,
      seq: refused?.seq ?? null,
      repeated: refused?.repeated ?? false,
      receivedAt: new Date(receivedAtMs),
      decidedAt: refused ? new Date(refused.atMs) : null,
    });
  }
}

const wordOf = (answer: BidAnswer): string => (answer.verdict === 'refused' ? answer.reason : answer.verdict);
