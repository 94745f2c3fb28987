import { myWinLots } from '#shared/api/cabinet/winlots.ts';
import { call } from '#client/lib/api-client.ts';
import { usePersonUpdates } from '#client/lib/person-updates.ts';
import { chosen, oneOf, useListPage } from '#client/ui/data-table/list-page.ts';
import { useRefreshSales, WIN_LOTS } from '#client/entities/sale/sale-queries.ts';

const ROWS = 10;
/** Choices of the list; without one it shows all. */
export const WIN_LOT_VIEWS = ['open', 'over'] as const;
/** Staff and other devices change them too. */
const ASK_MS = 60_000;

/** Lots the person has won, page by page: those to be paid first. Read again when money or messages arrive. */
export function useWinLots() {
  const list = useListPage({
    name: WIN_LOTS,
    filters: ['state', 'lot'],
    size: ROWS,
    refreshMs: ASK_MS,
    read: ({ page, size, filters: { state, lot }, signal }) =>
      call(myWinLots, {
        query: {
          page,
          size,
          ...chosen({ state: oneOf(WIN_LOT_VIEWS, state) }),
          ...(/^[1-9]\d{0,14}$/.test(lot) ? { lotId: Number(lot) } : {}),
        },
        signal,
      }),
  });
  const refresh = useRefreshSales();
  usePersonUpdates('balance', refresh);
  usePersonUpdates('messages', refresh);
  return list;
}
