import { useQuery, type QueryClient } from '@tanstack/react-query';
import { myPurchases, type PurchaseView } from '#shared/api/cabinet/purchases.ts';
import { call } from '#client/lib/api-client.ts';
import { usePersonUpdates } from '#client/lib/person-updates.ts';
import { useSession } from '#client/lib/session.ts';

/** First part of the keys of everything a buyer sees of purchases. */
export const PURCHASES = 'purchases';
const HEAL_MS = 5_000;
/** A reservation ends by the clock even where no news of it comes. */
const PENDING_MS = 15_000;
/** The newest ones are enough: one may be pending, the others are history. */
const NEWEST = 20;

export interface MyPurchases {
  /** Reserved now, on whatever device. */
  pending: PurchaseView | null;
  /** Newest first. */
  bought: PurchaseView[];
  all: PurchaseView[];
}

const sorted = (items: PurchaseView[]): MyPurchases => ({
  pending: items.find(({ state }) => state === 'reserved') ?? null,
  bought: items.filter(({ state }) => state === 'bought'),
  all: items,
});

/** What the person has reserved and bought of a lot; read again when another device changes it. Nothing for visitors. */
export function useMyPurchases(lotId: number) {
  const userName = useSession((state) => state.user?.user_name ?? '');
  const asked = useQuery({
    queryKey: [PURCHASES, 'lot', lotId, userName],
    queryFn: async ({ signal }) =>
      sorted((await call(myPurchases, { query: { lot: lotId, page: 1, size: NEWEST }, signal })).items),
    enabled: userName !== '',
    refetchInterval: ({ state }) => {
      if (state.status === 'error') return HEAL_MS;
      return state.data?.pending ? PENDING_MS : false;
    },
  });
  usePersonUpdates('purchases', () => void asked.refetch());
  return asked;
}

/** Everything a page may show of a purchase is read again: the card, the tables, the balance. */
export function afterPurchaseChange(queries: QueryClient, lotId?: number): void {
  const keys: unknown[][] = [[PURCHASES], ['balance'], ['money'], ['win-lots']];
  if (lotId !== undefined) keys.push(['lot-details', lotId]);
  for (const queryKey of keys) void queries.invalidateQueries({ queryKey });
}
