import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { differenceOf } from '#server/domains/money/payments/top-up-reconciliation.ts';
import type { BookedTransaction, StatedPayment } from '#server/integrations/payment-providers/index.ts';
import { isBasic } from '#server/integrations/payment-providers/caller-authentication.ts';
import { sameSecret } from '#server/platform/http/index.ts';
import { addressList } from '#server/platform/http/index.ts';
import { sumTextToTiyin, tiyinToSumText } from '#server/integrations/payment-providers/sum-text.ts';

describe('sums as Click writes them', () => {
  test('come back to the tiyin, whatever zeros are written', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 15 }), fc.nat({ max: 8 }), (tiyin, zeros) => {
        expect(sumTextToTiyin(`${tiyinToSumText(tiyin)}${'0'.repeat(zeros)}`)).toBe(tiyin);
      }),
    );
  });

  test('come back to the tiyin without the zeros at their end', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 13 }), (whole) => {
        expect(sumTextToTiyin(String(whole))).toBe(whole * 100);
        expect(sumTextToTiyin(tiyinToSumText(whole * 10).slice(0, -1))).toBe(whole * 10);
      }),
    );
  });

  test.each([
    ['0.29', 29],
    ['1.1', 110],
    ['4503599627370.49', 450_359_962_737_049],
    ['0', 0],
  ])('%s is %d tiyin, never through a float', (text, tiyin) => {
    expect(sumTextToTiyin(text)).toBe(tiyin);
  });

  test.each([
    '',
    '.',
    '1.',
    '.5',
    '-1',
    '+1',
    '1e3',
    '0x1',
    '1,5',
    '1 000',
    '1.005',
    '1.001',
    '١',
    '99999999999999',
  ])('%j is no sum', (text) => {
    expect(sumTextToTiyin(text)).toBeNull();
  });
});

describe('who calls', () => {
  test('a secret is the same only when every letter is', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (one, other) => {
        expect(sameSecret(one, other)).toBe(one === other);
      }),
    );
  });

  test('Basic takes login and password whole, also with a colon in the password', () => {
    const header = `Basic ${Buffer.from('Paycom:a:b').toString('base64')}`;
    expect(isBasic(header, 'Paycom', 'a:b')).toBe(true);
    expect(isBasic(header.toLowerCase(), 'Paycom', 'a:b')).toBe(false);
    expect(isBasic(header.replace('Basic', 'BASIC'), 'Paycom', 'a:b')).toBe(true);
    for (const wrong of [undefined, '', 'Basic', header.replace('Basic', 'Bearer'), `${header}x y`])
      expect(isBasic(wrong, 'Paycom', 'a')).toBe(false);
  });

  test('addresses are single ones, ranges or nets, of both versions; none named means any', () => {
    const isAllowed = addressList([
      '185.234.113.1-185.234.113.15',
      '10.0.0.0/8',
      '203.0.113.7',
      '2001:db8::/32',
    ]);
    for (const address of ['185.234.113.1', '185.234.113.15', '10.9.8.7', '203.0.113.7', '2001:db8::1'])
      expect(isAllowed(address), address).toBe(true);
    expect(isAllowed('::ffff:185.234.113.7')).toBe(true);
    for (const address of ['185.234.113.0', '185.234.113.16', '203.0.113.8', '2001:db9::1', '', 'localhost'])
      expect(isAllowed(address), address).toBe(false);
    expect(addressList([])('8.8.8.8')).toBe(true);
  });
});

describe('two books about one payment', () => {
  const ours = (state: BookedTransaction['state'], amountTiyin = 100): BookedTransaction => ({
    id: 1,
    provider: 'payme',
    providerId: 'x',
    paymentId: 5,
    amountTiyin,
    state,
    providerTimeMs: 1,
    createdMs: 1,
    performedMs: null,
    cancelledMs: null,
    reason: null,
  });
  const theirs = (state: StatedPayment['state'], amountTiyin: number | null = 100): StatedPayment => ({
    providerId: 'x',
    paymentId: 5,
    amountTiyin,
    state,
    begunMs: 1,
  });

  test.each([
    ['both paid', ours('performed'), theirs('paid'), null],
    ['both begun', ours('created'), theirs('begun'), null],
    ['ours given up, theirs begun', ours('cancelled'), theirs('begun'), null],
    ['ours given up, theirs unknown', ours('cancelled'), null, null],
    ['theirs given up, ours unknown', null, theirs('cancelled'), null],
    ['theirs does not say the sum', ours('performed'), theirs('paid', null), null],
    ['theirs paid, ours unknown', null, theirs('paid'), 'missing-here'],
    ['ours paid, theirs unknown', ours('performed'), null, 'missing-there'],
    ['another sum', ours('performed'), theirs('paid', 99), 'amount-differs'],
    ['ours paid, theirs cancelled', ours('performed'), theirs('cancelled'), 'state-differs'],
    ['ours begun, theirs paid', ours('created'), theirs('paid'), 'state-differs'],
    ['ours cancelled, theirs paid', ours('cancelled'), theirs('paid'), 'state-differs'],
  ] as const)('%s', (_what, own, reported, kind) => {
    expect(differenceOf('payme', own, reported)?.kind ?? null).toBe(kind);
  });
});
