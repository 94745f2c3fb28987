import { useTranslation } from 'react-i18next';
import { Eye, Gavel, Users, Volume2, VolumeX, Wifi, WifiOff } from 'lucide-react';
import { useConnection } from '../../lib/auction-socket/connection.ts';
import { useClockReading } from '../../lib/server-clock.ts';
import { useRoom } from './room-store.ts';
import { toggleSound, useSound } from './sound.ts';
import css from './room.module.css';

/** My number, who else is here, and how good the connection is. */
export function RoomTopBar() {
  const { t } = useTranslation('room');
  const counts = useRoom((state) => state.room?.counts);
  const number = useRoom((state) => state.room?.me.number ?? null);
  const role = useRoom((state) => state.room?.me.role);
  return (
    <div className={css.topBar} data-testid="room-top-bar">
      <strong className={css.myNumber}>
        {number === null ? t(`role.${role ?? 'observer'}`) : t('you', { number })}
      </strong>
      <ul className={css.counts} aria-label={t('counts.label')}>
        <li>
          <Gavel size={16} aria-hidden />
          {t('counts.applicants', { count: counts?.applicants ?? 0 })}
        </li>
        <li>
          <Users size={16} aria-hidden />
          {t('counts.participants', { count: counts?.participants ?? 0 })}
        </li>
        <li>
          <Eye size={16} aria-hidden />
          {t('counts.viewers', { count: counts?.viewers ?? 0 })}
        </li>
      </ul>
      <ConnectionQuality />
      <SoundSwitch />
    </div>
  );
}

function ConnectionQuality() {
  const { t } = useTranslation('room');
  const { status, lastAnswerMs } = useConnection();
  const { uncertaintyMs } = useClockReading();
  const overHttp = useRoom((state) => state.overHttp);
  const online = status === 'online';
  const known = Number.isFinite(uncertaintyMs);
  const text = online
    ? t(known ? 'quality.online' : 'quality.measuring', {
        clock: Math.max(1, Math.ceil(uncertaintyMs)),
        answer: lastAnswerMs ?? 0,
      })
    : t(overHttp ? 'quality.http' : 'quality.offline');
  return (
    <span className={css.quality} data-online={online}>
      {online ? <Wifi size={16} aria-hidden /> : <WifiOff size={16} aria-hidden />}
      {text}
    </span>
  );
}

function SoundSwitch() {
  const { t } = useTranslation('room');
  const on = useSound((state) => state.on);
  return (
    <button
      type="button"
      className={css.iconButton}
      aria-pressed={on}
      aria-label={t('sound')}
      onClick={toggleSound}
    >
      {on ? <Volume2 size={18} aria-hidden /> : <VolumeX size={18} aria-hidden />}
    </button>
  );
}
