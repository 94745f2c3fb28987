import { AlarmClock, Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { StaffTask } from '#shared/api/staff-tasks.ts';
import type { StaffTaskKind } from '#shared/states/staff-task.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { paths } from '#client/lib/paths.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { Button } from '#client/ui/button.tsx';
import type { Column } from '#client/ui/data-table/data-table.tsx';
import { MoneyText } from '#client/ui/money-text.tsx';
import { StatusBadge } from '#client/ui/status-badge.tsx';
import css from './console-tasks.module.css';

/** Where the facts of a task are, and where it is acted upon. */
const LINKS: Readonly<Record<StaffTaskKind, 'rooms' | 'applications' | 'result'>> = {
  'decide-leader': 'rooms',
  'invite-reserve': 'applications',
  'offer-to-sole': 'applications',
  'repeat-lot': 'result',
};

function addressOf({ kind, lotId }: StaffTask): string {
  switch (LINKS[kind]) {
    case 'rooms':
      return paths.console('rooms');
    case 'applications':
      return `${paths.console('applications')}?lot=${lotId}`;
    case 'result':
      return paths.lotResult(lotId);
  }
}

interface TaskColumnsOptions {
  /** By the server's clock. */
  nowMs: number;
  /** null: this person only looks. */
  onFinish: ((task: StaffTask) => void) | null;
}

export function useTaskColumns({ nowMs, onFinish }: TaskColumnsOptions): Column<StaffTask>[] {
  const { t } = useTranslation('staff-tasks');
  return [
    { key: 'task', head: t('column.task'), main: true, cell: (task) => <What task={task} /> },
    { key: 'lot', head: t('column.lot'), cell: (task) => <Lot task={task} /> },
    {
      key: 'due',
      head: t('column.due'),
      cell: ({ dueAtMs, done }) => {
        const overdue = done === null && dueAtMs <= nowMs;
        return (
          <span className={css.due} data-overdue={overdue}>
            {overdue ? <AlarmClock size={16} aria-hidden /> : null} {formatDateTimeShort(dueAtMs)}
            {overdue ? (
              <>
                <br />
                {t('overdue')}
              </>
            ) : null}
          </span>
        );
      },
    },
    {
      key: 'result',
      head: t('column.result'),
      cell: (task) => <Result task={task} onFinish={onFinish} />,
    },
  ];
}

/** What is to be done, about whom and why. */
function What({ task }: { task: StaffTask }) {
  const { t } = useTranslation('staff-tasks');
  const { kind, bidderNumber, priceTiyin, reason } = task;
  return (
    <span className={css.stack}>
      {t(`kind.${kind}`)}
      {bidderNumber === null && priceTiyin === null ? null : (
        <span className={css.about}>
          {bidderNumber === null ? null : <span>{t('participant', { number: bidderNumber })}</span>}
          {priceTiyin === null ? null : <MoneyText tiyin={priceTiyin} size="small" />}
        </span>
      )}
      <small>{t(`kindText.${kind}`)}</small>
      {reason ? <q>{reason}</q> : null}
    </span>
  );
}

function Lot({ task }: { task: StaffTask }) {
  const { t } = useTranslation('staff-tasks');
  const localized = useLocalized();
  return (
    <span className={css.stack}>
      <Link to={paths.lotView(task.lotId)}>{localized(task.lotTitle)}</Link>
      <small>№ {task.lotId}</small>
      <StatusBadge status={task.lotStatus} />
      <Link to={addressOf(task)}>{t(`link.${LINKS[task.kind]}`)}</Link>
    </span>
  );
}

function Result({ task, onFinish }: { task: StaffTask; onFinish: TaskColumnsOptions['onFinish'] }) {
  const { t } = useTranslation('staff-tasks');
  const { done, kind, lotId } = task;
  if (done)
    return (
      <span className={css.stack}>
        <q>{done.note}</q>
        <small>{t('doneBy', { name: done.by, time: formatDateTimeShort(done.atMs) })}</small>
      </span>
    );
  if (!onFinish) return t('waiting');
  return (
    <Button
      size="sm"
      variant="default"
      leftSection={<Check size={16} aria-hidden />}
      aria-label={t('finishLabel', { task: t(`kind.${kind}`), number: lotId })}
      onClick={() => onFinish(task)}
    >
      {t('finish')}
    </Button>
  );
}
