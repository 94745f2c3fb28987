import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { myOffers } from '#shared/api/cabinet/second-offers.ts';
import { myWinLots } from '#shared/api/cabinet/winlots.ts';
import { call } from '#client/lib/api-client.ts';
import { recovering } from '#client/lib/recover.ts';

/** First part of the keys of everything a buyer sees of won lots. */
export const WIN_LOTS = 'win-lots';
/** First part of the keys of offers to the reserve or the sole participant. */
const OFFERS = 'offers';
/** How many wait for payment is shown next to other pages: no more is read than the first ones. */
const FIRST_ONES = 3;
const OFFERS_AT_ONCE = 20;

/** The lots to be paid with the nearest deadline, and how many there are. */
export const openWinLotsQuery = queryOptions({
  queryKey: [WIN_LOTS, 'open'],
  queryFn: ({ signal }) => call(myWinLots, { query: { state: 'open', page: 1, size: FIRST_ONES }, signal }),
  staleTime: 30_000,
  ...recovering(),
});

/** The won lot that a payment was begun for; null: it tops up the balance. */
export const saleOfPaymentQuery = (paymentId: number) =>
  queryOptions({
    queryKey: [WIN_LOTS, 'payment', paymentId],
    queryFn: async ({ signal }) => {
      const { items } = await call(myWinLots, { query: { paymentId, page: 1, size: 1 }, signal });
      return { winLot: items[0] ?? null };
    },
    ...recovering(),
  });

/** Offers that wait for the person's answer, the nearest deadline first. */
export const openOffersQuery = queryOptions({
  queryKey: [OFFERS, 'open'],
  queryFn: ({ signal }) =>
    call(myOffers, { query: { state: 'open', page: 1, size: OFFERS_AT_ONCE }, signal }),
  staleTime: 30_000,
  ...recovering(),
});

/** Everything that a payment, a refusal or an offer changes is read again: lots, offers, the balance, what lots show. */
export function useRefreshSales(): () => void {
  const queries = useQueryClient();
  return useCallback(() => {
    const keys = [WIN_LOTS, OFFERS, 'after-sale', 'balance', 'money', 'lot-result', 'my-applications'];
    for (const key of keys) void queries.invalidateQueries({ queryKey: [key] });
  }, [queries]);
}
