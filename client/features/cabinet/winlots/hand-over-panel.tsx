import { useMutation } from '@tanstack/react-query';
import { MessageSquareWarning, PackageCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { confirmHandOver } from '#shared/api/cabinet/hand-overs.ts';
import type { WinLot } from '#shared/api/cabinet/winlots.ts';
import { useRefreshSales } from '#client/entities/sale/sale-queries.ts';
import { call } from '#client/lib/api-client.ts';
import { formatDateTime } from '#client/lib/format/date.ts';
import { usePassed } from '#client/lib/server-now.ts';
import { Button } from '#client/ui/button.tsx';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { useErrorText } from '#client/ui/error-state.tsx';
import { notify } from '#client/ui/toasts.tsx';
import { DisputeDialog } from './dispute-dialog.tsx';
import { saleNamed } from './sale-named.ts';
import css from './winlots.module.css';

/** A paid lot that the buyer has still to receive: confirming the receipt, or saying what is wrong. */
export function HandOverPanel({ winLot }: { winLot: WinLot }) {
  const { t } = useTranslation(['winlots', 'ui']);
  const [open, setOpen] = useState<'confirm' | 'dispute' | null>(null);
  const refresh = useRefreshSales();
  const errorText = useErrorText();
  const { handOver, canDisputeHandOver } = winLot;
  const named = saleNamed(winLot);
  const dueAtMs = handOver?.dueAtMs ?? 0;
  const late = usePassed(dueAtMs);
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(confirmHandOver, { body: named }),
    onSuccess: (answer) => {
      setOpen(null);
      if (answer.verdict === 'confirmed') notify('success', t('handOver.done'));
      else
        notify(
          'warning',
          answer.verdict === 'protested' ? t('handOver.protested') : t(`handOver.over.${answer.state}`),
        );
    },
    onError: (error) => notify('error', errorText(error)),
    onSettled: refresh,
  });
  if (!handOver) return null;
  return (
    <div className={css.act}>
      <p>
        {handOver.state === 'disputed'
          ? t('handOver.disputed')
          : t(late ? 'handOver.late' : 'handOver.until', { time: formatDateTime(dueAtMs) })}
      </p>
      <div className={css.ways}>
        <Button
          size="md"
          leftSection={<PackageCheck size={18} aria-hidden />}
          onClick={() => setOpen('confirm')}
        >
          {t('handOver.confirm')}
        </Button>
        {canDisputeHandOver ? (
          <Button
            variant="default"
            size="md"
            leftSection={<MessageSquareWarning size={18} aria-hidden />}
            onClick={() => setOpen('dispute')}
          >
            {t('handOver.dispute')}
          </Button>
        ) : null}
      </div>
      <ConfirmDialog
        opened={open === 'confirm'}
        title={t('handOver.ask')}
        confirm={t('handOver.confirm')}
        cancel={t('ui:action.cancel')}
        busy={isPending}
        onConfirm={() => mutate()}
        onCancel={() => setOpen(null)}
      >
        {t('handOver.askText')}
      </ConfirmDialog>
      {open === 'dispute' ? (
        <DisputeDialog sale={named} handOverId={handOver.id} onClose={() => setOpen(null)} />
      ) : null}
    </div>
  );
}
