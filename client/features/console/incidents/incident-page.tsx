import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Siren } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router-dom';
import {
  changeIncident,
  incident as incidentContract,
  type Incident,
} from '#shared/api/console/incidents.ts';
import { addIncidentNote, incidentNotes } from '#shared/api/console/staff-notes.ts';
import { STAFF_RIGHTS } from '#shared/api/console/staff-rights.ts';
import { INCIDENT, INCIDENT_COLOURS } from '#shared/lifecycles/incident.ts';
import { allows } from '#shared/lifecycles/lifecycle.ts';
import { Notes } from '#client/entities/staff-work/notes.tsx';
import { call } from '#client/lib/api-client.ts';
import { ApiError } from '#client/lib/api-error.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { paths } from '#client/lib/paths.ts';
import { hasRole, useSession } from '#client/lib/session.ts';
import { BackLink } from '#client/ui/back-link.tsx';
import { NotRead } from '#client/ui/not-read.tsx';
import { Badge } from '#client/ui/badge.tsx';
import { ButtonLink } from '#client/ui/button-link.tsx';
import { Button } from '#client/ui/button.tsx';
import { oneOf } from '#client/ui/data-table/list-page.ts';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { Tabs } from '#client/ui/tabs.tsx';
import casePage from '#client/ui/case-page.module.css';
import layout from '#client/ui/layout.module.css';
import { IncidentForm } from './incident-form.tsx';
import { IncidentPeople, IncidentRooms } from './concerned.tsx';
import { SEVERITY_COLOURS, useIncidentTitle } from './incident-words.ts';
import { Messages, Timeline } from './timeline.tsx';
import { MessageDialog, MoveDialog } from './move-dialogs.tsx';

const REFRESH_MS = 5_000;
const MISSING = new Set([400, 404]);
const TABS = ['timeline', 'rooms', 'people', 'messages', 'notes'] as const;
const MOVES = ['watch', 'close', 'reopen'] as const;
type Verb = (typeof MOVES)[number] | 'change' | 'message';

/** /console/incidents/{id}: one disturbance, what happened in its time, whom it concerned and what they were sent. */
export function IncidentPage() {
  const { t } = useTranslation('console-incidents');
  const { id = '' } = useParams();
  const { data, error, refetch } = useQuery({
    queryKey: ['console-incident', id],
    queryFn: ({ signal }) => call(incidentContract, { params: { id: Number(id) }, signal }),
    refetchInterval: REFRESH_MS,
  });
  if (!data)
    return error instanceof ApiError && MISSING.has(error.status) ? (
      <EmptyState page icon={Siren} title={t('gone')} text={t('goneText')}>
        <ButtonLink to={paths.console('incidents')}>{t('back')}</ButtonLink>
      </EmptyState>
    ) : (
      <NotRead page error={error} onRetry={() => void refetch()} height={420} />
    );
  return <ShownIncident incident={data} queryKey={['console-incident', id]} />;
}

function ShownIncident({ incident, queryKey }: { incident: Incident; queryKey: readonly string[] }) {
  const { t } = useTranslation('console-incidents');
  const queries = useQueryClient();
  const titleOf = useIncidentTitle();
  const mayWrite = hasRole(
    useSession((state) => state.me),
    STAFF_RIGHTS.writeIncidents,
  );
  const [verb, setVerb] = useState<Verb | null>(null);
  const { id, state, severity, report } = incident;
  const shown = (changed: Incident) => {
    queries.setQueryData(queryKey, changed);
    void queries.invalidateQueries({ queryKey: ['console-incident-timeline', id] });
  };
  const close = () => setVerb(null);
  const verbs: Verb[] = [
    ...MOVES.filter((move) => allows(INCIDENT, state, move)),
    ...(state === 'closed' ? [] : (['change'] as const)),
    ...(incident.people > 0 ? (['message'] as const) : []),
  ];
  return (
    <div className={layout.fluidStack4}>
      <BackLink to={paths.console('incidents')}>{t('back')}</BackLink>
      <header className={casePage.head}>
        <PageTitle>{titleOf(incident)}</PageTitle>
        <span className={layout.muted}>{t('number', { id })}</span>
        <Badge colour={INCIDENT_COLOURS[state]}>{t(`state.${state}`)}</Badge>
        <Badge colour={SEVERITY_COLOURS[severity]}>{t(`severity.${severity}`)}</Badge>
      </header>
      <Facts incident={incident} />
      {mayWrite ? (
        <div className={casePage.verbs} role="group" aria-label={t('actions')}>
          {verbs.map((each) => (
            <Button key={each} variant="default" onClick={() => setVerb(each)}>
              {t(`verb.${each}`)}
            </Button>
          ))}
        </div>
      ) : null}
      {report === null ? null : (
        <section className={casePage.part} aria-labelledby="incident-report">
          <h2 id="incident-report">{t('report')}</h2>
          <p className={casePage.words}>{report}</p>
        </section>
      )}
      <IncidentTabs incident={incident} mayWrite={mayWrite} />
      {verb === 'change' ? (
        <IncidentForm
          title={t('verb.change')}
          incident={incident}
          send={async ({ title, severity: chosen, sinceMs, untilMs, ownerId }) =>
            shown(
              await call(changeIncident, {
                params: { id },
                body: { title, severity: chosen, sinceMs, untilMs, ownerId },
              }),
            )
          }
          done={t('done.change')}
          onSettled={() => queries.invalidateQueries({ queryKey })}
          onClose={close}
        />
      ) : verb === 'message' ? (
        <MessageDialog incident={incident} onDone={shown} onClose={close} />
      ) : verb === null ? null : (
        <MoveDialog incident={incident} move={verb} onDone={shown} onClose={close} />
      )}
    </div>
  );
}

function Facts({ incident }: { incident: Incident }) {
  const { t } = useTranslation('console-incidents');
  const { sinceMs, untilMs, owner, rooms, people } = incident;
  const facts = {
    since: formatDateTimeShort(sinceMs),
    until: untilMs === null ? t('goesOn') : formatDateTimeShort(untilMs),
    owner: owner?.name ?? t('unowned'),
    rooms,
    people,
  };
  return (
    <dl className={casePage.facts}>
      {(['since', 'until', 'owner', 'rooms', 'people'] as const).map((fact) => (
        <div key={fact}>
          <dt>{t(`column.${fact}`)}</dt>
          <dd>{facts[fact]}</dd>
        </div>
      ))}
    </dl>
  );
}

interface PartProps {
  incident: Incident;
  mayWrite: boolean;
}

/** The address says which part is open. */
function IncidentTabs({ incident, mayWrite }: PartProps) {
  const { t } = useTranslation('console-incidents');
  const [search, setSearch] = useSearchParams();
  const active = oneOf(TABS, search.get('tab') ?? '') ?? 'timeline';
  return (
    <Tabs
      label={t('tabs')}
      active={active}
      tabs={TABS.map((key) => ({ key, label: t(`tab.${key}`) }))}
      onChange={(tab) => setSearch(tab === 'timeline' ? {} : { tab }, { replace: true })}
    >
      <Panel tab={active} incident={incident} mayWrite={mayWrite} />
    </Tabs>
  );
}

function Panel({ tab, incident, mayWrite }: PartProps & { tab: (typeof TABS)[number] }) {
  const { id } = incident;
  switch (tab) {
    case 'timeline':
      return <Timeline id={id} />;
    case 'rooms':
      return <IncidentRooms id={id} />;
    case 'people':
      return <IncidentPeople id={id} />;
    case 'messages':
      return <Messages messages={incident.messages} />;
    case 'notes':
      return (
        <Notes
          about={`incident-${id}`}
          read={() => call(incidentNotes, { params: { id } })}
          add={mayWrite ? (text) => call(addIncidentNote, { params: { id }, body: { text } }) : null}
        />
      );
  }
}
