import { useTranslation } from 'react-i18next';
import { Hourglass, PauseCircle } from 'lucide-react';
import { formatDateTime, formatTime } from '../../../lib/format/date.ts';
import { formatDuration } from '../../../lib/format/duration.ts';
import type { RoomState } from '#shared/realtime/client/room-state.ts';
import css from './room-sheet.module.css';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** `23:30`. @param minute of the day */
const timeOfDay = (minute: number): string =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');

/** Why the room is paused, and when overtime moved the end and why. */
export function TimeNotes({ room }: { room: RoomState }) {
  return (
    <div className={css.notes}>
      <PauseNote room={room} />
      <Overtime room={room} />
    </div>
  );
}

function PauseNote({ room }: { room: RoomState }) {
  const { t } = useTranslation('room');
  const { phase, pauseCause, pauseReason, resumeAtMs } = room.head;
  if (phase !== 'paused') return null;
  return (
    <p className={css.pauseNote} role="status">
      <PauseCircle size={18} aria-hidden />
      <span>
        {t(`pause.${pauseCause ?? 'staff'}`)}
        {pauseReason && pauseCause === 'staff' ? ` ${t('pause.reason', { reason: pauseReason })}` : ''}{' '}
        {resumeAtMs === null
          ? t('pause.waits')
          : t('pause.resumesAt', { time: formatDateTime(resumeAtMs, { seconds: true }) })}
      </span>
    </p>
  );
}

function Overtime({ room }: { room: RoomState }) {
  const { t } = useTranslation('room');
  const { head, rules } = room;
  if (head.extensions > 0) {
    const cause = room.prices.find((price) => price.extended);
    return (
      <p className={css.overtime} data-testid="overtime">
        <Hourglass size={16} aria-hidden />
        <span>
          <b>{t('overtime.mark', { count: head.extensions })}</b>{' '}
          {cause ? t('overtime.why', { time: formatTime(cause.atMs, { seconds: true }) }) : ''}
        </span>
      </p>
    );
  }
  if (head.phase === 'paused' || !rules.overtime || rules.overtime.windowMs === 0) return null;
  const { capMs, dailyStop } = rules.overtime;
  const length = (ms: number) =>
    // "The last minute" would need words of its own in each language: two units say the same.
    ms < 2 * MINUTE ? t('overtime.seconds', { count: Math.round(ms / SECOND) }) : formatDuration(ms);
  return (
    <p className={css.overtimeRule}>
      {t('overtime.rule', {
        window: length(rules.overtime.windowMs),
        extend: length(rules.overtime.extendToMs),
      })}
      {capMs === undefined ? '' : ` ${t('overtime.cap', { time: formatDateTime(room.closesAtMs + capMs) })}`}
      {dailyStop === undefined ? '' : ` ${t('overtime.nightStop', { time: timeOfDay(dailyStop) })}`}
    </p>
  );
}
