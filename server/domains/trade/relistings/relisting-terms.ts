import type { RepeatFigures, WorkingCalendar } from '#server/domains/content/reference/index.ts';
import { basisPoints, shareOf } from '#shared/auction/amounts.ts';
import type { RepeatGround } from '#shared/lifecycles/repeat.ts';
import { ORDER_LIMITS, type OrderFields } from '#shared/orders/order-fields.ts';
import {
  DAY_MS,
  MINUTE_MS,
  startOfDay,
  tashkentDay,
  tashkentInstant,
  tashkentParts,
} from '#shared/time/tashkent.ts';

/** A lot that was not sold, with what its repeat follows from. */
export interface RelistingBasis {
  figures: RepeatFigures;
  calendar: WorkingCalendar;
  /** When its trade ended. */
  endedAt: Date;
  /** When the time for protests ends; null: no one was admitted who could protest. */
  protestUntil: Date | null;
  /** The first publication of the order. */
  first: { publishedAt: Date; startPriceTiyin: number };
  startPriceTiyin: number;
  /** Days from the first publication on that the order names; 0: until it is sold; null: not named. */
  stayDays: number | null;
  now: Date;
}

interface PlannedRepeat {
  publishAt: Date;
  startPriceTiyin: number;
  /** By how much of the first price it falls in this round, in basis points: less than asked where the limit is reached. */
  cutBp: number;
}

export type RepeatPlan =
  | ({ ground: Extract<RepeatGround, 'rules' | 'stay' | 'asked'> } & PlannedRepeat)
  | { ground: Extract<RepeatGround, 'no-stay' | 'stay-over'>; publishAt: null };

/** The same day of a later month at midnight in Tashkent, or the last day of that month where it has no such day. */
function monthsAfter(at: Date, count: number): Date {
  const { year, month, day } = tashkentParts(at.getTime());
  const last = new Date(Date.UTC(year, month + count, 0)).getUTCDate();
  return new Date(tashkentInstant(year, month + count, Math.min(day, last)));
}

/** The day itself, or the first working day after it. */
const workingDayFrom = (calendar: WorkingCalendar, day: Date): Date =>
  calendar.isWorkingDay(day) ? day : calendar.addWorkingDays(day, 1);

/**
 * The earliest publication: by the rule set after the end of trade, after the time for protests where anyone was admitted,
 * and never in the past. On a working day, at the minute that the rule set names.
 */
function publicationAt({ figures, calendar, endedAt, protestUntil, now }: RelistingBasis): Date {
  const { after, publishMinute } = figures;
  const ended = new Date(startOfDay(endedAt.getTime()));
  const onDay = (day: Date): Date =>
    new Date(startOfDay(workingDayFrom(calendar, day).getTime()) + publishMinute * MINUTE_MS);
  const byRules = {
    months: () => onDay(monthsAfter(ended, after.count)),
    days: () => onDay(new Date(ended.getTime() + after.count * DAY_MS)),
    workingDays: () => onDay(calendar.addWorkingDays(ended, after.count)),
  }[after.kind]();
  const afterProtests = protestUntil && onDay(calendar.addWorkingDays(protestUntil, 1));
  const today = onDay(now);
  const next = today > now ? today : onDay(calendar.addWorkingDays(now, 1));
  return [byRules, afterProtests ?? byRules, next].reduce((latest, at) => (at > latest ? at : latest));
}

/**
 * Start price of the next round in whole tiyin: lower than the last one by a share of the first price, within what all rounds
 * together may take, and never below the least price there is.
 */
function nextPrice(
  { figures, first, startPriceTiyin: last }: Pick<RelistingBasis, 'figures' | 'first' | 'startPriceTiyin'>,
  cutBp: number,
): { startPriceTiyin: number; cutBp: number } {
  const least = Math.max(
    first.startPriceTiyin - shareOf(first.startPriceTiyin, basisPoints(figures.cut.inAllPercent)),
    ORDER_LIMITS.startPriceMinTiyin,
  );
  const lower = Math.max(last - shareOf(first.startPriceTiyin, cutBp), least);
  const startPriceTiyin = Math.min(last, lower);
  const taken = last - startPriceTiyin;
  const full = shareOf(first.startPriceTiyin, cutBp);
  // Exact: a price has up to 16 digits, and four more do not fit into a double.
  const partBp = Number((BigInt(taken) * 10_000n) / BigInt(first.startPriceTiyin));
  return { startPriceTiyin, cutBp: taken === full ? cutBp : partBp };
}

/** Until when the order may be put on trade again. */
function repeatedUntil({ figures, first, stayDays }: RelistingBasis, asked: boolean): Date {
  const stays = asked || figures.by === 'rules' || stayDays === null || stayDays === 0;
  const days = stays ? figures.withinDays : Math.min(stayDays, figures.withinDays);
  return new Date(first.publishedAt.getTime() + days * DAY_MS);
}

/** Is this a cut that the rule set allows, in basis points? */
export const isCutAllowed = ({ cut }: RepeatFigures, cutBp: number): boolean =>
  Number.isInteger(cutBp) && cutBp >= basisPoints(cut.minPercent) && cutBp <= basisPoints(cut.maxPercent);

/** What the order chose within the limits of the rule set, in basis points. */
export function chosenCut({ cut }: RepeatFigures, percent: number | undefined): number {
  const chosen = percent ?? cut.usualPercent;
  return basisPoints(Math.min(Math.max(chosen, cut.minPercent), cut.maxPercent));
}

/**
 * Whether and when a lot is repeated, and at which price.
 * @param cutBp as the order or, with `asked`, the customer chose it
 */
export function planRelisting(basis: RelistingBasis, cutBp: number, asked = false): RepeatPlan {
  const { figures, stayDays } = basis;
  if (!asked && figures.by === 'customer' && stayDays === null) return { ground: 'no-stay', publishAt: null };
  const publishAt = publicationAt(basis);
  if (publishAt > repeatedUntil(basis, asked)) return { ground: 'stay-over', publishAt: null };
  const ground = asked ? 'asked' : figures.by === 'rules' ? 'rules' : 'stay';
  return { ground, publishAt, ...nextPrice(basis, cutBp) };
}

/**
 * The fields of an order as its repeat is published: the lower price, and trade on the first working day that leaves the
 * notice of the rule set, at the same time of day and for as long as before.
 * @param at of publication
 */
export function repeatedFields(
  fields: OrderFields,
  on: {
    figures: RepeatFigures;
    calendar: WorkingCalendar;
    last: { opensAt: Date; closesAt: Date };
    startPriceTiyin: number;
    at: Date;
  },
): OrderFields {
  const { figures, calendar, last, startPriceTiyin, at } = on;
  const { startPriceTiyin: ordered = startPriceTiyin, ruleSet, choices = {} } = fields;
  const noticeMs = (figures.noticeDays ?? 0) * DAY_MS;
  const opens = last.opensAt.getTime();
  const timeOfDay = opens - startOfDay(opens);
  const soonest = startOfDay(at.getTime()) + noticeMs;
  // A day counts whole for an announced day; free sales begin so many times 24 hours later.
  const day = workingDayFrom(
    calendar,
    new Date(
      ruleSet === 'private' && soonest + timeOfDay < at.getTime() + noticeMs ? soonest + DAY_MS : soonest,
    ),
  );
  const opensAtMs = day.getTime() + timeOfDay;
  return {
    ...fields,
    startPriceTiyin,
    // The rules let it fall below the estimate; the first price did not.
    ...(startPriceTiyin < ordered && { belowEstimateAllowed: true }),
    ...(ruleSet === 'private' && {
      choices: { ...choices, opensAtMs, closesAtMs: opensAtMs + (last.closesAt.getTime() - opens) },
    }),
    ...(ruleSet === 'state-live' && { choices: { ...choices, announcedOn: tashkentDay(day) } }),
  };
}
