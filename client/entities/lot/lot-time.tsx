import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { LotCard } from '#shared/api/site/lots.ts';
import { LOT_STATUS } from '#shared/lifecycles/lot-status.ts';
import { formatDateTime } from '#client/lib/format/date.ts';
import { nowMs, useNow, usePassed } from '#client/lib/server-now.ts';
import { unsoldUnits } from '#shared/trade/stock.ts';
import { Countdown } from '#client/ui/countdown.tsx';
import type { LotLive } from './lot-live.ts';

const DAY_MS = 86_400_000;

interface LotTimeProps {
  lot: Pick<LotCard, 'tradeType' | 'opensAtMs'>;
  live: LotLive;
  /** Draws what the clock says: its name, and the time. */
  children: (label: string, time: ReactNode) => ReactNode;
}

/** What the clock says about a lot: starts at / in, ends in, paused, ended; on sale until. */
export function LotTime({ lot, live, children }: LotTimeProps) {
  const { t } = useTranslation('lots');
  if (live.stock && unsoldUnits(live.stock) === 0) return children(t('timer.saleEnded'), t('tile.soldOut'));
  // Sold or withdrawn ahead of its time: it did not end at a date that is still to come.
  if (live.phase === 'closed')
    return children(
      t('timer.ended'),
      live.deadlineMs > nowMs() ? t('timer.early') : formatDateTime(live.deadlineMs),
    );
  if (live.status === LOT_STATUS.suspended) return children(t('timer.paused'), t('timer.timeKept'));
  // The time during which it was suspended is given back: the live board knows its end first.
  if (lot.tradeType === 'fixed-price') return <OnSale untilMs={live.deadlineMs}>{children}</OnSale>;
  if (live.phase === 'running')
    return children(t('timer.endsIn'), <Countdown untilMs={live.deadlineMs} over={t('timer.closing')} />);
  return <Opening atMs={lot.opensAtMs}>{children}</Opening>;
}

function OnSale({ untilMs, children }: { untilMs: number } & Pick<LotTimeProps, 'children'>) {
  const { t } = useTranslation('lots');
  const passed = usePassed(untilMs);
  return children(t(passed ? 'timer.saleEnded' : 'timer.onSaleUntil'), formatDateTime(untilMs));
}

/** Days ahead a date says more than a countdown. */
function Opening({ atMs, children }: { atMs: number } & Pick<LotTimeProps, 'children'>) {
  const { t } = useTranslation('lots');
  const now = useNow();
  if (atMs - now > DAY_MS) return children(t('timer.startsAt'), formatDateTime(atMs));
  return children(t('timer.startsIn'), <Countdown untilMs={atMs} over={t('timer.opening')} urgentMs={0} />);
}
