import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { deleteOrder, type OrderRow } from '#shared/api/cabinet/orders.ts';
import { call } from '#client/lib/api-client.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { useErrorText } from '#client/ui/error-state.tsx';
import { notify } from '#client/ui/toasts.tsx';
import { useRefreshOrders } from '../order-queries.ts';
import { OrderNames } from './order-names.tsx';
import { mayDelete } from './offered-actions.ts';

interface DeleteDialogProps {
  orders: readonly OrderRow[];
  onDone: () => void;
  onClose: () => void;
}

/** Deletes drafts with their files; chosen orders that were sent already stay, which is said before. */
export function DeleteDialog({ orders, onDone, onClose }: DeleteDialogProps) {
  const { t } = useTranslation(['customer-orders', 'ui']);
  const refresh = useRefreshOrders();
  const errorText = useErrorText();
  const drafts = orders.filter(({ status }) => mayDelete(status));
  const remove = useMutation({
    // One after the other: the first that fails leaves the others as they are.
    mutationFn: async () => {
      for (const { id, version } of drafts) await call(deleteOrder, { body: { orderId: id, version } });
    },
    onSuccess: () => {
      notify('success', t('deleted', { count: drafts.length }));
      onDone();
    },
    onError: (error) => notify('error', errorText(error)),
    onSettled: () => {
      void refresh();
      onClose();
    },
  });
  if (drafts.length === 0)
    return (
      <ConfirmDialog
        opened
        title={t('delete.none')}
        confirm={t('delete.understood')}
        cancel={t('ui:action.close')}
        onConfirm={onClose}
        onCancel={onClose}
      >
        {t('delete.noneText')}
      </ConfirmDialog>
    );
  return (
    <ConfirmDialog
      opened
      title={t('delete.ask', { count: drafts.length })}
      confirm={t('action.delete')}
      cancel={t('ui:action.cancel')}
      danger
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onCancel={onClose}
    >
      <OrderNames orders={drafts} />
      <p>{t('delete.text')}</p>
      {drafts.length < orders.length ? (
        <p>{t('delete.others', { count: orders.length - drafts.length })}</p>
      ) : null}
    </ConfirmDialog>
  );
}
