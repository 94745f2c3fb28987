import { randomBytes } from 'node:crypto';
import { createAuctionLogRepository } from '#server/auction/index.ts';
import { ROOM_EVENTS, type BidAck, type PublicPrice, type RoomUpdate } from '#shared/realtime/room.ts';
import type { CommittedEntry } from '#shared/auction/entries.ts';
import { Bidder } from './bidder.ts';
import { checkHistory, type Operation, type Violation } from './history-checker.ts';
import type { TestDatabase } from './services.ts';

const ANSWER_MS = 3_500;
const RESOLVE_MS = 30_000;
const RECONNECT_MS = 100;

/** A person who bids through real sockets and stays with each bid until its outcome is known. */
interface Contestant {
  person: string;
  /** Index into the storm's addresses; changes when a node is gone. */
  at: number;
  socket: Bidder | null;
}

/**
 * Bidders on real sockets against one or more nodes, as pages do it: one bid at a time, the same id until it is
 * answered, another node when one is gone. Everything lived through goes to the history checker.
 */
export class SocketStorm {
  readonly operations: Operation[] = [];
  readonly viewers: Bidder[] = [];
  readonly tally: Record<string, number> = {};
  urls: string[];
  inFlight = 0;
  accepted = 0;
  lastAcceptedAt = 0;
  readonly #database: TestDatabase;
  #running: Promise<void>[] = [];
  #stopped = false;
  /** Highest price anybody has offered or been told of, by lot. */
  readonly #known = new Map<number, number>();

  constructor(database: TestDatabase, urls: string[]) {
    this.#database = database;
    this.urls = urls;
  }

  get answered(): number {
    return this.operations.length;
  }

  /** A viewer that stays connected to one node (it comes back by itself). */
  async watch(url: string, lotIds: readonly number[]): Promise<Bidder> {
    const viewer = await Bidder.connect(url, { reconnection: true });
    for (const lotId of lotIds) await viewer.enter(lotId);
    viewer.socket.on('connect', () => {
      for (const [lotId, { head }] of viewer.rooms) {
        // The connection broke again before the answer: the next connect joins once more.
        viewer.join(lotId, { epoch: head.epoch, seq: head.seq }).catch(() => undefined);
      }
    });
    this.viewers.push(viewer);
    return viewer;
  }

  /** These people bid on these lots until `stop` or until `total` bids were answered. */
  start(people: readonly string[], lotIds: readonly number[], total = Infinity): void {
    people.forEach((person, at) => {
      const contestant = { person, at: at % this.urls.length, socket: null };
      this.#running.push(this.#contest(contestant, lotIds[at % lotIds.length] ?? 0, total));
    });
  }

  async finished(): Promise<void> {
    await Promise.all(this.#running);
    this.#running = [];
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.finished();
  }

  async more(count: number, limitMs = 30_000): Promise<void> {
    const goal = this.accepted + count;
    const until = performance.now() + limitMs;
    while (this.accepted < goal) {
      if (performance.now() > until)
        throw new Error(`${this.accepted} of ${goal}: ${JSON.stringify(this.tally)}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  close(): void {
    for (const viewer of this.viewers) viewer.close();
  }

  async #contest(contestant: Contestant, lotId: number, total: number): Promise<void> {
    while (!this.#stopped && this.answered + this.inFlight < total) {
      const known = this.#known.get(lotId) ?? 1_000;
      // Half of them bid over everybody known, the others over what they believe the price to be.
      const bold = Math.random() < 0.5;
      const amountTiyin = bold
        ? known + 100
        : Math.max(1, known - 1_000 + 100 * Math.floor(Math.random() * 20));
      if (bold) this.#known.set(lotId, amountTiyin);
      const suggested = await this.#bid(contestant, lotId, amountTiyin);
      this.#known.set(lotId, Math.max(this.#known.get(lotId) ?? 0, suggested));
    }
    contestant.socket?.close();
  }

  async #bid(contestant: Contestant, lotId: number, amountTiyin: number): Promise<number> {
    const bidId = randomBytes(9).toString('base64url');
    const sentAt = performance.now();
    this.inFlight += 1;
    let sentEpoch: number | undefined;
    let asked: 'place' | 'find' = 'place';
    let answer: BidAck | null = null;
    while (performance.now() - sentAt < RESOLVE_MS) {
      const socket = await this.#socketOf(contestant, lotId);
      if (!socket) continue;
      // The epoch of the first sending goes with every repeat, as the room's page does it.
      const epoch = socket.rooms.get(lotId)?.head.epoch ?? 1;
      const repeat = sentEpoch === undefined ? {} : { sentEpoch };
      const event = asked === 'place' ? ROOM_EVENTS.place : ROOM_EVENTS.find;
      const payload = { lotId, bidId, ...(asked === 'place' && { amountTiyin }), ...repeat };
      sentEpoch ??= epoch;
      try {
        answer = (await socket.socket.timeout(ANSWER_MS).emitWithAck(event, payload)) as BidAck;
      } catch {
        // No answer: it may have arrived or not, so it is asked for by its id.
        asked = 'find';
        continue;
      }
      if ('error' in answer) {
        await new Promise((resolve) => setTimeout(resolve, 20));
        continue;
      }
      if (answer.verdict === 'never-seen') asked = 'place';
      else if (answer.verdict === 'unknown') asked = 'find';
      else break;
    }
    this.inFlight -= 1;
    return this.#note({ lotId, person: contestant.person, bidId, amountTiyin, sentAt }, answer);
  }

  /** Connected and in the room, on the next node when this one is gone; null: not now, try again. */
  async #socketOf(contestant: Contestant, lotId: number): Promise<Bidder | null> {
    if (contestant.socket?.socket.connected) return contestant.socket;
    contestant.socket?.close();
    contestant.socket = null;
    try {
      const socket = await Bidder.connect(this.urls[contestant.at] ?? '', {
        headers: { 'x-load-person': contestant.person },
      });
      await socket.enter(lotId);
      contestant.socket = socket;
      return socket;
    } catch {
      // This node is gone or cannot serve now: the next one, after a breath.
      contestant.at = (contestant.at + 1) % this.urls.length;
      await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS));
      return null;
    }
  }

  #note(told: Omit<Operation, 'answer' | 'answeredAt'>, answer: BidAck | null): number {
    const operation = { ...told, answeredAt: performance.now() };
    if (
      !answer ||
      !('verdict' in answer) ||
      (answer.verdict !== 'accepted' && answer.verdict !== 'refused')
    ) {
      this.tally.unknown = (this.tally.unknown ?? 0) + 1;
      this.operations.push({ ...operation, answer: { verdict: 'unknown' } });
      return 0;
    }
    const word = answer.verdict === 'refused' ? answer.reason : 'accepted';
    this.tally[word] = (this.tally[word] ?? 0) + 1;
    if (answer.verdict === 'accepted') {
      this.accepted += 1;
      this.lastAcceptedAt = performance.now();
      const { verdict, seq, amountTiyin, repeated } = answer;
      this.operations.push({ ...operation, answer: { verdict, seq, amountTiyin, repeated } });
    } else {
      const { verdict, reason, seq } = answer;
      this.operations.push({ ...operation, answer: { verdict, reason, seq } });
    }
    return answer.suggestedTiyin;
  }

  /** Judges the run: answers and log by the history checker, and every viewer's list of prices against PostgreSQL. */
  async violations(lotIds: readonly number[]): Promise<Violation[]> {
    const repository = createAuctionLogRepository(this.#database.db);
    const committed = new Map<number, CommittedEntry[]>();
    const termsHashes = new Map<number, string>();
    for (const lotId of lotIds) {
      committed.set(lotId, await repository.readEntries(lotId, 0, 1_000_000));
      termsHashes.set(lotId, (await repository.readLot(lotId))?.termsHash ?? '');
    }
    const found = checkHistory({ operations: this.operations, committed, termsHashes, views: [] });
    for (const viewer of this.viewers) {
      for (const lotId of viewer.rooms.keys())
        found.push(...(await viewed(viewer, lotId, committed.get(lotId) ?? [])));
    }
    return found;
  }
}

/** What a viewer was ever shown is in PostgreSQL as it was shown, and its last view is the newest. */
async function viewed(viewer: Bidder, lotId: number, entries: CommittedEntry[]): Promise<Violation[]> {
  const newest = entries.at(-1);
  if (newest) await viewer.reaches(lotId, newest.entry.seq).catch(() => undefined);
  const violations: Violation[] = [];
  const found = (detail: string) => violations.push({ rule: 'view', lotId, detail });
  const bySeq = new Map(entries.map(({ entry, hash }) => [entry.seq, { entry, hash }]));
  const shown = (price: PublicPrice) => {
    const entry = bySeq.get(price.seq)?.entry;
    if (entry?.kind !== 'price' || entry.amountTiyin !== price.amountTiyin || entry.number !== price.number) {
      found(`was shown ${price.amountTiyin} at ${price.seq}, PostgreSQL has ${JSON.stringify(entry)}`);
    }
  };
  for (const { event, payload } of viewer.received) {
    if (event !== ROOM_EVENTS.update || (payload as RoomUpdate).head.lotId !== lotId) continue;
    const update = payload as RoomUpdate;
    update.prices.forEach(shown);
    if (bySeq.get(update.head.seq)?.hash !== update.head.hash)
      found(`was shown another head at ${update.head.seq}`);
  }
  const { head, prices } = viewer.view(lotId);
  prices.forEach(shown);
  if (newest && head.hash !== newest.hash)
    found(`stays at ${head.seq}, PostgreSQL is at ${newest.entry.seq}`);
  return violations;
}
