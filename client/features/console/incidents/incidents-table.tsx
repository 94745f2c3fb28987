import { Plus, Siren } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { incidents, openIncident, type ListedIncident } from '#shared/api/console/incidents.ts';
import { STAFF_RIGHTS } from '#shared/api/console/staff-rights.ts';
import { INCIDENT_COLOURS, INCIDENT_SEVERITIES } from '#shared/lifecycles/incident.ts';
import { call } from '#client/lib/api-client.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { paths } from '#client/lib/paths.ts';
import { hasRole, useSession } from '#client/lib/session.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import { Stacked } from '#client/ui/data-table/cells.tsx';
import type { Column } from '#client/ui/data-table/data-table.tsx';
import { ExportLinks } from '#client/ui/data-table/export-links.tsx';
import { ChoiceFilter } from '#client/ui/data-table/list-filters.tsx';
import { chosen, oneOf, useListPage } from '#client/ui/data-table/list-page.ts';
import { ListScreen } from '#client/ui/staff-list/list-screen.tsx';
import { IncidentForm } from './incident-form.tsx';
import { SEVERITY_COLOURS, useIncidentTitle } from './incident-words.ts';

const SIZE = 20;
const REFRESH_MS = 15_000;
const OTHERS = ['closed', 'all'] as const;

/** /console/incidents: disturbances of the platform, those that staff still work on first. */
export function IncidentsTable() {
  const { t } = useTranslation(['console-incidents', 'staff']);
  const navigate = useNavigate();
  const mayWrite = hasRole(
    useSession((state) => state.me),
    STAFF_RIGHTS.writeIncidents,
  );
  const [opening, setOpening] = useState(false);
  const list = useListPage({
    name: 'console-incidents',
    filters: ['state', 'type'],
    size: SIZE,
    refreshMs: REFRESH_MS,
    read: ({ page, size, filters: { state, type }, signal }) =>
      call(incidents, {
        query: {
          page,
          size,
          state: oneOf(OTHERS, state) ?? 'unfinished',
          ...chosen({ type: oneOf(INCIDENT_SEVERITIES, type) }),
        },
        signal,
      }),
  });
  return (
    <ListScreen
      list={list}
      title={t('staff:page.incidents')}
      aside={
        mayWrite ? (
          <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setOpening(true)}>
            {t('open')}
          </Button>
        ) : null
      }
      count={list.data && t('unfinishedCount', { count: list.data.unfinished })}
      lead={t('lead')}
      tools={
        <>
          <ChoiceFilter
            list={list}
            name="state"
            label={t('column.state')}
            none={t('unfinished')}
            options={OTHERS.map((value) => ({ value, label: t(value === 'all' ? 'all' : 'state.closed') }))}
          />
          <ChoiceFilter
            list={list}
            name="type"
            label={t('column.severity')}
            none={t('any')}
            options={INCIDENT_SEVERITIES.map((value) => ({ value, label: t(`severity.${value}`) }))}
          />
        </>
      }
      exports={<ExportLinks staff list="console-incidents" filters={list.filters} />}
      columns={useColumns()}
      rowKey={({ id }) => id}
      empty={{ title: t('empty'), text: t('emptyText'), icon: Siren }}
    >
      {opening ? (
        <IncidentForm
          title={t('open')}
          send={async ({ requestId, title, severity, sinceMs }) => {
            const opened = await call(openIncident, {
              body: { requestId, title: title ?? '', severity, sinceMs },
            });
            void navigate(paths.incident(opened.id));
          }}
          done={t('done.open')}
          onSettled={list.again}
          onClose={() => setOpening(false)}
        />
      ) : null}
    </ListScreen>
  );
}

function useColumns(): Column<ListedIncident>[] {
  const { t } = useTranslation('console-incidents');
  const titleOf = useIncidentTitle();
  return [
    {
      key: 'incident',
      head: t('column.incident'),
      main: true,
      cell: (incident) => (
        <Stacked>
          <Link to={paths.incident(incident.id)}>{titleOf(incident)}</Link>
          <small>{t('number', { id: incident.id })}</small>
        </Stacked>
      ),
    },
    {
      key: 'severity',
      head: t('column.severity'),
      cell: ({ severity }) => <Badge colour={SEVERITY_COLOURS[severity]}>{t(`severity.${severity}`)}</Badge>,
    },
    {
      key: 'state',
      head: t('column.state'),
      cell: ({ state }) => <Badge colour={INCIDENT_COLOURS[state]}>{t(`state.${state}`)}</Badge>,
    },
    { key: 'since', head: t('column.since'), cell: ({ sinceMs }) => formatDateTimeShort(sinceMs) },
    {
      key: 'until',
      head: t('column.until'),
      cell: ({ untilMs }) => (untilMs === null ? t('goesOn') : formatDateTimeShort(untilMs)),
    },
    { key: 'owner', head: t('column.owner'), cell: ({ owner }) => owner?.name ?? t('unowned') },
  ];
}
