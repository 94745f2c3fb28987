import { Webhook } from 'lucide-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DELIVERY_STATES, type DeliveryState } from '#shared/api/cabinet/webhooks.ts';
import { consoleWebhookDeliveries, type StaffWebhookDelivery } from '#shared/api/console/console-webhooks.ts';
import { STAFF_RIGHTS } from '#shared/api/console/staff-rights.ts';
import type { StatusColour } from '#shared/lifecycles/lot-status.ts';
import { PersonLink } from '#client/entities/person/person-link.tsx';
import { call } from '#client/lib/api-client.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { hasRole, useSession } from '#client/lib/session.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Stacked } from '#client/ui/data-table/cells.tsx';
import type { Column } from '#client/ui/data-table/data-table.tsx';
import { ExportLinks } from '#client/ui/data-table/export-links.tsx';
import { ChoiceFilter } from '#client/ui/data-table/list-filters.tsx';
import { useLotList } from '#client/ui/data-table/lot-list.ts';
import { rowActions } from '#client/ui/data-table/row-actions.tsx';
import { ListScreen } from '#client/ui/staff-list/list-screen.tsx';
import { HostOffDialog } from './host-dialog.tsx';
import { HOSTS_KEY, SwitchedOffHosts } from './switched-off-hosts.tsx';
import { SwitchOffDialog } from './switch-off-dialog.tsx';

const ASK_MS = 15_000;
const COLOURS: Record<DeliveryState, StatusColour> = {
  waiting: 'warning',
  delivered: 'success',
  'given-up': 'danger',
};

type Verb = 'off' | 'hostOff';

/** /console/webhooks: what was sent to listeners of people, the newest first, and the hosts that are switched off. */
export function WebhookDeliveriesTable() {
  const { t } = useTranslation(['console-webhooks', 'webhooks']);
  const queries = useQueryClient();
  const [acting, setActing] = useState<{ delivery: StaffWebhookDelivery; verb: Verb } | null>(null);
  const mayAct = hasRole(
    useSession((state) => state.me),
    STAFF_RIGHTS.switchWebhooksOff,
  );
  const list = useLotList({
    name: 'console-webhooks',
    states: DELIVERY_STATES,
    unchosen: 'all',
    refreshMs: ASK_MS,
    read: (query, signal) => call(consoleWebhookDeliveries, { query, signal }),
  });
  const columns = useColumns(mayAct, (delivery, verb) => setActing({ delivery, verb }));
  const close = () => setActing(null);
  const hostsChanged = () => {
    list.again();
    void queries.invalidateQueries({ queryKey: HOSTS_KEY });
  };
  return (
    <ListScreen
      list={list}
      title={t('title')}
      count={list.data && t('count', { count: list.data.total })}
      lead={t('lead')}
      tools={
        <ChoiceFilter
          list={list}
          name="state"
          label={t('column.state')}
          none={t('filter.all')}
          options={DELIVERY_STATES.map((value) => ({ value, label: t(`webhooks:state.${value}`) }))}
        />
      }
      exports={<ExportLinks staff list="console-webhooks" filters={list.filters} />}
      columns={columns}
      rowKey={({ id }) => id}
      empty={{ title: t('empty'), text: t('emptyText'), icon: Webhook }}
    >
      <SwitchedOffHosts mayAct={mayAct} onChange={hostsChanged} />
      {acting?.verb === 'off' ? (
        <SwitchOffDialog delivery={acting.delivery} onClose={close} onChange={list.again} />
      ) : null}
      {acting?.verb === 'hostOff' ? (
        <HostOffDialog
          host={URL.parse(acting.delivery.url)?.hostname ?? ''}
          onClose={close}
          onChange={hostsChanged}
        />
      ) : null}
    </ListScreen>
  );
}

function useColumns(
  mayAct: boolean,
  onAct: (delivery: StaffWebhookDelivery, verb: Verb) => void,
): Column<StaffWebhookDelivery>[] {
  const { t } = useTranslation(['console-webhooks', 'webhooks']);
  return [
    {
      key: 'created',
      head: t('column.created'),
      cell: ({ createdAtMs }) => formatDateTimeShort(createdAtMs),
    },
    {
      key: 'address',
      head: t('column.address'),
      main: true,
      cell: ({ url, off }) => (
        <Stacked start>
          {url}
          {off ? <small>{t('isOff')}</small> : null}
        </Stacked>
      ),
    },
    { key: 'owner', head: t('column.owner'), cell: ({ owner }) => <PersonLink person={owner} /> },
    {
      key: 'event',
      head: t('column.event'),
      cell: ({ event, lotId }) => (
        <Stacked start>
          {t(`webhooks:event.${event.replace('.', '-')}`)}
          <small>{t('webhooks:lot', { id: lotId })}</small>
        </Stacked>
      ),
    },
    {
      key: 'state',
      head: t('column.state'),
      cell: ({ state, attempts, error }) => (
        <Stacked start>
          <Badge colour={COLOURS[state]}>{t(`webhooks:state.${state}`)}</Badge>
          <small>{t('webhooks:attempts', { count: attempts })}</small>
          {error === null ? null : <small>{error}</small>}
        </Stacked>
      ),
    },
    rowActions({
      head: t('column.act'),
      number: ({ id }) => id,
      verbs: ({ off }): readonly Verb[] => (mayAct && !off ? ['off', 'hostOff'] : []),
      name: (verb) => t(verb),
      onAct,
      bad: ['off', 'hostOff'],
    }),
  ];
}
