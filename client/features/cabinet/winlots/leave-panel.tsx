import { useMutation } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { leaveCorrectedSale, type WinLot } from '#shared/api/cabinet/winlots.ts';
import { useRefreshSales } from '#client/entities/sale/sale-queries.ts';
import { call } from '#client/lib/api-client.ts';
import { Button } from '#client/ui/button.tsx';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { useErrorText } from '#client/ui/error-state.tsx';
import { notify } from '#client/ui/toasts.tsx';
import css from './winlots.module.css';

/** The lot was corrected after the purchase: its buyer may leave without cost. */
export function LeavePanel({ winLot: { lotId, settlementId } }: { winLot: WinLot }) {
  const { t } = useTranslation(['winlots', 'ui']);
  const [asked, setAsked] = useState(false);
  const refresh = useRefreshSales();
  const errorText = useErrorText();
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(leaveCorrectedSale, { body: { lotId, settlementId } }),
    onSuccess: (answer) => {
      setAsked(false);
      if (answer.verdict === 'left') notify('success', t('leave.done'));
      else notify('warning', t(`leave.over.${answer.because}`));
    },
    onError: (error) => notify('error', errorText(error)),
    onSettled: refresh,
  });
  return (
    <div className={css.act}>
      <p>{t('leave.text')}</p>
      <div className={css.ways}>
        <Button
          variant="default"
          size="md"
          leftSection={<Undo2 size={18} aria-hidden />}
          onClick={() => setAsked(true)}
        >
          {t('leave.press')}
        </Button>
      </div>
      <ConfirmDialog
        opened={asked}
        title={t('leave.ask')}
        confirm={t('leave.press')}
        cancel={t('ui:action.cancel')}
        busy={isPending}
        onConfirm={() => mutate()}
        onCancel={() => setAsked(false)}
      >
        {t('leave.askText')}
      </ConfirmDialog>
    </div>
  );
}
