import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { incidentTimeline, type Incident, type IncidentEvent } from '#shared/api/console/incidents.ts';
import { call } from '#client/lib/api-client.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { paths } from '#client/lib/paths.ts';
import { NotRead } from '#client/ui/not-read.tsx';
import casePage from '#client/ui/case-page.module.css';
import layout from '#client/ui/layout.module.css';
import css from './incidents.module.css';

const REFRESH_MS = 15_000;

/** What happened in the time of an incident, oldest first. */
export function Timeline({ id }: { id: number }) {
  const { t } = useTranslation('console-incidents');
  const { data, error, refetch } = useQuery({
    queryKey: ['console-incident-timeline', id],
    queryFn: ({ signal }) => call(incidentTimeline, { params: { id }, signal }),
    refetchInterval: REFRESH_MS,
  });
  if (!data) return <NotRead error={error} onRetry={() => void refetch()} height={240} />;
  if (data.length === 0) return <p className={layout.muted}>{t('noEvents')}</p>;
  return (
    <ol className={css.events}>
      {data.map((event, at) => (
        <li key={`${event.atMs}-${event.event}-${at}`} data-event={event.event}>
          <Event event={event} />
        </li>
      ))}
    </ol>
  );
}

function Event({ event: { atMs, event, by, text, lotId, rooms, task, decision } }: { event: IncidentEvent }) {
  const { t } = useTranslation(['console-incidents', 'staff-tasks', 'console-decisions']);
  return (
    <>
      <time>{formatDateTimeShort(atMs)}</time>
      <div>
        <strong>{t(`event.${event}`, { rooms: rooms ?? 0 })}</strong>
        {task ? `: ${t(`staff-tasks:kind.${task}`)}` : ''}
        {decision ? `: ${t(`console-decisions:kind.${decision}`)}` : ''}
        {lotId === null ? null : (
          <>
            {' '}
            <Link to={paths.consoleRoom(lotId)}>{t('lot', { id: lotId })}</Link>
          </>
        )}
        {text ? <p className={casePage.words}>{text}</p> : null}
      </div>
      <span className={layout.muted}>{by ?? t('platform')}</span>
    </>
  );
}

/** What staff wrote to the people concerned, newest first. */
export function Messages({ messages }: Pick<Incident, 'messages'>) {
  const { t } = useTranslation('console-incidents');
  if (messages.length === 0) return <p className={layout.muted}>{t('noMessages')}</p>;
  return (
    <ol className={css.events}>
      {messages.map((message) => (
        <li key={message.id}>
          <time>{formatDateTimeShort(message.writtenAtMs)}</time>
          <div>
            <p className={casePage.words} lang="uz">
              {message.uz}
            </p>
            <p className={casePage.words} lang="ru">
              {message.ru}
            </p>
          </div>
          <span className={layout.muted}>
            {message.by} · {message.people === null ? t('sending') : t('sentTo', { count: message.people })}
          </span>
        </li>
      ))}
    </ol>
  );
}
