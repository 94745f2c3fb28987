import { useTranslation } from 'react-i18next';
import type { PurchaseState } from '#shared/lifecycles/purchase-states.ts';
import { PURCHASE_COLOURS } from '#shared/lifecycles/purchase.ts';
import { Badge } from '#client/ui/badge.tsx';

/** State of a purchase. Needs `purchases` texts. */
export function PurchaseBadge({ state }: { state: PurchaseState }) {
  const { t } = useTranslation('purchases');
  return <Badge colour={PURCHASE_COLOURS[state]}>{t(`status.${state}`)}</Badge>;
}
