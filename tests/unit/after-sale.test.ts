import { expect, test } from 'vitest';
import { SALE_KINDS } from '#shared/lifecycles/settlement.ts';
import { afterSale } from '#shared/trade/after-sale.ts';

const DAY_MS = 86_400_000;

test.each(SALE_KINDS)('a sale of the kind %s has a time for protests where others took part', (sale) => {
  const of = (state: 'paid' | 'cancelled') =>
    afterSale(
      {
        sale,
        state,
        soldAtMs: 0,
        protocolAtMs: 0,
        dueAtMs: DAY_MS,
        decidedAtMs: 1,
        protestUntilMs: 2 * DAY_MS,
        hasSeller: true,
        payout: null,
        handOver: null,
      },
      DAY_MS,
    );
  for (const steps of [of('paid'), of('cancelled')])
    expect(steps.some(({ key }) => key === 'protest-window')).toBe(sale !== 'purchase');
  // The seller is paid as late as after an auction.
  expect(of('paid').find(({ key }) => key === 'payout')).toMatchObject({ state: 'next', byMs: 2 * DAY_MS });
});
