import { useQuery } from '@tanstack/react-query';
import { Hourglass } from 'lucide-react';
import { Suspense, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { lotResult } from '#shared/api/site/lots.ts';
import { call } from '#client/lib/api-client.ts';
import { lazyScreen } from '#client/lib/lazy-screen.ts';
import { paths } from '#client/lib/paths.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { ButtonLink } from '#client/ui/button-link.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { Photo } from '#client/ui/photo.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { StatusBadge } from '#client/entities/lot/status-badge.tsx';
import layout from '#client/ui/layout.module.css';
import { CategoryPicture } from '../category-icon.tsx';
import { isNoLot } from '../card/lot-card.tsx';
import card from '../card/card.module.css';
import { endingOf } from './ending.ts';
import { Outcome, WhatNext } from './outcome.tsx';
import { ConfirmedPrices } from './prices.tsx';
import { ReplayOfLot } from './replay-of-lot.tsx';
import css from './result.module.css';

/** Of a lot at a fixed price, in a chunk of its own: most results are of auctions. */
const SaleResult = lazyScreen(() => import('./sale-result.tsx'), ['purchases', 'card']);

/** A closing room answers its result within seconds: asked again while there is none, or no answer. */
const ASK_AGAIN_MS = 5_000;
const SALE_MS = 60_000;

interface LotResultViewProps {
  lotId: number;
  notFound: ReactNode;
  /** Below the result, before its prices. */
  children?: ReactNode;
}

/** How the auction ended, every price on the way, and what comes next. */
export function LotResultView({ lotId, notFound, children }: LotResultViewProps) {
  const { t } = useTranslation('card');
  const localized = useLocalized();
  const { data, error, refetch } = useQuery({
    queryKey: ['lot-result', lotId],
    queryFn: () => call(lotResult, { params: { id: lotId } }),
    refetchInterval: ({ state }) => {
      if (state.status === 'error') return isNoLot(state.error) ? false : ASK_AGAIN_MS;
      if (state.data?.result !== null) return false;
      // A sale at a fixed price lasts for days, and its figures are live.
      return state.data.lot.tradeType === 'fixed-price' ? SALE_MS : ASK_AGAIN_MS;
    },
  });
  if (isNoLot(error)) return notFound;
  if (!data) {
    return (
      <div className={card.page} aria-busy={!error}>
        {error ? (
          <ErrorState page error={error} onRetry={() => void refetch()} />
        ) : (
          <>
            <Skeleton height={76} width="min(560px, 90%)" />
            <Skeleton height={420} radius={12} />
          </>
        )}
      </div>
    );
  }
  const { lot, result } = data;
  const title = localized(lot.title);
  return (
    <div className={card.page}>
      <div className={css.title}>
        <div className={css.photo}>
          <Photo
            photo={lot.photo}
            eager
            decorative
            sizes="112px"
            instead={<CategoryPicture id={lot.categoryId} size={32} />}
          />
        </div>
        <div>
          <div className={card.badges}>
            <StatusBadge status={lot.status} />
            <span className={layout.mutedSmall}>{t('lots:tile.number', { number: lot.number })}</span>
          </div>
          <PageTitle tab={`${t('result.title')}: ${title}`}>{title}</PageTitle>
        </div>
      </div>
      {lot.tradeType === 'fixed-price' ? (
        <Suspense fallback={<Skeleton height={320} radius={12} />}>
          <SaleResult answer={data} />
        </Suspense>
      ) : result ? (
        <div className={css.columns}>
          <div className={layout.fluidStack5}>
            <Outcome lot={lot} result={result} ending={endingOf(lot, result, data)} />
            <ReplayOfLot lotId={lotId} />
            {children}
            <ConfirmedPrices lot={lot} total={result.confirmedPrices} />
          </div>
          <WhatNext lot={lot} result={result} ending={endingOf(lot, result, data)} protocol={data} />
        </div>
      ) : (
        <NotYet lotId={lotId} />
      )}
    </div>
  );
}

function NotYet({ lotId }: { lotId: number }) {
  const { t } = useTranslation('card');
  return (
    <EmptyState icon={Hourglass} title={t('result.notYet')} text={t('result.notYetText')}>
      <ButtonLink to={paths.gameView(lotId)}>{t('join.goToAuction')}</ButtonLink>
      <ButtonLink to={paths.lotView(lotId)} variant="default">
        {t('result.toCard')}
      </ButtonLink>
    </EmptyState>
  );
}
