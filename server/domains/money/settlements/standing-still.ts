import { createStandstills } from '#server/domains/people/accounts/index.ts';
import {
  createReferenceRepository,
  createReferenceService,
  deadlineAfter,
  deadlineAfterTime,
  workingTime,
  type WorkingCalendar,
} from '#server/domains/content/reference/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import { STANDSTILL_DAYS } from '#shared/limits/standstills.ts';

/** Something that one person has to pay, answer or confirm. */
interface Duty {
  personId: string;
  begun: Date;
  dueAt: Date;
}

/**
 * Until when at most a standstill of the person holds up what began then, and since when it does; null: it does not. One person who shuts an
 * account several times holds nothing up for longer than with one time.
 */
export async function heldUpUntil(
  tx: AnyDb,
  calendar: WorkingCalendar,
  { personId, begun }: Pick<Duty, 'personId' | 'begun'>,
): Promise<{ since: Date; until: Date } | null> {
  const held = await createStandstills(tx).heldUp(personId, begun);
  if (held === null) return null;
  const until = deadlineAfter(calendar, held.first, STANDSTILL_DAYS);
  return until > held.since ? { since: held.since, until } : null;
}

/** Is the duty not due now, because one member of staff alone has shut the account? Afterwards it has the working time that was left. */
export async function isHeldUp(tx: AnyDb, { dueAt, ...duty }: Duty, now: Date): Promise<boolean> {
  const calendar = await createReferenceService(createReferenceRepository(tx)).workingCalendar();
  const held = await heldUpUntil(tx, calendar, duty);
  if (held === null) return false;
  const leftMs = dueAt > held.since ? workingTime(calendar, held.since, dueAt) : 0;
  return now < deadlineAfterTime(calendar, held.until, leftMs);
}
