import { useQueryClient } from '@tanstack/react-query';
import { Clock } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { allowEarlyStart, type ModeratedOrder } from '#shared/api/console/console-orders.ts';
import { STAFF_RIGHTS } from '#shared/api/console/staff-rights.ts';
import { EDITABLE_ORDERS, UNPUBLISHED_ORDERS, WAITING_ORDERS } from '#shared/lifecycles/order.ts';
import { call } from '#client/lib/api-client.ts';
import { hasRole, useSession } from '#client/lib/session.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import { FactBox } from '#client/ui/dialog-parts.tsx';
import { TextDialog } from '#client/ui/text-dialog.tsx';
import { ORDER_KEY } from './use-order.ts';

const REASON = { min: 3, max: 500 };

const NOT_ON_TRADE: readonly ModeratedOrder['status'][] = [
  ...EDITABLE_ORDERS,
  ...WAITING_ORDERS,
  ...UNPUBLISHED_ORDERS,
];

/** Whether trade of the order may begin sooner than a day ahead, and the way to change that until it is published. */
export function EarlyStart({ order }: { order: ModeratedOrder }) {
  const { t } = useTranslation('console-orders');
  const mayAllow = hasRole(
    useSession((state) => state.me),
    STAFF_RIGHTS.moderateOrders,
  );
  const [asking, setAsking] = useState(false);
  if (!order.earlyStart || !NOT_ON_TRADE.includes(order.status)) return null;
  const { allowed } = order.earlyStart;
  if (!allowed && !mayAllow) return null;
  return (
    <FactBox>
      {allowed ? (
        <Badge colour="warning" icon={Clock}>
          {t('earlyStart.allowed')}
        </Badge>
      ) : null}
      {mayAllow ? (
        <div>
          <Button variant="default" onClick={() => setAsking(true)}>
            {t(allowed ? 'earlyStart.end' : 'earlyStart.allow')}
          </Button>
        </div>
      ) : null}
      {asking ? (
        <EarlyStartDialog orderId={order.id} allowed={!allowed} onClose={() => setAsking(false)} />
      ) : null}
    </FactBox>
  );
}

interface EarlyStartDialogProps {
  orderId: number;
  /** Lets trade begin sooner, or ends that. */
  allowed: boolean;
  onClose: () => void;
}

function EarlyStartDialog({ orderId, allowed, onClose }: EarlyStartDialogProps) {
  const { t } = useTranslation('console-orders');
  const queries = useQueryClient();
  const verb = allowed ? 'allow' : 'end';
  return (
    <TextDialog
      title={t(`earlyStart.ask.${verb}`)}
      confirm={t(`earlyStart.${verb}`)}
      text={{
        label: t('dialog.reason'),
        limits: REASON,
        short: t('remark.short', { least: REASON.min }),
      }}
      send={(reason) => call(allowEarlyStart, { params: { orderId }, body: { allowed, reason } })}
      outcome={() => ({ done: t(`earlyStart.done.${verb}`) })}
      onSettled={() => queries.invalidateQueries({ queryKey: [ORDER_KEY] })}
      onClose={onClose}
    >
      <p>{t('earlyStart.text')}</p>
    </TextDialog>
  );
}
