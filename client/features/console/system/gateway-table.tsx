import { Plug } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { System, SystemGateway } from '#shared/api/console/system.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { Alarming } from '#client/ui/data-table/cells.tsx';
import { DataTable, type Column } from '#client/ui/data-table/data-table.tsx';
import css from './system.module.css';

/** Services outside, and when each last answered well and badly. */
export function GatewayTable({ gateways }: Pick<System, 'gateways'>) {
  const { t } = useTranslation('console-system');
  const columns = useColumns();
  return (
    <section className={css.part} aria-labelledby="system-gateways">
      <h2 id="system-gateways">{t('gateways.title')}</h2>
      <DataTable
        label={t('gateways.title')}
        columns={columns}
        rows={gateways}
        rowKey={({ gateway }) => gateway}
        error={null}
        onRetry={() => undefined}
        empty={{ title: t('gateways.none'), text: t('gateways.noneText'), icon: Plug }}
      />
    </section>
  );
}

function useColumns(): Column<SystemGateway>[] {
  const { t } = useTranslation('console-system');
  return [
    {
      key: 'name',
      head: t('gateways.name'),
      main: true,
      cell: ({ gateway }) => (gateway === 'email' || gateway === 'sms' ? t(`gateways.${gateway}`) : gateway),
    },
    {
      key: 'good',
      head: t('gateways.good'),
      cell: ({ goodAtMs }) => (goodAtMs === null ? '—' : formatDateTimeShort(goodAtMs)),
    },
    { key: 'bad', head: t('gateways.bad'), cell: (gateway) => <LastFailure gateway={gateway} /> },
  ];
}

function LastFailure({ gateway: { goodAtMs, badAtMs } }: { gateway: SystemGateway }) {
  if (badAtMs === null) return '—';
  const time = formatDateTimeShort(badAtMs);
  return badAtMs > (goodAtMs ?? 0) ? <Alarming>{time}</Alarming> : time;
}
