import type { Texts } from '#server/platform/language/index.ts';
import type { RuleSetName } from '#shared/api/site/lots.ts';
import type { Language } from '#shared/i18n/languages.ts';
import {
  CANCELLATION_CLOSED_MINUTES,
  ASK_ABOVE_PERCENT,
  AUCTION_ONLY_ABOVE_BASE_AMOUNTS,
  CODE,
  DECLINED_BAR_MONTHS,
  INVITATION_DAYS,
  PROTEST_ANSWER_DAYS,
  PROTEST_DAYS,
  RESERVATION_MINUTES,
} from '#shared/limits/trade-terms.ts';
import { fillPlaceholders } from '#shared/content/fill-figures.ts';
import { formatMoney } from '#shared/money/money.ts';
import { formatDate } from '#shared/time/tashkent.ts';
import type { ReferenceService } from '../reference.service.ts';
import { allowedByDeposit, formatWhole, ruleFigures, usualDeposit, type Say } from './rule-set-phrases.ts';

/** Names of the rule sets in placeholders. */
const RULE_SETS: Record<string, RuleSetName> = {
  shop: 'state-shop',
  live: 'state-live',
  private: 'private',
  practice: 'practice',
};

/** Start price of the worked example, in tiyin. */
const EXAMPLE_START_TIYIN = 10_000_000_000;

export interface OfficeHours {
  opens: string;
  closes: string;
}

/**
 * Every figure the help pages name, by placeholder (`shop.deposit`), as phrases of the language: from the rule sets and
 * the base calculation amount in force at the instant, and from the terms that hold for every lot.
 */
export async function helpFigures(
  { reference, texts, hours }: { reference: ReferenceService; texts: Texts; hours: OfficeHours },
  language: Language,
  at: Date,
): Promise<Record<string, string>> {
  const say: Say = (key, values) => texts.text(language, `help-figures:${key}`, values);
  const [base, ...sets] = await Promise.all([
    reference.baseAmountAt(at),
    ...Object.values(RULE_SETS).map((name) => reference.ruleSetAt(name, at)),
  ]);
  const bySet = Object.keys(RULE_SETS).flatMap((short, i) =>
    Object.entries(ruleFigures(say, sets[i]!.figures, base.amountTiyin)).map(
      ([name, phrase]) => [`${short}.${name}`, phrase] as const,
    ),
  );
  const days = (count: number): string => say('workingDays', { count });
  return {
    ...Object.fromEntries(bySet),
    'example.start': formatMoney(EXAMPLE_START_TIYIN),
    'example.deposit': usualDeposit(sets[0]!.figures, EXAMPLE_START_TIYIN),
    'example.limit': allowedByDeposit(say, sets[0]!, {
      startPriceTiyin: EXAMPLE_START_TIYIN,
      baseAmountTiyin: base.amountTiyin,
    }),
    bhm: formatMoney(base.amountTiyin),
    'bhm.since': formatDate(Date.parse(`${base.validFrom}T00:00:00+05:00`)),
    'auctionOnly.times': formatWhole(AUCTION_ONLY_ABOVE_BASE_AMOUNTS),
    'auctionOnly.sum': formatMoney(AUCTION_ONLY_ABOVE_BASE_AMOUNTS * base.amountTiyin),
    'ask.above': say('percent', { percent: ASK_ABOVE_PERCENT }),
    'cancel.minutes': say('minutes', { count: CANCELLATION_CLOSED_MINUTES }),
    'bar.months': say('months', { count: DECLINED_BAR_MONTHS }),
    invitation: days(INVITATION_DAYS),
    protest: days(PROTEST_DAYS),
    'protest.answer': days(PROTEST_ANSWER_DAYS),
    reservation: say('minutes', { count: RESERVATION_MINUTES }),
    'code.digits': String(CODE.digits),
    'code.minutes': say('minutes', { count: CODE.minutes }),
    'code.tries': say('tries', { count: CODE.tries }),
    'code.resend': say('seconds', { count: CODE.resendSeconds }),
    'code.perDay': String(CODE.perDay),
    'hours.opens': hours.opens,
    'hours.closes': hours.closes,
  };
}

/**
 * Puts the figures in place; a text that begins with a figure begins with a capital.
 * Throws on a name without a figure, so that a page never shows a gap.
 */
export const fillFigures = (text: string, figures: Readonly<Record<string, string>>): string =>
  fillPlaceholders(text, figures, (name) => {
    throw new RangeError(`no figure for ${name}`);
  });
