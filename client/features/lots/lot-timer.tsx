import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { LotCard } from '#shared/api/lots.ts';
import { formatDateTime } from '#client/lib/format/date.ts';
import { useNow } from '#client/lib/server-now.ts';
import { Countdown } from '#client/ui/countdown.tsx';
import type { LotLive } from './lot-live.ts';
import css from './lot-tile.module.css';

const DAY_MS = 86_400_000;

/** What the clock says about a lot: starts at / in, ends in, paused, ended. */
export function LotTimer({ lot, live }: { lot: LotCard; live: LotLive }) {
  const { t } = useTranslation('lots');
  const now = useNow();
  if (live.phase === 'closed') return null;
  if (live.phase === 'paused') return <Figure label={t('timer.paused')}>{t('timer.timeKept')}</Figure>;
  if (live.phase === 'running') {
    return (
      <Figure label={t('timer.endsIn')}>
        <Countdown untilMs={live.deadlineMs} over={t('timer.closing')} />
      </Figure>
    );
  }
  if (lot.opensAtMs - now > DAY_MS)
    return <Figure label={t('timer.startsAt')}>{formatDateTime(lot.opensAtMs)}</Figure>;
  return (
    <Figure label={t('timer.startsIn')}>
      <Countdown untilMs={lot.opensAtMs} over={t('timer.opening')} urgentMs={0} />
    </Figure>
  );
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={css.figure}>
      <span className={css.label}>{label}</span>
      <span className={css.time}>{children}</span>
    </div>
  );
}
