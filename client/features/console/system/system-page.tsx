import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { readSystem, type System } from '#shared/api/console/system.ts';
import { call } from '#client/lib/api-client.ts';
import { recovering } from '#client/lib/recover.ts';
import { ListLead } from '#client/ui/data-table/cells.tsx';
import { NotRead } from '#client/ui/not-read.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { ConcernList } from './concern-list.tsx';
import { FailedJobs } from './failed-jobs.tsx';
import { GatewayTable } from './gateway-table.tsx';
import { ProcessTable } from './process-table.tsx';
import { Servers } from './servers.tsx';
import css from './system.module.css';

const REFRESH_MS = 10_000;
const KEY = ['console-system'];

/** /console/system: what the platform runs on, what waits, what has failed, and what to do about it. */
export function SystemPage() {
  const { t } = useTranslation('console-system');
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call(readSystem, { signal }),
    ...recovering(REFRESH_MS),
  });
  return (
    <>
      <PageTitle>{t('title')}</PageTitle>
      <ListLead>{t('lead')}</ListLead>
      {data ? (
        <Parts system={data} onChange={() => queries.invalidateQueries({ queryKey: KEY })} />
      ) : (
        <NotRead error={error} onRetry={() => void refetch()} height={420} />
      )}
    </>
  );
}

function Parts({ system, onChange }: { system: System; onChange: () => unknown }) {
  return (
    <div className={css.parts}>
      <ConcernList concerns={system.concerns} />
      <ProcessTable processes={system.processes} nowMs={system.serverAtMs} />
      <Servers {...system} />
      <FailedJobs jobs={system.jobs} events={system.events} onChange={onChange} />
      <GatewayTable gateways={system.gateways} />
    </div>
  );
}
