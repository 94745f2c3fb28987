import { answerWithin } from '#server/platform/time-limits/index.ts';
import type { RoomBidders, WebReachRepository } from '../state/web-reach.repository.ts';
import { MARK_BYTES } from '../state/presence-marks.ts';
import { ANSWERS_WITHIN_MS, BidPath } from './bid-path.ts';
import { LastAnswer } from './last-answer.ts';
import type { LiveLogger } from './live-options.ts';
import type { PresenceShare } from './presence-report.ts';

const LOOK_MS = 250;
const REPORT_MS = 1_000;
/** While this process is cut off: whether another one is ready for its people. */
const CUT_REPORT_MS = 500;
/** With the looks in between, sockets are closed within 2 s of the last answer. */
const CUT_AFTER_MS = 1_750;
const REPORT_LIMIT_MS = 2_000;
/** While PostgreSQL is away, too, other processes count as ready for so long after the last word of them. */
const PEERS_KNOWN_MS = 10_000;
const FORGET_MS = 60_000;
/** Rooms whose bidders are stored in one statement. */
const ROOMS_AT_ONCE = 2_000;

/** A session with PostgreSQL that reports alone use. */
export interface ReachSession {
  repository: WebReachRepository;
  close(): Promise<void>;
}

/** What a web process does about its people. */
export interface ReachSockets {
  biddersHere(): Iterable<readonly [lotId: number, share: PresenceShare]>;
  /** Sockets are closed: their people find another process. */
  moveAway(): void;
  /** No one can place bids now: people stay and learn why. */
  paused(): void;
  back(): void;
}

type Mode = 'serving' | 'moved-away' | 'paused';

/**
 * One web process's word on whether bids can be placed by it: once a second, and at each change, through PostgreSQL. That is
 * where commits go: without it rooms are held in any case, so the word fails with nothing it does not concern. Never through
 * the auction Redis, whose loss it tells; nor through the jobs Redis, which the bids of connected people do not need. A
 * process without connected bidders that cannot read sessions, either, lets no one in who could bid.
 */
export class WebReach {
  readonly #path: BidPath;
  readonly #sessions: LastAnswer;
  readonly #connect: () => ReachSession;
  readonly #node: string;
  readonly #log: LiveLogger;
  #session: ReachSession | null = null;
  #sockets: ReachSockets | null = null;
  #timer: NodeJS.Timeout | undefined;
  #mode: Mode = 'serving';
  #reporting: Promise<void> | null = null;
  #reportedAt = -Infinity;
  #reportedAble: boolean | null = null;
  #failing = false;
  #forgotAt = -Infinity;
  /** Other processes that can place bids, and when that was read. */
  #peers = { ready: 0, at: -Infinity };
  /** Shares as stored; cleared when all are to be stored again. */
  readonly #stored = new Map<number, PresenceShare>();
  #storesAll = true;

  constructor(o: {
    /** A call over the connection that carries bids. */
    ask: () => Promise<unknown>;
    feedUnansweredMs: () => number;
    /** A call to where sessions are, without which no one is let in. */
    askSessions: () => Promise<unknown>;
    connect: () => ReachSession;
    /** Unique among all web processes ever. */
    node: string;
    log: LiveLogger;
  }) {
    this.#path = new BidPath(o);
    this.#sessions = new LastAnswer(o.askSessions);
    this.#connect = o.connect;
    this.#node = o.node;
    this.#log = o.log;
  }

  /** Whether bids are answered as `unreachable` without being sent. */
  isCut(): boolean {
    return this.#path.isCut;
  }

  /** Whether people who connect now are better off here than elsewhere. */
  takesConnections(): boolean {
    return this.#mode !== 'moved-away';
  }

  start(sockets: ReachSockets): void {
    this.#sockets = sockets;
    this.#path.look(performance.now());
    this.#sessions.look();
    this.#timer = setInterval(() => this.#look(performance.now()), LOOK_MS);
  }

  /** The last word: this process can place bids no more. What it said of its bidders stays: they have yet to arrive elsewhere. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#reporting;
    if (this.#reportedAble !== null) await this.#withinLimit(this.#repository().report(this.#node, false));
    await this.#session?.close();
  }

  #look(now: number): void {
    this.#path.look(now);
    this.#sessions.look();
    const able = this.#path.isOpen && this.#hasBiddersOrLetsThemIn(now);
    // Before it is reported: others send their people here as soon as they read that.
    if (this.#path.isOpen) this.#enter('serving');
    const period = this.#failing ? LOOK_MS : able ? REPORT_MS : CUT_REPORT_MS;
    const leaves = this.#mode === 'serving' && this.#path.cutForMs(now) >= CUT_AFTER_MS;
    const isDue = able !== this.#reportedAble || leaves || now - this.#reportedAt >= period;
    if (!isDue || this.#reporting) return;
    this.#reportedAt = now;
    this.#reporting = this.#report(able).finally(() => (this.#reporting = null));
  }

  #hasBiddersOrLetsThemIn(now: number): boolean {
    if (this.#sessions.agoMs(now) <= ANSWERS_WITHIN_MS) return true;
    for (const _ of this.#sockets?.biddersHere() ?? []) return true;
    return false;
  }

  async #report(able: boolean): Promise<void> {
    const reported = await this.#withinLimit(this.#say(able));
    if (reported) this.#reportedAble = able;
    else this.#storesAll = true;
    this.#judge(performance.now());
  }

  async #say(able: boolean): Promise<void> {
    const repository = this.#repository();
    const ready = await repository.report(this.#node, able);
    this.#peers = { ready, at: performance.now() };
    // The people of a process that is cut off are those it had.
    if (!able) this.#storesAll = true;
    else await this.#storeBidders(repository);
    if (performance.now() - this.#forgotAt < FORGET_MS) return;
    this.#forgotAt = performance.now();
    await repository.forgetEnded();
  }

  async #storeBidders(repository: WebReachRepository): Promise<void> {
    const all = this.#storesAll;
    if (all) this.#stored.clear();
    const here = new Map(this.#sockets?.biddersHere() ?? []);
    const changed: RoomBidders[] = [];
    for (const [lotId, share] of here)
      if (this.#stored.get(lotId) !== share)
        changed.push([lotId, share.marks.subarray(0, share.bidders * MARK_BYTES)]);
    const left = [...this.#stored.keys()].filter((lotId) => !here.has(lotId));
    if (all || left.length > 0 || changed.length > 0) {
      const first = changed.splice(0, ROOMS_AT_ONCE);
      await repository.storeBidders(this.#node, first, { left, only: all });
      while (changed.length > 0)
        await repository.storeBidders(this.#node, changed.splice(0, ROOMS_AT_ONCE), {
          left: [],
          only: false,
        });
    }
    this.#storesAll = false;
    this.#stored.clear();
    for (const [lotId, share] of here) this.#stored.set(lotId, share);
  }

  #judge(now: number): void {
    if (this.#path.cutForMs(now) < CUT_AFTER_MS) return;
    const ready = now - this.#peers.at < PEERS_KNOWN_MS ? this.#peers.ready : 0;
    this.#enter(ready > 0 ? 'moved-away' : 'paused');
  }

  #enter(mode: Mode): void {
    const before = this.#mode;
    this.#mode = mode;
    // Those who were let in at the last moment follow.
    if (mode === 'moved-away') this.#sockets?.moveAway();
    if (mode === before) return;
    if (mode === 'paused') this.#sockets?.paused();
    if (mode === 'serving') this.#sockets?.back();
    const fields = { node: this.#node, others: this.#peers.ready };
    if (mode === 'serving') this.#log.warn(fields, 'this process can place bids again');
    else if (mode === 'paused')
      this.#log.error(fields, 'cut off from the auction Redis: sockets stay and wait');
    else this.#log.error(fields, 'cut off from the auction Redis: people are sent to other processes');
  }

  #repository(): WebReachRepository {
    this.#session ??= this.#connect();
    return this.#session.repository;
  }

  /** False when PostgreSQL did not answer in time: its session is replaced, for the answer may never come. */
  async #withinLimit(work: Promise<unknown>): Promise<boolean> {
    try {
      await answerWithin(work, REPORT_LIMIT_MS);
      this.#failing = false;
      return true;
    } catch (error) {
      // Retried at the next look until PostgreSQL is back. Logged once per outage.
      if (!this.#failing) this.#log.warn({ err: error }, 'whether bids can be placed here is not reported');
      this.#failing = true;
      const session = this.#session;
      this.#session = null;
      // The rejection of an abandoned session has been reported above.
      void work.catch(() => undefined);
      void session?.close().catch(() => undefined);
      return false;
    }
  }
}
