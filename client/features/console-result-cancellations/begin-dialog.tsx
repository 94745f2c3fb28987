import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  CANCELLATION_REASON,
  prepareResultCancellation,
  type StaffResultCancellation,
} from '#shared/api/result-cancellations.ts';
import { call } from '#client/lib/api-client.ts';
import { Muted } from '#client/ui/dialog-parts.tsx';
import { FormDialog } from '#client/ui/form-dialog.tsx';
import { InputField, TextField } from '#client/ui/input-field.tsx';
import { notify } from '#client/ui/toasts.tsx';

interface BeginDialogProps {
  /** Number of the lot as the address names it, or empty. */
  lot: string;
  onClose: () => void;
  onBegun: (of: StaffResultCancellation) => void;
}

/** Which lot, and why; the documents come next. */
export function BeginDialog({ lot, onClose, onBegun }: BeginDialogProps) {
  const { t } = useTranslation('console-result-cancellations');
  const [number, setNumber] = useState(lot);
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const problems = {
    number: /^[1-9]\d{0,14}$/.test(number.trim()) ? null : t('dialog.lotWrong'),
    reason:
      reason.trim().length < CANCELLATION_REASON.min
        ? t('dialog.reasonShort', { count: CANCELLATION_REASON.min })
        : null,
  };
  const prepare = useMutation({
    mutationFn: () =>
      call(prepareResultCancellation, {
        params: { lotId: Number(number.trim()) },
        body: { reason: reason.trim() },
      }),
    onSuccess: (of) => {
      notify('success', t('done.prepare', { number: of.lotId }));
      onClose();
      onBegun(of);
    },
  });
  return (
    <FormDialog
      title={t('dialog.begin')}
      confirm={t('begin')}
      danger
      busy={prepare.isPending}
      error={prepare.error}
      onSubmit={() => {
        setTried(true);
        if (problems.number === null && problems.reason === null) prepare.mutate();
      }}
      onClose={onClose}
    >
      <Muted>{t('dialog.beginText')}</Muted>
      <InputField
        label={t('dialog.lot')}
        inputMode="numeric"
        maxLength={15}
        value={number}
        error={tried ? problems.number : null}
        onChange={({ target }) => setNumber(target.value)}
      />
      <TextField
        label={t('dialog.reason')}
        maxLength={CANCELLATION_REASON.max}
        value={reason}
        error={tried ? problems.reason : null}
        onChange={({ target }) => setReason(target.value)}
      />
    </FormDialog>
  );
}
