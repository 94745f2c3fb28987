import { randomBytes } from 'node:crypto';
import { Redis } from 'ioredis';
import {
  createAuctionLogRepository,
  createAuctionState,
  createRooms,
  liveMetrics,
} from '#server/auction/index.ts';
import { BidDesk } from '#server/auction/live/place-bid.ts';
import { Attempts } from '#server/auction/live/attempts.ts';
import { suggestedIn } from '#server/auction/live/audience-view.ts';
import { createDatabase } from '#server/platform/database/index.ts';
import { createLogger } from '#server/platform/logging/index.ts';
import { createMetrics } from '#server/platform/metrics/index.ts';
import type { AuctionTerms } from '#shared/auction/rules.ts';
import type { BidAnswer } from '#shared/realtime/room.ts';
import type { CommittedEntry } from '#shared/auction/entries.ts';
import { checkHistory, type Operation, type Violation } from './history-checker.ts';
import { eventually } from './services.ts';

export interface StormOptions {
  databaseUrl: string;
  redisUrl: string;
  namespace: string;
  partitions: number;
  /** Test-only break of the web side. */
  answerBeforeCommit?: boolean;
}

/** A client gives a bid up as unresolved only after asking for it by id this long. */
const RESOLVE_MS = 30_000;

/**
 * The web side of the core without sockets: the product's own rooms and bid desk, and bidders who bid as fast as they
 * are answered. Everything they live through is kept for the history checker.
 */
export class Storm {
  readonly operations: Operation[] = [];
  readonly state;
  readonly repository;
  readonly rooms;
  readonly #desk;
  readonly #attempts;
  readonly #database;
  readonly #redisUrl: string;
  readonly #log = createLogger({ level: process.env.TEST_LOG_LEVEL ?? 'silent', process: 'storm' });
  readonly #seen = new Map<number, CommittedEntry[]>();
  #running: Promise<void>[] = [];
  #stopped = false;
  /** Called at once when a room's new epoch is heard of. */
  onEpochRaised: () => void = () => undefined;
  /** Bids sent and not answered at this moment. */
  inFlight = 0;
  answered = 0;
  accepted = 0;
  /** Answers by verdict or reason. */
  readonly tally: Record<string, number> = {};

  constructor(options: StormOptions) {
    this.#redisUrl = options.redisUrl;
    this.#database = createDatabase({ url: options.databaseUrl, poolSize: 8 });
    this.state = createAuctionState({
      url: options.redisUrl,
      namespace: options.namespace,
      partitions: options.partitions,
    });
    this.repository = createAuctionLogRepository(this.#database.db);
    this.rooms = createRooms({ state: this.state, repository: this.repository, logger: this.#log });
    const metrics = liveMetrics(createMetrics('storm'));
    this.#attempts = new Attempts(this.repository, this.#log, metrics);
    this.#desk = new BidDesk({
      rooms: this.rooms,
      state: this.state,
      history: this.repository,
      attempts: this.#attempts,
      metrics,
      answerBeforeCommit: options.answerBeforeCommit ?? false,
    });
    this.rooms.listen({
      advanced: (room, entries) => {
        const seen = this.#seen.get(room.lotId) ?? [];
        seen.push(...entries);
        this.#seen.set(room.lotId, seen);
      },
      epochRaised: () => this.onEpochRaised(),
      voice: () => undefined,
      wanted: () => true,
    });
  }

  /** Everything Redis has is gone at once, as by an operator's mistake. */
  async flushRedis(command: 'flushall' | 'script flush' = 'flushall'): Promise<void> {
    const [name, ...rest] = command.split(' ');
    await this.#raw((redis) => redis.call(name ?? '', ...rest));
  }

  /** How often Redis was asked to run a script it had forgotten. */
  async scriptsForgotten(): Promise<number> {
    const stats = await this.#raw((redis) => redis.info('errorstats'));
    return Number(/errorstat_NOSCRIPT:count=(\d+)/.exec(stats)?.[1] ?? 0);
  }

  /** What Redis has of a lot now; the returned function puts exactly that back later, in one step. */
  async keepKeysOf(lotId: number): Promise<() => Promise<void>> {
    const kept = await this.#raw(async (redis) => {
      const keys = await redis.keys(`*lot:${lotId}*`);
      return Promise.all(keys.map(async (key) => ({ key, dump: await redis.dumpBuffer(key) })));
    });
    return () =>
      this.#raw(async (redis) => {
        const back = redis.multi();
        for (const { key, dump } of kept) if (dump) back.restore(key, 0, dump, 'REPLACE');
        await back.exec();
      });
  }

  async #raw<Result>(work: (redis: Redis) => Promise<Result>): Promise<Result> {
    const redis = new Redis(this.#redisUrl);
    try {
      return await work(redis);
    } finally {
      redis.disconnect();
    }
  }

  /** Opens a lot and admits these people; resolves when they are admitted by a committed entry. */
  async open(terms: AuctionTerms, people: readonly string[]): Promise<void> {
    const { lotId } = terms;
    await this.repository.openLot(terms);
    await this.state.want(lotId);
    const room = await this.rooms.open(lotId);
    if (!room) throw new Error(`lot ${lotId} is not there`);
    for (const [i, person] of people.entries()) {
      for (;;) {
        const command = { lotId, epoch: room.view.epoch, person, number: i + 1, limitTiyin: null };
        const answer = await this.state.admit(command).catch(() => null);
        if (answer?.verdict === 'done') break;
        await this.rooms.refresh(room);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }
    while (room.view.applicants < people.length) await new Promise((resolve) => setTimeout(resolve, 10));
  }

  /** These people bid on these lots until `stop`, each one bid at a time. */
  start(people: readonly string[], lotIds: readonly number[]): void {
    for (const person of people) this.#running.push(this.#bidder(person, lotIds));
  }

  async #bidder(person: string, lotIds: readonly number[]): Promise<void> {
    const told = new Map<number, number>();
    while (!this.#stopped) {
      const lotId = lotIds[Math.floor(Math.random() * lotIds.length)] ?? 0;
      const room = await this.rooms.open(lotId).catch(() => null);
      if (!room) {
        await new Promise((resolve) => setTimeout(resolve, 20));
        continue;
      }
      const least = Math.max(suggestedIn(room.view), told.get(lotId) ?? 0);
      const answer = await this.bid(person, lotId, least + 100 * Math.floor(Math.random() * 10));
      if ('suggestedTiyin' in answer) told.set(lotId, answer.suggestedTiyin);
      // Somebody told "held" or "fenced" waits a little, as the room page does.
      const wait =
        answer.verdict === 'refused' && ['held', 'fenced', 'suspended'].includes(answer.reason) ? 20 : 0;
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }

  /** One bid from sending to its final answer: unknown ones are asked for by id, and sent again with the same id. */
  async bid(
    person: string,
    lotId: number,
    amountTiyin: number,
    bidId = randomBytes(9).toString('base64url'),
  ): Promise<BidAnswer> {
    const sentAt = performance.now();
    this.inFlight += 1;
    let answer = await this.#asked(() =>
      this.#desk.submit({ kind: 'place', lotId, person, bidId, amountTiyin }),
    );
    let sentEpoch = answer.verdict === 'unknown' ? answer.sentEpoch : undefined;
    while (answer.verdict === 'unknown' && performance.now() - sentAt < RESOLVE_MS) {
      sentEpoch ??= answer.sentEpoch;
      const head = { lotId, person, bidId, sentEpoch };
      answer = await this.#asked(() => this.#desk.find(head));
      if (answer.verdict === 'never-seen') {
        answer = await this.#asked(() => this.#desk.submit({ kind: 'place', ...head, amountTiyin }));
      }
    }
    this.inFlight -= 1;
    this.#note({ lotId, person, bidId, amountTiyin, sentAt, answeredAt: performance.now() }, answer);
    return answer;
  }

  async #asked(ask: () => Promise<BidAnswer>): Promise<BidAnswer> {
    for (;;) {
      try {
        return await ask();
      } catch {
        // PostgreSQL is away, nothing was sent: asked again with the same id.
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  }

  #note(operation: Omit<Operation, 'answer'>, answer: BidAnswer): void {
    const word = answer.verdict === 'refused' ? answer.reason : answer.verdict;
    this.tally[word] = (this.tally[word] ?? 0) + 1;
    this.answered += 1;
    if (answer.verdict === 'accepted') {
      this.accepted += 1;
      const { verdict, seq, amountTiyin, repeated } = answer;
      this.operations.push({ ...operation, answer: { verdict, seq, amountTiyin, repeated } });
    } else if (answer.verdict === 'refused') {
      this.operations.push({
        ...operation,
        answer: { verdict: 'refused', reason: answer.reason, seq: answer.seq },
      });
    } else {
      this.operations.push({ ...operation, answer: { verdict: 'unknown' } });
    }
  }

  /** The epoch each room is in, as its bidders know it. */
  epochs(lotIds: readonly number[]): Map<number, number> {
    return new Map(lotIds.map((lotId) => [lotId, this.rooms.peek(lotId)?.view.epoch ?? 0]));
  }

  /** Waits until every room has left the epoch it was in: until it is rebuilt. */
  async everyRoomAfter(lotIds: readonly number[], before: ReadonlyMap<number, number>): Promise<void> {
    const behind = () => [...this.epochs(lotIds)].some(([lotId, epoch]) => epoch <= (before.get(lotId) ?? 0));
    while (behind()) await new Promise((resolve) => setTimeout(resolve, 5));
  }

  /** Waits until this many more bids were answered (accepted, when asked so). */
  async more(count: number, which: 'answered' | 'accepted' = 'answered', limitMs = 30_000): Promise<void> {
    const goal = this[which] + count;
    const until = performance.now() + limitMs;
    while (this[which] < goal) {
      if (performance.now() > until) {
        throw new Error(
          `only ${this[which]} of ${goal} ${which} within ${limitMs} ms: ${JSON.stringify(this.tally)}`,
        );
      }
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  acceptedIn(lotIds: readonly number[]): number {
    return this.operations.filter(
      ({ lotId, answer }) => answer.verdict === 'accepted' && lotIds.includes(lotId),
    ).length;
  }

  /**
   * Waits until this many more bids were accepted in these rooms. One that was away for more than 5 s is paused, and would
   * say so for a minute: staff let it go on at once.
   */
  async moreIn(lotIds: readonly number[], count: number, limitMs = 60_000): Promise<void> {
    const goal = this.acceptedIn(lotIds) + count;
    const enough = async () => {
      await Promise.all(lotIds.map((lotId) => this.#letGoOn(lotId)));
      return this.acceptedIn(lotIds) >= goal;
    };
    await eventually(enough, `${count} more accepted in ${lotIds.join(', ')}`, limitMs);
  }

  async #letGoOn(lotId: number): Promise<void> {
    const view = this.rooms.peek(lotId)?.view;
    if (view?.phase !== 'paused') return;
    // Not in this moment, or not in this epoch any more: asked again at the next look.
    await this.state.resume({ lotId, epoch: view.epoch }).catch(() => null);
  }

  /** Ends the bidding; every bid under way is followed to its answer. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#running);
    this.#running = [];
  }

  /** What PostgreSQL has, compared with everything that was answered and seen. Call after `stop`. */
  async violations(lotIds: readonly number[]): Promise<Violation[]> {
    const committed = new Map<number, CommittedEntry[]>();
    const termsHashes = new Map<number, string>();
    for (const lotId of lotIds) {
      const room = await this.rooms.open(lotId);
      if (room) await this.rooms.refresh(room);
      const row = await this.repository.readLot(lotId);
      committed.set(lotId, await this.repository.readEntries(lotId, 0, 1_000_000));
      termsHashes.set(lotId, row?.termsHash ?? '');
    }
    const views = [...this.#seen]
      .filter(([lotId]) => lotIds.includes(lotId))
      .map(([lotId, entries]) => ({ client: 'web', lotId, entries }));
    return checkHistory({ operations: this.operations, committed, termsHashes, views });
  }

  async close(): Promise<void> {
    await this.stop();
    await this.rooms.stop();
    await this.#attempts.stop();
    await this.state.disconnect();
    await this.#database.close();
  }
}
