import { useQuery } from '@tanstack/react-query';
import { ChevronRight, GraduationCap, MapPin } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { lotDetails, type LotDetails } from '#shared/api/lots.ts';
import { call } from '#client/lib/api-client.ts';
import { ApiError } from '#client/lib/api-error.ts';
import { useBoard } from '#client/lib/auction-socket/use-board.ts';
import { paths } from '#client/lib/paths.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { ErrorState } from '#client/ui/error-state.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { StatusBadge } from '#client/ui/status-badge.tsx';
import { liveOf } from '../lot-live.ts';
import { Gallery } from './gallery.tsx';
import { LotTabs } from './lot-tabs.tsx';
import { PricePanel } from './price-panel.tsx';
import { TakePart } from './take-part.tsx';
import css from './card.module.css';

interface LotCardViewProps {
  lotId: number;
  notFound: ReactNode;
}

/** The card: what is sold, for how much, until when, and how to take part. */
export function LotCardView({ lotId, notFound }: LotCardViewProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ['lot-details', lotId],
    queryFn: () => call(lotDetails, { params: { id: lotId } }),
    // A practice lot is followed by its next round within seconds of its close.
    refetchInterval: ({ state }) => (state.data?.practice ? 10_000 : 60_000),
  });
  if (data) return <Card lot={data} />;
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return notFound;
  if (error) {
    return (
      <div className={css.page}>
        <ErrorState error={error} onRetry={() => void refetch()} />
      </div>
    );
  }
  return (
    <div className={css.page} aria-busy="true">
      <Skeleton height={40} width="min(560px, 90%)" />
      <div className={css.columns}>
        <Skeleton height={460} radius={12} />
        <Skeleton height={460} radius={12} />
      </div>
    </div>
  );
}

function Card({ lot }: { lot: LotDetails }) {
  const { t } = useTranslation('lots');
  const localized = useLocalized();
  const live = liveOf(lot, useBoard([lot.id]).get(lot.id));
  return (
    <div className={css.page}>
      <nav className={css.crumbs} aria-label={t('card.crumbs')}>
        <Link to={paths.home()}>{t('card.home')}</Link>
        <ChevronRight size={16} aria-hidden />
        <Link to={paths.lotList({ group: lot.groupId, category: lot.categoryId })}>
          {localized(lot.category)}
        </Link>
      </nav>
      <div>
        <div className={css.badges}>
          <StatusBadge status={live.status} />
          {lot.practice ? (
            <span className={css.practice}>
              <GraduationCap size={15} aria-hidden /> {t('tile.practice')}
            </span>
          ) : null}
          <span className={css.number}>{t('tile.number', { number: lot.number })}</span>
        </div>
        <PageTitle>{localized(lot.title)}</PageTitle>
        <p className={css.place}>
          <MapPin size={16} aria-hidden /> {localized(lot.address)}
        </p>
      </div>
      <div className={css.columns}>
        <div className={css.left}>
          <Gallery photos={lot.photos} />
          <LotTabs lot={lot} />
        </div>
        <aside className={css.right} aria-label={t('card.aside')}>
          <PricePanel lot={lot} live={live} />
          <TakePart lot={lot} live={live} />
        </aside>
      </div>
    </div>
  );
}
