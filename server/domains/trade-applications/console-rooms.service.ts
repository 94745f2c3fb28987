import { lotCard, type LotRow, type LotSearchRepository } from '#server/domains/lots/index.ts';
import { conflict, forbidden, notFound, RequestError, unavailable } from '#server/platform/errors/index.ts';
import type { BoardRoom, RoomAction, RoomRequest } from '#shared/api/console-rooms.ts';
import type { RefusalReason } from '#shared/auction/refusals.ts';
import { ROOM_REQUEST_MINUTES } from '#shared/limits/room-actions.ts';
import type { ConsoleRoomsRepository, RoomRequestRow } from './console-rooms.repository.ts';
import {
  isOutcomeUnknown,
  type BoardHead,
  type RoomBoard,
  type RoomCommandAnswer,
  type RoomCommands,
} from './room-door.ts';

const MINUTE_MS = 60_000;
/** Closed rooms stay on the board this long. */
const CLOSED_SHOWN_MS = 10 * MINUTE_MS;
const BOARD_MAX = 500;
const LOG_MAX = 200;

export interface StaffMember {
  personId: string;
  name: string;
}

export interface ConsoleRoomsDeps {
  repository: ConsoleRoomsRepository;
  search: Pick<LotSearchRepository, 'active' | 'endedSince' | 'byIds'>;
  rooms: RoomCommands;
  board: RoomBoard;
}

export interface ConsoleRoomsService {
  board(): Promise<BoardRoom[]>;
  actions(lotId: number): Promise<RoomAction[]>;
  suspend(lotId: number, staff: StaffMember, reason: string): Promise<RoomCommandAnswer>;
  resume(lotId: number, staff: StaffMember, reason: string): Promise<RoomCommandAnswer>;
  /** Asks; a second person approves. 404 for an unknown lot, 409 when its room has closed. */
  request(
    lotId: number,
    staff: StaffMember,
    wanted: { kind: 'extend'; minutes: number; reason: string } | { kind: 'withdraw'; reason: string },
  ): Promise<RoomRequestRow>;
  pending(personId: string): Promise<RoomRequest[]>;
  /** 403 for the person who asked, 404 unknown, 409 decided or expired. */
  approve(requestId: number, staff: StaffMember): Promise<RoomCommandAnswer>;
  reject(requestId: number, staff: StaffMember): Promise<void>;
}

function boardRoom(
  row: LotRow,
  head: BoardHead | undefined,
  viewers: number,
  refusals: Partial<Record<RefusalReason, number>>,
): BoardRoom {
  const card = lotCard(row);
  return {
    lotId: row.id,
    number: card.number,
    title: card.title,
    status: card.status,
    practice: card.practice,
    phase: head?.phase ?? card.room.phase,
    pauseCause: head?.pauseCause ?? null,
    pauseReason: head?.pauseReason ?? null,
    resumeAtMs: head?.phase === 'paused' && head.dueUs !== null ? head.dueUs / 1000 : null,
    priceTiyin: head ? head.priceTiyin : card.room.priceTiyin,
    count: head?.count ?? card.room.count,
    leaderNumber: head ? head.leaderNumber : card.room.leaderNumber,
    participants: head?.applicants ?? 0,
    viewers,
    opensAtMs: card.opensAtMs,
    deadlineMs: head ? head.deadlineUs / 1000 : card.room.deadlineMs,
    extensions: head?.extensions ?? 0,
    outcome: head?.outcome ?? null,
    refusals,
  };
}

/** Sends a command of staff; an outcome nobody can tell becomes a 503, and doing it again is safe. */
async function sent(command: Promise<RoomCommandAnswer>): Promise<RoomCommandAnswer> {
  try {
    const answer = await command;
    // Only what the screen shows leaves: the core's answer carries more.
    return answer.verdict === 'done' ? { verdict: 'done' } : { verdict: 'refused', reason: answer.reason };
  } catch (error) {
    // Not retried here: the core has tried for seconds already.
    if (isOutcomeUnknown(error)) throw unavailable('console-rooms.unknown', { cause: error });
    throw error;
  }
}

/** Sends a command and puts what came of it on record, also when that cannot be told. */
async function recorded(
  command: Promise<RoomCommandAnswer>,
  record: (result: RoomAction['result']) => Promise<void>,
): Promise<RoomCommandAnswer> {
  try {
    const answer = await sent(command);
    await record(answer.verdict === 'done' ? 'done' : answer.reason);
    return answer;
  } catch (error) {
    // Not retried: staff look at the board, and the record says that this one is open.
    if (error instanceof RequestError) await record('unknown');
    throw error;
  }
}

const about = (request: RoomRequestRow, staff: StaffMember) => ({
  lotId: request.lot_id,
  action: request.kind,
  personId: staff.personId,
  personName: staff.name,
  reason: request.reason,
  minutes: request.minutes,
  requestId: request.id,
});

export function createConsoleRoomsService({
  repository,
  search,
  rooms,
  board,
}: ConsoleRoomsDeps): ConsoleRoomsService {
  async function headOf(lotId: number): Promise<BoardHead> {
    const [head] = await board.heads([lotId]);
    if (!head) throw notFound();
    return head;
  }

  async function act(
    action: 'suspend' | 'resume',
    lotId: number,
    staff: StaffMember,
    reason: string,
  ): Promise<RoomCommandAnswer> {
    await headOf(lotId);
    const command = action === 'suspend' ? rooms.suspend(lotId, reason) : rooms.resume(lotId);
    const { personId, name: personName } = staff;
    return recorded(command, (result) =>
      repository.log({ lotId, action, personId, personName, reason, result }),
    );
  }

  async function carryOut(request: RoomRequestRow): Promise<RoomCommandAnswer> {
    const { lot_id: lotId, reason, minutes } = request;
    if (request.kind === 'withdraw') return rooms.withdraw(lotId, reason);
    const head = await headOf(lotId);
    return rooms.extend(lotId, { deadlineMs: head.deadlineUs / 1000 + (minutes ?? 0) * MINUTE_MS, reason });
  }

  async function waiting(requestId: number): Promise<RoomRequestRow> {
    const request = await repository.findRequest(requestId);
    if (!request) throw notFound();
    if (request.decision !== null) throw conflict('console-rooms.already-decided');
    if (request.expires_at.getTime() <= Date.now()) throw conflict('console-rooms.expired');
    return request;
  }

  return {
    async board() {
      const [open, closed] = await Promise.all([
        search.active(BOARD_MAX, null),
        search.endedSince(new Date(Date.now() - CLOSED_SHOWN_MS), BOARD_MAX),
      ]);
      const rows = [...open, ...closed].filter((row) => row.room_opened_at !== null);
      const ids = rows.map((row) => row.id);
      const [heads, refusals] = await Promise.all([board.heads(ids), board.refusals(ids)]);
      const headOf = new Map(heads.map((head) => [head.lotId, head]));
      return rows.map((row) =>
        boardRoom(row, headOf.get(row.id), board.viewers(row.id), refusals.get(row.id) ?? {}),
      );
    },

    actions: (lotId) => repository.actions(lotId, LOG_MAX),
    suspend: (lotId, staff, reason) => act('suspend', lotId, staff, reason),
    resume: (lotId, staff, reason) => act('resume', lotId, staff, reason),

    async request(lotId, staff, wanted) {
      const head = await headOf(lotId);
      if (head.phase === 'closed') throw conflict('console-rooms.closed');
      return repository.request({
        lotId,
        kind: wanted.kind,
        minutes: wanted.kind === 'extend' ? wanted.minutes : null,
        reason: wanted.reason,
        personId: staff.personId,
        personName: staff.name,
        validMinutes: ROOM_REQUEST_MINUTES,
      });
    },

    async pending(personId) {
      const requests = await repository.pending();
      const rows = await search.byIds([...new Set(requests.map((request) => request.lot_id))]);
      const lots = new Map(rows.map((row) => [row.id, row]));
      return requests.flatMap((request) => {
        const lot = lots.get(request.lot_id);
        if (!lot) return [];
        return {
          id: request.id,
          lotId: lot.id,
          number: String(lot.id),
          title: lot.title,
          kind: request.kind,
          minutes: request.minutes,
          reason: request.reason,
          by: request.requested_by_name,
          mine: request.requested_by === personId,
          createdAtMs: request.created_at.getTime(),
          expiresAtMs: request.expires_at.getTime(),
        };
      });
    },

    async approve(requestId, staff) {
      const request = await waiting(requestId);
      if (request.requested_by === staff.personId) throw forbidden('console-rooms.second-person');
      // Decided first: of an approval and a rejection at the same time only one happens, and nothing is done twice.
      if (!(await repository.decide(requestId, 'approved', staff.personId)))
        throw conflict('console-rooms.already-decided');
      return recorded(carryOut(request), (result) => repository.log({ ...about(request, staff), result }));
    },

    async reject(requestId, staff) {
      const request = await waiting(requestId);
      if (!(await repository.decide(requestId, 'rejected', staff.personId)))
        throw conflict('console-rooms.already-decided');
      await repository.log({ ...about(request, staff), action: 'request-rejected', result: 'done' });
    },
  };
}
