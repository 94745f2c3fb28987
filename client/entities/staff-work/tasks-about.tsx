import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hasRight } from '#shared/api/console/staff-rights.ts';
import { staffTasks, type StaffTask } from '#shared/api/console/staff-tasks.ts';
import { call } from '#client/lib/api-client.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { useSession } from '#client/lib/session.ts';
import { FailedPart } from '#client/ui/failed-part.tsx';
import { CaseDialog } from './case-dialog.tsx';
import { TASKS_KEY } from './task-queries.ts';
import css from './tasks-about.module.css';

const SHOWN_MOST = 20;

type About = { lotId: number; orderId?: undefined } | { orderId: number; lotId?: undefined };

/** Tasks about one lot or order, on its own page; nothing where there are none. Needs the texts of `staff-tasks`. */
export function TasksAbout({ lotId, orderId }: About) {
  const { t } = useTranslation('staff-tasks');
  const mayRead = useSession((state) => hasRight(state.me?.roles ?? [], 'readTasks'));
  const [opened, setOpened] = useState<StaffTask | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: [...TASKS_KEY, lotId, orderId],
    queryFn: ({ signal }) =>
      call(staffTasks, {
        query: {
          page: 1,
          size: SHOWN_MOST,
          state: 'all',
          ...(lotId === undefined ? { order: orderId } : { lot: lotId }),
        },
        signal,
      }),
    enabled: mayRead,
  });
  if (!data && error) return <FailedPart name={t('about')} error={error} onRetry={() => void refetch()} />;
  if (!data || data.items.length === 0) return null;
  return (
    <section className={css.tasks} aria-label={t('about')}>
      <h2>{t('about')}</h2>
      <ul>
        {data.items.map((task) => (
          <li key={task.id}>
            <button type="button" onClick={() => setOpened(task)}>
              {t(`kind.${task.kind}`)}
            </button>
            <small>
              {task.done
                ? t('doneBy', { name: task.done.by, time: formatDateTimeShort(task.done.atMs) })
                : `${task.owner?.name ?? t('owner.unowned')} · ${t('due', { date: formatDateTimeShort(task.dueAtMs) })}`}
            </small>
          </li>
        ))}
      </ul>
      {opened ? (
        <CaseDialog task={opened} onClose={() => setOpened(null)} onChange={() => void refetch()} />
      ) : null}
    </section>
  );
}
