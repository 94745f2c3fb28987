import { hasLeft, mustStillDecide } from '#server/domains/people/accounts/index.ts';
import type { ChangeCause, LotSearchRepository } from '#server/domains/trade/lots/index.ts';
import type { NewStaffTask } from '#server/domains/staff/tasks/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import { conflict, forbidden, notFound, unavailable } from '#server/platform/errors/index.ts';
import type { RoomAction, RoomRequest } from '#shared/api/console/console-rooms.ts';
import {
  REJECTIONS_BY_ONE_MAX,
  REPEATED_PAUSE_HOURS,
  RESUME_NOTICE_SECONDS,
  ROOM_REQUEST_MINUTES,
} from '#shared/limits/room-actions.ts';
import { statesFrom } from '#shared/lifecycles/lifecycle.ts';
import { LOT, NOT_OPENED_STATUSES } from '#shared/lifecycles/lot.ts';
import type { RevocationRefusal } from '#shared/lifecycles/trade-application-refusals.ts';
import { MINUTE_MS } from '#shared/time/tashkent.ts';
import {
  BY_RULES,
  createConsoleRoomsRepository,
  type ConsoleRoomsRepository,
  type NewRoomRequest,
  type RoomRequestRow,
} from './console-rooms.repository.ts';
import { recorded } from './recorded-command.ts';
import { isResumeAt, judgeResumeAt } from './resume-time.ts';
import type { StaffMember } from './staff-member.ts';
import type { BoardHead, RoomBoard, RoomChoices, RoomCommandAnswer, RoomCommands } from './room-ports.ts';

/** After this time an approved, unfinished request has lost its process. */
const LOST_AFTER_MS = 10_000;
const BATCH = 20;

export interface RoomRequestsDeps {
  repository: ConsoleRoomsRepository;
  search: Pick<LotSearchRepository, 'byIds'>;
  /** Sales at a fixed price, which have no room; null: it is not on sale. */
  sales: { withdraw(lotId: number, cause: ChangeCause): Promise<unknown> };
  rooms: Pick<RoomCommands, 'extend' | 'withdraw' | 'resume'>;
  choices: RoomChoices;
  board: Pick<RoomBoard, 'heads'>;
  /** Ensures that the core has the room of a lot that has not opened; idempotent. */
  openRoom: (lotId: number) => Promise<void>;
  revocations: {
    /** Owner of the application; null: no such application. */
    personOf(applicationId: number): Promise<string | null>;
    /** Revokes by an approved request; safe to repeat. null: no such application. */
    carryOut(
      request: { id: number; applicationId: number; reason: string },
      staff: StaffMember,
      how: { again: boolean },
    ): Promise<{ outcome: 'revoked' } | { outcome: 'refused'; reason: RevocationRefusal } | null>;
  };
  tasks: { open(task: NewStaffTask, tx?: AnyDb): Promise<void> };
  /** Do both accounts belong to one person, who cannot be the second one? */
  isSamePerson: (one: string, other: string, tx?: AnyDb) => Promise<boolean>;
  /** Of one member of staff, the given one among them. */
  accountsOf(personId: string): Promise<string[]>;
  /** Deadline of a task opened now. */
  taskDueAt: () => Promise<Date>;
}

export type WantedAction =
  | { kind: 'extend'; minutes: number; reason: string }
  | { kind: 'continue'; reason: string }
  | { kind: 'resume'; reason: string; atMs?: number | undefined }
  | { kind: 'withdraw'; reason: string; repeat?: boolean | undefined };

export type ApprovalAnswer = RoomCommandAnswer | { verdict: 'seconded' };

/** The room's refusals of a revocation. */
function answerOf(refusal: RevocationRefusal): RoomCommandAnswer {
  switch (refusal) {
    case 'over':
      return { verdict: 'refused', reason: 'closed' };
    case 'no-application':
      return { verdict: 'refused', reason: 'not-admitted' };
    case 'own':
      throw forbidden('console-rooms.own');
    // Two persons decide about the first; the worker retries the second.
    case 'leading':
    case 'busy':
      throw unavailable('console-rooms.unknown');
  }
}

/** Requests of one member of staff that another one approves, and their execution. */
export function createRoomRequests(deps: RoomRequestsDeps) {
  const { repository, search, sales, rooms, choices, board, revocations } = deps;

  /** null: the room is not open yet, or a sale at a fixed price has none; the lot may still be withdrawn. */
  async function headOrWaiting(lotId: number): Promise<BoardHead | null> {
    const [head] = await board.heads([lotId]);
    if (head) return head;
    const [lot] = await search.byIds([lotId]);
    if (!lot) throw notFound();
    // It may be withdrawn although no board shows it.
    const open = lot.trade_type === 'auction' ? NOT_OPENED_STATUSES : statesFrom(LOT, 'withdraw-sale');
    if (!open.includes(lot.status)) throw conflict('console-rooms.closed');
    return null;
  }

  const log = (
    request: RoomRequestRow,
    staff: StaffMember,
    action: RoomAction['action'],
    result: RoomAction['result'],
  ) =>
    repository.log({
      lotId: request.lot_id,
      action,
      personId: staff.personId,
      personName: staff.name,
      reason: request.bidder_number ? `№ ${request.bidder_number}: ${request.reason}` : request.reason,
      minutes: request.minutes,
      requestId: request.id,
      result,
    });

  /** Its order follows by itself. */
  async function withdrawLot(
    { id, lot_id: lotId, reason }: RoomRequestRow,
    again: boolean,
  ): Promise<RoomCommandAnswer> {
    const [lot] = await search.byIds([lotId]);
    if (lot?.trade_type !== 'fixed-price') {
      await deps.openRoom(lotId);
      const answer = await rooms.withdraw(lotId, reason);
      if (answer.verdict === 'done') await choices.choose(lotId, 'void', id);
      return answer;
    }
    if ((await sales.withdraw(lotId, { by: 'staff', reason })) !== null) return { verdict: 'done' };
    // By the execution that was interrupted.
    const [ended] = again ? await search.byIds([lotId]) : [];
    const isOver = ended?.outcome === 'withdrawn' || ended?.outcome === 'sold';
    return isOver ? { verdict: 'done' } : { verdict: 'refused', reason: 'closed' };
  }

  const withdraw = (
    request: RoomRequestRow,
    staff: StaffMember,
    again: boolean,
  ): Promise<RoomCommandAnswer> =>
    recorded(
      withdrawLot(request, again),
      // The unknown outcome was recorded the first time.
      (result) =>
        again && result === 'unknown' ? Promise.resolve() : log(request, staff, 'withdraw', result),
    );

  async function extend(request: RoomRequestRow, staff: StaffMember): Promise<RoomCommandAnswer> {
    const head = await headOrWaiting(request.lot_id);
    if (!head) return { verdict: 'refused', reason: 'not-open-yet' };
    const deadlineMs = head.deadlineUs / 1000 + (request.minutes ?? 0) * MINUTE_MS;
    return recorded(rooms.extend(request.lot_id, { deadlineMs, reason: request.reason }), (result) =>
      log(request, staff, 'extend', result),
    );
  }

  /** From the last price that the database has, after an announcement. */
  async function continueRoom(request: RoomRequestRow, staff: StaffMember): Promise<RoomCommandAnswer> {
    const { id, lot_id: lotId, reason } = request;
    await choices.choose(lotId, 'continue', id);
    const atMs = Date.now() + RESUME_NOTICE_SECONDS * 1_000;
    return recorded(rooms.resume(lotId, { atMs, reason }), (result) =>
      log(request, staff, 'continue', result),
    );
  }

  /** At the instant that was approved; after an interruption at the next one of which participants still hear. */
  async function resume(request: RoomRequestRow, staff: StaffMember): Promise<RoomCommandAnswer> {
    const { lot_id: lotId, resume_at: resumeAt, reason } = request;
    const earliestMs = Date.now() + RESUME_NOTICE_SECONDS * 1_000;
    const then = resumeAt && { reason, atMs: Math.max(resumeAt.getTime(), earliestMs) };
    return recorded(rooms.resume(lotId, then ?? undefined), (result) =>
      log(request, staff, then ? 'resume-at' : 'resume', result),
    );
  }

  /** The participant first; then the lot, if requested together. */
  async function revoke(
    request: RoomRequestRow,
    staff: StaffMember,
    again: boolean,
  ): Promise<RoomCommandAnswer> {
    const { id, application_id: applicationId, reason } = request;
    if (applicationId === null) throw new Error(`request ${id} names no application`);
    const revoked = await revocations.carryOut({ id, applicationId, reason }, staff, { again });
    if (!revoked) throw notFound();
    if (revoked.outcome === 'refused') {
      const answer = answerOf(revoked.reason);
      await log(request, staff, 'revoke', answer.verdict === 'refused' ? answer.reason : 'done');
      if (!request.also_withdraw || answer.verdict === 'done') return answer;
    }
    return request.also_withdraw ? withdraw(request, staff, again) : { verdict: 'done' };
  }

  const CARRY_OUT = { extend, withdraw, revoke, resume, continue: continueRoom };

  /** @param again execution began before and was interrupted by a crash or a room that did not answer */
  async function carryOut(
    request: RoomRequestRow,
    staff: StaffMember,
    again = false,
  ): Promise<RoomCommandAnswer> {
    // An extension counts from now: if it cannot be executed at once, it is not executed later.
    if (request.kind === 'extend') await repository.carriedOut(request.id, () => Promise.resolve());
    const answer = await CARRY_OUT[request.kind](request, staff, again);
    const dueAt = request.repeat_wanted ? await deps.taskDueAt() : null;
    await repository.carriedOut(request.id, async (tx) => {
      if (dueAt === null || answer.verdict !== 'done') return;
      await deps.tasks.open(
        {
          occasion: `repeat-lot:${request.lot_id}`,
          kind: 'repeat-lot',
          lotId: request.lot_id,
          reason: request.reason,
          dueAt,
        },
        tx,
      );
    });
    return answer;
  }

  /** @throws 409 where prices were lost: whether the room continues or is withdrawn is another choice */
  async function mustHaveLostNothing(lotId: number): Promise<void> {
    if ((await choices.losses([lotId])).has(lotId)) throw conflict('console-rooms.two-choose');
  }

  async function waiting(requestId: number): Promise<RoomRequestRow> {
    const request = await repository.findRequest(requestId);
    if (!request) throw notFound();
    if (request.decision !== null) throw conflict('console-rooms.already-decided');
    if (request.expires_at.getTime() <= Date.now()) throw conflict('console-rooms.expired');
    return request;
  }

  /** The call was judged before the lock: either of the two may have left meanwhile, or become one person with the other. */
  const mustBeTwo = (staff: StaffMember) => async (tx: AnyDb, request: RoomRequestRow) => {
    const right = request.kind === 'revoke' ? 'revokeApplications' : 'controlRooms';
    if (await deps.isSamePerson(staff.personId, request.requested_by, tx))
      throw forbidden('console-rooms.second-person');
    if (await hasLeft(tx, staff.personId, right)) throw forbidden();
    await mustStillDecide(tx, request.requested_by, right);
  };

  /**
   * One of a kind about a room at a time by one person: each that waits has to be decided, or turned down, by itself. A repeat of the same
   * call answers with the one that waits.
   */
  async function askOnce(wanted: NewRoomRequest): Promise<RoomRequestRow> {
    const waits = await repository.requestOnce(wanted, await deps.accountsOf(wanted.personId));
    const isSame =
      waits.minutes === wanted.minutes &&
      waits.resume_at?.getTime() === wanted.resumeAt?.getTime() &&
      waits.repeat_wanted === wanted.repeatWanted &&
      waits.reason === wanted.reason;
    if (!isSame) throw conflict('console-rooms.asked-already');
    return waits;
  }

  /** Of requests of colleagues about a room, counted under the lock of its requests. */
  const mustNotRejectAll = (staff: StaffMember) => async (tx: AnyDb, request: RoomRequestRow) => {
    if (staff.personId === request.requested_by) return;
    const requests = createConsoleRoomsRepository(tx);
    await requests.lockRequests(request.lot_id);
    let before = 0;
    for (const who of await requests.rejectedBy(request.lot_id, REPEATED_PAUSE_HOURS))
      if (await deps.isSamePerson(staff.personId, who, tx)) before += 1;
    if (before >= REJECTIONS_BY_ONE_MAX) throw conflict('console-rooms.rejected-before');
  };

  return {
    /** @throws 409 `console-rooms.closed`, `.not-open`, `.nothing-lost`, `.two-choose`, `.asked-already` */
    async request(lotId: number, staff: StaffMember, wanted: WantedAction): Promise<RoomRequestRow> {
      const head = await headOrWaiting(lotId);
      if (head?.phase === 'closed') throw conflict('console-rooms.closed');
      if (!head && (wanted.kind === 'extend' || wanted.kind === 'resume'))
        throw conflict('console-rooms.not-open');
      if (wanted.kind === 'continue' && !(await choices.losses([lotId])).has(lotId))
        throw conflict('console-rooms.nothing-lost');
      if (wanted.kind === 'resume') {
        judgeResumeAt(wanted.atMs ?? null, Date.now());
        await mustHaveLostNothing(lotId);
      }
      return askOnce({
        lotId,
        kind: wanted.kind,
        minutes: wanted.kind === 'extend' ? wanted.minutes : null,
        resumeAt: wanted.kind === 'resume' && wanted.atMs !== undefined ? new Date(wanted.atMs) : null,
        repeatWanted: wanted.kind === 'withdraw' && wanted.repeat === true,
        reason: wanted.reason,
        personId: staff.personId,
        personName: staff.name,
        validMinutes: ROOM_REQUEST_MINUTES,
      });
    },

    async pending(personId: string): Promise<RoomRequest[]> {
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
          resumeAtMs: request.resume_at?.getTime() ?? null,
          bidderNumber: request.bidder_number,
          alsoWithdraw: request.also_withdraw,
          repeatWanted: request.repeat_wanted,
          cause: request.cause,
          reason: request.reason,
          by: request.requested_by_name,
          mine: request.requested_by === personId,
          createdAtMs: request.created_at.getTime(),
          expiresAtMs: request.expires_at.getTime(),
        };
      });
    },

    async approve(requestId: number, staff: StaffMember): Promise<ApprovalAnswer> {
      const request = await waiting(requestId);
      // A person who has just taken over a request of the rules cannot approve it, under another account either.
      if (await deps.isSamePerson(staff.personId, request.requested_by))
        throw forbidden('console-rooms.second-person');
      const concerned = request.application_id && (await revocations.personOf(request.application_id));
      if (concerned === staff.personId) throw forbidden('console-rooms.own');
      if (request.requested_by === BY_RULES) {
        if (!(await repository.second(request, staff))) throw conflict('console-rooms.already-decided');
        return { verdict: 'seconded' };
      }
      if (request.kind === 'resume') {
        const atMs = request.resume_at?.getTime();
        if (atMs !== undefined && !isResumeAt(atMs, Date.now())) throw conflict('console-rooms.expired');
        await mustHaveLostNothing(request.lot_id);
      }
      // Decided first: of a concurrent approval and rejection only one succeeds, and nothing is executed twice.
      if (!(await repository.decide(requestId, 'approve', staff, mustBeTwo(staff))))
        throw conflict('console-rooms.already-decided');
      return carryOut(request, staff);
    },

    async reject(requestId: number, staff: StaffMember): Promise<void> {
      const request = await waiting(requestId);
      if (!(await repository.decide(requestId, 'reject', staff, mustNotRejectAll(staff))))
        throw conflict('console-rooms.already-decided');
      await log(request, staff, 'request-rejected', 'done');
    },

    /** Finishes approved requests whose process died or whose room did not answer. */
    async executePending(onError: (error: unknown, requestId: number) => void): Promise<void> {
      for (const request of await repository.toCarryOut(LOST_AFTER_MS, BATCH)) {
        const staff = { personId: request.decided_by ?? '', name: request.decided_by_name ?? '' };
        try {
          await carryOut(request, staff, true);
        } catch (error) {
          // Retried in the next round; the others do not wait for it.
          onError(error, request.id);
        }
      }
    },
  };
}
export type RoomRequests = ReturnType<typeof createRoomRequests>;
