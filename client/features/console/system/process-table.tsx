import { Cpu } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { System, SystemProcess } from '#shared/api/console/system.ts';
import { formatDuration } from '#client/lib/format/duration.ts';
import { formatCount } from '#client/lib/format/locale.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Stacked } from '#client/ui/data-table/cells.tsx';
import { DataTable, type Column } from '#client/ui/data-table/data-table.tsx';
import { useSize } from './use-size.ts';
import css from './system.module.css';

const COMMIT_LETTERS = 8;

/** Every process of the platform, on whatever machine it runs. */
export function ProcessTable({ processes, nowMs }: { processes: System['processes']; nowMs: number }) {
  const { t } = useTranslation('console-system');
  const columns = useColumns(nowMs);
  return (
    <section className={css.part} aria-labelledby="system-processes">
      <h2 id="system-processes">{t('processes.title')}</h2>
      {processes === null ? (
        <p className={css.away}>{t('processes.away')}</p>
      ) : (
        <DataTable
          label={t('processes.title')}
          columns={columns}
          rows={processes}
          rowKey={({ id }) => id}
          error={null}
          onRetry={() => undefined}
          empty={{ title: t('processes.none'), text: t('processes.noneText'), icon: Cpu }}
        />
      )}
    </section>
  );
}

function useColumns(nowMs: number): Column<SystemProcess>[] {
  const { t } = useTranslation('console-system');
  const size = useSize();
  return [
    {
      key: 'process',
      head: t('column.process'),
      main: true,
      cell: ({ types, host, pid }) => (
        <Stacked>
          <span translate="no">{types.replaceAll('+', ' + ')}</span>
          <small translate="no">{`${host}:${pid}`}</small>
        </Stacked>
      ),
    },
    {
      key: 'state',
      head: t('column.state'),
      cell: (process) => <ProcessState process={process} />,
    },
    {
      key: 'version',
      head: t('column.version'),
      cell: ({ version, commit }) => (
        <Stacked>
          {version}
          {commit ? <small>{commit.slice(0, COMMIT_LETTERS)}</small> : null}
        </Stacked>
      ),
    },
    {
      key: 'since',
      head: t('column.since'),
      cell: ({ startedAtMs }) => formatDuration(Math.max(0, nowMs - startedAtMs)),
    },
    {
      key: 'delay',
      head: t('column.delay'),
      end: true,
      cell: ({ loopDelayMs }) => t('milliseconds', { count: loopDelayMs }),
    },
    { key: 'memory', head: t('column.memory'), end: true, cell: ({ memoryBytes }) => size(memoryBytes) },
    {
      key: 'database',
      head: t('column.database'),
      end: true,
      cell: ({ waitingForDatabase }) => formatCount(waitingForDatabase),
    },
    {
      key: 'journal',
      head: t('column.journal'),
      cell: ({ journal }) => (journal ? t('partitions', { count: journal.partitions }) : '—'),
    },
  ];
}

function ProcessState({ process: { silent, unreached } }: { process: SystemProcess }) {
  const { t } = useTranslation('console-system');
  if (silent) return <Badge colour="danger">{t('state.silent')}</Badge>;
  if (unreached.length > 0)
    return <Badge colour="danger">{t('state.cutOff', { servers: unreached.join(', ') })}</Badge>;
  return <Badge colour="success">{t('state.good')}</Badge>;
}
