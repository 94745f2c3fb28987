import { PencilLine } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ModeratedOrder } from '#shared/api/console/console-orders.ts';
import { STAFF_RIGHTS } from '#shared/api/console/staff-rights.ts';
import { TRADING_ORDERS } from '#shared/lifecycles/order.ts';
import { hasRole, useSession } from '#client/lib/session.ts';
import { Button } from '#client/ui/button.tsx';
import { CorrectLotDialog } from './correct-lot-dialog.tsx';

/** While the lot is on trade; whether somebody has applied is judged when the correction arrives. */
export function CorrectLot({ order: { lotId, status } }: { order: ModeratedOrder }) {
  const { t } = useTranslation('console-orders');
  const mayCorrect = hasRole(
    useSession((state) => state.me),
    STAFF_RIGHTS.moderateOrders,
  );
  const [opened, setOpened] = useState(false);
  if (lotId === null || !mayCorrect || !TRADING_ORDERS.some((state) => state === status)) return null;
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<PencilLine size={16} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {t('correct.open')}
      </Button>
      {opened ? <CorrectLotDialog lotId={lotId} onClose={() => setOpened(false)} /> : null}
    </>
  );
}
