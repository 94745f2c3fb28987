import { ListTodo } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { staffTasks, type StaffTask } from '#shared/api/console/staff-tasks.ts';
import { STAFF_RIGHTS } from '#shared/api/console/staff-rights.ts';
import { call } from '#client/lib/api-client.ts';
import { hasRole, useSession } from '#client/lib/session.ts';
import { ExportLinks } from '#client/ui/data-table/export-links.tsx';
import { ChoiceFilter } from '#client/ui/data-table/list-filters.tsx';
import { chosen, oneOf, useListPage } from '#client/ui/data-table/list-page.ts';
import { StaffListTable } from '#client/ui/staff-list/staff-table.tsx';
import { TableTools } from '#client/ui/data-table/table-tools.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { CaseDialog } from '#client/entities/staff-work/case-dialog.tsx';
import { FinishDialog } from './finish-dialog.tsx';
import { FinishTasksDialog } from './finish-tasks-dialog.tsx';
import { canFinish, useTaskColumns } from './task-columns.tsx';
import css from './console-tasks.module.css';

const SIZE = 20;
const REFRESH_MS = 15_000;
const OWNERS = ['mine', 'unowned'] as const;
const numberIn = (text: string) => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined);
const OTHER_STATES = ['done', 'all'] as const;

/** /console/tasks: what only a person can decide or do, nearest deadline first. Auditors only read. */
export function StaffTasks() {
  const { t } = useTranslation(['staff-tasks', 'staff']);
  const mayAct = hasRole(
    useSession((state) => state.me),
    STAFF_RIGHTS.finishTasks,
  );
  const [opened, setOpened] = useState<StaffTask | null>(null);
  const [finishing, setFinishing] = useState<StaffTask | null>(null);
  const list = useListPage({
    name: 'console-tasks',
    filters: ['state', 'owner', 'lot', 'order'],
    size: SIZE,
    refreshMs: REFRESH_MS,
    read: ({ page, size, filters, signal }) =>
      call(staffTasks, {
        query: {
          page,
          size,
          state: oneOf(OTHER_STATES, filters.state) ?? 'open',
          ...chosen({
            owner: oneOf(OWNERS, filters.owner),
            lot: numberIn(filters.lot),
            order: numberIn(filters.order),
          }),
        },
        signal,
      }),
  });
  const columns = useTaskColumns({
    nowMs: list.data?.serverAtMs ?? 0,
    onFinish: mayAct ? setFinishing : null,
    onOpen: setOpened,
  });
  const title = t('staff:page.tasks');
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <p className={css.lead}>
        {list.data ? <strong>{t('openCount', { count: list.data.open })}. </strong> : null}
        {list.data && list.data.overdue > 0 ? (
          <strong data-overdue>{t('overdueCount', { count: list.data.overdue })}. </strong>
        ) : null}
        {t('lead')}
      </p>
      <TableTools>
        <ChoiceFilter
          list={list}
          name="state"
          label={t('state')}
          none={t('stateOpen')}
          options={[
            { value: 'done', label: t('stateDone') },
            { value: 'all', label: t('stateAll') },
          ]}
        />
        <ChoiceFilter
          list={list}
          name="owner"
          label={t('column.owner')}
          options={OWNERS.map((value) => ({ value, label: t(`owner.${value}`) }))}
        />
      </TableTools>
      <StaffListTable
        exports={<ExportLinks staff list="console-tasks" filters={{ state: list.filters.state }} />}
        list={list}
        label={title}
        columns={columns}
        rowKey={({ id }) => id}
        bulk={
          mayAct
            ? [
                {
                  key: 'finish',
                  name: t('finish'),
                  fits: canFinish,
                  renderDialog: (tasks, onClose) => (
                    <FinishTasksDialog tasks={tasks} onClose={onClose} onChange={list.again} />
                  ),
                },
              ]
            : []
        }
        empty={{ title: t('empty'), text: t('emptyText'), icon: ListTodo }}
      />
      {opened ? <CaseDialog task={opened} onClose={() => setOpened(null)} onChange={list.again} /> : null}
      {finishing ? (
        <FinishDialog task={finishing} onClose={() => setFinishing(null)} onChange={list.again} />
      ) : null}
    </>
  );
}
