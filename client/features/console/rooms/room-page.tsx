import { useQuery } from '@tanstack/react-query';
import { DoorClosed } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router-dom';
import { consoleRoom, type ConsoleRoom } from '#shared/api/console/room-page.ts';
import { addRoomNote, roomNotes } from '#shared/api/console/staff-notes.ts';
import { STAFF_RIGHTS } from '#shared/api/console/staff-rights.ts';
import { Notes } from '#client/entities/staff-work/notes.tsx';
import { TasksAbout } from '#client/entities/staff-work/tasks-about.tsx';
import { call } from '#client/lib/api-client.ts';
import { ApiError } from '#client/lib/api-error.ts';
import { paths } from '#client/lib/paths.ts';
import { hasRole, useSession } from '#client/lib/session.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { BackLink } from '#client/ui/back-link.tsx';
import { NotRead } from '#client/ui/not-read.tsx';
import { Badge } from '#client/ui/badge.tsx';
import { ButtonLink } from '#client/ui/button-link.tsx';
import { Button } from '#client/ui/button.tsx';
import { oneOf } from '#client/ui/data-table/list-page.ts';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { Tabs } from '#client/ui/tabs.tsx';
import layout from '#client/ui/layout.module.css';
import { ActionEntries } from './action-log.tsx';
import { PriceCourse } from './price-course.tsx';
import { RequestList } from './request-list.tsx';
import { RoomAttempts } from './room-attempts.tsx';
import { RoomBidders } from './room-bidders.tsx';
import { RoomDialog } from './room-dialog.tsx';
import { RoomFigures } from './room-figures.tsx';
import { RoomLinks } from './room-links.tsx';
import { RoomLog } from './room-log.tsx';
import { verbsOf, type RoomVerb } from './use-room-move.tsx';
import css from './room-page.module.css';

const REFRESH_MS = 2_000;
const MISSING = new Set([400, 404]);
const TABS = ['log', 'bidders', 'attempts', 'actions', 'notes'] as const;
type Tab = (typeof TABS)[number];

/** /console/rooms/{lot}: one room with everything that is known of it, and what staff may do to it. */
export function RoomPage() {
  const { t } = useTranslation('console-room');
  const { id = '' } = useParams();
  const lotId = Number(id);
  const { data, error, refetch } = useQuery({
    // What is done to a room reads every query of rooms again.
    queryKey: ['console-rooms', lotId],
    queryFn: ({ signal }) => call(consoleRoom, { params: { lotId }, signal }),
    refetchInterval: REFRESH_MS,
  });
  if (!data)
    return error instanceof ApiError && MISSING.has(error.status) ? (
      <EmptyState page icon={DoorClosed} title={t('gone')} text={t('goneText')}>
        <ButtonLink to={paths.console('rooms')}>{t('back')}</ButtonLink>
      </EmptyState>
    ) : (
      <NotRead page error={error} onRetry={() => void refetch()} height={420} />
    );
  return <ShownRoom shown={data} stale={error !== null} />;
}

function ShownRoom({ shown, stale }: { shown: ConsoleRoom; stale: boolean }) {
  const { t } = useTranslation(['console-room', 'console']);
  const localized = useLocalized();
  const { room, ownPart } = shown;
  const { lotId } = room;
  const mayAct = hasRole(
    useSession((state) => state.me),
    STAFF_RIGHTS.controlRooms,
  );
  const [verb, setVerb] = useState<RoomVerb | null>(null);
  const verbs = mayAct ? verbsOf(room) : [];
  return (
    <div className={css.page}>
      <BackLink to={paths.console('rooms')}>{t('back')}</BackLink>
      <header className={layout.centredRow23}>
        <PageTitle>{localized(room.title)}</PageTitle>
        <span className={layout.muted}>№ {room.number}</span>
        {room.practice ? (
          <Badge colour="info">{t(room.rehearsal ? 'console:rehearsal' : 'console:practice')}</Badge>
        ) : null}
      </header>
      <RoomLinks shown={shown} />
      {stale ? (
        <p className={css.stale} role="status">
          {t('console:stale')}
        </p>
      ) : null}
      {ownPart ? <p className={css.stale}>{t('ownPart')}</p> : null}
      <RoomFigures shown={shown} />
      {verbs.length === 0 ? null : (
        <div className={css.verbs} role="group" aria-label={t('console:column.actions')}>
          {verbs.map((each) => (
            <Button
              key={each}
              variant="default"
              danger={each === 'withdraw'}
              data-verb={each}
              onClick={() => setVerb(each)}
            >
              {t(`console:verb.${each}`)}
            </Button>
          ))}
        </div>
      )}
      <RequestList mayAct={mayAct} lotId={lotId} />
      <PriceCourse shown={shown} />
      <TasksAbout lotId={lotId} />
      <RoomTabs shown={shown} mayAct={mayAct} />
      {verb === null ? null : <RoomDialog room={room} verb={verb} onClose={() => setVerb(null)} />}
    </div>
  );
}

/** What is recorded of the room; the address says which part is open. */
function RoomTabs({ shown, mayAct }: { shown: ConsoleRoom; mayAct: boolean }) {
  const { t } = useTranslation('console-room');
  const [search, setSearch] = useSearchParams();
  const active = oneOf(TABS, search.get('tab') ?? '') ?? 'log';
  return (
    <Tabs
      label={t('tabs')}
      active={active}
      tabs={TABS.map((key) => ({ key, label: t(`tab.${key}`) }))}
      onChange={(tab) => setSearch(tab === 'log' ? {} : { tab }, { replace: true })}
    >
      <div className={css.panel}>
        <Panel tab={active} shown={shown} mayAct={mayAct} />
      </div>
    </Tabs>
  );
}

interface PanelProps {
  tab: Tab;
  shown: ConsoleRoom;
  mayAct: boolean;
}

function Panel({ tab, shown, mayAct }: PanelProps) {
  switch (tab) {
    case 'log':
      return <RoomLog room={shown.room} />;
    case 'bidders':
      return <RoomBidders shown={shown} />;
    case 'attempts':
      return <RoomAttempts shown={shown} />;
    case 'actions':
      return <ActionEntries lotId={shown.room.lotId} />;
    case 'notes':
      return <RoomNotes lotId={shown.room.lotId} mayAct={mayAct} />;
  }
}

function RoomNotes({ lotId, mayAct }: { lotId: number; mayAct: boolean }) {
  const params = { lotId };
  return (
    <Notes
      about={`room-${lotId}`}
      read={() => call(roomNotes, { params })}
      add={mayAct ? (text) => call(addRoomNote, { params, body: { text } }) : null}
    />
  );
}
