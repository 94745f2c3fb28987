import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callOffViewing, type SellerViewing } from '#shared/api/site/viewings.ts';
import { CALL_OFF_REASON } from '#shared/limits/viewings.ts';
import { call } from '#client/lib/api-client.ts';
import { formatDateTime } from '#client/lib/format/date.ts';
import { FormDialog } from '#client/ui/form-dialog.tsx';
import { TextField } from '#client/ui/input-field.tsx';
import { notify } from '#client/ui/toasts.tsx';

interface CallOffDialogProps {
  viewing: SellerViewing;
  onClose: () => void;
  onChange: () => void;
}

/** A viewing that does not take place, with the reason that everybody who has a place reads. */
export function CallOffDialog({ viewing, onClose, onChange }: CallOffDialogProps) {
  const { t } = useTranslation('viewings');
  const [text, setText] = useState('');
  const reason = text.trim();
  const short = reason.length < CALL_OFF_REASON.min;
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: () => call(callOffViewing, { body: { viewingId: viewing.id, reason } }),
    onSuccess: ({ verdict }) => {
      if (verdict !== 'called-off') return;
      notify('success', t('own.calledOff'));
      onClose();
    },
    // Whether it was called off is not known without an answer.
    onSettled: onChange,
  });
  return (
    <FormDialog
      title={t('own.callOffTitle')}
      confirm={t('own.callOff')}
      danger
      busy={isPending}
      error={data?.verdict === 'over' ? t('over') : error}
      onSubmit={() => mutate()}
      onClose={onClose}
    >
      <p>
        <b>{formatDateTime(viewing.startsAtMs)}</b>. {t('own.callOffText')}
      </p>
      <TextField
        label={t('own.reason')}
        problem={short ? t('own.short', { count: CALL_OFF_REASON.min }) : null}
        maxLength={CALL_OFF_REASON.max}
        rows={3}
        value={text}
        data-autofocus
        onChange={({ target }) => setText(target.value)}
      />
    </FormDialog>
  );
}
