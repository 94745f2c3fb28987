import { useTranslation } from 'react-i18next';
import { Hourglass, PauseCircle } from 'lucide-react';
import { formatDateTime, formatTime } from '../../lib/format/date.ts';
import { clockDigits, countdownView } from './countdown-text.ts';
import type { CountdownView } from './countdown-text.ts';
import type { RoomState } from './room-state.ts';
import { useServerNow } from './use-room-now.ts';
import css from './room.module.css';

/** Time left by the server's clock, and when overtime moved the end and why. */
export function CountdownPanel({ room }: { room: RoomState }) {
  const { t } = useTranslation('room');
  const now = useServerNow(200);
  const view = countdownView(room.head, room.opensAtMs, now);
  const urgent = view.kind === 'left' && view.urgent;
  return (
    <section
      className={css.countdown}
      data-urgent={urgent}
      data-kind={view.kind}
      aria-labelledby="room-countdown"
    >
      <h2 id="room-countdown" className={css.label}>
        {t(`countdown.${view.kind}`)}
      </h2>
      <p className={css.clock} role="timer" data-testid="countdown">
        <Digits view={view} />
      </p>
      <p className={css.countdownNote}>
        {view.kind === 'until-start'
          ? t('countdown.startsAt', { time: formatDateTime(room.opensAtMs) })
          : null}
        {view.kind === 'left' ? t('countdown.endsAt', { time: endTime(room.head.deadlineMs) }) : null}
        {view.kind === 'closing' ? t('countdown.closingNote') : null}
      </p>
      <PauseNote room={room} view={view} />
      <Overtime room={room} />
    </section>
  );
}

function endTime(deadlineMs: number): string {
  return formatDateTime(deadlineMs, { seconds: true });
}

function Digits({ view }: { view: CountdownView }) {
  const { t } = useTranslation('room');
  if (view.kind === 'left' || view.kind === 'until-start') return <>{clockDigits(view.leftMs)}</>;
  if (view.kind === 'paused' && view.resumeInMs !== null) return <>{clockDigits(view.resumeInMs)}</>;
  return <>{t(`countdown.word.${view.kind}`)}</>;
}

function PauseNote({ room, view }: { room: RoomState; view: CountdownView }) {
  const { t } = useTranslation('room');
  if (view.kind !== 'paused') return null;
  const { pauseCause, pauseReason, resumeAtMs } = room.head;
  return (
    <p className={css.pauseNote} role="status">
      <PauseCircle size={18} aria-hidden />
      <span>
        {t(`pause.${pauseCause ?? 'staff'}`)}
        {pauseReason && pauseCause === 'staff' ? ` ${t('pause.reason', { reason: pauseReason })}` : ''}{' '}
        {resumeAtMs === null
          ? t('pause.waits')
          : t('pause.resumesAt', { time: formatTime(resumeAtMs, { seconds: true }) })}
      </span>
    </p>
  );
}

function Overtime({ room }: { room: RoomState }) {
  const { t } = useTranslation('room');
  const { head, rules } = room;
  if (head.phase === 'closed') return null;
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
  if (!rules.overtime || rules.overtime.windowMs === 0) return null;
  return (
    <p className={css.overtimeRule}>
      {t('overtime.rule', {
        window: t('overtime.seconds', { count: Math.round(rules.overtime.windowMs / 1_000) }),
        extend: t('overtime.seconds', { count: Math.round(rules.overtime.extendToMs / 1_000) }),
      })}
    </p>
  );
}
