import { ScanSearch } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { anomalyFlags, type ListedFlag } from '#shared/api/console/anomaly-flags.ts';
import { ANOMALY_FLAG_COLOURS, ANOMALY_FLAG_STATES } from '#shared/lifecycles/anomaly-flag.ts';
import { ANOMALY_SIGNS } from '#shared/trust/anomaly-signs.ts';
import { PersonLink } from '#client/entities/person/person-link.tsx';
import { call } from '#client/lib/api-client.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { paths } from '#client/lib/paths.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Stacked } from '#client/ui/data-table/cells.tsx';
import type { Column } from '#client/ui/data-table/data-table.tsx';
import { ExportLinks } from '#client/ui/data-table/export-links.tsx';
import { ChoiceFilter } from '#client/ui/data-table/list-filters.tsx';
import { chosen, oneOf, useListPage } from '#client/ui/data-table/list-page.ts';
import { ListScreen } from '#client/ui/staff-list/list-screen.tsx';
import { useSeen } from './flag-words.ts';

const SIZE = 20;
const REFRESH_MS = 30_000;
const STATES = [...ANOMALY_FLAG_STATES, 'all'] as const;
const OWNERS = ['mine', 'unowned'] as const;
const ORDERS = ['newest'] as const;

/** /console/anomaly-flags: what may make staff look at an auction, the most urgent first. */
export function FlagsTable() {
  const { t } = useTranslation(['console-flags', 'staff']);
  const list = useListPage({
    name: 'console-anomaly-flags',
    filters: ['state', 'sign', 'owner', 'order'],
    size: SIZE,
    refreshMs: REFRESH_MS,
    read: ({ page, size, filters: { state, sign, owner, order }, signal }) =>
      call(anomalyFlags, {
        query: {
          page,
          size,
          state: oneOf(STATES, state) ?? 'unfinished',
          order: oneOf(ORDERS, order) ?? 'score',
          ...chosen({ sign: oneOf(ANOMALY_SIGNS, sign), owner: oneOf(OWNERS, owner) }),
        },
        signal,
      }),
  });
  return (
    <ListScreen
      list={list}
      title={t('staff:page.anomaly-flags')}
      count={list.data && t('found', { total: list.data.total })}
      lead={t('lead')}
      tools={
        <>
          <ChoiceFilter
            list={list}
            name="state"
            label={t('column.state')}
            none={t('filter.unfinished')}
            options={STATES.map((value) => ({
              value,
              label: value === 'all' ? t('filter.all') : t(`state.${value}`),
            }))}
          />
          <ChoiceFilter
            list={list}
            name="sign"
            label={t('column.sign')}
            none={t('filter.any')}
            options={ANOMALY_SIGNS.map((value) => ({ value, label: t(`sign.${value}`) }))}
          />
          <ChoiceFilter
            list={list}
            name="owner"
            label={t('column.owner')}
            none={t('filter.any')}
            options={OWNERS.map((value) => ({ value, label: t(`filter.${value}`) }))}
          />
          <ChoiceFilter
            list={list}
            name="order"
            label={t('filter.order')}
            none={t('filter.score')}
            options={ORDERS.map((value) => ({ value, label: t(`filter.${value}`) }))}
          />
        </>
      }
      exports={<ExportLinks staff list="console-anomaly-flags" filters={list.filters} />}
      columns={useColumns()}
      rowKey={({ id }) => id}
      empty={{ title: t('empty'), text: t('emptyText'), icon: ScanSearch }}
    />
  );
}

function useColumns(): Column<ListedFlag>[] {
  const { t } = useTranslation('console-flags');
  const localized = useLocalized();
  const seen = useSeen();
  return [
    {
      key: 'sign',
      head: t('column.sign'),
      main: true,
      cell: (flag) => (
        <Stacked>
          <Link to={paths.console(`anomaly-flags/${flag.id}`)}>{t(`sign.${flag.sign}`)}</Link>
          <small>{seen(flag)}</small>
        </Stacked>
      ),
    },
    { key: 'score', head: t('column.score'), cell: ({ score }) => score },
    {
      key: 'state',
      head: t('column.state'),
      cell: ({ state }) => <Badge colour={ANOMALY_FLAG_COLOURS[state]}>{t(`state.${state}`)}</Badge>,
    },
    {
      key: 'lot',
      head: t('column.lot'),
      cell: ({ lotId, lotTitle }) => (
        <Stacked>
          <Link to={paths.consoleRoom(lotId)}>{localized(lotTitle)}</Link>
          <small>{t('lot', { id: lotId })}</small>
        </Stacked>
      ),
    },
    { key: 'raised', head: t('column.raised'), cell: ({ raisedAtMs }) => formatDateTimeShort(raisedAtMs) },
    {
      key: 'owner',
      head: t('column.owner'),
      cell: ({ owner }) => (owner === null ? t('noOwner') : <PersonLink person={owner} />),
    },
  ];
}
