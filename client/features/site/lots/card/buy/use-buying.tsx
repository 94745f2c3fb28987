import { Suspense, useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { LotDetails } from '#shared/api/site/lots.ts';
import { MAX_TIYIN } from '#shared/auction/rules.ts';
import type { LotLive } from '#client/entities/lot/lot-live.ts';
import { PurchaseDialog } from '#client/entities/purchase/dialogs.ts';
import { freeUnits } from '#shared/trade/stock.ts';
import { cardWith, chosenIn, type Wish } from '#client/entities/purchase/wish.ts';
import { usePartOffer, type PartOffer } from './use-part-offer.ts';

export interface Buying {
  /** As it is typed. */
  text: string;
  setText: (text: string) => void;
  /** Units as typed; null: no whole number from 1. */
  quantity: number | null;
  /** Most units that can be reserved now; null: unknown. */
  most: number | null;
  /** For the units chosen; null: none are, or the sum is beyond any money. */
  totalTiyin: number | null;
  /** How the units chosen would be paid by parts; null: they cannot be. */
  offer: PartOffer | null;
  /** That is what is chosen. */
  byParts: boolean;
  setByParts: (byParts: boolean) => void;
  /** Of the total, in the chosen way; null: unknown as yet. */
  dueNowTiyin: number | null;
  /** The card with what is chosen. */
  returnTo: string;
  open: (wish: Wish) => void;
  dialog: ReactNode;
}

const whole = (text: string): number | null => {
  const digits = text.replace(/[\s\u00a0]/g, '');
  return /^[1-9]\d{0,14}$/.test(digits) ? Number(digits) : null;
};

/** What a person chooses of a lot at a fixed price, and the dialog that buys it. */
export function useBuying(lot: LotDetails, live: LotLive): Buying {
  const [search] = useSearchParams();
  const [text, setText] = useState(() => String(whole(chosenIn(search).quantity) ?? 1));
  const [wishesParts, setByParts] = useState(() => chosenIn(search).byParts);
  const [opened, setOpened] = useState<Wish | null>(null);
  const quantity = whole(text);
  const total = quantity === null ? null : quantity * lot.startPriceTiyin;
  const totalTiyin = total !== null && total <= MAX_TIYIN ? total : null;
  const offer = usePartOffer(lot, totalTiyin);
  // Where the units chosen cannot be paid by parts the wish waits for others that can.
  const byParts = wishesParts && offer !== null;
  return {
    text,
    setText,
    quantity,
    totalTiyin,
    offer,
    byParts,
    setByParts,
    dueNowTiyin: byParts ? offer.firstTiyin : totalTiyin,
    returnTo: cardWith(lot.id, {
      quantity: quantity ?? 1,
      byParts: wishesParts && lot.instalmentMonths !== null,
    }),
    most: live.stock ? freeUnits(live.stock) : null,
    open: setOpened,
    dialog:
      opened === null ? null : (
        <Suspense>
          <PurchaseDialog lotId={lot.id} wish={opened} onClose={() => setOpened(null)} />
        </Suspense>
      ),
  };
}
