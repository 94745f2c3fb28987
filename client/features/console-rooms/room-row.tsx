import { CirclePause, CirclePlay, CircleStop, Clock3, Gavel, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { BoardRoom } from '#shared/api/console-rooms.ts';
import type { RefusalReason } from '#shared/auction/refusals.ts';
import { formatDateTimeShort, formatTime } from '#client/lib/format/date.ts';
import { paths } from '#client/lib/paths.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { Countdown } from '#client/ui/countdown.tsx';
import { MoneyText } from '#client/ui/money-text.tsx';
import type { RoomVerb } from './room-dialog.tsx';
import css from './console.module.css';

const ICONS: Record<BoardRoom['phase'], LucideIcon> = {
  waiting: Clock3,
  running: Gavel,
  paused: CirclePause,
  closed: CircleStop,
};

const VERBS: Record<BoardRoom['phase'], readonly RoomVerb[]> = {
  waiting: ['withdraw'],
  running: ['suspend', 'extend', 'withdraw'],
  paused: ['resume', 'extend', 'withdraw'],
  closed: [],
};

interface RoomRowProps {
  room: BoardRoom;
  mayAct: boolean;
  onAct: (verb: RoomVerb) => void;
  onHistory: () => void;
}

export function RoomRow({ room, mayAct, onAct, onHistory }: RoomRowProps) {
  const { t } = useTranslation('console');
  const localized = useLocalized();
  const Icon = ICONS[room.phase];
  return (
    <tr data-phase={room.phase} data-lot={room.lotId}>
      <th scope="row">
        <Link to={paths.gameView(room.lotId)}>{localized(room.title)}</Link>
        <span className={css.small}>
          № {room.number}
          {room.practice ? ` · ${t('practice')}` : ''}
        </span>
      </th>
      <td>
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
        {room.outcome ? <span className={css.small}>{t(`outcome.${room.outcome}`)}</span> : null}
      </td>
      <td className={css.right}>
        {room.priceTiyin === null ? '—' : <MoneyText tiyin={room.priceTiyin} size="small" />}
        <span className={css.small}>{t('prices', { count: room.count })}</span>
        {room.leaderNumber === null ? null : (
          <span className={css.small}>{t('leader', { number: room.leaderNumber })}</span>
        )}
      </td>
      <td className={css.numbers}>
        <End room={room} />
        {room.extensions > 0 ? (
          <span className={css.small}>{t('extensions', { count: room.extensions })}</span>
        ) : null}
      </td>
      <td className={css.right}>
        {room.participants}
        <span className={css.small}>{t('viewers', { count: room.viewers })}</span>
      </td>
      <td className={css.small}>
        <Refusals refusals={room.refusals} />
      </td>
      <td>
        <div className={css.actions}>
          {mayAct
            ? VERBS[room.phase].map((verb) => (
                <button key={verb} type="button" onClick={() => onAct(verb)}>
                  {verb === 'suspend' ? <CirclePause size={16} aria-hidden /> : null}
                  {verb === 'resume' ? <CirclePlay size={16} aria-hidden /> : null}
                  {t(`verb.${verb}`)}
                </button>
              ))
            : null}
          <button type="button" onClick={onHistory}>
            {t('history')}
          </button>
        </div>
      </td>
    </tr>
  );
}

function End({ room }: { room: BoardRoom }) {
  const { t } = useTranslation('console');
  if (room.phase === 'waiting') return <>{t('startsAt', { time: formatDateTimeShort(room.opensAtMs) })}</>;
  if (room.phase === 'closed') return <>{formatTime(room.deadlineMs, { seconds: true })}</>;
  if (room.phase === 'paused') {
    return (
      <>
        {room.resumeAtMs === null
          ? '—'
          : t('resumesAt', { time: formatTime(room.resumeAtMs, { seconds: true }) })}
      </>
    );
  }
  return <Countdown untilMs={room.deadlineMs} over={t('closing')} />;
}

function Refusals({ refusals }: { refusals: BoardRoom['refusals'] }) {
  const { t } = useTranslation('console');
  const given = (Object.entries(refusals) as [RefusalReason, number][]).filter(([, count]) => count > 0);
  if (given.length === 0) return <>—</>;
  return (
    <ul>
      {given.map(([reason, count]) => (
        <li key={reason}>
          {t(`refusal.${reason}`)}: {count}
        </li>
      ))}
    </ul>
  );
}
