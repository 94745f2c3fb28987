import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { creditMismatch, type PaymentMismatch } from '#shared/api/cabinet/payments.ts';
import { ProposeDialog } from '#client/entities/decision/propose-dialog.tsx';
import { call } from '#client/lib/api-client.ts';
import { formatMoney } from '#client/lib/format/money.ts';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { Muted } from '#client/ui/dialog-parts.tsx';
import { useErrorText } from '#client/ui/error-state.tsx';
import { isSignInNeeded, SignInFirst } from '#client/ui/sign-in-first.tsx';
import { notify } from '#client/ui/toasts.tsx';
import { isForTwo } from './for-two.ts';

/** Asks once before money is credited that the provider took and could not tell us of. */
export function CreditDialog({ mismatch, onClose }: { mismatch: PaymentMismatch; onClose: () => void }) {
  const { t } = useTranslation(['console-payments', 'ui']);
  const errorText = useErrorText();
  const queries = useQueryClient();
  const credit = useMutation({
    mutationFn: () => call(creditMismatch, { params: { mismatchId: mismatch.id } }),
    onSuccess: () => {
      notify('success', t('credit.done'));
      onClose();
    },
    // Not retried: staff reads why and decides.
    onError: (error) => {
      if (isSignInNeeded(error) || isForTwo(error)) return;
      notify('error', errorText(error));
      onClose();
    },
    onSettled: () => {
      for (const key of ['console-mismatches', 'console-payments', 'console-payment-rounds'])
        void queries.invalidateQueries({ queryKey: [key] });
    },
  });
  if (isForTwo(credit.error))
    return (
      <ProposeDialog
        kind="missed-payment"
        proposed={{ kind: 'missed-payment', payload: { mismatchId: mismatch.id } }}
        onClose={onClose}
        onProposed={() => undefined}
      >
        <Muted>{errorText(credit.error)}</Muted>
      </ProposeDialog>
    );
  return (
    <ConfirmDialog
      opened
      title={t('credit.title')}
      confirm={t('credit.do')}
      cancel={t('ui:action.cancel')}
      busy={credit.isPending}
      onConfirm={() => credit.mutate()}
      onCancel={onClose}
    >
      <SignInFirst error={credit.error} />
      {t('credit.text', { sum: formatMoney(mismatch.ours?.amountTiyin ?? 0) })}
    </ConfirmDialog>
  );
}
