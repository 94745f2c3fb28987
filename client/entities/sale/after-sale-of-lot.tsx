import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { afterSaleSteps } from '#shared/api/cabinet/winlots.ts';
import { isLost } from '#shared/lifecycles/settlement.ts';
import type { AfterSaleActor } from '#shared/trade/after-sale.ts';
import { ApiError, call } from '#client/lib/api-client.ts';
import { lazyScreen } from '#client/lib/lazy-screen.ts';
import { recovering } from '#client/lib/recover.ts';
import { usePersonUpdates } from '#client/lib/person-updates.ts';
import { ErrorState } from '#client/ui/error-state.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { AfterSale } from './after-sale.tsx';
import { HandOverNote, isHandedOver } from './hand-over-note.tsx';
import { PickUp } from './pick-up.tsx';
import { SettlementBadge } from './settlement-badge.tsx';
import css from './after-sale.module.css';

/** Few lots are paid by parts. */
const Parts = lazyScreen(
  async () => ({ default: (await import('./part-schedule.tsx')).PartSchedule }),
  ['parts'],
);
/** The other side and staff move a sale on. */
const ASK_MS = 60_000;
const NOT_FOUND = 404;

interface AfterSaleOfLotProps {
  lotId: number;
  reader: AfterSaleActor;
}

/** The steps since a lot was sold, for its buyer or seller. Nothing where there was no sale. */
export default function AfterSaleOfLot({ lotId, reader }: AfterSaleOfLotProps) {
  const { t } = useTranslation('after-sale');
  const { data, error, refetch } = useQuery({
    queryKey: ['after-sale', lotId],
    queryFn: ({ signal }) => call(afterSaleSteps, { params: { lotId }, signal }),
    retry: false,
    ...recovering(ASK_MS),
  });
  usePersonUpdates('messages', () => void refetch());
  if (error instanceof ApiError && error.status === NOT_FOUND) return null;
  return (
    <section className={css.ofLot} aria-label={t('title')}>
      <div className={css.head}>
        <h3>{t('title')}</h3>
        {data ? <SettlementBadge state={data.state} /> : null}
      </div>
      {data ? (
        <>
          <AfterSale steps={data.steps} reader={reader} />
          {data.parts ? (
            <Suspense>
              <Parts schedule={data.parts} />
            </Suspense>
          ) : null}
          {reader === 'buyer' &&
          !isLost(data.state) &&
          !(data.handOver && isHandedOver(data.handOver.state)) ? (
            <PickUp lotId={lotId} protocolNumber={null} paid={data.state === 'paid'} />
          ) : null}
          {data.handOver ? <HandOverNote handOver={data.handOver} /> : null}
        </>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={96} />
      )}
    </section>
  );
}
