import type { Logger } from '#server/platform/logging/index.ts';
import { answerWithin } from '#server/platform/time-limits/index.ts';
import type { PlatformStatus } from '#shared/api/site/status.ts';
import type { PartState, PlatformPart } from '#shared/status/platform-parts.ts';
import { SERVICE_LEVEL_NAMES, STATUS_DAYS, type ServiceLevelName } from '#shared/status/service-levels.ts';
import { DAY_MS, startOfDay, tashkentDay } from '#shared/time/tashkent.ts';

/** Everyone who asks meanwhile shares one look. */
const SHARED_MS = 10_000;
/** Nothing is waited for any longer. */
const LIMIT_MS = 2_000;
/** Events that wait longer delay payments: their credits and refunds are carried out by events. */
const EVENTS_LATE_MS = 300_000;

interface Stored extends Pick<PlatformStatus, 'firstDay' | 'levels' | 'incidents' | 'technicalBreak'> {
  oldestEventMs: number | null;
}

export interface PlatformStatusDeps {
  days: () => Promise<readonly { level: ServiceLevelName; day: string; good: number; total: number }[]>;
  published: (days: number) => Promise<Pick<PlatformStatus, 'incidents' | 'technicalBreak'>>;
  /** For how long the oldest event waits for its delivery, ms; null: none waits. */
  oldestEventMs: () => Promise<number | null>;
  /** Rejects while sessions cannot be read. */
  pingSessions: () => Promise<unknown>;
  /** Rejects while no one can sign in on the sign-in site. */
  pingSignIn: () => Promise<unknown>;
  /** People can pay by a provider here. */
  takesPayments: boolean;
  logger: Pick<Logger, 'warn'>;
  nowMs: () => number;
}

export type PlatformStatusService = ReturnType<typeof createPlatformStatus>;

/** Each level with a place for each day; days without a case are 0 of 0. */
function spread(
  counts: Awaited<ReturnType<PlatformStatusDeps['days']>>,
  nowMs: number,
): Pick<Stored, 'firstDay' | 'levels'> {
  const first = startOfDay(nowMs) - (STATUS_DAYS - 1) * DAY_MS;
  const days = Array.from({ length: STATUS_DAYS }, (_, at) => tashkentDay(first + at * DAY_MS));
  const levels = SERVICE_LEVEL_NAMES.map((level) => {
    const ofDay = new Map(counts.filter((count) => count.level === level).map((count) => [count.day, count]));
    return {
      level,
      good: days.map((day) => ofDay.get(day)?.good ?? 0),
      total: days.map((day) => ofDay.get(day)?.total ?? 0),
    };
  });
  return { firstDay: days[0] ?? tashkentDay(first), levels };
}

/**
 * What everyone may know of how the platform does. It is answered whatever is away: what cannot be read is as it was last known, and is
 * said to be so.
 */
export function createPlatformStatus(deps: PlatformStatusDeps) {
  let bidsTaken: (() => Promise<boolean>) | null = null;
  let lastStored: { stored: Stored; atMs: number } | null = null;
  let shared: { status: Promise<PlatformStatus>; atMs: number } | null = null;

  async function readStored(): Promise<Stored> {
    const [counts, published, oldestEventMs] = await Promise.all([
      deps.days(),
      deps.published(STATUS_DAYS),
      deps.oldestEventMs(),
    ]);
    return { ...spread(counts, deps.nowMs()), ...published, oldestEventMs };
  }

  /** False: it could not be read. */
  const isRead = (work: Promise<unknown>, what: string): Promise<boolean> =>
    answerWithin(work, LIMIT_MS).then(
      () => true,
      (error: unknown) => {
        // Not retried: that it does not answer is what is shown, and the next look asks again.
        deps.logger.warn({ err: error, what }, 'status: no answer');
        return false;
      },
    );

  async function bidsState(): Promise<PartState> {
    if (bidsTaken === null) return 'unknown';
    const taken = await answerWithin(bidsTaken(), LIMIT_MS).catch((): false => {
      // Not retried: rooms that cannot be looked at take no bids from here either.
      return false;
    });
    return taken ? 'working' : 'disturbed';
  }

  async function look(): Promise<PlatformStatus> {
    const reading = readStored().then((stored) => {
      lastStored = { stored, atMs: deps.nowMs() };
    });
    const [stored, sessions, signIn, bids] = await Promise.all([
      isRead(reading, 'postgresql'),
      isRead(deps.pingSessions(), 'jobs redis'),
      isRead(deps.pingSignIn(), 'sign-in site'),
      bidsState(),
    ]);
    const working = (yes: boolean): PartState => (yes ? 'working' : 'disturbed');
    const eventsLate = (lastStored?.stored.oldestEventMs ?? 0) > EVENTS_LATE_MS;
    const states: Record<PlatformPart, PartState> = {
      site: working(stored && sessions),
      bids: bids === 'working' ? working(stored) : bids,
      'sign-in': working(signIn && sessions),
      payments: deps.takesPayments ? working(stored && !eventsLate) : 'off',
    };
    const known = lastStored?.stored ?? {
      ...spread([], deps.nowMs()),
      incidents: [],
      technicalBreak: null,
    };
    return {
      parts: Object.entries(states).map(([part, state]) => ({ part: part as PlatformPart, state })),
      isStale: !stored,
      readAtMs: lastStored?.atMs ?? null,
      firstDay: known.firstDay,
      levels: known.levels,
      incidents: known.incidents,
      technicalBreak: known.technicalBreak,
    };
  }

  return {
    /** The process that has rooms says whether bids are taken. */
    readBidsBy(read: () => Promise<boolean>): void {
      bidsTaken = read;
    },

    /** At most ten seconds old. Never rejects. */
    now(): Promise<PlatformStatus> {
      const atMs = deps.nowMs();
      if (!shared || atMs - shared.atMs > SHARED_MS) shared = { status: look(), atMs };
      return shared.status;
    },
  };
}
