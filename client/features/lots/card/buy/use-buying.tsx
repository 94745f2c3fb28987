import { Suspense, useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { LotDetails } from '#shared/api/lots.ts';
import { MAX_TIYIN } from '#shared/auction/rules.ts';
import { paths } from '#client/lib/paths.ts';
import type { LotLive } from '#client/entities/lot/lot-live.ts';
import { PurchaseDialog } from '#client/entities/purchase/dialogs.ts';
import { freeUnits } from '#client/entities/purchase/stock.ts';

/** What is chosen, as the address has it of the card one comes back to: after signing in, and after topping up. */
export const CHOSEN = 'buy';

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
  /** The card with what is chosen. */
  returnTo: string;
  open: (quantity: number) => void;
  dialog: ReactNode;
}

const whole = (text: string): number | null => {
  const digits = text.replace(/[\s\u00a0]/g, '');
  return /^[1-9]\d{0,14}$/.test(digits) ? Number(digits) : null;
};

/** What a person chooses of a lot at a fixed price, and the dialog that buys it. */
export function useBuying(lot: LotDetails, live: LotLive): Buying {
  const [search] = useSearchParams();
  const [text, setText] = useState(() => String(whole(search.get(CHOSEN) ?? '') ?? 1));
  const [opened, setOpened] = useState<number | null>(null);
  const quantity = whole(text);
  const total = quantity === null ? null : quantity * lot.startPriceTiyin;
  const totalTiyin = total !== null && total <= MAX_TIYIN ? total : null;
  const returnTo = `${paths.lotView(lot.id)}?${CHOSEN}=${opened ?? quantity ?? 1}`;
  return {
    ...{ text, setText, quantity, totalTiyin, returnTo },
    most: live.stock ? freeUnits(live.stock) : null,
    open: setOpened,
    dialog:
      opened === null ? null : (
        <Suspense>
          <PurchaseDialog
            lotId={lot.id}
            quantity={opened}
            returnTo={returnTo}
            onClose={() => setOpened(null)}
          />
        </Suspense>
      ),
  };
}
