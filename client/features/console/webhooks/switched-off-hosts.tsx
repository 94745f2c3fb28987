import { useQuery } from '@tanstack/react-query';
import { Plus, Webhook } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { switchedOffHosts, type SwitchedOffHost } from '#shared/api/console/console-webhooks.ts';
import { call } from '#client/lib/api-client.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { Button } from '#client/ui/button.tsx';
import { Stacked } from '#client/ui/data-table/cells.tsx';
import type { Column } from '#client/ui/data-table/data-table.tsx';
import { ExportLinks } from '#client/ui/data-table/export-links.tsx';
import page from '#client/ui/page.module.css';
import { StaffTable } from '#client/ui/staff-list/staff-table.tsx';
import { HostOffDialog, HostOnDialog } from './host-dialog.tsx';

export const HOSTS_KEY = ['switched-off-hosts'];

interface SwitchedOffHostsProps {
  mayAct: boolean;
  /** Listeners are off or on now. */
  onChange: () => unknown;
}

/** Hosts to which nothing is sent, for no one. */
export function SwitchedOffHosts({ mayAct, onChange }: SwitchedOffHostsProps) {
  const { t } = useTranslation('console-webhooks');
  const [acting, setActing] = useState<{ to: 'on' | 'off'; host: string } | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: HOSTS_KEY,
    queryFn: ({ signal }) => call(switchedOffHosts, { signal }),
  });
  const columns = useColumns(mayAct, (host) => setActing({ to: 'on', host }));
  const Dialog = acting?.to === 'on' ? HostOnDialog : HostOffDialog;
  return (
    <section className={page.section} aria-labelledby="switched-off-hosts">
      <h2 id="switched-off-hosts">{t('hosts.title')}</h2>
      <p>{t('hosts.lead')}</p>
      {mayAct ? (
        <div>
          <Button
            size="md"
            variant="default"
            leftSection={<Plus size={18} aria-hidden />}
            onClick={() => setActing({ to: 'off', host: '' })}
          >
            {t('hosts.new')}
          </Button>
        </div>
      ) : null}
      <StaffTable
        name="console-switched-off-hosts"
        exports={<ExportLinks staff list="console-switched-off-hosts" filters={{}} />}
        label={t('hosts.title')}
        columns={columns}
        rows={data}
        rowKey={({ host }) => host}
        error={error}
        onRetry={() => void refetch()}
        empty={{ title: t('hosts.none'), text: t('hosts.noneText'), icon: Webhook }}
      />
      {acting ? <Dialog host={acting.host} onClose={() => setActing(null)} onChange={onChange} /> : null}
    </section>
  );
}

function useColumns(mayAct: boolean, onTurnOn: (host: string) => void): Column<SwitchedOffHost>[] {
  const { t } = useTranslation('console-webhooks');
  return [
    { key: 'host', head: t('hosts.host'), main: true, cell: ({ host }) => host },
    {
      key: 'by',
      head: t('hosts.by'),
      cell: ({ by, atMs }) => (
        <Stacked>
          {by}
          <small>{formatDateTimeShort(atMs)}</small>
        </Stacked>
      ),
    },
    { key: 'reason', head: t('hosts.reason'), cell: ({ reason }) => reason },
    {
      key: 'act',
      head: t('column.act'),
      cell: ({ host }) =>
        mayAct ? (
          <Button variant="default" aria-label={`${t('hosts.on')}: ${host}`} onClick={() => onTurnOn(host)}>
            {t('hosts.on')}
          </Button>
        ) : (
          '—'
        ),
    },
  ];
}
