import {
  CirclePause,
  CircleStop,
  Clock3,
  Gavel,
  History,
  TriangleAlert,
  type LucideIcon,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { BoardRoom } from '#shared/api/console/console-rooms.ts';
import type { RefusalReason } from '#shared/auction/refusals.ts';
import { formatDateTimeShort, formatTime } from '#client/lib/format/date.ts';
import { paths } from '#client/lib/paths.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { Countdown } from '#client/ui/countdown.tsx';
import type { Column } from '#client/ui/data-table/data-table.tsx';
import { MoneyText } from '#client/ui/money-text.tsx';
import layout from '#client/ui/layout.module.css';
import { concernsOf } from './concerns.ts';
import { verbsOf, type RoomVerb } from './use-room-move.tsx';
import css from './console.module.css';

const ICONS: Record<BoardRoom['phase'], LucideIcon> = {
  waiting: Clock3,
  running: Gavel,
  paused: CirclePause,
  closed: CircleStop,
};

interface RoomColumnsOptions {
  mayAct: boolean;
  onAct: (room: BoardRoom, verb: RoomVerb) => void;
  onHistory: (room: BoardRoom) => void;
}

/** What the board tells of a room, and what staff may do to it. */
export function useRoomColumns({ mayAct, onAct, onHistory }: RoomColumnsOptions): Column<BoardRoom>[] {
  const { t } = useTranslation('console');
  const localized = useLocalized();
  return [
    {
      key: 'room',
      head: t('column.room'),
      main: true,
      cell: (room) => (
        <>
          <Link to={paths.consoleRoom(room.lotId)}>{localized(room.title)}</Link>
          <span className={css.small}>
            № {room.number}
            {room.practice ? ` · ${t(room.rehearsal ? 'rehearsal' : 'practice')}` : ''}
          </span>
        </>
      ),
    },
    { key: 'phase', head: t('column.phase'), cell: (room) => <Phase room={room} /> },
    {
      key: 'price',
      head: t('column.price'),
      end: true,
      cell: (room) => (
        <>
          {room.priceTiyin === null ? '—' : <MoneyText tiyin={room.priceTiyin} size="small" />}
          <span className={`${css.small} ${layout.oneLine}`}>{t('prices', { count: room.count })}</span>
          {room.leaderNumber === null ? null : (
            <span className={`${css.small} ${layout.oneLine}`}>
              {t('leader', { number: room.leaderNumber })}
            </span>
          )}
        </>
      ),
    },
    {
      key: 'end',
      head: t('column.end'),
      cell: (room) => (
        <span className={layout.figures}>
          <End room={room} />
          {room.extensions > 0 ? (
            <span className={css.small}>{t('extensions', { count: room.extensions })}</span>
          ) : null}
        </span>
      ),
    },
    {
      key: 'people',
      head: t('column.connected'),
      end: true,
      cell: ({ connected, participants, viewers }) => (
        <>
          {t('connectedOf', { connected, participants })}
          <span className={`${css.small} ${layout.oneLine}`}>{t('viewers', { count: viewers })}</span>
        </>
      ),
    },
    {
      key: 'answers',
      head: t('column.answers'),
      end: true,
      cell: ({ phase, answerP50Ms, answerP99Ms, journalLagMs }) => (
        <span className={layout.figures}>
          {answerP50Ms === null || answerP99Ms === null
            ? '—'
            : t('answers', { p50: answerP50Ms, p99: answerP99Ms })}
          {phase === 'closed' || journalLagMs === null ? null : (
            <span className={`${css.small} ${layout.oneLine}`}>
              {t('column.journal')}: {t('seconds', { count: journalLagMs / 1_000 })}
            </span>
          )}
        </span>
      ),
    },
    {
      key: 'refusals',
      head: t('column.refusals'),
      cell: (room) => <Refusals refusals={room.refusals} />,
    },
    {
      key: 'actions',
      head: t('column.actions'),
      wide: true,
      cell: (room) => (
        <div className={css.actions}>
          {mayAct
            ? verbsOf(room).map((verb) => (
                <button key={verb} type="button" onClick={() => onAct(room, verb)}>
                  {t(`verb.${verb}`)}
                </button>
              ))
            : null}
          <button
            type="button"
            className={css.history}
            aria-label={t('history')}
            title={t('history')}
            onClick={() => onHistory(room)}
          >
            <History size={18} aria-hidden />
          </button>
        </div>
      ),
    },
  ];
}

export function Phase({ room }: { room: BoardRoom }) {
  const { t } = useTranslation('console');
  const Icon = ICONS[room.phase];
  return (
    <>
      <span className={css.phase} data-phase={room.phase}>
        <Icon size={16} aria-hidden />
        {t(`state.${room.phase}`)}
      </span>
      {room.pauseCause ? (
        <span className={css.small}>
          {t(`cause.${room.pauseCause}`)}
          {room.pauseReason ? `: ${room.pauseReason}` : ''}
        </span>
      ) : null}
      {room.loss ? (
        <span className={css.small}>
          {t('loss.count', { count: room.loss.count })}. {t('loss.choose')}
        </span>
      ) : null}
      {room.outcome ? <span className={css.small}>{t(`outcome.${room.outcome}`)}</span> : null}
      {concernsOf(room).map((concern) => (
        <span key={concern} className={css.concern}>
          <TriangleAlert size={14} aria-hidden />
          {t(`concern.${concern}`)}
        </span>
      ))}
    </>
  );
}

export function End({ room }: { room: BoardRoom }) {
  const { t } = useTranslation('console');
  if (room.phase === 'waiting') return <>{t('startsAt', { time: formatDateTimeShort(room.opensAtMs) })}</>;
  if (room.phase === 'closed') return <>{formatTime(room.deadlineMs, { seconds: true })}</>;
  if (room.phase === 'paused') {
    return (
      <>
        {room.resumeAtMs === null ? '—' : t('resumesAt', { time: formatDateTimeShort(room.resumeAtMs) })}
        {room.proposedResumeAtMs === null ? null : (
          <span className={css.small}>
            {t('proposedResume', { time: formatDateTimeShort(room.proposedResumeAtMs) })}
          </span>
        )}
      </>
    );
  }
  return <Countdown untilMs={room.deadlineMs} over={t('closing')} />;
}

export function Refusals({ refusals }: { refusals: BoardRoom['refusals'] }) {
  const { t } = useTranslation('console');
  const given = (Object.entries(refusals) as [RefusalReason, number][]).filter(([, count]) => count > 0);
  if (given.length === 0) return <>—</>;
  return (
    <ul className={css.small}>
      {given.map(([reason, count]) => (
        <li key={reason}>
          {t(`refusal.${reason}`)}: {count}
        </li>
      ))}
    </ul>
  );
}
