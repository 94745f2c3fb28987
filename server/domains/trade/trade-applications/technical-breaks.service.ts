import type { LotSearchRepository } from '#server/domains/trade/lots/index.ts';
import { inTurn, type AnyDb } from '#server/platform/database/index.ts';
import { conflict, notFound } from '#server/platform/errors/index.ts';
import type { RefusalReason } from '#shared/auction/refusals.ts';
import type { BreakRoomResult, TechnicalBreak } from '#shared/api/console/technical-breaks.ts';
import { PAUSES_BY_ONE_MAX, REPEATED_PAUSE_HOURS } from '#shared/limits/room-actions.ts';
import { MINUTE_MS } from '#shared/time/tashkent.ts';
import type { ConsoleRoomsRepository } from './console-rooms.repository.ts';
import { createPausedSince } from './paused-since.ts';
import { nextMorning, takesTwo } from './resume-time.ts';
import {
  isOutcomeUnknown,
  type BoardHead,
  type RoomBoard,
  type RoomChoices,
  type RoomCommandAnswer,
  type RoomCommands,
} from './room-ports.ts';
import type { StaffMember } from './staff-member.ts';
import {
  createTechnicalBreaksRepository,
  type BreakRoom,
  type TechnicalBreakRow,
  type TechnicalBreaksRepository,
} from './technical-breaks.repository.ts';

const SHOWN = 20;
const PROBLEMS_MAX = 50;
const ROOMS_MAX = 10_000;
/** Rooms that are asked at the same time. */
const AT_ONCE = 20;
/** A round ends then, because the end of the break waits for it. */
const ROUND_MS = 10_000;
/** A room that opens so soon is suspended before it does. */
const OPENING_MS = MINUTE_MS;

export interface TechnicalBreaksDeps {
  db: AnyDb;
  repository: TechnicalBreaksRepository;
  /** The log of what staff did to each room. */
  log: Pick<ConsoleRoomsRepository, 'log' | 'suspendedSince' | 'resumedApart'>;
  search: Pick<LotSearchRepository, 'active'>;
  rooms: Pick<RoomCommands, 'suspend' | 'resume'>;
  board: Pick<RoomBoard, 'heads' | 'pausedSince'>;
  choices: Pick<RoomChoices, 'losses'>;
  /** Of one member of staff, the given one among them. */
  accountsOf(personId: string): Promise<string[]>;
  addWorkingDays: (from: Date, days: number) => Promise<Date>;
  now?: () => number;
}

export interface TechnicalBreaks {
  list(): Promise<{ breaks: TechnicalBreak[]; proposedResumeAtMs: number }>;
  /** @throws 409 while another one is not over, and for who has begun too many */
  begin(staff: StaffMember, reason: string): Promise<TechnicalBreak>;
  /** A short one, by one person: its rooms go on now. @throws 404; 409 when it was ended before, or takes two */
  end(id: number, staff: StaffMember, reason: string): Promise<TechnicalBreak>;
  /** One round of what a break still has to do, by any number of processes at once. */
  sweep(): Promise<void>;
}

/**
 * A break of all rooms: they are suspended together and go on together, and a room that would open meanwhile waits too. A room that
 * was paused before is left alone with its instant, and belongs to the break once it runs; one that staff resume by itself during the
 * break is not suspended a second time. The end of a break lets no room go on sooner than staff decided about that room by itself.
 */
export function createTechnicalBreaks(deps: TechnicalBreaksDeps): TechnicalBreaks {
  const {
    db,
    repository,
    log,
    search,
    rooms,
    board,
    choices,
    accountsOf,
    addWorkingDays,
    now = Date.now,
  } = deps;

  /** Would take bids before the break is over. */
  const goesOn = ({ phase }: BoardHead, opensAtMs: number): boolean =>
    phase === 'running' || (phase === 'waiting' && opensAtMs <= now() + OPENING_MS);

  const pausedSince = createPausedSince({ board, log });

  /** Rooms that the end of the break does not resume, with what is stored of each: staff decide, or have decided, about them apart. */
  async function decidedApart(
    ended: TechnicalBreakRow,
    lotIds: readonly number[],
  ): Promise<ReadonlyMap<number, BreakRoomResult>> {
    const [heads, resumed, since] = await Promise.all([
      board.heads(lotIds),
      log.resumedApart(lotIds, ended),
      pausedSince(lotIds),
    ]);
    const ownDueUs = ended.resume_at && ended.resume_at.getTime() * 1_000;
    const aloneAtMs = ended.decision_id === null ? ended.ended_at?.getTime() : undefined;
    const apart = ({ lotId, phase, dueUs }: BoardHead): BreakRoomResult | null => {
      if (phase !== 'paused') return resumed.has(lotId) ? 'done' : null;
      const hasInstant = dueUs !== null && dueUs !== ownDueUs;
      const isLong = aloneAtMs !== undefined && takesTwo(since.get(lotId) ?? null, aloneAtMs);
      return hasInstant || isLong || resumed.has(lotId) ? 'decided-apart' : null;
    };
    return new Map(
      heads.flatMap((head) => {
        const result = apart(head);
        return result === null ? [] : [[head.lotId, result] as const];
      }),
    );
  }

  /** The room's answer; null: unknown, and it is asked again. */
  async function asked(command: Promise<RoomCommandAnswer>): Promise<'done' | RefusalReason | null> {
    try {
      const answer = await command;
      return answer.verdict === 'done' ? 'done' : answer.reason;
    } catch (error) {
      // Repeated by the next round: every command is safe to repeat.
      if (isOutcomeUnknown(error)) return null;
      throw error;
    }
  }

  async function suspendRooms(open: TechnicalBreakRow): Promise<void> {
    const known = await repository.rooms([open.id]);
    const lots = (await search.active(ROOMS_MAX, null)).filter((row) => row.room_opened_at !== null);
    const opens = new Map(lots.map((row) => [row.id, row.opens_at.getTime()]));
    const before = new Set(known.map(({ lotId }) => lotId));
    const added = (await board.heads([...opens.keys()]))
      .filter((head) => !before.has(head.lotId) && goesOn(head, opens.get(head.lotId) ?? Infinity))
      .map(({ lotId }) => lotId);
    await repository.addRooms(open.id, added);
    const left = known.filter(({ suspended }) => suspended === null).map(({ lotId }) => lotId);
    await inParts([...left, ...added], async (lotId) => {
      const result = await asked(rooms.suspend(lotId, open.reason));
      if (result === null || !(await repository.settle(open.id, lotId, 'suspended', result))) return;
      await log.log({
        lotId,
        action: 'suspend',
        personId: open.begun_by,
        personName: open.begun_by_name,
        reason: open.reason,
        result,
      });
    });
  }

  /** True when each room has answered. */
  async function resumeRooms(ended: TechnicalBreakRow): Promise<boolean> {
    const known = await repository.rooms([ended.id]);
    const left = known.filter(needsResuming).map(({ lotId }) => lotId);
    const lost = await choices.losses(left);
    const atMs = ended.resume_at?.getTime();
    const reason = ended.end_reason ?? ended.reason;
    for (const lotId of lost.keys()) await repository.settle(ended.id, lotId, 'resumed', 'two-choose');
    const apart = await decidedApart(
      ended,
      left.filter((lotId) => !lost.has(lotId)),
    );
    for (const [lotId, result] of apart) await repository.settle(ended.id, lotId, 'resumed', result);
    await inParts(
      left.filter((lotId) => !lost.has(lotId) && !apart.has(lotId)),
      async (lotId) => {
        const result = await asked(rooms.resume(lotId, atMs === undefined ? undefined : { atMs, reason }));
        if (result === null || !(await repository.settle(ended.id, lotId, 'resumed', result))) return;
        await log.log({
          lotId,
          action: atMs === undefined ? 'resume' : 'resume-at',
          personId: ended.ended_by ?? ended.begun_by,
          personName: ended.ended_by_name ?? ended.begun_by_name,
          reason,
          result,
        });
      },
    );
    return !(await repository.rooms([ended.id])).some(needsResuming);
  }

  /** Is it, or has it been since the first of several, too long for one person to end it? @param firstMs of those that one began and ended */
  const isLong = ({ begun_at: begunAt }: TechnicalBreakRow, firstMs: number | null): boolean =>
    takesTwo(Math.min(begunAt.getTime(), firstMs ?? Infinity), now());

  const round = (wait: boolean) =>
    repository.alone(wait, async (open, decide) => {
      if (open.ended_at === null) await suspendRooms(open);
      else if (await resumeRooms(open)) await decide.over(open.id);
    });

  async function shown(id: number): Promise<TechnicalBreak> {
    const row = await repository.find(id);
    if (!row) throw notFound();
    return viewOf(
      row,
      await repository.rooms([id]),
      isLong(row, await repository.firstBegun(REPEATED_PAUSE_HOURS)),
    );
  }

  return {
    async sweep() {
      await round(false);
    },

    async list() {
      const rows = await repository.newest(SHOWN);
      const all = await repository.rooms(rows.map(({ id }) => id));
      const firstMs = await repository.firstBegun(REPEATED_PAUSE_HOURS);
      return {
        breaks: rows.map((row) =>
          viewOf(
            row,
            all.filter(({ breakId }) => breakId === row.id),
            isLong(row, firstMs),
          ),
        ),
        proposedResumeAtMs: await nextMorning(addWorkingDays, now()),
      };
    },

    async begin(staff, reason) {
      const accounts = await accountsOf(staff.personId);
      const begun = await inTurn(db, 'technical-breaks', async (tx) => {
        const own = createTechnicalBreaksRepository(tx);
        if ((await own.begunBy(accounts, REPEATED_PAUSE_HOURS)) >= PAUSES_BY_ONE_MAX)
          throw conflict('technical-breaks.begun-before');
        return own.begin(staff, reason);
      });
      if (!begun) throw conflict('technical-breaks.open');
      await round(true);
      return shown(begun.id);
    },

    async end(id, staff, reason) {
      if (!(await repository.find(id))) throw notFound();
      const firstMs = await repository.firstBegun(REPEATED_PAUSE_HOURS);
      const ended = await repository.alone(true, async (open, decide) => {
        if (open.id !== id || open.ended_at !== null) return false;
        if (isLong(open, firstMs)) throw conflict('technical-breaks.takes-two');
        return decide.end(id, staff, { reason, resumeAt: null, decisionId: null });
      });
      if (!ended) throw conflict('technical-breaks.ended');
      await round(true);
      return shown(id);
    },
  };
}

/** Without an answer to its suspension it may be paused: it is resumed like the others. */
const needsResuming = ({ suspended, resumed }: Pick<BreakRoom, 'suspended' | 'resumed'>): boolean =>
  (suspended ?? 'done') === 'done' && resumed === null;

function viewOf(row: TechnicalBreakRow, rooms: readonly BreakRoom[], isLong: boolean): TechnicalBreak {
  const suspended = rooms.filter((room) => room.suspended === 'done');
  const problems = rooms.flatMap(({ lotId, suspended: first, resumed }) => {
    const result = first !== null && first !== 'done' ? first : resumed;
    return result === null || result === 'done' ? [] : [{ lotId, result }];
  });
  return {
    id: row.id,
    reason: row.reason,
    begunBy: row.begun_by_name,
    begunAtMs: row.begun_at.getTime(),
    takesTwo: row.ended_at === null && isLong,
    endReason: row.end_reason,
    endedBy: row.ended_by_name,
    endedAtMs: row.ended_at?.getTime() ?? null,
    resumeAtMs: row.resume_at?.getTime() ?? null,
    overAtMs: row.over_at?.getTime() ?? null,
    suspended: suspended.length,
    resumed: rooms.filter(({ resumed }) => resumed === 'done').length,
    waiting: rooms.filter(({ suspended: first, resumed }) =>
      row.ended_at === null ? first === null : needsResuming({ suspended: first, resumed }),
    ).length,
    problems: problems.slice(0, PROBLEMS_MAX),
  };
}

/** Some at the same time, for as long as a round may take; the others have to wait for the next one. */
async function inParts<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const until = performance.now() + ROUND_MS;
  const left = [...items];
  await Promise.all(
    Array.from({ length: Math.min(AT_ONCE, left.length) }, async () => {
      for (let item = left.shift(); item !== undefined && performance.now() < until; item = left.shift())
        await work(item);
    }),
  );
}
