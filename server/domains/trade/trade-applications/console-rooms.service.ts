import { lotCard, type LotRow, type LotSearchRepository } from '#server/domains/trade/lots/index.ts';
import { inTurn, type AnyDb } from '#server/platform/database/index.ts';
import { conflict, notFound } from '#server/platform/errors/index.ts';
import type { BoardRoom, RoomAction, RoomLoss, RoomRequest } from '#shared/api/console/console-rooms.ts';
import { PAUSES_BY_ONE_MAX, REPEATED_PAUSE_HOURS } from '#shared/limits/room-actions.ts';
import { MINUTE_MS } from '#shared/time/tashkent.ts';
import {
  createConsoleRoomsRepository,
  type ConsoleRoomsRepository,
  type RoomRequestRow,
} from './console-rooms.repository.ts';
import { createPausedSince } from './paused-since.ts';
import { nextMorning, takesTwo } from './resume-time.ts';
import { recorded } from './recorded-command.ts';
import type { BoardHead, RoomBoard, RoomChoices, RoomCommandAnswer, RoomCommands } from './room-ports.ts';
import type { StaffMember } from './staff-member.ts';
import type { ApprovalAnswer, RoomRequests, WantedAction } from './room-requests.service.ts';

/** Closed rooms stay on the board this long. */
const CLOSED_SHOWN_MS = 10 * MINUTE_MS;
const BOARD_MAX = 2_000;
const LOG_MAX = 200;
const SECOND_MS = 1_000;

export interface ConsoleRoomsDeps {
  db: AnyDb;
  repository: ConsoleRoomsRepository;
  search: Pick<LotSearchRepository, 'active' | 'endedSince'>;
  rooms: Pick<RoomCommands, 'suspend' | 'resume'>;
  board: RoomBoard;
  choices: Pick<RoomChoices, 'losses'>;
  requests: RoomRequests;
  /** Of one member of staff, the given one among them. */
  accountsOf(personId: string): Promise<string[]>;
  /** Lots that the person bids on or sells, under any account: what staff do there is for others to know. */
  rivalLots(personId: string): Promise<readonly number[]>;
  /** The same time of day so many working days later. */
  addWorkingDays: (from: Date, days: number) => Promise<Date>;
  now?: () => number;
}

export interface ConsoleRoomsService {
  board(): Promise<BoardRoom[]>;
  /** These lots as the board has them. */
  roomsOf(rows: readonly LotRow[]): Promise<BoardRoom[]>;
  /** None to a reader with a part in the lot. */
  actions(lotId: number, readerId: string): Promise<RoomAction[]>;
  /** 409 for who has suspended it too often. */
  suspend(lotId: number, staff: StaffMember, reason: string): Promise<RoomCommandAnswer>;
  /** Now, after a short pause. 409: two persons have to choose */
  resume(lotId: number, staff: StaffMember, reason: string): Promise<RoomCommandAnswer>;
  /** Opens a request; a second person approves. 404 for an unknown lot, 409 when its room has closed. */
  request(lotId: number, staff: StaffMember, wanted: WantedAction): Promise<RoomRequestRow>;
  /** Without those about lots in which the reader has a part. */
  pending(personId: string): Promise<RoomRequest[]>;
  /** 403 for the person who asked, 404 unknown, 409 decided or expired. */
  approve(requestId: number, staff: StaffMember): Promise<ApprovalAnswer>;
  reject(requestId: number, staff: StaffMember): Promise<void>;
}

/** What web processes and journals know of a room at this moment. */
interface LiveFigures {
  viewers: number;
  connected: number;
  answers: ReturnType<RoomBoard['answers']>;
  journalLagMs: number | null;
}

/** In whole seconds: a journal shows several times a second that it commits, and no change of that is sent to anyone. */
const lagOf = (ageMs: number | null): number | null =>
  ageMs === null ? null : Math.floor(ageMs / SECOND_MS) * SECOND_MS;

function boardRoom(
  row: LotRow,
  head: BoardHead | undefined,
  live: LiveFigures,
  proposedResumeAtMs: number | null,
  loss: RoomLoss | null,
): BoardRoom {
  const card = lotCard(row);
  return {
    lotId: row.id,
    number: card.number,
    title: card.title,
    status: card.status,
    practice: card.practice,
    rehearsal: row.rehearsal,
    phase: head?.phase ?? card.room.phase,
    pauseCause: head?.pauseCause ?? null,
    pauseReason: head?.pauseReason ?? null,
    resumeAtMs: head?.phase === 'paused' && head.dueUs !== null ? head.dueUs / 1000 : null,
    proposedResumeAtMs,
    loss,
    priceTiyin: head ? head.priceTiyin : card.room.priceTiyin,
    count: head?.count ?? card.room.count,
    leaderNumber: head ? head.leaderNumber : card.room.leaderNumber,
    participants: head?.applicants ?? 0,
    connected: live.connected,
    viewers: live.viewers,
    opensAtMs: card.opensAtMs,
    deadlineMs: head ? head.deadlineUs / 1000 : card.room.deadlineMs,
    extensions: head?.extensions ?? 0,
    outcome: head?.outcome ?? null,
    answerP50Ms: live.answers.p50Ms,
    answerP99Ms: live.answers.p99Ms,
    journalLagMs: live.journalLagMs,
    refusals: live.answers.refusals,
  };
}

export function createConsoleRoomsService({
  db,
  repository,
  search,
  rooms,
  board,
  choices,
  requests,
  accountsOf,
  rivalLots,
  addWorkingDays,
  now = Date.now,
}: ConsoleRoomsDeps): ConsoleRoomsService {
  async function headOf(lotId: number): Promise<BoardHead> {
    const [head] = await board.heads([lotId]);
    if (!head) throw notFound();
    return head;
  }

  const pausedSince = createPausedSince({ board, log: repository });

  /** Proposed end of each pause that one person may not end, and for which no end is set. */
  async function proposals(heads: readonly BoardHead[]): Promise<ReadonlyMap<number, number>> {
    const paused = heads.filter(({ phase, dueUs }) => phase === 'paused' && dueUs === null);
    const since = await pausedSince(paused.map(({ lotId }) => lotId));
    const long = [...since].filter(([, fromMs]) => takesTwo(fromMs, now()));
    if (long.length === 0) return new Map();
    const next = await nextMorning(addWorkingDays, now());
    return new Map(long.map(([lotId]) => [lotId, next]));
  }

  async function roomsOf(rows: readonly LotRow[]): Promise<BoardRoom[]> {
    const ids = rows.map((row) => row.id);
    const [heads, journalAges, losses] = await Promise.all([
      board.heads(ids),
      board.journalAges(ids),
      choices.losses(ids),
    ]);
    const proposed = await proposals(heads);
    const head = new Map(heads.map((one) => [one.lotId, one]));
    return rows.map((row) =>
      boardRoom(
        row,
        head.get(row.id),
        {
          viewers: board.viewers(row.id),
          connected: board.connected(row.id),
          answers: board.answers(row.id),
          journalLagMs: lagOf(journalAges.get(row.id) ?? null),
        },
        proposed.get(row.id) ?? null,
        losses.get(row.id) ?? null,
      ),
    );
  }

  return {
    async board() {
      const [open, closed] = await Promise.all([
        search.active(BOARD_MAX, null),
        search.endedSince(new Date(now() - CLOSED_SHOWN_MS), BOARD_MAX),
      ]);
      return roomsOf([...open, ...closed].filter((row) => row.room_opened_at !== null));
    },

    roomsOf,

    actions: async (lotId, readerId) =>
      (await rivalLots(readerId)).includes(lotId) ? [] : repository.actions(lotId, LOG_MAX),

    async suspend(lotId, staff, reason) {
      await headOf(lotId);
      const { personId, name: personName } = staff;
      const accounts = await accountsOf(personId);
      // Each is counted, made and recorded before the next one is judged.
      const [made] = await inTurn(db, `room-suspensions:${lotId}`, async (tx) => {
        const own = createConsoleRoomsRepository(tx);
        if ((await own.suspensionsBy(lotId, accounts, REPEATED_PAUSE_HOURS)) >= PAUSES_BY_ONE_MAX)
          throw conflict('console-rooms.suspended-before');
        const suspended = recorded(rooms.suspend(lotId, reason), (result) =>
          own.log({ lotId, action: 'suspend', personId, personName, reason, result }),
        );
        // Settled, not thrown: what is recorded stays, also of an unknown outcome, and a transaction that is tried again sends no second command.
        return Promise.allSettled([suspended]);
      });
      if (made.status === 'rejected') throw made.reason;
      return made.value;
    },

    async resume(lotId, staff, reason) {
      await headOf(lotId);
      if ((await choices.losses([lotId])).has(lotId)) throw conflict('console-rooms.two-choose');
      if (takesTwo((await pausedSince([lotId])).get(lotId) ?? null, now()))
        throw conflict('console-rooms.takes-two');
      const { personId, name: personName } = staff;
      return recorded(rooms.resume(lotId), (result) =>
        repository.log({ lotId, action: 'resume', personId, personName, reason, result }),
      );
    },

    request: requests.request,
    async pending(personId) {
      const [pending, own] = await Promise.all([requests.pending(personId), rivalLots(personId)]);
      return pending.filter(({ lotId }) => !own.includes(lotId));
    },
    approve: requests.approve,
    reject: requests.reject,
  };
}
