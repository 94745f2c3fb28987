import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatMoney, formatTiyin, parseSum, tiyinToSum } from '#shared/money/money.ts';
import { shareOf } from '#shared/auction/amounts.ts';

const plain = (text: string) => text.replaceAll('\u00a0', ' ');

describe('money', () => {
  test.each([
    [0, '0'],
    [100, '1'],
    [5, '0.05'],
    [123_456_789, '1 234 567.89'],
    [1_000_000_00, '1 000 000'],
    [-250, '−2.50'],
    [Number.MAX_SAFE_INTEGER, '90 071 992 547 409.91'],
  ])('shows %i tiyin as %s', (tiyin, text) => {
    expect(plain(formatTiyin(tiyin))).toBe(text);
    expect(plain(formatMoney(tiyin))).toBe(`${text} UZS`);
  });

  test.each([
    ['1 234 567.89', 123_456_789],
    ['1\u00a0234,5', 123_450],
    ['007', 700],
    ['1,250,000', 125_000_000],
    ['1.250.000,50', 125_000_050],
    ['1,250,000.5', 125_000_050],
    ['\u202a1000\u202c', 100_000],
    ['1ʼ250ʼ000', 125_000_000],
    ['90071992547409.91', Number.MAX_SAFE_INTEGER],
  ])('reads %s', (text, tiyin) => expect(parseSum(text)).toBe(tiyin));

  test.each([
    '',
    '-1',
    '1.234',
    '1e3',
    '0x1',
    'NaN',
    '1.2.3',
    '1,250',
    '12.500',
    '1,25,000',
    '1,250.000',
    '12.',
    '90071992547409.92',
    '٣',
  ])('refuses %j', (text) => {
    expect(parseSum(text)).toBeNull();
  });

  test('reads back whatever it shows', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }), (tiyin) => {
        expect(parseSum(formatTiyin(tiyin))).toBe(tiyin);
      }),
    );
  });

  test('takes parts exactly, rounded down, also of the largest sums', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
        fc.integer({ min: 0, max: 10_000 }),
        (tiyin, points) => {
          expect(shareOf(tiyin, points)).toBe(Number((BigInt(tiyin) * BigInt(points)) / 10_000n));
        },
      ),
    );
  });

  test('gives UZS with at most two decimals where a call is specified so', () => {
    expect(tiyinToSum(123_456)).toBe(1234.56);
    expect(tiyinToSum(29)).toBe(0.29);
  });
});
