import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { subLotList } from '#shared/api/site/lot-tabs.ts';
import { activeLotList, lotList, type LotCard } from '#shared/api/site/lots.ts';
import { LOT_STATUS } from '#shared/lifecycles/lot-status.ts';
import { LOT_TAB } from '#shared/lifecycles/lot-tabs.ts';
import { call } from '#client/lib/api-client.ts';
import { TileGrid } from '../tile-grid.tsx';
import css from './card.module.css';

const SHOWN = 4;
/** One or two prices are no picture of what such a thing costs. */
const SOLD_LEAST = 3;
/** Practice and unpaid ones fall away. */
const SOLD_READ = 3 * SHOWN;
const REFRESH_MS = 30_000;
const SOLD_FRESH_MS = 5 * 60_000;

/** Other lots of the same order. Nothing where there are no others, or while they cannot be loaded: the card does not need them. */
export function SameOrder({ lotId }: { lotId: number }) {
  const { t } = useTranslation('card');
  const { data } = useQuery({
    queryKey: ['sub-lots', lotId],
    queryFn: () => call(subLotList, { params: { id: lotId }, query: { page: 1, size: SHOWN * 2 } }),
  });
  return <Beside id="same-order" title={t('sameOrder')} lots={data?.items ?? []} />;
}

/** What else is being sold now, prices live. `lotId` 0 leaves none out. */
export function OtherAuctions({ lotId }: { lotId: number }) {
  const { t } = useTranslation('card');
  const { data } = useQuery({
    queryKey: ['active-lots', SHOWN, lotId],
    queryFn: () => call(activeLotList, { query: { limit: SHOWN, ...(lotId > 0 ? { except: lotId } : {}) } }),
    refetchInterval: REFRESH_MS,
  });
  return <Beside id="other-auctions" title={t('others')} lots={data ?? []} />;
}

interface SimilarSoldProps {
  lotId: number;
  categoryId: number;
  regionId: number;
}

/**
 * What was sold last in the same category and region, with the price of each: results, never estimates. An unpaid price is
 * none. Nothing where there are fewer than three.
 */
export function SimilarSold({ lotId, categoryId, regionId }: SimilarSoldProps) {
  const { t } = useTranslation('card');
  const { data } = useQuery({
    queryKey: ['similar-sold', categoryId, regionId],
    queryFn: () =>
      call(lotList, {
        query: { i: LOT_TAB.completed, category: categoryId, region: regionId, size: SOLD_READ },
      }),
    staleTime: SOLD_FRESH_MS,
  });
  const sold = (data?.items ?? []).filter(
    ({ id, practice, status }) => id !== lotId && !practice && status !== LOT_STATUS.paymentOverdue,
  );
  if (sold.length < SOLD_LEAST) return null;
  return <Beside id="similar-sold" title={t('similarSold')} lots={sold.slice(0, SHOWN)} />;
}

function Beside({ id, title, lots }: { id: string; title: string; lots: LotCard[] }) {
  if (lots.length === 0) return null;
  return (
    <section className={css.beside} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <TileGrid lots={lots} eagerCount={0} />
    </section>
  );
}
