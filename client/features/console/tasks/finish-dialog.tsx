import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { finishStaffTask, type StaffTask } from '#shared/api/console/staff-tasks.ts';
import { REASON_MAX, REASON_MIN } from '#shared/limits/room-actions.ts';
import { call } from '#client/lib/api-client.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { FormDialog } from '#client/ui/form-dialog.tsx';
import { TextField } from '#client/ui/input-field.tsx';
import { notify } from '#client/ui/toasts.tsx';

interface FinishDialogProps {
  task: StaffTask;
  onClose: () => void;
  onChange: () => void;
}

/** A task is done, with what was done: the note is never changed afterwards. */
export function FinishDialog({ task, onClose, onChange }: FinishDialogProps) {
  const { t } = useTranslation('staff-tasks');
  const localized = useLocalized();
  const [note, setNote] = useState('');
  const [tried, setTried] = useState(false);
  const short = note.trim().length < REASON_MIN;
  const finish = useMutation({
    mutationFn: () => call(finishStaffTask, { params: { id: task.id }, body: { note: note.trim() } }),
    onSuccess: () => {
      notify('success', t('done'));
      onClose();
    },
    // Done by somebody else meanwhile, perhaps: the list shows it.
    onSettled: onChange,
  });
  return (
    <FormDialog
      title={t('dialogTitle')}
      confirm={t('finish')}
      busy={finish.isPending}
      error={finish.error}
      onSubmit={() => {
        setTried(true);
        if (!short) finish.mutate();
      }}
      onClose={onClose}
    >
      <p>
        <strong>{t(`kind.${task.kind}`)}</strong>
        <br />
        {task.lotTitle
          ? `${localized(task.lotTitle)} · № ${task.lotId}`
          : t('order', { number: task.orderId })}
      </p>
      <TextField
        label={t('note')}
        hint={t('noteHint')}
        error={tried && short ? t('noteShort', { count: REASON_MIN }) : null}
        maxLength={REASON_MAX}
        value={note}
        data-autofocus
        onChange={({ target }) => setNote(target.value)}
      />
    </FormDialog>
  );
}
