import { useId, type CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../../lib/format/date.ts';
import { formatMoney } from '../../../lib/format/money.ts';
import { clockDigits, countdownView } from './countdown-text.ts';
import type { CountdownView } from './countdown-text.ts';
import type { RoomState } from '#shared/realtime/client/room-state.ts';
import { useServerNow } from './use-room-now.ts';
import { RoomHeading } from './room-heading.tsx';
import parts from './parts.module.css';
import css from './countdown.module.css';

const signs = (text: string) => ({ '--signs': text.length }) as CSSProperties;

/** Time left by the server's clock; beside it, where a phone does not show it, the last price. */
export function CountdownPanel({ room }: { room: RoomState }) {
  const { t } = useTranslation('room');
  const title = useId();
  const now = useServerNow(200);
  const view = countdownView(room.head, room.opensAtMs, now);
  const urgent = view.kind === 'left' && view.urgent;
  const digits = digitsOf(view) ?? t(`countdown.word.${view.kind}`);
  const price = formatMoney(room.head.priceTiyin ?? room.startPriceTiyin);
  return (
    <section
      className={`${parts.panel} ${css.countdown}`}
      data-urgent={urgent}
      data-kind={view.kind}
      aria-labelledby={title}
    >
      {/* The open sheet covers the price: it shows it itself. */}
      <p className={css.price} style={signs(price)} data-testid="sheet-price">
        <span className={parts.label}>{t(room.head.priceTiyin === null ? 'price.start' : 'price.last')}</span>
        <b>{price}</b>
      </p>
      <div className={css.time}>
        <RoomHeading id={title} className={parts.label}>
          {t(`countdown.${view.kind}`)}
        </RoomHeading>
        <p className={css.clock} style={signs(digits)} role="timer" data-testid="countdown">
          {digits}
        </p>
        <p className={css.note}>
          {view.kind === 'until-start'
            ? t('countdown.startsAt', { time: formatDateTime(room.opensAtMs) })
            : null}
          {view.kind === 'left' ? t('countdown.endsAt', { time: endTime(room.head.deadlineMs) }) : null}
          {view.kind === 'closing' ? t('countdown.closingNote') : null}
        </p>
      </div>
    </section>
  );
}

function endTime(deadlineMs: number): string {
  return formatDateTime(deadlineMs, { seconds: true });
}

/** Time left, or null where a word says it. */
function digitsOf(view: CountdownView): string | null {
  if (view.kind === 'left' || view.kind === 'until-start') return clockDigits(view.leftMs);
  if (view.kind === 'paused' && view.resumeInMs !== null) return clockDigits(view.resumeInMs);
  return null;
}
