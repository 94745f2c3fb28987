import {
  deadlineAfter,
  deadlineAfterTime,
  workingTime,
  type WorkingCalendar,
} from '#server/domains/content/reference/index.ts';
import { PROTEST_DAYS } from '#shared/limits/protests.ts';
import { DAY_MS } from '#shared/time/tashkent.ts';
import type { Settlement } from './settlement-tables.ts';

const HOUR_MS = 3_600_000;

/** Money counts at the moment its provider took it, and the provider's word may come so much later. */
const PROVIDERS_LATE_MS = HOUR_MS;

/** Reminders before the deadline, the earliest first. */
const REMINDERS = [
  { name: '3d', beforeMs: 3 * DAY_MS },
  { name: '1d', beforeMs: DAY_MS },
  { name: '3h', beforeMs: 3 * HOUR_MS },
] as const;
export type ReminderName = (typeof REMINDERS)[number]['name'];

/** What a buyer learns when the sale is made; a calendar changed afterwards does not move it. */
export interface SettlementTerms {
  dueAt: Date;
  graceUntil: Date | null;
  /** The earliest moment at which the sale is lost. */
  defaultAt: Date;
  protestUntil: Date;
}

/** From a deadline on: the grace of the rule set, and the hour in which providers may still report. */
export function afterDeadline(
  calendar: WorkingCalendar,
  dueAt: Date,
  graceWorkingDays: number,
): Pick<SettlementTerms, 'dueAt' | 'graceUntil' | 'defaultAt'> {
  const graceUntil = graceWorkingDays > 0 ? deadlineAfter(calendar, dueAt, graceWorkingDays) : null;
  return { dueAt, graceUntil, defaultAt: new Date((graceUntil ?? dueAt).getTime() + PROVIDERS_LATE_MS) };
}

const STATEMENT_DAYS = 5;

/**
 * Of a sale whose buyer was given a payment order: until 18:00 of the fifth working day after the deadline only the statement of
 * its last day shows that no transfer came, afterwards the bank's answer as well.
 */
export const statementUntil = (
  calendar: WorkingCalendar,
  { dueAt, graceUntil }: Pick<SettlementTerms, 'dueAt' | 'graceUntil'>,
): Date => deadlineAfter(calendar, graceUntil ?? dueAt, STATEMENT_DAYS);

/**
 * Deadlines of a sale, each at 18:00 in Tashkent of a working day. One that had passed before the buyer could know of it, because
 * the worker was away, is counted from now instead.
 * @param sale.announcedDueAt the deadline, where it was announced at the hammer
 */
export function settlementTerms(
  calendar: WorkingCalendar,
  sale: {
    soldAt: Date;
    /** Of the auction: protests are counted from it. */
    closedAt: Date;
    paymentWorkingDays: number;
    graceWorkingDays: number;
    announcedDueAt?: Date | null;
  },
  now: Date,
): SettlementTerms {
  const days = Math.max(1, sale.paymentWorkingDays);
  const announced = sale.announcedDueAt ?? deadlineAfter(calendar, sale.soldAt, days);
  const dueAt = announced > now ? announced : deadlineAfter(calendar, now, days);
  return {
    ...afterDeadline(calendar, dueAt, sale.graceWorkingDays),
    protestUntil: deadlineAfter(calendar, sale.closedAt, PROTEST_DAYS),
  };
}

/** Of the next part of a price. It is lost by no clock: from `defaultAt` on it is a case for staff. */
export const partTerms = (
  dueAt: Date,
  patienceDays: number,
): Pick<SettlementTerms, 'dueAt' | 'graceUntil' | 'defaultAt'> => ({
  dueAt,
  graceUntil: null,
  defaultAt: new Date(dueAt.getTime() + patienceDays * DAY_MS),
});

/** The occasion of the task about parts that are late since this deadline. */
export const lateParts = ({ id, due_at }: Pick<Settlement, 'id' | 'due_at'>): string =>
  `late-parts:${id}:${due_at.getTime()}`;

/** The occasion of the task about a transfer that did not come by the last deadline. */
export const missingTransfer = ({
  id,
  due_at: due,
  grace_until: grace,
}: Pick<Settlement, 'id' | 'due_at' | 'grace_until'>): string =>
  `missing-transfer:${id}:${(grace ?? due).getTime()}`;

/** The next moment to look at a sale that is paid by parts: once it is a case for staff, each day. */
export const nextLookAtParts = (settlement: Pick<Settlement, 'due_at' | 'default_at'>, after: Date): Date =>
  nextLook(settlement, after) ?? new Date(after.getTime() + DAY_MS);

/** The next moment after the given one at which something is due, of an open settlement; null: nothing more. */
export function nextLook(settlement: Pick<Settlement, 'due_at' | 'default_at'>, after: Date): Date | null {
  const { due_at: due, default_at: lost } = settlement;
  const instants = [...REMINDERS.map(({ beforeMs }) => new Date(due.getTime() - beforeMs)), due, lost];
  return instants.find((at) => at > after) ?? null;
}

/** The last reminder whose moment has come since the buyer knew of the deadline; null: none. */
export function dueReminder(
  settlement: Pick<Settlement, 'due_at' | 'created_at' | 'parts_begun_at'>,
  now: Date,
): ReminderName | null {
  const { due_at: due } = settlement;
  const knownAt = settlement.parts_begun_at ?? settlement.created_at;
  const begun = REMINDERS.filter(({ beforeMs }) => {
    const at = due.getTime() - beforeMs;
    return at <= now.getTime() && at > knownAt.getTime();
  });
  return begun.at(-1)?.name ?? null;
}

/**
 * Working time until the next deadline of a settlement that a protest pauses now, in ms: until it is to be paid, or until the end
 * of the grace. Zero: both have passed.
 */
export function leftAtPause(
  calendar: WorkingCalendar,
  { due_at: due, grace_until: grace }: Pick<Settlement, 'due_at' | 'grace_until'>,
  now: Date,
): number {
  const next = [due, grace].find((at) => at !== null && at > now);
  return next ? workingTime(calendar, now, next) : 0;
}

/** Deadlines of a paused settlement whose clock goes on now, with the working time that was left. */
export function resumedTerms(
  calendar: WorkingCalendar,
  settlement: Pick<Settlement, 'due_at' | 'grace_until' | 'default_at' | 'paused_at' | 'left_ms'>,
  graceWorkingDays: number,
  now: Date,
): Pick<SettlementTerms, 'dueAt' | 'graceUntil' | 'defaultAt'> {
  const { due_at: dueAt, grace_until: grace, paused_at: pausedAt, left_ms: leftMs } = settlement;
  if (pausedAt === null) throw new Error('the settlement is not paused');
  const next = deadlineAfterTime(calendar, now, leftMs ?? 0);
  if (dueAt > pausedAt) return afterDeadline(calendar, next, graceWorkingDays);
  const until = grace !== null && grace > pausedAt ? next : null;
  return {
    dueAt,
    graceUntil: until ?? grace,
    defaultAt: new Date((until ?? now).getTime() + PROVIDERS_LATE_MS),
  };
}
