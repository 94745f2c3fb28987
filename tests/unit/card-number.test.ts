import { describe, expect, test } from 'vitest';
import { cardTypeOf, maskCard, problemOfCard, problemOfExpiry } from '#shared/validation/card-number.ts';

describe('a card’s number', () => {
  test.each([
    ['8600490000000018', null, 'uzcard'],
    ['9860490000000011', null, 'humo'],
    ['8600490000000017', 'digits', 'uzcard'],
    ['4111111111111111', 'kind', null],
    ['860049000000001', 'length', 'uzcard'],
    ['86004900000000180', 'length', 'uzcard'],
    ['8600 4900 0000 0018', 'length', 'uzcard'],
    ['', 'length', null],
  ])('%s: %s', (digits, problem, type) => {
    expect(problemOfCard(digits)).toBe(problem);
    expect(cardTypeOf(digits)).toBe(type);
  });

  test('is shown by its first six and last four digits', () => {
    expect(maskCard('8600490000000018')).toBe('8600 49** **** 0018');
  });

  test('one wrong digit is always noticed, and two neighbours that changed places nearly always', () => {
    const good = '8600490000000018';
    for (let at = 4; at < 16; at += 1) {
      for (let digit = 0; digit < 10; digit += 1) {
        const other = good.slice(0, at) + digit + good.slice(at + 1);
        expect(problemOfCard(other), other).toBe(other === good ? null : 'digits');
      }
    }
  });
});

describe('the last month of a card', () => {
  const now = Date.UTC(2026, 10, 21);
  test.each([
    ['1126', null],
    ['1026', 'past'],
    ['0127', null],
    ['1325', 'format'],
    ['0026', 'format'],
    ['126', 'format'],
    ['11/6', 'format'],
  ])('%s: %s', (text, problem) => {
    expect(problemOfExpiry(text, now)).toBe(problem);
  });

  test('lasts to its end', () => {
    expect(problemOfExpiry('1126', Date.UTC(2026, 11, 1) - 1)).toBeNull();
    expect(problemOfExpiry('1126', Date.UTC(2026, 11, 1))).toBe('past');
  });
});
