import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { duplicateOrder, type OrderRow } from '#shared/api/cabinet/orders.ts';
import { ORDER_LIMITS } from '#shared/orders/order-fields.ts';
import { dayText } from '#shared/time/tashkent.ts';
import { call } from '#client/lib/api-client.ts';
import { ApiError } from '#client/lib/api-error.ts';
import { FormDialog } from '#client/ui/form-dialog.tsx';
import { WholeField } from '#client/ui/number-field.tsx';
import { notify } from '#client/ui/toasts.tsx';
import { useRefreshOrders } from '../order-queries.ts';
import { OrderNames } from './order-names.tsx';

interface DuplicateDialogProps {
  orders: readonly OrderRow[];
  onDone: () => void;
  onClose: () => void;
}

const { copiesMin: LEAST, copies: MOST } = ORDER_LIMITS;

/** One to ten new drafts like each of the orders. Pressed again after a lost answer it makes no further ones. */
export function DuplicateDialog({ orders, onDone, onClose }: DuplicateDialogProps) {
  const { t } = useTranslation('customer-orders');
  const refresh = useRefreshOrders();
  const [typed, setTyped] = useState<number | undefined>(LEAST);
  /** Of one order and number of copies. */
  const requestIds = useRef(new Map<string, string>());
  const copies = typed ?? 0;
  const wrong = copies < LEAST || copies > MOST;
  const copy = useMutation({
    mutationFn: async () => {
      let made = 0;
      for (const { id: orderId } of orders) {
        const intent = `${orderId}/${copies}`;
        const requestId = requestIds.current.get(intent) ?? crypto.randomUUID();
        requestIds.current.set(intent, requestId);
        const answer = await call(duplicateOrder, { body: { orderId, copies, requestId } });
        if (answer.verdict === 'refused')
          return { made, refused: t(`refused.${answer.reason}`, { until: dayOf(answer.barredUntil) }) };
        made += answer.orders.length;
      }
      return { made, refused: null };
    },
    onSuccess: ({ made, refused }) => {
      if (made > 0) notify('success', t('duplicated', { count: made }));
      if (refused !== null) return;
      onDone();
      onClose();
    },
    onError: (error) => {
      // Refused for good: the next press is another request. A lost answer is asked for again.
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) requestIds.current.clear();
    },
    onSettled: () => void refresh(),
  });
  return (
    <FormDialog
      title={t('duplicate.title')}
      confirm={t('duplicate.confirm')}
      busy={copy.isPending}
      error={copy.data?.refused ?? copy.error}
      onSubmit={() => copy.mutate()}
      onClose={onClose}
    >
      <OrderNames orders={orders} />
      <WholeField
        label={t('duplicate.copies')}
        hint={t('duplicate.hint')}
        most={2}
        value={typed}
        onChange={(next) => setTyped(next ?? undefined)}
        problem={wrong ? t('duplicate.wrong', { least: LEAST, most: MOST }) : null}
      />
    </FormDialog>
  );
}

const dayOf = (day: string | null): string => (day ? dayText(day) : '');
