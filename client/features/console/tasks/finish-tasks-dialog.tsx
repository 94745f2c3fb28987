import { useTranslation } from 'react-i18next';
import { finishStaffTask, type StaffTask } from '#shared/api/console/staff-tasks.ts';
import { call } from '#client/lib/api-client.ts';
import { BulkDialog } from '#client/ui/staff-list/bulk-dialog.tsx';
import { useFinishNote, useTaskSubject } from './finish-words.ts';

interface FinishTasksDialogProps {
  tasks: readonly StaffTask[];
  onClose: (sent: boolean) => void;
  onChange: () => void;
}

/** Several tasks are done, with one note for all of them. */
export function FinishTasksDialog({ tasks, onClose, onChange }: FinishTasksDialogProps) {
  const { t } = useTranslation('staff-tasks');
  const subject = useTaskSubject();
  return (
    <BulkDialog
      title={t('dialogTitle')}
      confirm={t('finish')}
      text={useFinishNote()}
      rows={tasks}
      rowKey={({ id }) => id}
      nameOf={(task) => `${t(`kind.${task.kind}`)}: ${subject(task)}`}
      send={async ({ id }, note) => {
        await call(finishStaffTask, { params: { id }, body: { note } });
        return { done: true, text: t('done') };
      }}
      onSettled={onChange}
      onClose={onClose}
    />
  );
}
