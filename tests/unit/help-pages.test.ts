import { describe, expect, it } from 'vitest';
import { fillFigures } from '#server/domains/content/reference/pages/help-figures.ts';
import { ruleFigures, type Say } from '#server/domains/content/reference/pages/rule-set-phrases.ts';
import { ruleSetFiguresSchema, type RuleSetFigures } from '#shared/rule-sets/rule-set-figures.ts';
import { loadTexts } from '#server/platform/language/index.ts';
import { LANGUAGES, type Language } from '#shared/i18n/languages.ts';
import { RULE_SETS } from '../../migrations/reference/rule-sets.ts';

const texts = loadTexts();
const saying =
  (language: Language): Say =>
  (key, values) =>
    texts.text(language, `help-figures:${key}`, values);

const SHOP = ruleSetFiguresSchema.parse(RULE_SETS[0].figures);
const BASE_TIYIN = 41_200_000;

/** What the shop's rules say in English when changed so. */
const english = (change: Partial<RuleSetFigures>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(ruleFigures(saying('en'), { ...SHOP, ...change }, BASE_TIYIN)).map(([name, phrase]) => [
      name,
      phrase.replaceAll('\u00a0', ' '),
    ]),
  );

describe('the phrase of a figure', () => {
  it.each([
    ['increment', { increment: { kind: 'percentOfStart', percents: [5] } }, '5% of the start price'],
    [
      'increment',
      { increment: { kind: 'percentOfStart', percents: [10, 5, 5, 3.5, 3.5] } },
      '10% of the start price for confirmed price 1, 5% of the start price for confirmed prices 2 to 3, 3.5% from price 4 on',
    ],
    ['increment', { increment: { kind: 'percentOfCurrent', percent: 2.5 } }, '2.5% of the current price'],
    ['increment', { increment: { kind: 'fixed', amount: 1_250_000_50 } }, '1 250 000.50 UZS'],
    [
      'increment',
      { increment: { kind: 'ladder', steps: [[0, 100_00], [1_000_00, 250_00]] } }, // oxfmt-ignore
      'from 100 UZS to 250 UZS depending on the price',
    ],
    ['incrementAbove', { incrementAbove: undefined }, 'the same for all lots'],
    ['overtime', { overtime: null }, 'the time is not extended'],
    [
      'overtime',
      { overtime: { windowMs: 60_000, extendToMs: 90_000 } },
      'an offer in the last 1 minute extends the auction: it ends no sooner than 90 seconds after that offer',
    ],
    ['deposit', { deposit: { minPercent: 0, maxPercent: 0, usualPercent: 0 } }, 'not needed'],
    ['deposit', { deposit: { minPercent: 1, maxPercent: 12.5, usualPercent: 5 } }, '1–12.5%'],
    ['payment', { paymentWorkingDays: { min: 1, max: 1, usual: 1 } }, '1 working day'],
    ['payment', { paymentWorkingDays: { min: 0, max: 0, usual: 0 } }, 'no payment'],
    ['applications', { applicationsUntil: 'hourBeforeStart' }, 'until 09:00 on the day of trading'],
    [
      'applications',
      { applicationsUntil: 'hourBeforeStart', window: { kind: 'chosen' } },
      'until one hour before trading begins',
    ],
    ['limit', {}, 'no limit'],
    ['limit', { limitPercent: 5, limitFromPrice: 3, limitOffStep: true },
      'the price of which your deposit and free balance make 5%; for the suggested price from confirmed price 3 on'], // oxfmt-ignore
    [
      'limit',
      { limitPercent: 2.5, limitOffStep: true },
      'the price of which your deposit and free balance make 2.5%',
    ],
    ['jump', {}, 'not capped'],
    [
      'jump',
      { maxJump: { offer: 100, maximum: 1000 } },
      'up to 100 steps or 100% above the suggested price, whichever is more; an auto-bid up to 1 000 steps or 1 000%',
    ],
    ['window', { window: { kind: 'rounds', lengthMs: 300_000, pauseMs: 1 } }, 'rounds of 5 minutes each'],
  ] as [string, Partial<RuleSetFigures>, string][])('%s of %j is "%s"', (name, change, phrase) => {
    expect(english(change)[name]).toBe(phrase);
  });

  it('agrees with its number in Russian', () => {
    const payment = (days: number) =>
      ruleFigures(saying('ru'), { ...SHOP, paymentWorkingDays: { min: days, max: days, usual: days } }, 1)
        .payment;
    expect([1, 3, 5, 21, 11].map(payment)).toEqual([
      '1 рабочий день',
      '3 рабочих дня',
      '5 рабочих дней',
      '21 рабочий день',
      '11 рабочих дней',
    ]);
  });

  it.each(LANGUAGES)('is there for every shipped rule set in %s', (language) => {
    for (const { figures } of RULE_SETS) {
      const phrases = ruleFigures(saying(language), ruleSetFiguresSchema.parse(figures), BASE_TIYIN);
      for (const [name, phrase] of Object.entries(phrases))
        expect(phrase, name).not.toMatch(/^$|[{}]|^\w+\.\w+$|undefined/);
    }
  });
});

describe('a text with figures', () => {
  it('has them in place, with a capital at the beginning', () => {
    expect(fillFigures('{{a.b}}: {{c}}.', { 'a.b': 'қадам', c: 'x' })).toBe('Қадам: x.');
  });

  it('never shows a hole', () => {
    expect(() => fillFigures('{{nobody.knows}}', {})).toThrow('no figure for nobody.knows');
  });
});
