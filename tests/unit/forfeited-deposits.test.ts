import { expect, test } from 'vitest';
import { DEPOSIT } from '#shared/lifecycles/deposit.ts';
import { OFFER } from '../../migrations/reference/offer-1.ts';

/** The ledger books it on an account of the platform, and nothing takes it on to anybody. */
test('what is said of a forfeited deposit promises it to no one: the terms and the lifecycle alike', () => {
  const said = [
    DEPOSIT.means.forfeited,
    ...OFFER.en.split('\n').filter((line) => /deposit is not returned/.test(line)),
  ];
  expect(said).toHaveLength(2);
  for (const sentence of said) {
    expect(sentence).toMatch(/not returned/);
    expect(sentence).not.toMatch(/seller|customer|budget/);
  }
});
