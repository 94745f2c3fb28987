import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sharesOf } from '#shared/trade/payout-shares.ts';

const account = (holderName: string) => ({
  bankName: 'Namuna bank',
  mfo: '00999',
  holderName,
  account: '20208000900123456001',
});

test('the seller alone gets the price without the fee', () => {
  expect(sharesOf(1_000_00, 25_00)).toEqual([
    { share: 1, recipient: null, priceTiyin: 1_000_00, feeTiyin: 25_00 },
  ]);
});

test('shares are rounded down, and the first gets what is left, and pays the fee', () => {
  const budget = account('Sinov budjeti');
  const shares = sharesOf(100, 1, [
    { percent: 33.34, account: budget },
    { percent: 33.33 },
    { percent: 33.33 },
  ]);
  expect(shares).toEqual([
    { share: 1, recipient: budget, priceTiyin: 36, feeTiyin: 1 },
    { share: 2, recipient: null, priceTiyin: 32, feeTiyin: 0 },
    { share: 3, recipient: null, priceTiyin: 32, feeTiyin: 0 },
  ]);
});

test('whatever the price, the fee and the shares: nothing is lost, and no payout is empty', () => {
  const percents = fc
    .uniqueArray(fc.integer({ min: 1, max: 9_999 }), { minLength: 0, maxLength: 8 })
    .map((cuts) => [0, ...cuts.toSorted((a, b) => a - b), 10_000])
    .map((cuts) => cuts.slice(1).map((cut, at) => (cut - cuts[at]!) / 100));
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 50 }), fc.nat(), percents, (price, feeSeed, parts) => {
      const fee = feeSeed % price;
      const shares = sharesOf(
        price,
        fee,
        parts.map((percent) => ({ percent })),
      );
      expect(shares.reduce((sum, share) => sum + share.priceTiyin, 0)).toBe(price);
      expect(shares.reduce((sum, share) => sum + share.feeTiyin, 0)).toBe(fee);
      for (const { priceTiyin, feeTiyin } of shares) expect(priceTiyin - feeTiyin).toBeGreaterThan(0);
    }),
  );
});
