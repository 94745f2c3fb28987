import { DAY_MS, startOfDay, tashkentInstant } from '../time/tashkent.ts';
import {
  EARLY_OPENS_AFTER_MS,
  OPENS_AFTER_MS,
  OPENS_WITHIN_MS,
  STATE_NOTICE_DAYS,
  TRADE_LASTS_AT_MOST_MS,
  type OrderFields,
  type TradeChoices,
} from './order-fields.ts';
import type { Judged, OrderContext } from './problem-context.ts';

const field = 'choices';

/** Choices that only free private sales leave to the order. */
const FREE = [
  'increment',
  'overtime',
  'minParticipants',
  'firstBid',
  'applicationsUntil',
  'opensAtMs',
  'closesAtMs',
  'repeatCutPercent',
] as const satisfies readonly (keyof TradeChoices)[];

/** The figures and the dates of an auction; a sale at a fixed price has none. */
export function* judgeTrade(
  { ruleSet, tradeType, choices = {} }: OrderFields,
  context: OrderContext,
): Judged {
  if (!ruleSet || tradeType !== 'auction') return;
  yield* judgeDeposit(choices, context);
  if (ruleSet === 'private') {
    if (choices.minParticipants !== undefined && ![1, 2].includes(choices.minParticipants))
      yield { field, part: 'minParticipants', problem: 'participants' };
    yield* judgeWindow(choices, context);
    yield* judgeRepeatCut(choices, context);
  } else
    for (const part of FREE)
      if (choices[part] !== undefined) yield { field, part, problem: 'not-a-choice-of-rule-set' };
  if (ruleSet === 'state-live') yield* judgeAnnounced(choices.announcedOn, context);
  else if (choices.announcedOn !== undefined)
    yield { field, part: 'announcedOn', problem: 'not-a-choice-of-rule-set' };
}

function* judgeDeposit({ depositPercent: percent }: TradeChoices, { ruleSet }: OrderContext): Judged {
  if (percent === undefined || !ruleSet) return;
  const { minPercent: min, maxPercent: max } = ruleSet.deposit;
  const isBasisPoints = Math.abs(percent * 100 - Math.round(percent * 100)) < 1e-6;
  if (!isBasisPoints || percent < min || percent > max)
    yield { field, part: 'depositPercent', problem: 'deposit', details: { min, max } };
}

function* judgeRepeatCut({ repeatCutPercent: percent }: TradeChoices, { ruleSet }: OrderContext): Judged {
  if (percent === undefined || !ruleSet) return;
  const { minPercent: min, maxPercent: max } = ruleSet.repeat?.cut ?? { minPercent: 0, maxPercent: 0 };
  const isBasisPoints = Math.abs(percent * 100 - Math.round(percent * 100)) < 1e-6;
  if (!isBasisPoints || percent < min || percent > max)
    yield { field, part: 'repeatCutPercent', problem: 'repeat-cut', details: { min, max } };
}

function* judgeWindow(
  { opensAtMs: opens, closesAtMs: closes }: TradeChoices,
  { nowMs, earlyStartAllowed }: OrderContext,
): Judged {
  const afterMs = earlyStartAllowed ? EARLY_OPENS_AFTER_MS : OPENS_AFTER_MS;
  if (opens === undefined) yield { field, part: 'opensAtMs', problem: 'required' };
  else if (!(opens >= nowMs + afterMs))
    yield {
      field,
      part: 'opensAtMs',
      problem: 'opens-too-soon',
      details: { hours: afterMs / 3_600_000 },
    };
  else if (opens > nowMs + OPENS_WITHIN_MS) yield { field, part: 'opensAtMs', problem: 'opens-too-late' };
  else if (!Number.isInteger(opens)) yield { field, part: 'opensAtMs', problem: 'not-whole' };
  if (closes === undefined) yield { field, part: 'closesAtMs', problem: 'required' };
  else if (!Number.isInteger(closes)) yield { field, part: 'closesAtMs', problem: 'not-whole' };
  else if (opens !== undefined && closes <= opens)
    yield { field, part: 'closesAtMs', problem: 'closes-before-opening' };
  else if (opens !== undefined && closes > opens + TRADE_LASTS_AT_MOST_MS)
    yield {
      field,
      part: 'closesAtMs',
      problem: 'closes-too-late',
      details: { days: TRADE_LASTS_AT_MOST_MS / DAY_MS },
    };
}

/** The first instant of a day in Tashkent written as `YYYY-MM-DD`; null when there is no such day. */
export function announcedDay(text: string): number | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!parts) return null;
  const [year, month, day] = parts.slice(1).map(Number) as [number, number, number];
  const at = tashkentInstant(year, month, day);
  // 31 June would be the first of July.
  return new Date(Date.UTC(year, month - 1, day)).toISOString().startsWith(text) ? at : null;
}

/** A one-day auction of state property is announced in time, and is not held on a day off. */
function* judgeAnnounced(announcedOn: string | undefined, { nowMs, isWorkingDay }: OrderContext): Judged {
  const part = 'announcedOn';
  if (announcedOn === undefined || announcedOn === '') yield { field, part, problem: 'required' };
  else {
    const day = announcedDay(announcedOn);
    const today = startOfDay(nowMs);
    if (day === null) yield { field, part, problem: 'announced-day' };
    else if (day < today + STATE_NOTICE_DAYS * DAY_MS)
      yield { field, part, problem: 'announced-too-soon', details: { days: STATE_NOTICE_DAYS } };
    else if (day > today + OPENS_WITHIN_MS) yield { field, part, problem: 'opens-too-late' };
    else if (isWorkingDay?.(day) === false) yield { field, part, problem: 'announced-day-off' };
  }
}
