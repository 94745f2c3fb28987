import { useMutation, useQueryClient } from '@tanstack/react-query';
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
import { FormDialog } from '#client/ui/form-dialog.tsx';
import { TextField } from '#client/ui/input-field.tsx';
import { notify } from '#client/ui/toasts.tsx';
import { ORDER_KEY } from './use-order.ts';

const REASON_MIN = 3;
const REASON_MAX = 500;

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
  return (
    <FactBox>
      {allowed ? (
        <Badge colour="warning" icon={Clock}>
          {t('earlyStart.allowed')}
        </Badge>
      ) : null}
      {mayAllow ? (
        <Button size="xs" variant="default" onClick={() => setAsking(true)}>
          {t(allowed ? 'earlyStart.end' : 'earlyStart.allow')}
        </Button>
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
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const short = reason.trim().length < REASON_MIN;
  const verb = allowed ? 'allow' : 'end';
  const change = useMutation({
    mutationFn: () =>
      call(allowEarlyStart, { params: { orderId }, body: { allowed, reason: reason.trim() } }),
    onSuccess: () => {
      notify('success', t(`earlyStart.done.${verb}`));
      onClose();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: [ORDER_KEY] }),
  });
  return (
    <FormDialog
      title={t(`earlyStart.ask.${verb}`)}
      confirm={t(`earlyStart.${verb}`)}
      busy={change.isPending}
      error={change.error}
      onSubmit={() => {
        setTried(true);
        if (!short) change.mutate();
      }}
      onClose={onClose}
    >
      <p>{t('earlyStart.text')}</p>
      <TextField
        label={t('dialog.reason')}
        error={tried && short ? t('remark.short', { least: REASON_MIN }) : null}
        maxLength={REASON_MAX}
        value={reason}
        data-autofocus
        onChange={({ target }) => setReason(target.value)}
      />
    </FormDialog>
  );
}
