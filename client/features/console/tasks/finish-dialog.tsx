import { useTranslation } from 'react-i18next';
import { finishStaffTask, type StaffTask } from '#shared/api/console/staff-tasks.ts';
import { STAFF_REASON } from '#shared/limits/room-actions.ts';
import { call } from '#client/lib/api-client.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { TextDialog } from '#client/ui/text-dialog.tsx';

interface FinishDialogProps {
  task: StaffTask;
  onClose: () => void;
  onChange: () => void;
}

/** A task is done, with what was done: the note is never changed afterwards. */
export function FinishDialog({ task, onClose, onChange }: FinishDialogProps) {
  const { t } = useTranslation('staff-tasks');
  const localized = useLocalized();
  return (
    <TextDialog
      title={t('dialogTitle')}
      confirm={t('finish')}
      text={{
        label: t('note'),
        hint: t('noteHint'),
        limits: STAFF_REASON,
        short: t('noteShort', { count: STAFF_REASON.min }),
      }}
      send={(note) => call(finishStaffTask, { params: { id: task.id }, body: { note } })}
      outcome={() => ({ done: t('done') })}
      // Done by somebody else meanwhile, perhaps: the list shows it.
      onSettled={onChange}
      onClose={onClose}
    >
      <p>
        <strong>{t(`kind.${task.kind}`)}</strong>
        <br />
        {task.lotTitle
          ? `${localized(task.lotTitle)} · № ${task.lotId}`
          : t('order', { number: task.orderId })}
      </p>
    </TextDialog>
  );
}
