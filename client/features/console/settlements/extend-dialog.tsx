import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { extendSettlement, type StaffSettlement } from '#shared/api/cabinet/winlots.ts';
import { tashkentDay } from '#shared/time/tashkent.ts';
import { call } from '#client/lib/api-client.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { formatMoney } from '#client/lib/format/money.ts';
import { DateField } from '#client/ui/date-field.tsx';
import { Muted } from '#client/ui/dialog-parts.tsx';
import { FormDialog } from '#client/ui/form-dialog.tsx';
import { TextField } from '#client/ui/input-field.tsx';
import { notify } from '#client/ui/toasts.tsx';

const REASON_MIN = 3;
const REASON_MAX = 500;

interface ExtendDialogProps {
  settlement: StaffSettlement;
  onClose: () => void;
  onChange: () => void;
}

/** Asks for a later deadline; it moves when a second person approves. */
export function ExtendDialog({ settlement, onClose, onChange }: ExtendDialogProps) {
  const { t } = useTranslation('console-settlements');
  const [until, setUntil] = useState<string | null>(null);
  const [reason, setReason] = useState('');
  const { id, lotId, priceTiyin, dueAtMs, buyer } = settlement;
  const problems = {
    until: until === null || until <= tashkentDay(dueAtMs) ? t('dialog.untilWrong') : null,
    reason: reason.trim().length < REASON_MIN ? t('dialog.reasonShort', { count: REASON_MIN }) : null,
  };
  const ask = useMutation({
    mutationFn: () =>
      call(extendSettlement, {
        params: { settlementId: id },
        body: { until: until ?? '', reason: reason.trim() },
      }),
    onSuccess: () => {
      notify('success', t('done.extend', { number: lotId }));
      onClose();
    },
    // Perhaps paid or extended meanwhile: the refetched list shows its state.
    onSettled: onChange,
  });
  return (
    <FormDialog
      title={t('dialog.extend', { number: lotId })}
      confirm={t('act.extend')}
      busy={ask.isPending}
      error={ask.error}
      onSubmit={() => ask.mutate()}
      onClose={onClose}
    >
      <p>
        <strong>{formatMoney(priceTiyin)}</strong> · {buyer ? buyer.name : t('hidden')}
      </p>
      <Muted>{t('dialog.extendText', { time: formatDateTimeShort(dueAtMs) })}</Muted>
      <DateField label={t('dialog.until')} value={until} problem={problems.until} onChange={setUntil} />
      <TextField
        label={t('dialog.reason')}
        maxLength={REASON_MAX}
        value={reason}
        problem={problems.reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </FormDialog>
  );
}
