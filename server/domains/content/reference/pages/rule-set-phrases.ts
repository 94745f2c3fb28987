import { basisPoints, shareOf } from '#shared/auction/amounts.ts';
import { JUMP_TIMES } from '#shared/auction/jumps.ts';
import { spendingLimit } from '#shared/auction/limits.ts';
import type { IncrementRule } from '#shared/auction/rules.ts';
import { suggestedPrice } from '#shared/auction/suggested-price.ts';
import { formatMoney, formatTiyin, TIYIN_PER_SUM } from '#shared/money/money.ts';
import { MINUTE_MS } from '#shared/time/tashkent.ts';
import type { RuleSet, RuleSetFigures } from '#shared/rule-sets/rule-set-figures.ts';
import { freezeTerms } from '../rule-sets/freeze-terms.ts';

/** A phrase of the namespace `help-figures` in the language of the page. */
export type Say = (key: string, values?: Record<string, string | number>) => string;

/** `2 000`: a whole number in groups of three. */
export const formatWhole = (value: number): string => formatTiyin(value * TIYIN_PER_SUM);

/** `10:00` from the minute of the day. */
const clock = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

/** A length of time in minutes, or in seconds where it is no whole number of minutes. */
const lasting = (say: Say, ms: number): string =>
  ms > 0 && ms % MINUTE_MS === 0
    ? say('minutes', { count: ms / MINUTE_MS })
    : say('seconds', { count: Math.round(ms / 1_000) });

function increment(say: Say, rule: IncrementRule): string {
  switch (rule.kind) {
    case 'percentOfStart':
      return percentsOfStart(say, rule.percents);
    case 'percentOfCurrent':
      return say('increment.current', { percent: rule.percent });
    case 'fixed':
      return say('increment.fixed', { sum: formatMoney(rule.amount) });
    case 'ladder': {
      const amounts = rule.steps.map(([, amount]) => amount);
      const [from, to] = [Math.min(...amounts), Math.max(...amounts)];
      return say('increment.ladder', { from: formatMoney(from), to: formatMoney(to) });
    }
  }
}

/** One percent for all prices, or each run of equal ones with the numbers of its prices; the last runs on. */
function percentsOfStart(say: Say, percents: readonly number[]): string {
  const runs: { from: number; to: number; percent: number }[] = [];
  for (const [at, percent] of percents.entries()) {
    const last = runs.at(-1);
    if (last?.percent === percent) last.to = at + 1;
    else runs.push({ from: at + 1, to: at + 1, percent });
  }
  if (runs.length === 1) return say('increment.all', { percent: runs[0]!.percent });
  return runs
    .map((run, at) => {
      if (at === runs.length - 1) return say('increment.rest', run);
      return say(run.from === run.to ? 'increment.one' : 'increment.range', run);
    })
    .join(', ');
}

function window(say: Say, of: RuleSetFigures['window']): string {
  switch (of.kind) {
    case 'workingDays':
      return say('window.workingDays', {
        opens: clock(of.opensMinute),
        closes: clock(of.closesMinute),
        days: say('workingDays', { count: of.days }),
      });
    case 'untilQuiet':
      return say('window.untilQuiet', { opens: clock(of.opensMinute), quiet: lasting(say, of.quietMs) });
    case 'rounds':
      return say('window.rounds', { length: lasting(say, of.lengthMs) });
    case 'chosen':
      return say('window.chosen');
  }
}

function applications(say: Say, { applicationsUntil, window: of }: RuleSetFigures): string {
  if (applicationsUntil !== 'hourBeforeStart') return say(`applications.${applicationsUntil}`);
  return 'opensMinute' in of && of.opensMinute >= 60
    ? say('applications.hourBeforeStart', { time: clock(of.opensMinute - 60) })
    : say('applications.hourBeforeAny');
}

function deposit(say: Say, { minPercent, maxPercent }: RuleSetFigures['deposit']): string {
  if (maxPercent === 0) return say('noDeposit');
  return minPercent === maxPercent
    ? say('percent', { percent: maxPercent })
    : say('percentRange', { from: minPercent, to: maxPercent });
}

function payment(say: Say, { min, max }: RuleSetFigures['paymentWorkingDays']): string {
  if (max === 0) return say('noPayment');
  return min === max
    ? say('workingDays', { count: max })
    : say('workingDaysRange', { from: min, count: max });
}

function limit(
  say: Say,
  { limitPercent, limitFromPrice, limitOffStep, deposit: of }: RuleSetFigures,
): string {
  if (limitPercent === undefined || of.maxPercent === 0) return say('limit.none');
  if (limitFromPrice !== undefined)
    return say('limit.applies', { percent: limitPercent, from: limitFromPrice });
  return limitOffStep === true ? say('limit.offStep', { percent: limitPercent }) : say('limit.none');
}

function jump(say: Say, { maxJump }: RuleSetFigures): string {
  if (maxJump === undefined) return say('jump.none');
  const share = (times: number): string => formatWhole((times - 1) * 100);
  return say('jump.cap', {
    offer: formatWhole(maxJump.offer),
    offerShare: share(JUMP_TIMES.offer),
    maximum: formatWhole(maxJump.maximum),
    maximumShare: share(JUMP_TIMES.maximum),
  });
}

/** What a rule set says, in phrases: one for each name after the dot of `shop.deposit`, `live.window`, … */
export function ruleFigures(say: Say, of: RuleSetFigures, baseAmountTiyin: number): Record<string, string> {
  const { overtime, minParticipants, incrementAbove } = of;
  return {
    deposit: deposit(say, of.deposit),
    firstPrice: say(`firstPrice.${of.firstBid}`),
    increment: increment(say, of.increment),
    incrementAbove: incrementAbove
      ? say('increment.above', {
          times: formatWhole(incrementAbove.baseAmounts),
          sum: formatMoney(incrementAbove.baseAmounts * baseAmountTiyin),
          increment: increment(say, incrementAbove.increment),
        })
      : say('increment.aboveNone'),
    overtime: overtime
      ? say('overtime.moves', {
          window: lasting(say, overtime.windowMs),
          extend: lasting(say, overtime.extendToMs),
        })
      : say('overtime.none'),
    participants: say(`participants.${minParticipants.at}`, { count: minParticipants.count }),
    applications: applications(say, of),
    window: window(say, of.window),
    payment: payment(say, of.paymentWorkingDays),
    limit: limit(say, of),
    jump: jump(say, of),
  };
}

const usualDepositTiyin = (of: RuleSetFigures, startPriceTiyin: number): number =>
  shareOf(startPriceTiyin, basisPoints(of.deposit.usualPercent));

/** The deposit an ordinary lot of the set asks for a start price. */
export const usualDeposit = (of: RuleSetFigures, startPriceTiyin: number): string =>
  formatMoney(usualDepositTiyin(of, startPriceTiyin));

/** What that deposit alone allows: offers up to a sum, or any price in a set without limits. */
export function allowedByDeposit(
  say: Say,
  set: RuleSet,
  lot: { startPriceTiyin: number; baseAmountTiyin: number },
): string {
  const { rules } = freezeTerms(set, lot);
  const limitTiyin = spendingLimit({
    depositTiyin: usualDepositTiyin(set.figures, lot.startPriceTiyin),
    availableTiyin: 0,
    limitPercent: rules.limitPercent ?? 0,
    firstSuggestedTiyin: suggestedPrice(rules, { ...lot, priceTiyin: null, count: 0 }),
  });
  return limitTiyin === null ? say('limit.any') : say('limit.upTo', { sum: formatMoney(limitTiyin) });
}
