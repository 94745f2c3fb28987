import { AlarmClock, Check, MessagesSquare } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { StaffTask } from '#shared/api/console/staff-tasks.ts';
import { TASKS_ENDED_BY_DECISION, type StaffTaskKind } from '#shared/lifecycles/staff-task.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { paths } from '#client/lib/paths.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { Button } from '#client/ui/button.tsx';
import type { Column } from '#client/ui/data-table/data-table.tsx';
import { MoneyText } from '#client/ui/money-text.tsx';
import { StatusBadge } from '#client/entities/lot/status-badge.tsx';
import css from './console-tasks.module.css';

type Facts =
  | 'rooms'
  | 'applications'
  | 'result'
  | 'protests'
  | 'hand-overs'
  | 'settlements'
  | 'decisions'
  | 'cancellations';

/** Where the facts of a task are, and where it is acted upon; null: the page of what it is about. */
const LINKS: Readonly<Record<StaffTaskKind, Facts | null>> = {
  'decide-leader': 'rooms',
  'invite-reserve': 'applications',
  'offer-to-sole': 'applications',
  'repeat-lot': 'result',
  'publish-order': null,
  'confirm-hand-over': 'hand-overs',
  'settle-hand-over': 'hand-overs',
  'decide-protest': 'protests',
  'decide-late-parts': 'settlements',
  'confirm-absence': 'decisions',
  'end-claim': 'cancellations',
  'end-credit-claim': null,
  'second-shutting': 'settlements',
  'suspended-sale': 'result',
};

function addressOf(facts: Facts, lotId: number): string {
  switch (facts) {
    case 'rooms':
      return paths.consoleRoom(lotId);
    case 'applications':
      return `${paths.console('applications')}?lot=${lotId}`;
    case 'hand-overs':
      return `${paths.console('hand-overs')}?lot=${lotId}`;
    case 'protests':
      return `${paths.console('protests')}?lot=${lotId}`;
    case 'settlements':
      return `${paths.console('settlements')}?lot=${lotId}`;
    case 'decisions':
      return `${paths.console('decisions')}?propose=payment-absence`;
    case 'cancellations':
      return paths.console('result-cancellations');
    case 'result':
      return paths.lotResult(lotId);
  }
}

/** Whether a task is ended by a word of staff: others end with the decision that they ask for. */
export const canFinish = ({ done, kind }: StaffTask): boolean =>
  done === null && !TASKS_ENDED_BY_DECISION.includes(kind);

interface TaskColumnsOptions {
  /** By the server's clock. */
  nowMs: number;
  /** null: this person only looks. */
  onFinish: ((task: StaffTask) => void) | null;
  /** Its owner and its comments. */
  onOpen: (task: StaffTask) => void;
}

export function useTaskColumns({ nowMs, onFinish, onOpen }: TaskColumnsOptions): Column<StaffTask>[] {
  const { t } = useTranslation('staff-tasks');
  return [
    { key: 'task', head: t('column.task'), main: true, cell: (task) => <What task={task} /> },
    { key: 'lot', head: t('column.lot'), cell: (task) => <Subject task={task} /> },
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
    { key: 'owner', head: t('column.owner'), cell: (task) => <Owner task={task} onOpen={onOpen} /> },
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

function Owner({ task, onOpen }: { task: StaffTask; onOpen: TaskColumnsOptions['onOpen'] }) {
  const { t } = useTranslation('staff-tasks');
  const { id, kind, owner } = task;
  return (
    <span className={css.stack}>
      {owner === null ? t('owner.unowned') : owner.name}
      <Button
        size="sm"
        variant="subtle"
        leftSection={<MessagesSquare size={16} aria-hidden />}
        aria-label={t('owner.openLabel', { task: t(`kind.${kind}`), id })}
        onClick={() => onOpen(task)}
      >
        {t('owner.open')}
      </Button>
    </span>
  );
}

/** The lot, the order or the transfer that the task is about. */
function Subject({ task }: { task: StaffTask }) {
  const { t } = useTranslation('staff-tasks');
  const localized = useLocalized();
  const { kind, lotId, lotTitle, lotStatus, orderId, bankLineId } = task;
  const facts = LINKS[kind];
  if (bankLineId !== null)
    return (
      <Link to={`${paths.console('decisions')}?propose=credit-claim-end`}>
        {t('bankLine', { number: bankLineId })}
      </Link>
    );
  if (lotId === null)
    return orderId === null ? null : (
      <Link to={paths.consoleOrder(orderId)}>{t('order', { number: orderId })}</Link>
    );
  return (
    <span className={css.stack}>
      <Link to={paths.lotView(lotId)}>{lotTitle ? localized(lotTitle) : null}</Link>
      <small>№ {lotId}</small>
      {lotStatus === null ? null : <StatusBadge status={lotStatus} />}
      {facts ? <Link to={addressOf(facts, lotId)}>{t(`link.${facts}`)}</Link> : null}
    </span>
  );
}

function Result({ task, onFinish }: { task: StaffTask; onFinish: TaskColumnsOptions['onFinish'] }) {
  const { t } = useTranslation('staff-tasks');
  const { done, kind, lotId, orderId } = task;
  if (done)
    return (
      <span className={css.stack}>
        <q>{done.note}</q>
        <small>{t('doneBy', { name: done.by, time: formatDateTimeShort(done.atMs) })}</small>
      </span>
    );
  if (!onFinish || !canFinish(task)) return t('waiting');
  return (
    <Button
      size="sm"
      variant="default"
      leftSection={<Check size={16} aria-hidden />}
      aria-label={t(lotId === null ? 'finishOrderLabel' : 'finishLabel', {
        task: t(`kind.${kind}`),
        number: lotId ?? orderId,
      })}
      onClick={() => onFinish(task)}
    >
      {t('finish')}
    </Button>
  );
}
