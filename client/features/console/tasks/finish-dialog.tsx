import { useTranslation } from 'react-i18next';
import { finishStaffTask, type StaffTask } from '#shared/api/console/staff-tasks.ts';
import { call } from '#client/lib/api-client.ts';
import { TextDialog } from '#client/ui/text-dialog.tsx';
import { useFinishNote, useTaskSubject } from './finish-words.ts';

interface FinishDialogProps {
  task: StaffTask;
  onClose: () => void;
  onChange: () => void;
}

/** A task is done, with what was done: the note is never changed afterwards. */
export function FinishDialog({ task, onClose, onChange }: FinishDialogProps) {
  const { t } = useTranslation('staff-tasks');
  const subject = useTaskSubject();
  return (
    <TextDialog
      title={t('dialogTitle')}
      confirm={t('finish')}
      text={useFinishNote()}
      send={(note) => call(finishStaffTask, { params: { id: task.id }, body: { note } })}
      outcome={() => ({ done: t('done') })}
      // Done by somebody else meanwhile, perhaps: the list shows it.
      onSettled={onChange}
      onClose={onClose}
    >
      <p>
        <strong>{t(`kind.${task.kind}`)}</strong>
        <br />
        {subject(task)}
      </p>
    </TextDialog>
  );
}
