import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { cancelUserOrder } from '#shared/api/cabinet/user-order.ts';
import { call } from '#client/lib/api-client.ts';
import { useErrorText } from '#client/ui/error-state.tsx';
import { notify } from '#client/ui/toasts.tsx';
import { afterPurchaseChange } from './my-purchases.ts';

/** Gives a reservation up: units and money are free at once. What was bought or had ended meanwhile, the page shows. */
export function useGiveUp(lotId: number) {
  const { t } = useTranslation('purchases');
  const queries = useQueryClient();
  const errorText = useErrorText();
  return useMutation({
    mutationFn: () => call(cancelUserOrder, { body: { lotId } }),
    onSuccess: (answer) => {
      if (answer.verdict === 'cancelled') notify('success', t('mine.givenUp'));
    },
    // Not retried: the person sees why and presses again; a repeat is harmless.
    onError: (error) => notify('error', errorText(error)),
    onSettled: () => afterPurchaseChange(queries, lotId),
  });
}
