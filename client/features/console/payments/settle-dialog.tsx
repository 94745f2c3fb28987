import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { settleMismatch, type PaymentMismatch } from '#shared/api/cabinet/payments.ts';
import { call } from '#client/lib/api-client.ts';
import { FormDialog } from '#client/ui/form-dialog.tsx';
import { TextField } from '#client/ui/input-field.tsx';
import { notify } from '#client/ui/toasts.tsx';

const NOTE_MIN = 3;
const NOTE_MAX = 1_000;

/** What was done about a difference, in words others will read. */
export function SettleDialog({ mismatch, onClose }: { mismatch: PaymentMismatch; onClose: () => void }) {
  const { t } = useTranslation('console-payments');
  const queries = useQueryClient();
  const [note, setNote] = useState('');
  const [tried, setTried] = useState(false);
  const settle = useMutation({
    mutationFn: () =>
      call(settleMismatch, { params: { mismatchId: mismatch.id }, body: { note: note.trim() } }),
    onSuccess: () => {
      notify('success', t('settled'));
      onClose();
    },
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: ['console-mismatches'] });
      void queries.invalidateQueries({ queryKey: ['console-payment-rounds'] });
    },
  });
  const short = note.trim().length < NOTE_MIN;
  return (
    <FormDialog
      title={t('settleTitle')}
      confirm={t('settle')}
      busy={settle.isPending}
      error={settle.error}
      onSubmit={() => {
        setTried(true);
        if (!short) settle.mutate();
      }}
      onClose={onClose}
    >
      <p>{t(`kind.${mismatch.kind}`)}</p>
      <TextField
        label={t('note')}
        hint={t('noteHint')}
        error={tried && short ? t('noteShort') : null}
        rows={4}
        maxLength={NOTE_MAX}
        value={note}
        data-autofocus
        onChange={(event) => setNote(event.target.value)}
      />
    </FormDialog>
  );
}
