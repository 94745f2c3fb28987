import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LotCard } from '#shared/api/site/lots.ts';
import { featuredLots } from '#shared/api/site/lot-tabs.ts';
import { call } from '#client/lib/api-client.ts';
import { recovering } from '#client/lib/recover.ts';
import { ErrorState } from '#client/ui/error-state.tsx';
import { LotTile } from './lot-tile.tsx';
import { TileSkeleton } from './tile-grid.tsx';
import page from '#client/ui/page.module.css';
import css from './featured-lots.module.css';

const REFRESH_MS = 120_000;
const PLACES = 4;

/** Lots the operator puts forward, in a row one can move along; nothing when there are none. */
export function FeaturedLots() {
  const { t } = useTranslation('lots');
  const { data, error, refetch } = useQuery({
    queryKey: ['featured-lots'],
    queryFn: () => call(featuredLots),
    ...recovering(REFRESH_MS),
  });
  if (data?.length === 0) return null;
  return (
    <section className={page.section} aria-labelledby="featured-lots">
      {data ? (
        <Row lots={data} />
      ) : (
        <>
          <h2 id="featured-lots">{t('featured.title')}</h2>
          {error ? (
            <ErrorState error={error} title={t('featured.failed')} onRetry={() => void refetch()} />
          ) : (
            <ul className={css.row} aria-busy="true">
              {Array.from({ length: PLACES }, (_, at) => (
                <li key={at}>
                  <TileSkeleton />
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </section>
  );
}

function Row({ lots }: { lots: LotCard[] }) {
  const { t } = useTranslation('lots');
  const row = useRef<HTMLUListElement>(null);
  const [ends, setEnds] = useState({ start: true, end: true });

  useEffect(() => {
    const list = row.current;
    if (!list) return undefined;
    const look = () =>
      setEnds({
        start: list.scrollLeft < 8,
        end: list.scrollLeft + list.clientWidth > list.scrollWidth - 8,
      });
    // Measured when the observer reports a size: measuring before would lay the whole page out at once.
    const size = new ResizeObserver(look);
    size.observe(list);
    list.addEventListener('scroll', look, { passive: true });
    return () => {
      size.disconnect();
      list.removeEventListener('scroll', look);
    };
  }, [lots.length]);

  const move = (direction: 1 | -1) => {
    const list = row.current;
    list?.scrollBy({ left: direction * list.clientWidth * 0.9 });
  };
  return (
    <>
      <div className={css.head}>
        <h2 id="featured-lots">{t('featured.title')}</h2>
        {ends.start && ends.end ? null : (
          <div className={css.arrows}>
            <button
              type="button"
              aria-label={t('featured.previous')}
              disabled={ends.start}
              onClick={() => move(-1)}
            >
              <ChevronLeft size={22} aria-hidden />
            </button>
            <button type="button" aria-label={t('featured.next')} disabled={ends.end} onClick={() => move(1)}>
              <ChevronRight size={22} aria-hidden />
            </button>
          </div>
        )}
      </div>
      <ul ref={row} className={css.row}>
        {lots.map((lot) => (
          <li key={lot.id}>
            <LotTile lot={lot} />
          </li>
        ))}
      </ul>
    </>
  );
}
