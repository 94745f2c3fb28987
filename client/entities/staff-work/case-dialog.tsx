import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addTaskNote, taskNotes } from '#shared/api/console/staff-notes.ts';
import { STAFF_RIGHTS } from '#shared/api/console/staff-rights.ts';
import {
  handOverStaffTask,
  takeStaffTask,
  taskColleagues,
  type StaffTask,
} from '#shared/api/console/staff-tasks.ts';
import { Notes } from './notes.tsx';
import { call } from '#client/lib/api-client.ts';
import { hasRole, useSession } from '#client/lib/session.ts';
import { Button } from '#client/ui/button.tsx';
import { DialogActions, FactBox } from '#client/ui/dialog-parts.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { FormError } from '#client/ui/form-error.tsx';
import { OptionsField } from '#client/ui/input-field.tsx';
import { TASKS_KEY } from './task-queries.ts';

interface CaseDialogProps {
  task: StaffTask;
  onClose: () => void;
  /** Its owner changed. */
  onChange: () => void;
}

/** Who works on a task, how it is handed over, and what staff wrote about it. */
export function CaseDialog({ task, onClose, onChange }: CaseDialogProps) {
  const { t } = useTranslation('staff-tasks');
  const mayAct = hasRole(
    useSession((state) => state.me),
    STAFF_RIGHTS.finishTasks,
  );
  const { id, kind, reason } = task;
  return (
    <Dialog wide title={t(`kind.${kind}`)} onClose={onClose}>
      {reason ? (
        <FactBox>
          <q>{reason}</q>
        </FactBox>
      ) : null}
      <CaseOwner task={task} mayAct={mayAct && task.done === null} onChange={onChange} />
      <Notes
        about={`task-${id}`}
        read={() => call(taskNotes, { params: { id } })}
        add={mayAct ? (text) => call(addTaskNote, { params: { id }, body: { text } }) : null}
      />
    </Dialog>
  );
}

interface CaseOwnerProps {
  task: StaffTask;
  mayAct: boolean;
  onChange: () => void;
}

/** Choice of the field that leaves a task without an owner. */
const UNOWNED = 'unowned';

function CaseOwner({ task, mayAct, onChange }: CaseOwnerProps) {
  const { t } = useTranslation('staff-tasks');
  const queries = useQueryClient();
  const me = useSession((state) => state.me);
  const [shown, setShown] = useState(task);
  const [to, setTo] = useState(UNOWNED);
  const params = { id: task.id };
  const { data: colleagues = [] } = useQuery({
    queryKey: ['console-task-colleagues'],
    queryFn: ({ signal }) => call(taskColleagues, { signal }),
    enabled: mayAct,
  });
  const moving = useMutation({
    mutationFn: (move: 'take' | 'hand-over') =>
      move === 'take'
        ? call(takeStaffTask, { params })
        : call(handOverStaffTask, { params, body: { to: to === UNOWNED ? null : to } }),
    onSuccess: setShown,
    onSettled: () => {
      onChange();
      void queries.invalidateQueries({ queryKey: TASKS_KEY });
    },
  });
  const { owner } = shown;
  return (
    <>
      <p>
        {t('column.owner')}: <strong>{owner === null ? t('owner.unowned') : owner.name}</strong>
      </p>
      {mayAct ? (
        <>
          <OptionsField label={t('owner.to')} value={to} onChange={({ target }) => setTo(target.value)}>
            <option value={UNOWNED}>{t('owner.unowned')}</option>
            {colleagues
              .filter((each) => each.id !== me?.id)
              .map((each) => (
                <option key={each.id} value={each.id}>
                  {each.name}
                </option>
              ))}
          </OptionsField>
          <FormError error={moving.error} />
          <DialogActions>
            {owner === null ? (
              <Button loading={moving.isPending} onClick={() => moving.mutate('take')}>
                {t('owner.take')}
              </Button>
            ) : null}
            <Button variant="default" loading={moving.isPending} onClick={() => moving.mutate('hand-over')}>
              {t('owner.handOver')}
            </Button>
          </DialogActions>
        </>
      ) : null}
    </>
  );
}
