import { badRequest } from '#server/platform/errors/index.ts';
import { RESUME_DAYS_MAX, RESUME_MINUTE, RESUME_NOTICE_SECONDS } from '#shared/limits/room-actions.ts';
import { DAY_MS, MINUTE_MS, startOfDay } from '#shared/time/tashkent.ts';

/**
 * @param atMs when rooms are to go on by themselves; absent: now, which is always right
 * @throws 400 when it is too near for participants to hear of it, or too far
 */
export function judgeResumeAt(atMs: number | undefined, nowMs: number): void {
  if (atMs === undefined) return;
  const aheadMs = atMs - nowMs;
  if (aheadMs >= RESUME_NOTICE_SECONDS * 1_000 && aheadMs <= RESUME_DAYS_MAX * DAY_MS) return;
  throw badRequest('console-rooms.resume-at', {
    values: { seconds: RESUME_NOTICE_SECONDS, days: RESUME_DAYS_MAX },
  });
}

/** 10:00 of the next working day, ms. */
export async function nextMorning(
  addWorkingDays: (from: Date, days: number) => Promise<Date>,
  nowMs: number,
): Promise<number> {
  const morning = new Date(startOfDay(nowMs) + RESUME_MINUTE * MINUTE_MS);
  return (await addWorkingDays(morning, 1)).getTime();
}
