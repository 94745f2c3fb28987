import { notFound } from '#server/platform/errors/index.ts';
import type { ActionLog } from '#server/domains/staff/action-log/index.ts';
import type { LotSearchRepository } from '#server/domains/trade/lots/index.ts';
import { nameOfBot } from '#server/domains/trade/rehearsals/index.ts';
import type { ConsoleApplication } from '#shared/api/cabinet/user-order.ts';
import {
  ROOM_LOG_PAGE,
  ROOM_PRICES_MOST,
  type ConsoleRoom,
  type RoomAttempt,
  type RoomBidder,
  type RoomLogEntry,
  type RoomPrice,
} from '#shared/api/console/room-page.ts';
import type { ApplicationRowsRepository } from './application-rows.repository.ts';
import { consoleApplication } from './application-views.ts';
import type { ConsoleRoomsService } from './console-rooms.service.ts';
import { roomLogEntry, shownToAll } from './room-log-entry.ts';
import type { RoomBoard, RoomRecords } from './room-ports.ts';

export interface RoomPageDeps {
  rooms: Pick<ConsoleRoomsService, 'roomsOf'>;
  search: Pick<LotSearchRepository, 'byIds'>;
  board: Pick<RoomBoard, 'presenceOf'>;
  records: RoomRecords;
  applications: Pick<ApplicationRowsRepository, 'page' | 'numbersIn'>;
  actions: Pick<ActionLog, 'record'>;
  namesOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  /** Lots whose bidders and limits this person must not see. */
  rivalLots: (personId: string) => Promise<readonly number[]>;
}

/** Who looks, and from where. */
export interface RoomReader {
  personId: string;
  address: string;
}

interface Page {
  page: number;
  size: number;
}

interface AttemptsWanted extends Page {
  verdict?: RoomAttempt['verdict'] | undefined;
  /** Number in the room. */
  bidder?: number | undefined;
}

/** More applications than a room has bidders. */
const ALL = { limit: 10_000, offset: 0 };
/** The page asks for its bidders again every few seconds: one who looks on is recorded so often. */
const RECORDED_MS = 60 * 60_000;

export type RoomPage = ReturnType<typeof createRoomPage>;

/** One room as staff look at it. */
export function createRoomPage(deps: RoomPageDeps) {
  const { rooms, search, board, records, applications, actions, namesOf, rivalLots } = deps;

  /** When it was last recorded that somebody looks at the bidders of a lot, by both. */
  const recordedAt = new Map<string, number>();

  async function recordLook(lotId: number, { personId, address }: RoomReader): Promise<void> {
    const [key, now] = [`${lotId}:${personId}`, performance.now()];
    for (const [each, at] of recordedAt) if (now - at >= RECORDED_MS) recordedAt.delete(each);
    if (recordedAt.has(key)) return;
    await actions.record({
      personId,
      type: 'application',
      action: 'bidders-viewed',
      result: 'done',
      reason: `lot:${lotId}`,
      address,
    });
    recordedAt.set(key, now);
  }

  const isRival = async (lotId: number, personId: string) => (await rivalLots(personId)).includes(lotId);

  const bidderOf = (
    application: ConsoleApplication,
    person: string,
    activity: { attempts: number; refused: number; lastAtMs: number } | undefined,
  ): RoomBidder => ({
    id: application.id,
    number: application.number,
    status: application.status,
    person: application.person,
    revokedBecause: application.revokedBecause,
    mayRevoke: application.mayRevoke,
    leading: application.leading,
    limited: application.limitTiyin !== null,
    ...board.presenceOf(application.lotId, person),
    attempts: activity?.attempts ?? 0,
    refused: activity?.refused ?? 0,
    lastAttemptAtMs: activity?.lastAtMs ?? null,
  });

  return {
    /** 404 for a lot without a room. */
    async room(lotId: number, { personId }: RoomReader): Promise<ConsoleRoom> {
      const [row] = await search.byIds([lotId]);
      if (!row?.room_opened_at) throw notFound();
      const [[room], ownPart] = await Promise.all([rooms.roomsOf([row]), isRival(lotId, personId)]);
      if (!room) throw notFound();
      return {
        room,
        startPriceTiyin: row.start_price_tiyin,
        closesAtMs: row.closes_at.getTime(),
        orderId: row.order_id,
        ownPart,
        serverAtMs: Date.now(),
      };
    },

    /**
     * Newest first, before a sequence. A reader with a part in the lot has of it what the room shows to everybody; other readings of more are
     * recorded before it is given out.
     */
    async log(
      lotId: number,
      before: number | undefined,
      reader: RoomReader,
    ): Promise<{ entries: RoomLogEntry[]; more: boolean }> {
      const [found, numbers, rival] = await Promise.all([
        records.entries(lotId, { beforeSeq: before ?? null, limit: ROOM_LOG_PAGE + 1 }),
        applications.numbersIn(lotId),
        isRival(lotId, reader.personId),
      ]);
      const entries = found
        .slice(0, ROOM_LOG_PAGE)
        .map((each) => roomLogEntry(each, (person) => numbers.get(person) ?? null));
      const more = found.length > ROOM_LOG_PAGE;
      if (rival) return { entries: entries.flatMap((entry) => shownToAll(entry) ?? []), more };
      if (entries.some((entry) => shownToAll(entry) === null)) await recordLook(lotId, reader);
      return { entries, more };
    },

    prices: (lotId: number): Promise<RoomPrice[]> => records.prices(lotId, ROOM_PRICES_MOST),

    /** None for a reader with a part in the lot. Recorded before they are given out. */
    async bidders(
      lotId: number,
      { page, size }: Page,
      reader: RoomReader,
    ): Promise<{ items: RoomBidder[]; total: number }> {
      if (await isRival(lotId, reader.personId)) return { items: [], total: 0 };
      await recordLook(lotId, reader);
      const [found, activity] = await Promise.all([
        applications.page({ lotId }, { limit: size, offset: (page - 1) * size }),
        records.activity(lotId),
      ]);
      const names = await namesOf(found.rows.map((row) => row.person_id));
      const items = found.rows.map((row) =>
        bidderOf(
          consoleApplication(row, names.get(row.person_id) ?? nameOfBot(row.person_id) ?? ''),
          row.person_id,
          activity.get(row.person_id),
        ),
      );
      return { items, total: found.total };
    },

    /** Recorded with its reason before they are given out. Conflicts of interest are judged by the call. */
    async openLimits(
      lotId: number,
      reason: string,
      { personId, address }: RoomReader,
    ): Promise<{ applicationId: number; limitTiyin: number | null }[]> {
      const { rows } = await applications.page({ lotId }, ALL);
      await actions.record({
        personId,
        type: 'application',
        action: 'limits-viewed',
        result: 'done',
        reason: `lot:${lotId} ${reason}`,
        address,
      });
      return rows.map((row) => ({ applicationId: row.id, limitTiyin: row.limit_tiyin }));
    },

    /** None for a reader with a part in the lot. */
    async attempts(
      lotId: number,
      { page, size, verdict, bidder }: AttemptsWanted,
      { personId, address }: RoomReader,
    ): Promise<{ items: RoomAttempt[]; total: number }> {
      if (await isRival(lotId, personId)) return { items: [], total: 0 };
      const numbers = await applications.numbersIn(lotId);
      const person = [...numbers].find(([, number]) => number === bidder)?.[0] ?? null;
      if (bidder !== undefined && person === null) return { items: [], total: 0 };
      const offset = (page - 1) * size;
      const found = await records.attempts({ lotId, verdict: verdict ?? null, person, limit: size, offset });
      const names = await namesOf([...new Set(found.items.map((item) => item.person))]);
      await actions.record({
        personId,
        type: 'account',
        action: 'attempts-searched',
        result: 'done',
        reason: [`lot:${lotId}`, ...(person === null ? [] : [`person:${person}`])].join(' '),
        address,
      });
      const items = found.items.map((item) => ({
        ...item,
        person: { id: item.person, name: names.get(item.person) ?? '' },
        bidderNumber: numbers.get(item.person) ?? null,
      }));
      return { items, total: found.total };
    },
  };
}
