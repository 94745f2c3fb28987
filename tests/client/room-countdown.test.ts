import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { clockDigits, countdownView } from '#client/features/site/room/countdown-text.ts';
import { draftAmount, typedToTiyin } from '#client/features/site/room/offer-amount.ts';
import { ServerClock } from '#client/lib/server-clock.ts';
import { head, room } from './room-fixtures.ts';

beforeAll(startI18n);
afterAll(() => switchLanguage('uz'));

describe('the countdown', () => {
  it('never shows a negative: at the deadline it says closing until the server says closed', () => {
    expect(countdownView(head(1), 0, 999_999)).toEqual({ kind: 'left', leftMs: 1, urgent: true });
    expect(countdownView(head(1), 0, 1_000_000)).toEqual({ kind: 'closing' });
    expect(countdownView(head(1, { phase: 'closed' }), 0, 2_000_000)).toEqual({ kind: 'closed' });
  });

  it('counts to the start while the room waits, and to the resumption while it is paused', () => {
    expect(countdownView(head(1, { phase: 'waiting' }), 500, 200)).toEqual({
      kind: 'until-start',
      leftMs: 300,
    });
    const paused = head(1, { phase: 'paused', resumeAtMs: 700 });
    expect(countdownView(paused, 0, 200)).toEqual({ kind: 'paused', resumeInMs: 500 });
    expect(countdownView(paused, 0, 900)).toEqual({ kind: 'paused', resumeInMs: 0 });
  });

  it('writes minutes, hours and days, rounding up so that zero means over', () => {
    expect(clockDigits(1)).toBe('00:01');
    expect(clockDigits(600_000)).toBe('10:00');
    expect(clockDigits(3_661_000)).toBe('01:01:01');
    expect(clockDigits(-5)).toBe('00:00');
  });

  it.each([
    ['uz', '8 kun 19:22'],
    ['ru', '8 дней 19:22'],
  ])('writes days as days, in %s', async (language, shown) => {
    await switchLanguage(language as 'uz');
    expect(clockDigits(8 * 86_400_000 + 19 * 3_600_000 + 22 * 60_000 + 21_000)).toBe(shown);
  });
});

describe('the typed offer', () => {
  it('becomes tiyin without floating point', () => {
    expect(typedToTiyin('48 200 000.05')).toBe(4_820_000_005);
    expect(typedToTiyin('0.1')).toBe(10);
    expect(typedToTiyin('90071992547409.91')).toBe(Number.MAX_SAFE_INTEGER);
  });

  it('is no sum when it is zero, negative, too large or not a number', () => {
    for (const text of ['', '0', '0.00', '-5', '1e5', 'NaN', '90071992547409.92', '1.234', '١٢']) {
      expect(typedToTiyin(text), text).toBeNull();
    }
  });

  it('is not a mistake while the decimal point is being typed', () => {
    expect(typedToTiyin('150.')).toBe(150_00);
  });

  it('represents the suggested price and whole increments above it', () => {
    expect(draftAmount(room(), { typed: '', steps: 0 })).toBe(100_00);
    expect(draftAmount(room(), { typed: '', steps: 2 })).toBe(110_00);
    expect(draftAmount(room(), { typed: '150', steps: 2 })).toBe(150_00);
  });
});

describe("the server's clock", () => {
  it('trusts the exchange with the shortest round trip and says how far it may be wrong', () => {
    let now = 1_000;
    const clock = new ServerClock(() => now);
    clock.addSample(1_000, 6_200, 1_400);
    expect(clock.current()).toEqual({ offsetMs: 5_000, uncertaintyMs: 200 });
    clock.addSample(2_000, 7_015, 2_010);
    expect(clock.current()).toEqual({ offsetMs: 5_010, uncertaintyMs: 5 });
    clock.addSample(3_000, 9_000, 3_500);
    expect(clock.current().uncertaintyMs).toBe(5);
    now = 3_000;
    expect(clock.serverNowMs()).toBe(8_010);
  });

  it('drops a sample during which the device clock was set back, and old ones after a minute', () => {
    let now = 0;
    const clock = new ServerClock(() => now);
    clock.addSample(100, 500, 50);
    expect(clock.current().uncertaintyMs).toBe(Number.POSITIVE_INFINITY);
    clock.addSample(0, 1_000, 10);
    now = 61_000;
    clock.addSample(61_000, 62_100, 61_200);
    expect(clock.current()).toEqual({ offsetMs: 1_000, uncertaintyMs: 100 });
  });
});
