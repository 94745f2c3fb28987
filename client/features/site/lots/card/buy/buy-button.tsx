import { useTranslation } from 'react-i18next';
import { PurchaseDialog } from '#client/entities/purchase/dialogs.ts';
import { Button, type ButtonLook } from '#client/ui/button.tsx';
import type { Buying } from './use-buying.tsx';

/** Reserves what is chosen and opens the boxes for the code. */
export function BuyButton({ buying, ...look }: { buying: Buying } & ButtonLook) {
  const { t } = useTranslation('purchases');
  const { quantity, most, dueNowTiyin, byParts } = buying;
  const fits = quantity !== null && dueNowTiyin !== null && (most === null || quantity <= most);
  return (
    <Button
      {...look}
      disabled={!fits}
      onMouseEnter={() => void PurchaseDialog.preload()}
      onFocus={() => void PurchaseDialog.preload()}
      onClick={() => fits && buying.open({ quantity, byParts })}
    >
      {t('buy')}
    </Button>
  );
}
