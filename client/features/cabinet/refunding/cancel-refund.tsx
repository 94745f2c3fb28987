import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { cancelRefund, type RefundView } from '#shared/api/cabinet/refunds.ts';
import { call } from '#client/lib/api-client.ts';
import { balanceQuery } from '#client/entities/wallet/balance.ts';
import { formatMoney } from '#client/lib/format/money.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { useErrorText } from '#client/ui/error-state.tsx';
import { notify } from '#client/ui/toasts.tsx';

/** Asks once, then takes an application back. */
export function CancelRefund({ refund, onClose }: { refund: RefundView; onClose: () => void }) {
  const { t } = useTranslation('refunding');
  const errorText = useErrorText();
  const queries = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => call(cancelRefund, { params: { refundId: refund.id } }),
    onSuccess: () => notify('success', t('cancelled', { id: refund.id })),
    // Decided meanwhile, or no network: the refetched list shows which.
    onError: (error) => notify('error', errorText(error)),
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: ['refunds'] });
      void queries.invalidateQueries({ queryKey: ['refund-terms'] });
      void queries.invalidateQueries({ queryKey: balanceQuery.queryKey });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      opened
      title={t('cancelTitle', { id: refund.id })}
      confirm={t('cancel')}
      cancel={t('keep')}
      busy={cancel.isPending}
      onConfirm={() => cancel.mutate()}
      onCancel={onClose}
    >
      {t('cancelText', { sum: formatMoney(refund.amountTiyin) })}
    </ConfirmDialog>
  );
}
