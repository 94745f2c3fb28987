import type { PurchaseView } from '#shared/api/cabinet/purchases.ts';
import { paths } from '#client/lib/paths.ts';

/** What a person would buy of a lot, and how it would be paid. */
export interface Wish {
  quantity: number;
  /** The first part now, the others by the schedule; false: the full price. */
  byParts: boolean;
}

/** What is reserved or bought, as it was wished. */
export const wishOf = ({ quantity, dueNowTiyin, totalTiyin }: PurchaseView): Wish => ({
  quantity,
  byParts: dueNowTiyin < totalTiyin,
});

const QUANTITY = 'buy';
/** `1` beside it: by parts. */
const BY_PARTS = 'parts';

/** The lot's card with this chosen: one comes back to it after signing in, and after topping up. */
export const cardWith = (lotId: number, { quantity, byParts }: Wish): string =>
  `${paths.lotView(lotId)}?${QUANTITY}=${quantity}${byParts ? `&${BY_PARTS}=1` : ''}`;

/** What the address of a card has chosen; the quantity as it is written there. */
export const chosenIn = (search: URLSearchParams): { quantity: string; byParts: boolean } => ({
  quantity: search.get(QUANTITY) ?? '',
  byParts: search.get(BY_PARTS) === '1',
});
