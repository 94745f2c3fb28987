import { CalendarClock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { consoleViewings, type StaffViewing } from '#shared/api/site/viewings.ts';
import { LotCell } from '#client/entities/lot/lot-cell.tsx';
import { PersonLink } from '#client/entities/person/person-link.tsx';
import { call } from '#client/lib/api-client.ts';
import { formatDateTimeShort, formatTime } from '#client/lib/format/date.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Stacked } from '#client/ui/data-table/cells.tsx';
import type { Column } from '#client/ui/data-table/data-table.tsx';
import { ExportLinks } from '#client/ui/data-table/export-links.tsx';
import { ListScreen } from '#client/ui/staff-list/list-screen.tsx';
import { useLotList } from '#client/ui/data-table/lot-list.ts';

/** Places are taken meanwhile. */
const ASK_MS = 60_000;
const STATES = ['all'] as const;

/** /console/viewings: when sellers show their lots, and who comes; those to come first. */
export function ViewingsTable() {
  const { t } = useTranslation(['console-viewings', 'viewings']);
  const list = useLotList({
    name: 'console-viewings',
    states: STATES,
    unchosen: 'all',
    refreshMs: ASK_MS,
    read: ({ page, size, lotId }, signal) =>
      call(consoleViewings, {
        query: { page, size, ...(lotId === undefined ? {} : { lotId }) },
        signal,
      }),
  });
  const columns = useColumns();
  return (
    <ListScreen
      list={list}
      title={t('title')}
      count={undefined}
      lead={t('lead')}
      tools={null}
      exports={<ExportLinks staff list="console-viewings" filters={{ lot: list.filters.lot }} />}
      columns={columns}
      rowKey={({ id }) => id}
      empty={{ title: t('empty'), text: t('emptyText'), icon: CalendarClock }}
    />
  );
}

function useColumns(): Column<StaffViewing>[] {
  const { t } = useTranslation(['console-viewings', 'viewings']);
  const localized = useLocalized();
  return [
    {
      key: 'lot',
      head: t('column.lot'),
      main: true,
      cell: ({ lotId, title, seller }) => (
        <LotCell lotId={lotId} title={title} note={seller && <PersonLink person={seller} />} />
      ),
    },
    {
      key: 'time',
      head: t('column.time'),
      cell: ({ startsAtMs, endsAtMs, address, state, reason }) => (
        <Stacked start>
          <span>
            {formatDateTimeShort(startsAtMs)}–{formatTime(endsAtMs)}
          </span>
          <small>{localized(address)}</small>
          {state === 'called-off' ? <Badge colour="danger">{t('viewings:state.called-off')}</Badge> : null}
          {reason === null ? null : <small>{reason}</small>}
        </Stacked>
      ),
    },
    {
      key: 'visitors',
      head: t('column.visitors'),
      cell: ({ visitors, places }) => (
        <Stacked start>
          <span>{t('viewings:own.taken', { count: visitors.length, places })}</span>
          {visitors.length === 0 ? <small>{t('noVisitors')}</small> : null}
          {visitors.map(({ booking, person }) => (
            <small key={booking}>
              {t('visitor', { number: booking })} {person && <PersonLink person={person} />}
            </small>
          ))}
        </Stacked>
      ),
    },
  ];
}
