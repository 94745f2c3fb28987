import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { acceptWinLot } from '#shared/api/cabinet/winlots.ts';
import { useRefreshSales } from '#client/entities/sale/sale-queries.ts';
import { call } from '#client/lib/api-client.ts';
import { useErrorText } from '#client/ui/error-state.tsx';
import { notify } from '#client/ui/toasts.tsx';

/** Notes that the person accepts a won lot; a repeat changes nothing. */
export function useAccept(lotId: number) {
  const { t } = useTranslation('winlots');
  const refresh = useRefreshSales();
  const errorText = useErrorText();
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(acceptWinLot, { body: { lotId } }),
    onSuccess: (answer) => {
      if (answer.verdict === 'accepted') notify('success', t('accept.done'));
      else notify('warning', t(`over.${answer.reason}`));
    },
    onError: (error) => notify('error', errorText(error)),
    onSettled: refresh,
  });
  return { accept: () => mutate(), busy: isPending };
}
