import { DoorClosed, Users } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import {
  incidentPeople,
  incidentRooms,
  type IncidentPerson,
  type IncidentRoom,
} from '#shared/api/console/incidents.ts';
import { PersonLink } from '#client/entities/person/person-link.tsx';
import { call } from '#client/lib/api-client.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { paths } from '#client/lib/paths.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { Stacked } from '#client/ui/data-table/cells.tsx';
import type { Column } from '#client/ui/data-table/data-table.tsx';
import { useListPage } from '#client/ui/data-table/list-page.ts';
import { ListTable } from '#client/ui/data-table/list-table.tsx';

const SIZE = 50;
const REFRESH_MS = 15_000;

/** Rooms that were interrupted in the time of an incident. */
export function IncidentRooms({ id }: { id: number }) {
  const { t } = useTranslation('console-incidents');
  const list = useListPage({
    name: `console-incident-rooms-${id}`,
    size: SIZE,
    refreshMs: REFRESH_MS,
    read: ({ page, size, signal }) => call(incidentRooms, { params: { id }, query: { page, size }, signal }),
  });
  return (
    <ListTable
      list={list}
      label={t('tab.rooms')}
      columns={useRoomColumns()}
      rowKey={({ lotId }) => lotId}
      empty={{ title: t('noRooms'), text: t('noRoomsText'), icon: DoorClosed }}
    />
  );
}

/** Who was admitted to these rooms. */
export function IncidentPeople({ id }: { id: number }) {
  const { t } = useTranslation('console-incidents');
  const list = useListPage({
    name: `console-incident-people-${id}`,
    size: SIZE,
    refreshMs: REFRESH_MS,
    read: ({ page, size, signal }) => call(incidentPeople, { params: { id }, query: { page, size }, signal }),
  });
  return (
    <ListTable
      list={list}
      label={t('tab.people')}
      columns={usePeopleColumns()}
      rowKey={({ personId }) => personId}
      empty={{ title: t('noPeople'), text: t('noPeopleText'), icon: Users }}
    />
  );
}

function useRoomColumns(): Column<IncidentRoom>[] {
  const { t } = useTranslation('console-incidents');
  const localized = useLocalized();
  return [
    {
      key: 'room',
      head: t('column.room'),
      main: true,
      cell: ({ lotId, title }) => (
        <Stacked>
          <Link to={paths.consoleRoom(lotId)}>{localized(title)}</Link>
          <small>{t('lot', { id: lotId })}</small>
        </Stacked>
      ),
    },
    { key: 'from', head: t('column.since'), cell: ({ fromMs }) => formatDateTimeShort(fromMs) },
    {
      key: 'until',
      head: t('column.until'),
      cell: ({ untilMs }) => (untilMs === null ? t('goesOn') : formatDateTimeShort(untilMs)),
    },
    { key: 'people', head: t('column.people'), cell: ({ people }) => people },
  ];
}

function usePeopleColumns(): Column<IncidentPerson>[] {
  const { t } = useTranslation('console-incidents');
  return [
    {
      key: 'person',
      head: t('column.person'),
      main: true,
      cell: ({ personId, name }) => <PersonLink person={{ id: personId, name }} />,
    },
    { key: 'rooms', head: t('column.rooms'), cell: ({ rooms }) => rooms },
  ];
}
