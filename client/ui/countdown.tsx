import { useTranslation } from 'react-i18next';
import { formatCountdown } from '#client/lib/format/duration.ts';
import { useNow } from '#client/lib/server-now.ts';
import css from './ui.module.css';

interface CountdownProps {
  /** Instant it runs to, server time. */
  untilMs: number;
  /** What is shown once it is over, e.g. "closing…": the end itself is announced by the server only. */
  over: string;
  /** From here on it is shown as urgent (colour and weight). */
  urgentMs?: number;
}

/** Time left on the server's clock, in tabular figures; never negative. */
export function Countdown({ untilMs, over, urgentMs = 60_000 }: CountdownProps) {
  useTranslation();
  const left = untilMs - useNow();
  if (left <= 0) return <span className={css.countdown}>{over}</span>;
  return (
    <time
      className={css.countdown}
      data-urgent={left <= urgentMs}
      dateTime={`PT${Math.ceil(left / 1_000)}S`}
      role="timer"
      suppressHydrationWarning
    >
      {formatCountdown(left)}
    </time>
  );
}
