import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { LotCard } from '#shared/api/lots.ts';
import { formatDateTime } from '#client/lib/format/date.ts';
import { useNow, usePassed } from '#client/lib/server-now.ts';
import { Countdown } from '#client/ui/countdown.tsx';
import type { LotLive } from './lot-live.ts';
import css from './lot-tile.module.css';

const DAY_MS = 86_400_000;

/** What the clock says about a lot: starts at / in, ends in, paused, ended; on sale until. */
export function LotTimer({ lot, live }: { lot: LotCard; live: LotLive }) {
  const { t } = useTranslation('lots');
  if (live.phase === 'closed')
    return <Figure label={t('timer.ended')}>{formatDateTime(live.deadlineMs)}</Figure>;
  if (lot.tradeType === 'fixed-price') return <OnSale untilMs={lot.closesAtMs} />;
  if (live.phase === 'paused') return <Figure label={t('timer.paused')}>{t('timer.timeKept')}</Figure>;
  if (live.phase === 'running') {
    return (
      <Figure label={t('timer.endsIn')}>
        <Countdown untilMs={live.deadlineMs} over={t('timer.closing')} />
      </Figure>
    );
  }
  return <Opening atMs={lot.opensAtMs} />;
}

function OnSale({ untilMs }: { untilMs: number }) {
  const { t } = useTranslation('lots');
  const passed = usePassed(untilMs);
  return (
    <Figure label={t(passed ? 'timer.saleEnded' : 'timer.onSaleUntil')}>{formatDateTime(untilMs)}</Figure>
  );
}

/** Days ahead a date says more than a countdown. */
function Opening({ atMs }: { atMs: number }) {
  const { t } = useTranslation('lots');
  const now = useNow();
  if (atMs - now > DAY_MS) return <Figure label={t('timer.startsAt')}>{formatDateTime(atMs)}</Figure>;
  return (
    <Figure label={t('timer.startsIn')}>
      <Countdown untilMs={atMs} over={t('timer.opening')} urgentMs={0} />
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
