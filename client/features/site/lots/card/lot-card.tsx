import { useQuery } from '@tanstack/react-query';
import { ChevronRight, GraduationCap, MapPin } from 'lucide-react';
import { Suspense, useMemo, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { lotDetails, type LotDetails } from '#shared/api/site/lots.ts';
import { call } from '#client/lib/api-client.ts';
import { ApiError } from '#client/lib/api-error.ts';
import { useBoard } from '#client/lib/auction-socket/use-board.ts';
import { paths } from '#client/lib/paths.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { ErrorState } from '#client/ui/error-state.tsx';
import { DeferredHydration } from '#client/ui/deferred-hydration.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { StatusBadge } from '#client/entities/lot/status-badge.tsx';
import { CategoryPicture } from '../category-icon.tsx';
import { liveOf } from '#client/entities/lot/lot-live.ts';
import layout from '#client/ui/layout.module.css';
import { OtherAuctions, SameOrder, SimilarSold } from './related-lots.tsx';
import { CardActions } from './card-actions.tsx';
import { FixedPrice } from './fixed-price.tsx';
import { Gallery } from './gallery.tsx';
import { LotTabs } from './lot-tabs.tsx';
import { PartsFact } from './parts-fact.tsx';
import { WithSellerPlace } from './with-seller/with-seller-place.tsx';
import { CostFacts, PriceNow } from './price-panel.tsx';
import { RepeatLine } from './relisting-line.tsx';
import { StickyAction } from './sticky-action.tsx';
import { TakePart } from './take-part.tsx';
import css from './card.module.css';

const HEAL_MS = 5_000;
/** A practice lot is followed by its next round within seconds of its close. */
const PRACTICE_MS = 10_000;
const CALM_MS = 60_000;

/** The address names no lot: an unknown id, or none at all. */
export const isNoLot = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 400);

interface LotCardViewProps {
  lotId: number;
  /** Shown when there is no such lot. */
  notFound: ReactNode;
}

/** The card: what is sold, for how much, until when, and how to take part. Heals by itself after a failure. */
export function LotCardView({ lotId, notFound }: LotCardViewProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ['lot-details', lotId],
    queryFn: () => call(lotDetails, { params: { id: lotId } }),
    refetchInterval: ({ state }) => {
      if (state.status === 'error') return isNoLot(state.error) ? false : HEAL_MS;
      return state.data?.practice ? PRACTICE_MS : CALM_MS;
    },
  });
  if (data) return <Card lot={data} />;
  if (isNoLot(error)) return notFound;
  return (
    <div className={css.page} aria-busy={!error}>
      {error ? <ErrorState page error={error} onRetry={() => void refetch()} /> : <CardSkeleton />}
    </div>
  );
}

function CardSkeleton() {
  return (
    <>
      <Skeleton height={24} width="min(280px, 60%)" />
      <Skeleton height={76} width="min(560px, 90%)" />
      <div className={css.columns}>
        <Skeleton height={460} radius={12} />
        <Skeleton height={460} radius={12} />
      </div>
    </>
  );
}

/** What the room moves; the card's tabs show none of it. */
const MOVING = new Set(['room', 'priceTiyin']);

/** The lot as it was when something last changed that its room does not move. */
function useCalm(lot: LotDetails): LotDetails {
  const [calm, setCalm] = useState(lot);
  const names = Object.keys(lot) as (keyof LotDetails)[];
  const same = calm === lot || names.every((name) => MOVING.has(name) || Object.is(calm[name], lot[name]));
  if (!same) setCalm(lot);
  return same ? calm : lot;
}

/** The boundaries in it defer nothing: the card is hydrated in as many pieces, and a slow phone handles input between them. */
function Card({ lot }: { lot: LotDetails }) {
  const { t } = useTranslation('card');
  const live = liveOf(lot, useBoard([lot.id]).get(lot.id));
  const action = useRef<HTMLDivElement>(null);
  const fixedPrice = lot.tradeType === 'fixed-price';
  // Not rendered again with each price: a deferred part that gets a new property is hydrated at once, needed or not.
  const calm = useCalm(lot);
  const tabs = useMemo(() => <LotTabs lot={calm} />, [calm]);
  const photos = useMemo(
    () => <Gallery photos={lot.photos} instead={<CategoryPicture id={lot.categoryId} size={96} />} />,
    [lot.photos, lot.categoryId],
  );
  const beside = useMemo(
    () => (
      <>
        <SameOrder lotId={lot.id} />
        <SimilarSold lotId={lot.id} categoryId={lot.categoryId} regionId={lot.regionId} />
        <OtherAuctions lotId={lot.id} />
      </>
    ),
    [lot.id, lot.categoryId, lot.regionId],
  );
  return (
    <div className={css.page}>
      <Head lot={lot} live={live} />
      <div className={css.columns}>
        <Suspense>{photos}</Suspense>
        <aside className={css.right} aria-label={t('fact.aside')}>
          <section className={css.panel}>
            <PriceNow lot={lot} live={live} />
            <div ref={action}>
              <Suspense>
                {fixedPrice ? <FixedPrice lot={lot} live={live} /> : <TakePart lot={lot} live={live} />}
              </Suspense>
            </div>
          </section>
          {fixedPrice && lot.instalmentMonths !== null ? (
            <section className={css.panel}>
              <dl className={css.facts}>
                <PartsFact lot={lot} priceTiyin={lot.startPriceTiyin} />
              </dl>
            </section>
          ) : null}
          {fixedPrice ? null : (
            <Suspense>
              <section className={css.panel}>
                <CostFacts lot={lot} live={live} />
              </section>
            </Suspense>
          )}
        </aside>
        <DeferredHydration height={900} within>
          {tabs}
        </DeferredHydration>
      </div>
      {lot.practice ? null : <WithSellerPlace lotId={lot.id} />}
      <DeferredHydration height={560}>{beside}</DeferredHydration>
      {fixedPrice ? null : <StickyAction lot={lot} live={live} place={action} />}
    </div>
  );
}

function Head({ lot, live }: { lot: LotDetails; live: ReturnType<typeof liveOf> }) {
  const { t } = useTranslation('card');
  const localized = useLocalized();
  return (
    <>
      <nav className={css.crumbs} aria-label={t('fact.crumbs')}>
        <Link to={paths.home()}>{t('fact.home')}</Link>
        <ChevronRight size={16} aria-hidden />
        <Link to={paths.lotList({ group: lot.groupId, category: lot.categoryId })}>
          {localized(lot.category)}
        </Link>
      </nav>
      <div className={css.head}>
        <div className={css.headText}>
          <div className={css.badges}>
            <StatusBadge status={live.status} />
            {lot.practice ? (
              <span className={css.practice}>
                <GraduationCap size={15} aria-hidden /> {t('lots:tile.practice')}
              </span>
            ) : null}
            <span className={layout.mutedSmall}>{t('lots:tile.number', { number: lot.number })}</span>
          </div>
          <PageTitle>{localized(lot.title)}</PageTitle>
          <RepeatLine lot={lot} />
          <p className={css.place}>
            <MapPin size={16} aria-hidden /> {localized(lot.address)}
          </p>
        </div>
        <CardActions lot={lot} live={live} />
      </div>
    </>
  );
}
