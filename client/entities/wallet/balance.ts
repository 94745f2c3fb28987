import { queryOptions } from '@tanstack/react-query';
import { balance } from '#shared/api/cabinet/user.ts';
import { money } from '#shared/api/cabinet/wallet.ts';
import { parseSum } from '#shared/money/money.ts';
import { call } from '#client/lib/api-client.ts';

/** What the signed-in person can spend, in tiyin. */
export const balanceQuery = queryOptions({
  queryKey: ['balance'],
  queryFn: async (): Promise<number> => {
    const tiyin = parseSum(String(await call(balance)));
    if (tiyin === null) throw new RangeError('the balance is no sum');
    return tiyin;
  },
  staleTime: 10_000,
  // Said at once, with the way to ask again beside it.
  retry: false,
});

/** Available and held, and what it is held for. */
export const moneyQuery = queryOptions({
  queryKey: ['money'],
  queryFn: ({ signal }) => call(money, { signal }),
  staleTime: 10_000,
});
