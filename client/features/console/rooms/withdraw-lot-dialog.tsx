import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { requestWithdraw } from '#shared/api/console/console-rooms.ts';
import { lotDetails } from '#shared/api/site/lots.ts';
import { REASON_MAX, REASON_MIN } from '#shared/limits/room-actions.ts';
import { call } from '#client/lib/api-client.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { FormDialog } from '#client/ui/form-dialog.tsx';
import { InputField, TextField } from '#client/ui/input-field.tsx';
import { notify } from '#client/ui/toasts.tsx';
import { WithdrawChoice } from './withdraw-choice.tsx';
import css from './console.module.css';

/** Asks to withdraw a lot that no board shows: its room has not opened. A second person approves. */
export function WithdrawLotDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('console');
  const localized = useLocalized();
  const queries = useQueryClient();
  const [number, setNumber] = useState('');
  const [reason, setReason] = useState('');
  const [repeat, setRepeat] = useState(false);
  const [tried, setTried] = useState(false);
  const lotId = /^[1-9]\d{0,15}$/.test(number) ? Number(number) : null;
  const lot = useQuery({
    queryKey: ['console-lot', lotId],
    queryFn: () => call(lotDetails, { params: { id: lotId ?? 0 } }),
    enabled: lotId !== null,
    retry: false,
  });
  const numberError = lotId === null || lot.isError ? t('withdraw.noLot') : null;
  const reasonError =
    reason.trim().length < REASON_MIN ? t('dialog.reasonShort', { count: REASON_MIN }) : null;
  const ask = useMutation({
    mutationFn: (id: number) =>
      call(requestWithdraw, { params: { lotId: id }, body: { reason: reason.trim(), repeat } }),
    onSuccess: () => {
      notify('success', t('dialog.asked'));
      void queries.invalidateQueries({ queryKey: ['console-requests'] });
      onClose();
    },
  });
  return (
    <FormDialog
      title={t('dialog.withdraw')}
      confirm={t('dialog.ask')}
      danger
      busy={ask.isPending}
      error={ask.error}
      onSubmit={() => {
        setTried(true);
        if (lotId !== null && !numberError && !reasonError) ask.mutate(lotId);
      }}
      onClose={onClose}
    >
      <p className={css.muted}>{t('withdraw.unopenedText')}</p>
      <InputField
        label={t('withdraw.number')}
        error={tried || lot.isError ? numberError : null}
        inputMode="numeric"
        value={number}
        data-autofocus
        onChange={({ target }) => setNumber(target.value.replace(/\D/g, ''))}
      />
      {lot.data ? (
        <p>
          <strong>{localized(lot.data.title)}</strong> · № {lot.data.number}
        </p>
      ) : null}
      <WithdrawChoice repeat={repeat} onChange={setRepeat} />
      <TextField
        label={t('dialog.reason')}
        hint={t('dialog.reasonHint')}
        error={tried ? reasonError : null}
        maxLength={REASON_MAX}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </FormDialog>
  );
}
