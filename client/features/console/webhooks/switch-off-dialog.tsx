import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { switchWebhookOff, type StaffWebhookDelivery } from '#shared/api/console/console-webhooks.ts';
import { call } from '#client/lib/api-client.ts';
import { FormDialog } from '#client/ui/form-dialog.tsx';
import { TextField } from '#client/ui/input-field.tsx';
import { notify } from '#client/ui/toasts.tsx';
import { REASON_LIMITS } from './reason-limits.ts';

interface SwitchOffDialogProps {
  delivery: StaffWebhookDelivery;
  onClose: () => void;
  onChange: () => void;
}

/** Asks for the reason, which the owner of the listener reads. */
export function SwitchOffDialog({ delivery, onClose, onChange }: SwitchOffDialogProps) {
  const { t } = useTranslation('console-webhooks');
  const [words, setWords] = useState('');
  const { webhookId, url, owner } = delivery;
  const reason = words.trim();
  const short = reason.length < REASON_LIMITS.min;
  const switchOff = useMutation({
    mutationFn: () =>
      call(switchWebhookOff, { params: { personId: owner.id, id: webhookId }, body: { reason } }),
    onSuccess: () => {
      notify('success', t('done'));
      onClose();
    },
    onSettled: onChange,
  });
  return (
    <FormDialog
      title={t('dialog.title')}
      confirm={t('off')}
      danger
      busy={switchOff.isPending}
      error={switchOff.error}
      onSubmit={() => switchOff.mutate()}
      onClose={onClose}
    >
      <p>{url}</p>
      <TextField
        label={t('dialog.reason')}
        maxLength={REASON_LIMITS.max}
        value={words}
        problem={short ? t('dialog.reasonShort', { count: REASON_LIMITS.min }) : null}
        onChange={({ target }) => setWords(target.value)}
      />
    </FormDialog>
  );
}
