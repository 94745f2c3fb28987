import { beforeAll, describe, expect, it } from 'vitest';
import { startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { formatDateTime, formatDay, formatTime } from '#client/lib/format/date.ts';
import { formatCountdown, formatDuration } from '#client/lib/format/duration.ts';
import { formatMoney, formatMoneyShort, formatPercent } from '#client/lib/format/money.ts';
import { parseServerDate } from '#client/lib/server-now.ts';

const plain = (text: string) => text.replaceAll('\u00a0', ' ').replaceAll('\u2060', '');
/** 21 November 2026, 10:04:31.220 in Tashkent. */
const AT = Date.UTC(2026, 10, 21, 5, 4, 31, 220);

beforeAll(async () => {
  await startI18n();
});

describe('money', () => {
  it('is grouped by three with the currency, and hides tiyin when there are none', () => {
    expect(plain(formatMoney(123_456_789))).toBe('1 234 567.89 UZS');
    expect(plain(formatMoney(4_820_000_000))).toBe('48 200 000 UZS');
    expect(plain(formatMoney(5))).toBe('0.05 UZS');
  });

  it('stays exact up to the largest sum', () => {
    expect(plain(formatMoney(Number.MAX_SAFE_INTEGER))).toBe('90 071 992 547 409.91 UZS');
  });

  it('is shortened downwards, never up, for axes', async () => {
    await switchLanguage('ru');
    expect(plain(formatMoneyShort(4_829_999_999))).toBe('48,2 млн');
    expect(plain(formatMoneyShort(123_400))).toBe('1 234');
    await switchLanguage('uz');
    expect(plain(formatMoneyShort(250_000_000_000))).toBe('2,5 mlrd');
    await switchLanguage('en');
    expect(plain(formatMoneyShort(250_000_000_000))).toMatch(/^2\.5 /);
    await switchLanguage('uz');
  });
});

describe('decimals', () => {
  it('have a comma in every language but English', async () => {
    for (const language of ['uz', 'ru', 'uz-Cyrl'] as const) {
      await switchLanguage(language);
      expect(plain(formatPercent(2.5))).toBe('2,5 %');
    }
    await switchLanguage('en');
    expect(plain(formatPercent(2.5))).toBe('2.5 %');
    expect(plain(formatPercent(5))).toBe('5 %');
    await switchLanguage('uz');
  });
});

describe('dates', () => {
  it('are in Tashkent whatever the device says', () => {
    expect(formatTime(AT)).toBe('10:04');
    expect(formatTime(AT, { seconds: true, millis: true })).toBe('10:04:31.220');
  });

  it('follow the language', async () => {
    await switchLanguage('uz');
    expect(plain(formatDay(AT, AT))).toBe('21-noyabr');
    await switchLanguage('ru');
    expect(plain(formatDay(AT, AT))).toBe('21 ноября');
    await switchLanguage('en');
    expect(formatDateTime(AT)).toContain('10:04');
    await switchLanguage('uz');
  });

  it('never end a line within a day: neither at its hyphen nor at its spaces', async () => {
    for (const language of ['uz', 'ru', 'uz-Cyrl', 'en'] as const) {
      await switchLanguage(language);
      expect(formatDay(AT, AT + 365 * 86_400_000)).not.toMatch(/ |-(?!\u2060)/);
    }
    await switchLanguage('uz');
  });

  it('carry the year where it is not this one', () => {
    expect(formatDay(AT, AT + 365 * 86_400_000)).toContain('2026');
  });

  it('read the server date as an instant', () => {
    expect(parseServerDate('21.11.2026 10:04:31')).toBe(AT - 220);
    expect(parseServerDate('2026-11-21')).toBeNull();
  });
});

describe('countdowns', () => {
  it('round up, so that zero means over, and never go below it', () => {
    expect(formatCountdown(1)).toBe('0:01');
    expect(formatCountdown(0)).toBe('0:00');
    expect(formatCountdown(-5_000)).toBe('0:00');
    expect(formatCountdown(299_001)).toBe('5:00');
    expect(formatCountdown(3_723_000)).toBe('1:02:03');
    expect(formatCountdown(86_400_000 * 2 + 3_600_000 * 3)).toBe('2 kun 03:00');
  });

  it('are said in words with the plural of the language', async () => {
    expect(formatDuration(600_000)).toBe('10 daqiqa');
    await switchLanguage('ru');
    expect(formatDuration(60_000)).toBe('1 минута');
    expect(formatDuration(120_000)).toBe('2 минуты');
    expect(formatDuration(300_000)).toBe('5 минут');
    expect(formatDuration(90_000)).toBe('1 минута 30 секунд');
    await switchLanguage('uz');
  });
});
