import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { STAFF_RIGHTS } from '#shared/api/console/staff-rights.ts';
import { retryJob, type FailedJob, type System } from '#shared/api/console/system.ts';
import { call } from '#client/lib/api-client.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { formatDuration } from '#client/lib/format/duration.ts';
import { formatCount } from '#client/lib/format/locale.ts';
import { hasRole, useSession } from '#client/lib/session.ts';
import { Button } from '#client/ui/button.tsx';
import { DataTable, type Column } from '#client/ui/data-table/data-table.tsx';
import { TextDialog } from '#client/ui/text-dialog.tsx';
import layout from '#client/ui/layout.module.css';
import css from './system.module.css';

const REASON = { min: 3, max: 500 } as const;

interface FailedJobsProps extends Pick<System, 'jobs' | 'events'> {
  /** A job was tried again. */
  onChange: () => unknown;
}

/** The queue of jobs, and those that failed, each of which can be tried again. */
export function FailedJobs({ jobs, events, onChange }: FailedJobsProps) {
  const { t } = useTranslation('console-system');
  const [chosen, setChosen] = useState<FailedJob | null>(null);
  const mayAct = hasRole(
    useSession((state) => state.me),
    STAFF_RIGHTS.retryJobs,
  );
  const columns = useColumns(mayAct ? setChosen : null);
  return (
    <section className={css.part} aria-labelledby="system-jobs">
      <h2 id="system-jobs">{t('jobs.title')}</h2>
      {jobs ? (
        <>
          <Counts jobs={jobs} events={events} />
          <DataTable
            label={t('jobs.failed')}
            columns={columns}
            rows={jobs.failed}
            rowKey={({ id }) => id}
            error={null}
            onRetry={() => undefined}
            empty={{ title: t('jobs.none'), text: t('jobs.noneText'), icon: CircleCheck }}
          />
        </>
      ) : (
        <p className={css.away}>{t('jobs.away')}</p>
      )}
      {chosen ? (
        <TextDialog
          title={t('jobs.retryTitle')}
          confirm={t('jobs.retry')}
          text={{
            label: t('jobs.why'),
            limits: REASON,
            short: t('jobs.whyShort', { count: REASON.min }),
            rows: 'one-line',
          }}
          send={(reason) => call(retryJob, { body: { id: chosen.id, reason } })}
          outcome={() => ({ done: t('jobs.done') })}
          onSettled={onChange}
          onClose={() => setChosen(null)}
        >
          <p>{t('jobs.retryText', { name: chosen.name })}</p>
        </TextDialog>
      ) : null}
    </section>
  );
}

function Counts({ jobs, events }: { jobs: NonNullable<System['jobs']>; events: System['events'] }) {
  const { t } = useTranslation('console-system');
  return (
    <dl className={css.counts}>
      {(
        [
          ['waiting', jobs.waiting],
          ['active', jobs.active],
          ['delayed', jobs.delayed],
          ['failed', jobs.failedCount],
        ] as const
      ).map(([name, count]) => (
        <div key={name} data-bad={name === 'failed' && count > 0}>
          <dt>{t(`jobs.${name}`)}</dt>
          <dd>{formatCount(count)}</dd>
        </div>
      ))}
      {events ? (
        <div>
          <dt>{t('jobs.events')}</dt>
          <dd>
            {formatCount(events.waiting)}
            {events.oldestMs === null ? null : (
              <small>{t('jobs.oldest', { time: formatDuration(events.oldestMs) })}</small>
            )}
          </dd>
        </div>
      ) : null}
    </dl>
  );
}

function useColumns(onRetry: ((job: FailedJob) => void) | null): Column<FailedJob>[] {
  const { t } = useTranslation('console-system');
  const columns: Column<FailedJob>[] = [
    {
      key: 'name',
      head: t('jobs.name'),
      main: true,
      cell: ({ name }) => <span translate="no">{name}</span>,
    },
    {
      key: 'reason',
      head: t('jobs.reason'),
      cell: ({ reason }) => (
        <span lang="en" className={layout.breakAnywhere}>
          {reason}
        </span>
      ),
    },
    { key: 'at', head: t('jobs.at'), cell: ({ failedAtMs }) => formatDateTimeShort(failedAtMs) },
    {
      key: 'attempts',
      head: t('jobs.attempts'),
      end: true,
      cell: ({ attempts }) => formatCount(attempts),
    },
  ];
  if (!onRetry) return columns;
  const act: Column<FailedJob> = {
    key: 'act',
    head: t('jobs.act'),
    wide: true,
    cell: (job) => (
      <Button variant="default" aria-label={`${t('jobs.retry')}: ${job.name}`} onClick={() => onRetry(job)}>
        {t('jobs.retry')}
      </Button>
    ),
  };
  return [...columns, act];
}
