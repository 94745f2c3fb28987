import { shutAloneSince, type ShutAlone } from '#server/domains/people/accounts/index.ts';
import {
  deadlineAfter,
  deadlineAfterTime,
  workingTime,
  type WorkingCalendar,
} from '#server/domains/content/reference/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import { PROTEST_DAYS } from '#shared/limits/protests.ts';
import { STANDSTILL_DAYS } from '#shared/limits/standstills.ts';
import { createParticipantsRepository } from './participants.repository.ts';

export interface EndedLot {
  protest_until: Date | null;
  ended_at: Date | null;
}

/** The calendar, and the instant at which the time that is still lost is counted. */
export interface WindowClock {
  calendar: WorkingCalendar;
  now: Date;
}

/**
 * The end of the time for protests against the result of a lot: as it was announced at the hammer, or, of an auction of an earlier
 * release, by the calendar. null: the auction has not ended.
 */
function protestUntilOf(lot: EndedLot, calendar: WorkingCalendar): Date | null {
  if (lot.protest_until) return lot.protest_until;
  return lot.ended_at && deadlineAfter(calendar, lot.ended_at, PROTEST_DAYS);
}

/**
 * Who could not protest because one member of staff had shut the account has the working time that was left. Several shuttings together
 * hold it up no longer than one, `STANDSTILL_DAYS` at most.
 */
function postponed(lot: EndedLot, shuttings: readonly ShutAlone[], { calendar, now }: WindowClock) {
  const announced = protestUntilOf(lot, calendar);
  if (announced === null || lot.ended_at === null) return announced;
  let until = announced;
  let heldUntil: Date | null = null;
  for (const shut of shuttings) {
    if (shut.to !== null && shut.to <= lot.ended_at) continue;
    const from = shut.from > lot.ended_at ? shut.from : lot.ended_at;
    if (from >= until) break;
    heldUntil ??= deadlineAfter(calendar, from, STANDSTILL_DAYS);
    const opened = shut.to ?? now;
    const to = opened < heldUntil ? opened : heldUntil;
    if (to <= from) break;
    const later = deadlineAfterTime(calendar, to, workingTime(calendar, from, until));
    if (later > until) until = later;
  }
  return until;
}

/** The end of the time for protests of one participant, for each of these lots. */
export async function ownProtestWindows(
  on: AnyDb,
  lots: readonly EndedLot[],
  personId: string,
  clock: WindowClock,
): Promise<(Date | null)[]> {
  const ends = lots.flatMap(({ ended_at: at }) => at ?? []);
  if (ends.length === 0) return lots.map((lot) => protestUntilOf(lot, clock.calendar));
  const first = ends.reduce((earliest, at) => (at < earliest ? at : earliest));
  const shuttings = await shutAloneSince(on, personId, first);
  return lots.map((lot) => postponed(lot, shuttings, clock));
}

/** The same for one lot. */
export const ownProtestUntil = async (
  on: AnyDb,
  lot: EndedLot,
  personId: string,
  clock: WindowClock,
): Promise<Date | null> => (await ownProtestWindows(on, [lot], personId, clock))[0]!;

/**
 * Until when somebody may protest against the result of each of these lots after the announced end, because one person had shut the
 * account; where no one may, the lot is missing.
 */
export async function postponedProtests(
  on: AnyDb,
  lots: readonly (EndedLot & { id: number })[],
  clock: WindowClock,
): Promise<ReadonlyMap<number, Date>> {
  const ended = new Map(
    lots.flatMap((lot) => {
      const announced = protestUntilOf(lot, clock.calendar);
      return announced === null ? [] : [[lot.id, { lot, announced }] as const];
    }),
  );
  const last = new Map<number, Date>();
  if (ended.size === 0) return last;
  const participants = await createParticipantsRepository(on).mayStillProtest([...ended.keys()]);
  for (const { lotId, personId } of participants) {
    const { lot, announced } = ended.get(lotId)!;
    const own = await ownProtestUntil(on, lot, personId, clock);
    if (own !== null && own > (last.get(lotId) ?? announced)) last.set(lotId, own);
  }
  return last;
}

/** The same for one lot; null: no one may. */
export const postponedProtestUntil = async (
  on: AnyDb,
  lot: EndedLot & { id: number },
  clock: WindowClock,
): Promise<Date | null> => (await postponedProtests(on, [lot], clock)).get(lot.id) ?? null;

/** The end of the time for protests of all: what waits for it is not done before the last participant has had theirs. */
export const lastProtestUntil = async (
  on: AnyDb,
  lot: EndedLot & { id: number },
  clock: WindowClock,
): Promise<Date | null> =>
  (await postponedProtestUntil(on, lot, clock)) ?? protestUntilOf(lot, clock.calendar);
