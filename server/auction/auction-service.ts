import type { AuctionTerms } from '#shared/auction/rules.ts';
import type { MyRoom, RoomCounts, RoomHead, RoomSnapshot, RoomUpdate } from '#shared/realtime/room.ts';
import { headOf } from './live/audience-view.ts';
import { headOf as bidHeadOf } from './live/bid-command.ts';
import type { Live } from './live/create-live.ts';
import type { LiveIdentity } from './live/live-options.ts';
import type { RoomAnswers } from './live/recent-answers.ts';
import { RoomControl } from './live/room-control.ts';
import type { Rooms } from './live/rooms.ts';
import type { AuctionLogRepository, LotRow } from './state/auction-log.repository.ts';
import type { AuctionState } from './state/contract.ts';
import { createRewindsRepository } from './state/rewinds.repository.ts';

type Database = Parameters<typeof createRewindsRepository>[0];

export type RoomInfo =
  | { snapshot: RoomSnapshot }
  | { updates: RoomUpdate; me: MyRoom; counts: RoomCounts }
  | 'not-found'
  | 'no-access';

export interface AuctionServiceOptions {
  state: AuctionState;
  repository: AuctionLogRepository;
  database: Database;
  rooms: Rooms;
  /** The live side of this process, where it has one; without it no one is counted and no answer was given. */
  live?: Pick<Live, 'access' | 'presence' | 'answers'>;
}

const NO_ANSWERS: RoomAnswers = { p50Ms: null, p99Ms: null, refusals: {} };

export type AuctionService = ReturnType<typeof createAuctionService>;

/**
 * The core's interface to the domains. Commands answer when their entries are committed, with `done` or the reason of the
 * refusal; they reject with ControlOutcomeUnknown when the outcome is unknown, and may then be repeated.
 */
export function createAuctionService({ state, repository, database, rooms, live }: AuctionServiceOptions) {
  const control = new RoomControl(rooms, state);
  const rewinds = createRewindsRepository(database);

  /** Requests that the journal load the lot at once. */
  async function lotOpened(lotId: number): Promise<void> {
    rooms.opened(lotId);
    // Redis is unavailable: not retried, the first command that finds no state requests it again.
    await state.want(lotId).catch(() => undefined);
  }

  return {
    /**
     * Opens a lot with frozen terms; `exists` when it was opened before (its first terms remain).
     * With `db`, the caller's transaction, call `lotOpened` once it is committed.
     */
    async openLot(terms: AuctionTerms, db?: Database): Promise<'opened' | 'exists'> {
      if (db) return repository.openLot(terms, db);
      const opened = await repository.openLot(terms);
      await lotOpened(terms.lotId);
      return opened;
    },

    lotOpened,

    admit: control.admit.bind(control),
    setLimit: control.setLimit.bind(control),
    revoke: control.revoke.bind(control),
    suspend: control.suspend.bind(control),
    resume: control.resume.bind(control),
    extend: control.extend.bind(control),
    withdraw: control.withdraw.bind(control),

    /**
     * An offer of a bidder without a person, who waits for no answer: sent once, in practice rooms alone. Whether it was accepted;
     * rejects where the room is not for practice, and while Redis is unavailable.
     */
    async placeInPractice(c: {
      lotId: number;
      person: string;
      bidId: string;
      amountTiyin: number;
    }): Promise<boolean> {
      const room = await rooms.open(c.lotId);
      if (!room?.view.terms.practice) throw new RangeError(`lot ${c.lotId} has no practice room`);
      const head = bidHeadOf(room, c, room.view.epoch, undefined);
      return (await state.place({ ...head, amountTiyin: c.amountTiyin })).verdict === 'accepted';
    },

    /** Those of these rooms that are held until two members of staff have chosen, with what was lost. */
    heldRooms: rewinds.held,
    /** After `continue` the room may be resumed. */
    chooseAfterRewind: rewinds.choose,
    /** Rewinds after a choice whose participants have not been notified. */
    unnotifiedRewinds: rewinds.unnotified,
    markRewindNotified: rewinds.markNotified,

    /** Whether a person has a confirmed price, and an auto-bid, in the committed room. */
    async standing(lotId: number, person: string): Promise<{ price: boolean; auto: boolean }> {
      const room = await rooms.open(lotId);
      if (!room) return { price: false, auto: false };
      return { price: await repository.hasPrice(lotId, person), auto: room.view.autos[person] !== undefined };
    },

    /** The public committed head; null when the lot was never opened. */
    async roomHead(lotId: number): Promise<RoomHead | null> {
      const room = await rooms.open(lotId);
      return room && headOf(room.view, Date.now());
    },

    /** Committed heads from PostgreSQL, for lists and boards; lots never opened are omitted. */
    heads: (lotIds: readonly number[]): Promise<LotRow[]> => repository.readLots(lotIds),

    /** Viewers of the room over all nodes, as last counted. */
    viewers: (lotId: number): number => live?.presence.countsOf(lotId).viewers ?? 0,

    /** Since when each paused room is paused, µs; rooms that are not paused are omitted. */
    pausedSince: (lotIds: readonly number[]): Promise<Map<number, number>> => repository.pausedSince(lotIds),

    /** Bidders of the room who are connected, over all nodes, as last counted. */
    connected: (lotId: number): number => live?.presence.countsOf(lotId).participants ?? 0,

    /** Whether a bidder is connected, over all nodes, and when they left, ms; null: connected, or not known. */
    presenceOf: (lotId: number, person: string): { connected: boolean; leftAtMs: number | null } =>
      live?.presence.bidder(lotId, person) ?? { connected: false, leftAtMs: null },

    /** How its bids were answered within the last minute, by all nodes. */
    answers: (lotId: number): RoomAnswers => live?.answers.of(lotId) ?? NO_ANSWERS,

    /**
     * For how long the journal of each room has not shown that it commits, ms, by the auction Redis; null: no one has the room's
     * partition, or its Redis is away.
     */
    async journalAges(lotIds: readonly number[]): Promise<ReadonlyMap<number, number | null>> {
      // Not retried: the board is read again within seconds, and says meanwhile that nothing is known.
      const leases = await state.leases().catch(() => []);
      const ages = new Map(leases.map(({ partition, ageMs }) => [partition, ageMs]));
      return new Map(lotIds.map((lotId) => [lotId, ages.get(state.partitions.of(lotId)) ?? null]));
    },

    /** The room as the viewer sees it: the entries after a sequence when still in memory, otherwise a snapshot. */
    async roomInfo(
      lotId: number,
      viewer: Pick<LiveIdentity, 'person' | 'seesEveryRoom'> | null,
      after?: { epoch: number; seq: number },
    ): Promise<RoomInfo> {
      if (!live) throw new Error('rooms are shown by processes with a live side');
      const identity: LiveIdentity | null = viewer && { ...viewer, sessionId: '' };
      const room = await live.access.enter(lotId, identity);
      if (typeof room === 'string') return room;
      if (after) await live.access.reach(room, after);
      const { ok: _ok, ...shown } = live.access.show(room, identity, after);
      return shown;
    },
  };
}
